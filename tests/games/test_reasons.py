"""Why an act may not stand: every reason that the code can give, and every one that games come to, in both languages."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from games.kernel import cases
from games.kernel.acts import CLOCK, JUDGE
from games.kernel.breaches import UNREADABLE, Breach, Unreadable
from games.kernel.lines import read_act
from games.kernel.words import Words
from games.registry import game
from tests.games.seeded_games import SLUGS, TABLES, acts_of, fresh, whole_game

GAMES = Path(__file__).parents[2] / "games"
MAKERS = ("infraction", "impossible", "missing", "standing", "Unreadable")
MANY_IT = "dadi|carte|carri|armate|truppe|territori|tesori|posti|pezzi|stelle|missili|risorse|visioni|giocatori|armi"
MANY_EN = (
    "dice|cards|armies|troopers|territories|treasures|pieces|stars|missiles|resources|players|units|points|seats"
    "|are|were|come|move|attack|defend|throw"
)
FALSE_PLURAL = re.compile(rf"\b1 ({MANY_IT}|{MANY_EN})\b|\b(sono|restano|servono|mancano|are|were) 1\b")
ID = re.compile(r"\b[a-z]+_[a-z_]+\b|\bv\d\d\b|\b(None|True|False)\b|<class|Struct")
PARSER = re.compile(r"Expected|Invalid|Object (contains|missing)|`")


class Reason(NamedTuple):
    where: str
    it: str
    en: str
    given: frozenset[str]


def written() -> Iterator[Reason]:
    """Every reason that stands in the code of the games, with the facts that fill it."""
    for path in sorted(GAMES.rglob("*.py")):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in MAKERS:
                texts = [one.value for one in call.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
                pair = (
                    texts[1:3]
                    if call.func.id in ("infraction", "missing", "standing") and len(texts) > 2
                    else texts[:2]
                )
                if len(pair) == 2 and len(call.args) >= 2:
                    given = frozenset(one.arg for one in call.keywords if one.arg)
                    yield Reason(f"{path.relative_to(GAMES)}:{call.lineno}", pair[0], pair[1], given)


REASONS = [*written()]
FIELD = re.compile(r"\{(\w+)")


def test_the_code_is_read() -> None:
    assert len(REASONS) > 250


@pytest.mark.parametrize("reason", REASONS, ids=lambda reason: reason.where)
def test_a_reason_has_the_same_facts_in_both_languages_and_no_false_plural(reason: Reason) -> None:
    fields = set(FIELD.findall(reason.it))
    assert fields == set(FIELD.findall(reason.en))
    assert fields <= reason.given
    one = Words(reason.it, reason.en).fill(dict.fromkeys(fields, 1)) if fields else Words(reason.it, reason.en)
    for text in (one.it, one.en):
        assert not re.search(r"[{}]", text)
        assert not FALSE_PLURAL.search(text), text
        assert not PARSER.search(text), text


# -- those that games come to


@lru_cache(maxsize=8)
def met(slug: str) -> tuple[Breach, ...]:
    """What is found against the acts of random games, told by everybody at every other moment, and against the acts of the cases."""
    found: dict[tuple[str, str], Breach] = {}
    one = game(slug)
    for case in cases.load(one):
        for breach in cases.refusal(one, case):
            found[breach.article, breach.says.it] = breach
    for _, seats in [table for table in TABLES if table[0] == slug]:
        record, lines, _ = whole_game(slug, seats, 3)
        acts, rng, table = acts_of(record, lines), Random(f"reasons {slug} {seats}"), fresh(record)
        for by, act in acts:
            for stranger, other in ((rng.choice((JUDGE, CLOCK, *range(seats))), act), *rng.sample(acts, 6)):
                for breach in _breaches(table, stranger, other):
                    found[breach.article, breach.says.it] = breach
            table.append_trusted(by, act)
    return tuple(found.values())


def _breaches(record: Any, by: Any, act: Any) -> tuple[Breach, ...]:
    try:
        return record.breaches(by, act)
    except Unreadable as error:
        return (Breach("", error.reason, {}, UNREADABLE, False),)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_reason_that_is_met_is_told_in_both_languages(slug: str) -> None:
    reasons = met(slug)
    assert len(reasons) >= (10 if game(slug).is_example else 60)
    for breach in reasons:
        for text in (breach.reason.it, breach.reason.en):
            assert text
            assert not re.search(r"[{}]", text), text
            assert breach.kind == UNREADABLE or not ID.search(text), text
            assert not FALSE_PLURAL.search(text), text
            assert not PARSER.search(text), text


@pytest.mark.parametrize("slug", SLUGS)
def test_a_breach_that_cannot_be_registered_says_what_becomes_of_it(slug: str) -> None:
    """The article itself undoes what breaks it, and the words say how."""
    undone = re.compile(
        r"nul|tor[nr]|disf|rip[ei]t|conta|rimedia|restitu|ridan|passa|compl|tolgono|gira|volta|comprano|succede|nuovo|scoprono|lato"
    )
    for breach in met(slug):
        if breach.kind == "infraction" and not breach.waivable:
            assert undone.search(breach.reason.it), breach.reason.it


def test_what_a_parser_found_is_said_in_words() -> None:
    with pytest.raises(Unreadable) as raised:
        read_act(game("risiko"), {"type": "attack_dice", "dice": ["x"]})
    assert not PARSER.search(raised.value.reason.it + raised.value.reason.en)
