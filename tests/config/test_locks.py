"""The locks: everything pinned with its hash, and no word of where it was fetched."""

import json
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOCKS = ["advisories", "base", "bench", "dev", "font", "mutants", "postgresql", "sbom", "uv", "workflows"]


def lines(name: str) -> list[str]:
    return (ROOT / "requirements" / f"{name}.txt").read_text().splitlines()


def pins(name: str) -> dict[str, str]:
    return dict(re.findall(r"^([\w.-]+)(?:\[\w+\])?==([^\s;]+)", "\n".join(lines(name)), re.MULTILINE))


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_names_no_host_and_no_path(name):
    assert [line for line in lines(name) if re.search(r"://|^-|index-url|find-links", line)] == []


def test_a_checkout_changes_no_line_end():
    """The digests of games and maps are those of their bytes, and Windows would write others."""
    files = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    found = subprocess.run(
        ["git", "check-attr", "--stdin", "text"], input=files, cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert {line.rpartition(": ")[2] for line in found.stdout.splitlines()} == {"unset"}


@pytest.mark.parametrize("name", LOCKS)
def test_every_package_of_a_lock_has_a_hash(name):
    entries = re.split(r"\n(?=\w)", "\n".join(lines(name)))
    assert [entry.split()[0] for entry in entries if "--hash=sha256:" not in entry] == []


@pytest.mark.parametrize("name", ["bench", "dev", "mutants", "postgresql"])
def test_the_locks_agree_with_each_other(name):
    assert pins("base").items() <= pins(name).items()


@pytest.mark.parametrize("name", ["dev", "mutants"])
def test_the_tests_read_spreadsheets_with_the_parser_that_a_site_has(name):
    """openpyxl takes lxml and defusedxml where they are installed."""
    assert {"lxml", "defusedxml"} & (set(pins(name)) - set(pins("base"))) == set()


def test_the_npm_lock_names_no_host():
    packages = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    assert [name for name, package in packages.items() if "resolved" in package] == []
    assert [name for name, package in packages.items() if name and "integrity" not in package] == []
