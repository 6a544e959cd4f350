"""Imports point one way, and templates name only static files that exist."""

import ast
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders

ROOT = Path(settings.BASE_DIR)
MAY_NOT_IMPORT = {
    "games": {"django", "tournament", "referee", "config", "time", "datetime"},
    "tournament": {"referee", "operations", "config"},
    "referee": {"operations", "config"},
    "operations": {"config"},
}


def imports(file: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.split(".")[0])
    return found


@pytest.mark.parametrize("layer", MAY_NOT_IMPORT)
def test_imports_point_one_way(layer):
    files = sorted((ROOT / layer).rglob("*.py"))
    assert files
    wrong = {str(file.relative_to(ROOT)): imports(file) & MAY_NOT_IMPORT[layer] for file in files}
    assert {file: names for file, names in wrong.items() if names} == {}


def test_a_file_that_a_template_names_exists():
    """The collected files would refuse an unknown name with an error page; the plain ones of the tests do not."""
    templates = [
        file.read_text() for folder in (ROOT / "templates", ROOT / "referee") for file in folder.rglob("*.html")
    ]
    named = {name for text in templates for name in re.findall(r"""\{% static ["']([^"']+)["']""", text)}
    assert "css/site.css" in named
    assert {name for name in named if finders.find(name) is None} == set()
