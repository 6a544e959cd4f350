"""Every promise of the threat model names tests, and they are there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
PROMISES = re.findall(
    r"^\| (?!promise|---)([^|]+) \| ([^|]+) \|$", TEXT.partition("## What is promised")[2], re.MULTILINE
)


@pytest.mark.parametrize(("promise", "held_by"), PROMISES, ids=[promise[:40] for promise, _held_by in PROMISES])
def test_a_promise_is_held_by_tests(promise, held_by):
    named = re.findall(r"`(tests/[\w/.]+\.py)(?:::(\w+))?`", held_by)
    assert len(named) == held_by.count("tests/")
    for path, test in named:
        source = (ROOT / path).read_text(encoding="utf-8")
        assert re.search(rf"^def {test}\(" if test else r"^def test_|^def main\(", source, re.MULTILINE), (path, test)


def test_there_are_promises_and_limits():
    assert len(PROMISES) > 10
    assert "## What is not" in TEXT


def test_the_threat_model_is_one_page():
    assert len(TEXT.splitlines()) < 70
