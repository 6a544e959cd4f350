"""Every name under which a script stores something on a visitor's device stands in the register, and the register has no other."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from tournament.privacy.device_storage import DEVICE_STORAGE

SCRIPTS = Path(settings.BASE_DIR) / "static" / "js"
CALLS = {
    "localStorage": re.compile(r"(?:localStorage|sessionStorage)\.(?:get|set|remove)Item\(\s*([^,()]+(?:\([^)]*\))?)"),
    "IndexedDB": re.compile(r"indexedDB\.(?:open|deleteDatabase)\(\s*([^,)]+)"),
    "Cache": re.compile(r"caches\.open\(\s*([^,)]+)"),
}
READ = r"getItem|setItem|removeItem|open|deleteDatabase|keys|delete"
STORAGE = re.compile(rf"\b(?:localStorage|sessionStorage|indexedDB|caches)\b(?!\.(?:{READ})\()")
LITERAL = re.compile(r"""^["'`]([^"'`$]*)""")


def name_of(argument: str, script: str) -> str:
    """The name that a call stores under: a literal, a constant of the script, or the head of what a function of it puts together."""
    argument = argument.strip()
    if found := LITERAL.match(argument):
        return found[1]
    constant = re.escape(argument.partition("(")[0])
    found = re.search(rf"const {constant} = (?:\(\w*\) => )?([\"'`][^\n]*)", script)
    assert found, f"no name can be read from {argument}"
    return LITERAL.match(found[1])[1]


def names_in(script: str) -> set[tuple[str, str]]:
    return {(where, name_of(one, script)) for where, call in CALLS.items() for one in call.findall(script)}


def scripts() -> list[Path]:
    return [one for one in sorted(SCRIPTS.rglob("*.js")) if "vendor" not in one.parts]


def code_of(path: Path) -> str:
    """Without the comments, which may speak of a storage."""
    return re.sub(r"(?m)(?:^|\s)//.*$|/\*.*?\*/", "", path.read_text())


def test_the_register_has_every_name_that_scripts_store_and_no_other():
    used = {name for path in scripts() for name in names_in(code_of(path))}
    assert used == {(one.where, one.name) for one in DEVICE_STORAGE}


@pytest.mark.parametrize("path", scripts(), ids=lambda path: str(path.relative_to(SCRIPTS)))
def test_a_storage_is_used_only_in_a_way_whose_names_can_be_read(path):
    assert STORAGE.findall(code_of(path)) == []


def test_a_name_outside_the_register_is_found():
    script = 'const STORE = "sdadata-visits"; localStorage.setItem(STORE, "1"); sessionStorage.getItem(`seen:${n}`);'
    assert names_in(script) == {("localStorage", "sdadata-visits"), ("localStorage", "seen:")}


@pytest.mark.django_db
def test_the_organizer_reads_the_register(olga, tournament):
    page = olga.get(f"/t/{tournament.slug}/privacy/").content.decode()
    assert [one.name for one in DEVICE_STORAGE if one.name not in page] == []
