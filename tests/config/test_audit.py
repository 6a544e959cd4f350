"""`make audit` reads the locks whole and tells what an index answers. The index itself is asked by hand: tests need no network."""

import re
from datetime import UTC, date, datetime, timedelta
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from re import sub

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def audit():
    loader = SourceFileLoader("audit", str(ROOT / "tools" / "audit"))
    module = module_from_spec(spec_from_loader("audit", loader))
    loader.exec_module(module)
    return module


def test_every_pinned_line_of_the_locks_is_asked_about(audit):
    for lock in audit.LOCKS:
        text = (ROOT / "requirements" / f"{lock}.txt").read_text()
        pinned = {line.split()[0].split(";")[0] for line in text.splitlines() if "==" in line and line[0].isalnum()}
        assert pinned
        assert {"==".join(one) for one in audit.locked([text])} == {sub(r"\[.*\]", "", one) for one in pinned}


def test_a_known_fault_is_told_with_its_names_and_its_mend(audit):
    known = {"id": "GHSA-x", "aliases": ["CVE-2026-1"], "fixed_in": ["2.1"], "withdrawn": None}
    withdrawn = {**known, "id": "GHSA-y", "withdrawn": "2026-01-01T00:00:00Z"}
    assert audit.faults_in({"vulnerabilities": [known, withdrawn]}) == ["GHSA-x (CVE-2026-1), fixed in 2.1"]
    assert audit.faults_in({"vulnerabilities": []}) == []


@pytest.mark.parametrize(
    ("allowed", "version", "is_barred"),
    [
        ("==1.7.1", "1.7.2", True), ("==1.7.1", "1.7.1", False), (">=1.7.1,<1.8", "1.7.2", False),
        (">=1.7.1,<1.8", "1.8", True), (">=5.2,<5.3", "5.2.20", False), (">=5.2,<5.3", "6.0.1", True), ("", "9.9", False),
        (">=1", "2.0", False), ("<5", "5.0", True),
    ],
)  # fmt: skip
def test_bounds_that_keep_a_mend_out_are_known(audit, allowed, version, is_barred):
    assert audit.bars(allowed, version) is is_barred


def test_a_fault_whose_every_mend_is_barred_is_told(audit):
    known = {"id": "GHSA-x", "aliases": [], "fixed_in": ["0.22.1", "0.23"], "withdrawn": None}
    assert audit.barred("msgspec", {"vulnerabilities": [known]}, audit.bounds()) == [
        "GHSA-x: pyproject.toml bars every release that mends it (==0.22.0)"
    ]
    assert audit.barred("Django", {"vulnerabilities": [{**known, "fixed_in": ["5.2.99"]}]}, audit.bounds()) == []


STORED = {
    "django": [
        {"id": "GHSA-x", "cve": "CVE-2026-1", "fixed_in": "5.2.30", "v": ">=5.2,<5.2.30"},
        {"id": "GHSA-x", "cve": "CVE-2026-1", "fixed_in": "6.0.5", "v": ">=6.0,<6.0.5"},
        {"id": "GHSA-y", "cve": "CVE-2019-1", "fixed_in": "1.11.23", "v": ">=1.11a1,<1.11.23"},
    ],
    "msgspec": [{"id": "GHSA-z", "cve": "N/A", "fixed_in": "0.23", "v": "<=0.22.0"}],
}


@pytest.mark.parametrize(
    ("package", "lines"),
    [
        (("Django", "5.2.29"), ["GHSA-x (CVE-2026-1), fixed in 5.2.30"]), (("Django", "5.2.30"), []), (("Django", "5.3"), []),
        (("Django", "1.11.2"), ["GHSA-y (CVE-2019-1), fixed in 1.11.23"]), (("other", "1"), []),
        (("msgspec", "0.22.0"), ["GHSA-z (N/A), fixed in 0.23", "GHSA-z: pyproject.toml bars every release that mends it (==0.22.0)"]),
    ],
)  # fmt: skip
def test_an_index_without_advisories_is_replaced_by_stored_ones(audit, monkeypatch, capsys, package, lines):
    monkeypatch.setattr(audit, "locked", lambda texts: {package: None})
    monkeypatch.setattr(audit, "asked", lambda package: ([], "404 Not Found"))
    monkeypatch.setattr(audit, "page_of", lambda _name: None)
    monkeypatch.setattr(audit, "stored_python", lambda: (STORED, datetime.now(UTC).date() - timedelta(days=40)))
    assert audit.python() == (bool(lines), 0)
    printed = capsys.readouterr().out
    assert [line for line in printed.splitlines() if line.startswith(f"{package[0]} {package[1]}: ")] == [
        f"{package[0]} {package[1]}: {line}" for line in lines
    ]
    assert "40 days ago" in printed


