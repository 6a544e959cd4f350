"""The compiled stylesheet has a rule for every class that a form field asks for, whichever file the field stands in.

Tailwind keeps only the classes that it finds in the files which css/site.css lists: a form moved to a file of another name would lose its
look, and no page would fail.
"""

import gzip
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
LIGHT = 22_500
"""Bytes of the compressed stylesheet, which every page waits for."""
COMPILED = (ROOT / "static" / "css" / "site.css").read_text()
WALL = (ROOT / "static" / "css" / "wall.css").read_text()
"""What only screens of the hall have, loaded behind the other."""


def test_every_class_of_a_field_has_a_rule():
    requested = {
        (name, file.relative_to(ROOT).as_posix())
        for app in ("config", "operations", "tournament", "referee")
        for file in (ROOT / app).rglob("*.py")
        for names in re.findall(r'"class": "([a-z][\w: -]*)"', file.read_text())
        for name in names.split()
    }

    assert len(requested) > 3
    assert {one for one in requested if "." + one[0].replace(":", r"\:") not in COMPILED} == set()


def test_no_rule_of_ours_is_lost_with_the_selectors_that_the_library_asks():
    """css/lean.mjs takes out selectors with :has() except those of the classes that it names, and writes the rest without quotes."""
    asked = re.findall(r"^\s*([^\n]*:has\([^\n]*)[,{]$", (ROOT / "css" / "site.css").read_text(), re.MULTILINE)
    assert asked
    assert [one for one in asked if one.strip().replace('"', "") not in COMPILED + WALL] == []


def test_the_stylesheet_is_light():
    assert len(gzip.compress(COMPILED.encode(), 9)) <= LIGHT


def test_no_component_of_the_library_comes_along_for_a_word_of_a_template():
    """Tailwind takes any word for a class; css/site.css names the components that no page has."""
    others = re.search(r"exclude:([^;]+);", (ROOT / "css" / "site.css").read_text())[1]
    excluded = {name.strip() for name in others.split(",")}
    assert len(excluded) > 30
    excluded.discard("filter")  # a utility of Tailwind has that name too
    assert {name for name in excluded if re.search(rf"\.{name}[,{{:>~+ ]", COMPILED)} == set()


def test_what_only_the_wall_has_stands_in_its_own_file_alone():
    ours = {"screen-columns", "screen-tile", "road-seat", "bracket-wall", "ceremony-end", "has-one-first"}
    assert {name for name in ours if f".{name}" not in WALL} == set()
    assert {name for name in ours if f".{name}" in COMPILED} == set()
    templates = [one for one in (ROOT / "templates").rglob("*.html") if 'extends "' in one.read_text()]
    pages = [one for one in templates if re.search(r'class="[^"]*\b(?:screen|ceremony|road|podium)-', one.read_text())]
    assert pages
    assert [one.name for one in pages if 'extends "screen_base.html"' not in one.read_text()] == []
