"""`make audit` reads the locks whole and tells what an index answers. The index itself is asked by hand: tests need no network."""

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
        assert len(pinned) > 5
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
