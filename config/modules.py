"""`{% module "js/main.js" %}`: a script of the page and everything that it imports, named in the page so that all of it loads at once."""

import posixpath
import re
from functools import lru_cache
from pathlib import Path

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

IMPORT = re.compile(r"""^(?:import|export)\s*(?:[*{][^;'"()]*?from\s*)?["'](\.[^"']+)["']""", re.MULTILINE)

register = template.Library()


def imported_by(name: str) -> list[str]:
    """The modules that this one names, in its order: paths under `static/`."""
    source = (Path(settings.BASE_DIR) / "static" / name).read_text(encoding="utf-8")
    return [posixpath.normpath(posixpath.join(posixpath.dirname(name), found)) for found in IMPORT.findall(source)]


@lru_cache
def dependencies(name: str) -> tuple[str, ...]:
    """Every module that this one needs, itself left out."""
    found: dict[str, None] = {}
    waiting = imported_by(name)
    while waiting:
        one = waiting.pop(0)
        if one not in found:
            found[one] = None
            waiting += imported_by(one)
    return tuple(found)


@register.simple_tag
def module(name: str) -> SafeString:
    preloads = ((static(one),) for one in dependencies(name))
    links = format_html_join("", '<link rel="modulepreload" href="{}">', preloads)
    return format_html('{}<script src="{}" type="module"></script>', links, static(name))
