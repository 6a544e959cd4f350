"""What a tablet is given to go on without a network: all that the judge's page needs, and nothing else of the site."""

import ast
from pathlib import Path

import pytest

from referee.offline import sources

FILES = dict(sources.files(frozenset({"it", "en"})))
OURS = {name: path for name, path in FILES.items() if name.endswith(".py") and name.startswith(("referee/", "config/"))}


def imports_of(path: Path) -> set[str]:
    """The modules that are imported when this one is, not those that only a type checker reads."""
    found: set[str] = set()
    for node in _executed(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {one.name for one in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{one.name}" for one in node.names)}
    return found


def _executed(node: ast.AST):
    for child in ast.iter_child_nodes(node):
        if not (isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING"):
            yield child
            yield from _executed(child)


def home_of(module: str) -> str | None:
    """The file of a module of ours; None where the name is no module."""
    path = module.replace(".", "/")
    names = (f"{path}.py", f"{path}/__init__.py")
    return next((name for name in names if (sources.HOME / name).is_file()), None)


@pytest.mark.parametrize("name", list(OURS))
def test_every_module_finds_what_it_imports_on_the_device(name):
    needed = {home_of(module) for module in imports_of(OURS[name])} - {None}
    assert {one for one in needed if one not in FILES} == set()


@pytest.mark.parametrize("name", list(OURS))
def test_no_module_of_the_device_imports_the_database_or_the_day(name):
    assert [
        one for one in imports_of(OURS[name]) if one.startswith(("django.db", "referee.models", "tournament"))
    ] == []


def test_the_device_is_given_no_other_part_of_the_site():
    assert "referee/judge_page/context.py" in OURS
    folders = {name.split("/")[1] for name in FILES if name.startswith("referee/")}
    assert folders == {"__init__.py", "board_image", "judge_page", "offline", "templatetags", "wording.py"}
    assert {name.split("/")[2] for name in FILES if name.startswith("templates/referee/")} == {"judge"}
