"""On the device: Django's templates and words, without a database or any address that answers."""

import json
import sys
import zoneinfo
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType, SimpleNamespace

HOME = Path(__file__).resolve().parents[2]


def start(language: str) -> None:
    """Once in a worker's life, before `tablet` is imported."""
    _leave_out_what_serves()
    from django.apps import apps
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
    apps.populate(())
    _serve_one_reader()


def _leave_out_what_serves() -> None:
    """Templates and addresses need two packages of Django for two names, and would bring database, forms, mail and cache with them: half of
    what was imported, a third of what was fetched.
    """
    http = _with_no_more_than("django.http", "request")
    http.Http404 = type("Http404", (Exception,), {})
    _with_no_more_than("django.core.checks", "messages", "registry")


def _with_no_more_than(name: str, *parts: str) -> ModuleType:
    """The package with the names of these of its modules. The others are found where they are imported, but by their own names."""
    above, _, own = name.rpartition(".")
    package = ModuleType(name)
    package.__path__ = [f"{path}/{own}" for path in import_module(above).__path__]
    sys.modules[name] = package
    for part in parts:
        package.__dict__.update(
            vars(import_module(f"{name}.{part}")) | {"__name__": name, "__path__": package.__path__}
        )
    return package


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
    from django.urls.resolvers import RoutePattern, URLPattern, URLResolver

    def pattern(route: str, name: str) -> URLPattern:
        return URLPattern(RoutePattern(route, name=name, is_endpoint=True), _nobody, {}, name)

    module = ModuleType("addresses")
    module.urlpatterns = [
        URLResolver(RoutePattern(""), [pattern(*one) for one in found], None, space, space)
        for space, found in routes.items()
    ]
    return module


def _nobody(*_args: object) -> None:
    """No URL is served on the device."""
