"""`docs/glossary.md` uses the code's own words: every name in its second column stands in the code."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")


def test_every_name_in_code_is_one() -> None:
    rows = [
        line.split("|")[2] for line in PAGE.splitlines() if line.startswith("| ") and not line.startswith("| Italian")
    ]
    names = [name for cell in rows for name in re.findall(r"`(\w+)`", cell)]
    source = "\n".join(
        path.read_text(encoding="utf-8")
        for app in ("games", "tournament", "referee")
        for path in (ROOT / app).rglob("*")
        if path.suffix in (".py", ".toml")
    )

    assert len(names) > 20
    assert [name for name in names if not re.search(rf"\b{name}\b", source)] == []


def test_the_words_stand_in_alphabetical_order() -> None:
    words = re.findall(r"^\| ([^|]+) \|", PAGE, flags=re.MULTILINE)[1:]

    assert words == sorted(words, key=str.casefold)