def test_old_advisories_are_no_answer(audit, monkeypatch):
    monkeypatch.setattr(audit, "locked", lambda texts: {("Django", "5.2.30"): None})
    monkeypatch.setattr(audit, "asked", lambda package: ([], "404 Not Found"))
    monkeypatch.setattr(audit, "page_of", lambda _name: None)
    monkeypatch.setattr(audit, "stored_python", lambda: (STORED, date(2021, 7, 17)))
    assert audit.python() == (0, 1)
    monkeypatch.setattr(audit, "stored_python", lambda: None)
    assert audit.python() == (0, 1)


def test_stored_advisories_come_by_their_hash():
    lock = (ROOT / "requirements" / "advisories.txt").read_text()
    assert "--hash=sha256:" in lock


STABLE = re.compile(r"[1-9]\d*\.(\d+)")


def test_the_bounds_let_in_the_next_minor_release_of_whatever_is_stable(audit):
    """A mend may come with a minor release alone. Django mends 5.2 by itself until April 2028; msgspec's reason stands beside it."""
    pinned = audit.locked([(ROOT / "requirements" / "postgresql.txt").read_text()])
    nexts = {name: f"{v.split('.')[0]}.{int(v.split('.')[1]) + 1}" for name, v in pinned if STABLE.match(v)}
    shut = [name for name, following in nexts.items() if audit.bars(audit.bounds().get(name.lower(), ""), following)]
    assert shut == ["django"]


def test_the_bounds_let_in_the_next_patch_of_whatever_the_site_runs_on(audit):
    """Of the packages that a site runs; the one exception is named with its reason in pyproject.toml."""
    pinned = audit.locked([(ROOT / "requirements" / "postgresql.txt").read_text()])
    shut = [name for name, version in pinned if audit.bars(audit.bounds().get(name.lower(), ""), f"{version}.1")]
    assert shut == ["msgspec"]


@pytest.mark.parametrize(("python", "npm", "code"), [((0, 0), (0, 0), 0), ((1, 3), (0, 0), 1), ((0, 1), (0, 0), 2)])
def test_what_could_not_be_asked_is_no_clean_bill(audit, monkeypatch, python, npm, code):
    monkeypatch.setattr(audit, "python", lambda: python)
    monkeypatch.setattr(audit, "scripts", lambda: npm)
    assert audit.main() == code


def page(*files: tuple[str, object], status: str = "active") -> dict:
    return {
        "meta": {"api-version": "1.4"},
        "project-status": {"status": status},
        "files": [{"filename": f"demo-{version}-py3-none-any.whl", "yanked": yanked} for version, yanked in files],
    }


def test_a_release_that_was_withdrawn_and_a_project_that_was_shut_are_faults(audit):
    here = page(("1.0", False), ("1.1", "leaks keys"))
    assert audit.faults_of_page("1.0.0", here) == []
    assert audit.faults_of_page("1.1", here) == ["withdrawn by its makers: leaks keys"]
    assert audit.faults_of_page("1.0", page(("1.0", False), status="quarantined")) == [
        "the index has shut this project (quarantined)"
    ]
    assert audit.lines_about("demo", {"info": {"yanked": True, "yanked_reason": None}}) == [
        "withdrawn by its makers: no reason given"
    ]


def test_how_far_the_locks_lie_behind_is_told_within_what_may_be_taken(audit, monkeypatch, capsys):
    """Neither previews nor withdrawn releases, nor those that pyproject.toml bars."""
    pages = {
        "old": page(("1.0", False), ("1.10", False), ("1.9", False), ("1.11", ""), ("2.0rc1", False)),
        "django": page(("5.2.19", False), ("6.1", False)),
    }
    monkeypatch.setattr(audit, "page_of", pages.get)
    assert audit.faults_of_pages([("old", "1.0"), ("django", "5.2.19"), ("unknown", "3")]) == {
        ("old", "1.0"): [],
        ("django", "5.2.19"): [],
    }
    first, second = capsys.readouterr().out.splitlines()
    assert first == "index pages: 2 of 3 packages; 1 are the newest release that may be taken."
    assert second == "A mend that came since would be in a newer release of: old 1.0 (1.10)."
