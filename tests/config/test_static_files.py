"""Static files as a site serves them: named by their content, and so are the modules that a module imports."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import override_settings

from config.modules import dependencies, module

SOURCES = settings.BASE_DIR / "static" / "js"
IMPORT = re.compile(r"""^(?:import|export)\s*(?:[*{][^;'"()]*?from\s*)?["']([^"']+)["']""", re.MULTILINE)
HASHED = re.compile(r"\.[0-9a-f]{12}\.js$")


def imported(module: Path) -> list[Path]:
    return [(module.parent / name).resolve() for name in IMPORT.findall(module.read_text())]


def test_every_import_names_a_module_of_the_site():
    modules = [one for one in SOURCES.rglob("*.js") if "vendor" not in one.parts]
    names = [one for module in modules for one in imported(module)]
    assert len(names) > 10
    assert [str(one) for one in names if one not in modules] == []


@pytest.fixture(scope="module")
def collected(tmp_path_factory) -> Path:
    """What `collectstatic` makes, with the storage of a running site."""
    root = tmp_path_factory.mktemp("static")

    storages = {**settings.STORAGES, "staticfiles": {"BACKEND": "config.static_files.StaticFilesStorage"}}
    with override_settings(STORAGES=storages, STATIC_ROOT=root):
        call_command("collectstatic", interactive=False, verbosity=0)
    return root / "js"


def test_a_page_never_mixes_two_versions_of_its_modules(collected):
    modules = [one for one in collected.rglob("*.js") if HASHED.search(one.name) and "vendor" not in one.parts]
    names = [one for module in modules for one in imported(module)]
    assert len(names) > 10
    assert [str(one) for one in names if not HASHED.search(one.name) or not one.is_file()] == []


def test_a_page_names_every_module_that_its_script_needs():
    assert dependencies("js/countdown.js") == ("js/clock.js",)
    needed = dependencies("js/judge/main.js")
    assert len(needed) == len(set(needed)) > 30
    assert {"js/judge/machine.js", "js/offline/store.js", "js/clock.js"} <= set(needed)
    html = module("js/countdown.js")
    links = '<link rel="modulepreload" href="/static/js/clock.js">'
    assert html == f'{links}<script src="/static/js/countdown.js" type="module"></script>'


def test_no_module_imports_itself_in_a_circle():
    modules = [
        f"js/{one.relative_to(SOURCES).as_posix()}" for one in SOURCES.rglob("*.js") if "vendor" not in one.parts
    ]
    assert [one for one in modules if one in dependencies(one)] == []
