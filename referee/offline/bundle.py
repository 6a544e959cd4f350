"""On the server: the files that the engine on the device is made of, as one archive named by its content.

They are this process's own: the games, the modules that ask and draw the judge's page, its templates, and Django's template engine.
"""

import hashlib
import io
import json
import re
import zipfile
import zoneinfo
from collections.abc import Iterator
from functools import lru_cache
from importlib import resources
from pathlib import Path

import asgiref
import django
import sqlparse
from django.conf import settings
from django.template import engines
from django.urls import URLPattern, URLResolver, get_resolver

OURS = (
    "games",
    "referee",
    "config/__init__.py",
    "config/components.py",
    "templates/referee",
    "templates/components",
    "locale",
)
OUR_TAGS = ("config.components", "referee.templatetags.board", "referee.templatetags.referee")
KINDS = frozenset({".py", ".toml", ".csv", ".html", ".mo", ".json"})
NOT_OURS = (
    "referee/actions",
    "referee/management",
    "referee/migrations",
    "referee/views",
    "referee/rehearsal",
    "/cases/",
)
DJANGO = (
    "apps",
    "conf",
    "core",
    "db",
    "dispatch",
    "forms",
    "http",
    "template",
    "templatetags",
    "urls",
    "utils",
    "views",
)
NOT_DJANGO = ("core/management/commands", "db/migrations", "conf/app_template", "conf/project_template")
NEVER_THERE = ("db/backends/mysql", "db/backends/oracle", "db/backends/postgresql", "db/backends/sqlite3")
CONVERTER = re.compile(r"<\w+:")
LONG_AGO = (2000, 1, 1, 0, 0, 0)  # the same files give the same bytes


@lru_cache(maxsize=1)
def archive() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as files:
        for name, content in sorted(_contents()):
            files.writestr(zipfile.ZipInfo(name, LONG_AGO), content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


@lru_cache(maxsize=1)
def digest() -> str:
    return hashlib.sha256(archive()).hexdigest()[:16]


def _contents() -> Iterator[tuple[str, bytes]]:
    base = Path(settings.BASE_DIR)
    for ours in OURS:
        for path in _files(base / ours):
            name = path.relative_to(base).as_posix()
            if not any(other in name for other in NOT_OURS):
                yield name, path.read_bytes()
    for library in (django, asgiref, sqlparse):
        yield from _library(Path(library.__file__).parent)
    site = {"routes": _routes(), "libraries": _tag_libraries(), "time_zone": settings.TIME_ZONE}
    yield "site.json", json.dumps(site).encode()
    yield f"zoneinfo/{settings.TIME_ZONE}", _zone(settings.TIME_ZONE)


def _files(path: Path) -> list[Path]:
    return [path] if path.is_file() else [one for one in path.rglob("*") if one.suffix in KINDS]


def _library(home: Path) -> Iterator[tuple[str, bytes]]:
    for path in _files(home):
        inside = path.relative_to(home).as_posix()
        if home.name != "django" or _is_needed(inside):
            yield f"{home.name}/{inside}", path.read_bytes()


def _is_needed(inside: str) -> bool:
    """Of Django: what a template needs, with the languages of the product. No address, form or database is served there."""
    if inside.startswith("conf/locale/"):
        return inside.split("/")[2] in {code for code, _name in settings.LANGUAGES} | {"__init__.py"}
    if "/" not in inside:
        return inside.endswith(".py")
    return inside.startswith(DJANGO) and not inside.startswith((*NOT_DJANGO, *NEVER_THERE)) and inside.endswith(".py")


def _routes() -> dict[str, list[tuple[str, str]]]:
    """Route and name of every address, by namespace; the device has no use for the converters."""
    spaces = [one for one in get_resolver().url_patterns if isinstance(one, URLResolver) and one.namespace]
    return {space.namespace: [*_named(space, "")] for space in spaces if not str(space.pattern)}


def _named(space: URLResolver, before: str) -> Iterator[tuple[str, str]]:
    for one in space.url_patterns:
        route = before + CONVERTER.sub("<", str(one.pattern))
        if isinstance(one, URLResolver):
            yield from _named(one, route)
        elif isinstance(one, URLPattern) and one.name:
            yield route, one.name


def _tag_libraries() -> dict[str, str]:
    known = engines["django"].engine.libraries
    return {name: module for name, module in known.items() if module in OUR_TAGS}


def _zone(name: str) -> bytes:
    """Where it is always summer or winter at the right time: from the machine, or from the package that Windows needs."""
    found = next((path for root in zoneinfo.TZPATH if (path := Path(root, name)).is_file()), None)
    return (
        found.read_bytes() if found else resources.files("tzdata").joinpath("zoneinfo", *name.split("/")).read_bytes()
    )
