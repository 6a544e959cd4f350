"""On the device: Django's templates and words, without a database or any address that answers."""

import json
import zoneinfo
from functools import cache
from pathlib import Path
from types import ModuleType, SimpleNamespace

HOME = Path(__file__).resolve().parents[2]


def start(language: str) -> None:
    """Once in a worker's life, before `tablet` is imported."""
    import django
    from django.conf import settings

    site = json.loads((HOME / "site.json").read_text("utf-8"))
    zoneinfo.reset_tzpath([str(HOME / "zoneinfo")])
    settings.configure(
        SECRET_KEY="tokens of this worker never leave it",
        LANGUAGE_CODE=language,
        LOCALE_PATHS=[HOME / "locale"],
        TIME_ZONE=site["time_zone"],
        ROOT_URLCONF=_addresses(site["routes"]),
        TEMPLATES=[
            {
                "BACKEND": "django.template.backends.django.DjangoTemplates",
                "DIRS": [HOME / "templates"],
                "OPTIONS": {"libraries": site["libraries"]},
            }
        ],
    )
    django.setup()
    _serve_one_reader()


def _serve_one_reader() -> None:
    """A worker has one thread and one language, so words and addresses are looked up once and nothing asks which thread this is. A whole
    number is written as it is: the site groups no thousands. These four were a third of what an answer cost.
    """
    import html as plain

    from django import urls
    from django.template import base
    from django.utils import formats, html, timezone
    from django.utils.safestring import SafeString
    from django.utils.translation import trans_real

    for module in (trans_real, timezone):
        vars(module)["_active"] = SimpleNamespace()
    trans_real.gettext = cache(trans_real.gettext)
    reverse = cache(lambda name, args, kwargs: urls.base.reverse(name, args=args, kwargs=dict(kwargs)))
    urls.reverse = lambda name, args=None, kwargs=None, **_more: reverse(
        name, tuple(args or ()), tuple((kwargs or {}).items())
    )
    html.escape = lambda text: SafeString(plain.escape(str(text)))

    def localize(value: object, use_l10n: bool | None = None) -> object:
        return str(value) if type(value) is int else formats.localize(value, use_l10n=use_l10n)

    vars(base)["localize"] = localize


def _addresses(routes: dict[str, list[tuple[str, str]]]) -> ModuleType:
    """URL patterns of the site by name, so that templates can reverse them."""
    from django.urls import include, path

    module = ModuleType("addresses")
    module.urlpatterns = [
        path("", include(([path(route, _nobody, name=name) for route, name in found], space)))
        for space, found in routes.items()
    ]
    return module


def _nobody(*_args: object) -> None:
    """No URL is served on the device."""
