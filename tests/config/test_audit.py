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


@pytest.mark.parametrize(("python", "npm", "code"), [((0, 0), (0, 0), 0), ((1, 3), (0, 0), 1), ((0, 1), (0, 0), 2)])
def test_what_could_not_be_asked_is_no_clean_bill(audit, monkeypatch, python, npm, code):
    monkeypatch.setattr(audit, "python", lambda: python)
    monkeypatch.setattr(audit, "scripts", lambda: npm)
    assert audit.main() == code
