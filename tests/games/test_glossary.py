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
        for app in ("games", "tournament", "referee", "operations")
        for path in (ROOT / app).rglob("*")
        if path.suffix in (".py", ".toml")
    )

    assert len(names) > 20
    assert [name for name in names if not re.search(rf"\b{name}\b", source)] == []


def test_the_words_stand_in_alphabetical_order() -> None:
    words = re.findall(r"^\| ([^|]+) \|", PAGE, flags=re.MULTILINE)[1:]

    assert words == sorted(words, key=str.casefold)


def test_no_english_text_of_a_game_calls_a_giro_a_round() -> None:
    """The glossary's own rule: a round is the tournament's."""
    text = re.compile(r'"((?:[^"\\]|\\.)*\b[Gg]ir[oi]\b(?:[^"\\]|\\.)*)",\s*"((?:[^"\\]|\\.)*)"')
    sources = (path.read_text(encoding="utf-8") for path in (ROOT / "games").rglob("*.py"))
    pairs = [pair for source in sources for pair in text.findall(source)]

    assert len(pairs) > 20
    assert [pair for pair in pairs if re.search(r"\b[Rr]ounds?\b", pair[1])] == []
