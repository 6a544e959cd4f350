"""`docs/glossary.md` uses the code's own words: every name in its second column stands in the code."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")


def tables() -> list[list[list[str]]]:
    """The cells of each table, row by row, without its head."""
    found = re.findall(r"(?:^\|.*\n)+", PAGE, flags=re.MULTILINE)
    return [
        [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]] for table in found
    ]


def test_every_name_in_code_is_one() -> None:
    names = [name for table in tables() for row in table for name in re.findall(r"`(\w+)`", row[1])]
    source = "\n".join(
        path.read_text(encoding="utf-8")
        for app in ("games", "tournament", "referee", "operations")
        for path in (ROOT / app).rglob("*")
        if path.suffix in (".py", ".toml")
    )

    assert len(names) > 20
    assert [name for name in names if not re.search(rf"\b{name}\b", source)] == []


def test_the_words_of_each_table_stand_in_alphabetical_order() -> None:
    both = [[row[0] for row in table] for table in tables()]

    assert len(both) == 2
    assert all(len(words) > 20 and words == sorted(words, key=str.casefold) for words in both)


def test_every_word_has_a_meaning_of_its_own() -> None:
    rows = [row for table in tables() for row in table]

    assert [row[0] for row in rows if len(row) != 3 or not all(row)] == []
    assert len({row[2] for row in rows}) == len(rows)


def test_no_english_text_of_a_game_calls_a_giro_a_round() -> None:
    """The glossary's own rule: a round is the tournament's."""
    text = re.compile(r'"((?:[^"\\]|\\.)*\b[Gg]ir[oi]\b(?:[^"\\]|\\.)*)",\s*"((?:[^"\\]|\\.)*)"')
    sources = (path.read_text(encoding="utf-8") for path in (ROOT / "games").rglob("*.py"))
    pairs = [pair for source in sources for pair in text.findall(source)]

    assert len(pairs) > 20
    assert [pair for pair in pairs if re.search(r"\b[Rr]ounds?\b", pair[1])] == []
