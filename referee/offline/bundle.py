"""On the server: the engine's files for the device, those of this process, as one archive named by its digest."""

import hashlib
import io
import json
import re
import zipfile
import zoneinfo
from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib import resources
from pathlib import Path

from django.conf import settings
from django.template import engines
from django.urls import URLPattern, URLResolver, get_resolver

from referee.offline import bytecode, engine, sources

OUR_TAGS = ("config.components", "referee.templatetags.board", "referee.templatetags.referee")
CONVERTER = re.compile(r"<\w+:")
LONG_AGO = (2000, 1, 1, 0, 0, 0)  # the same files give the same bytes


@lru_cache(maxsize=1)
def archive() -> bytes:
    """What the device unpacks: bytecode of its own Python where that was made of these very modules, otherwise the modules."""
    compiled = bytecode.Bytecode(bytecode.beside(engine.folder()))
    return _packed(
        (f"{name}c", made) if (made := compiled.of(name, content)) else (name, content) for name, content in _contents()
    )


def readable() -> bytes:
    """The same for any Python: the modules as they were written."""
    return _packed(_contents())


def _packed(contents: Iterable[tuple[str, bytes]]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as files:
        for name, content in sorted(contents):
            files.writestr(zipfile.ZipInfo(name, LONG_AGO), content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


@lru_cache(maxsize=1)
def digest() -> str:
    return hashlib.sha256(archive()).hexdigest()[:16]


def _contents() -> Iterator[tuple[str, bytes]]:
    languages = frozenset(code for code, _name in settings.LANGUAGES)
    for name, path in sources.files(languages):
        yield name, path.read_bytes()
    site = {"routes": _routes(), "libraries": _tag_libraries(), "time_zone": settings.TIME_ZONE}
    yield "site.json", json.dumps(site).encode()
    yield f"zoneinfo/{settings.TIME_ZONE}", _zone(settings.TIME_ZONE)


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
    """The time zone's data: of the operating system, or of the package `tzdata` on Windows."""
    found = next((path for root in zoneinfo.TZPATH if (path := Path(root, name)).is_file()), None)
    return (
        found.read_bytes() if found else resources.files("tzdata").joinpath("zoneinfo", *name.split("/")).read_bytes()
    )
