"""On the device: Django's templates and words, without a database or any address that answers."""

import json
import zoneinfo
from pathlib import Path
from types import ModuleType

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
