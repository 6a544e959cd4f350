"""A salt stands in a record only with what it opens: beside anything else it gives away what nobody has shown."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from games.kernel.acts import Act, By
from games.kernel.playing import LIMIT
from games.kernel.record import Record
from games.registry import game
from tests.games.seeded_games import seated

SALTED = {"risiko": "salt", "iperisiko": "salts", "fatal": "salt"}
"""By game whose secrets a system deals, the field that opens them."""
NOWHERE = "ab" * 16


def first_opening(slug: str, *, is_sealed: bool) -> tuple[Record, By, Act]:
    """A random game as it stands before the first act that opens something, and that act."""
    one = game(slug)
    header, dealt = seated(one, one.seats[0], 1, is_sealed=is_sealed)
    record, rng = Record(one, header), Random(f"salts {slug}")
    for _ in range(LIMIT):
        move = one.policy(record, rng, dealt)
        if hasattr(move.act, SALTED[slug]):
            return record, move.by, move.act
        record.play(move.by, move.act, why=move.why)
    raise AssertionError("nothing is opened")


def refused(record: Record, by: By, act: Act) -> list[str]:
    return [breach.reason.en for breach in record.breaches(by, act)]


def salted(slug: str, act: Act, **fields: Any) -> Act:
    return msgspec.structs.replace(act, **fields)


@pytest.mark.parametrize("slug", SALTED)
def test_nothing_is_opened_where_nothing_was_sealed(slug: str) -> None:
    record, by, act = first_opening(slug, is_sealed=False)
    was = getattr(act, SALTED[slug])
    salts: Any = NOWHERE if isinstance(was, str) else (NOWHERE,) * (len(record.header.seats) if slug == "fatal" else 1)
    assert refused(record, by, act) == []
    assert "a salt stands only with what it opens" in refused(record, by, salted(slug, act, **{SALTED[slug]: salts}))
    earlier = Record(record.game, msgspec.structs.replace(record.header, revision=record.game.one_form_from - 1))
    earlier.start_from(record.state)
    assert refused(earlier, by, salted(slug, act, **{SALTED[slug]: salts})) == []


def test_who_stays_unknown_in_fatal_gives_no_salt() -> None:
    record, by, act = first_opening("fatal", is_sealed=True)
    salts = (NOWHERE,) + ("",) * (len(record.header.seats) - 1)
    for name in ("", "sealed"):
        hidden = salted("fatal", act, characters=(name,) + ("",) * (len(salts) - 1), salt=salts)
        assert refused(record, by, hidden) == ["a salt stands only with what it opens"]


def test_one_objective_of_iperisiko_is_opened_by_one_salt() -> None:
    record, by, act = first_opening("iperisiko", is_sealed=True)
    found = refused(record, by, salted("iperisiko", act, salts=(*getattr(act, "salts"), NOWHERE)))  # noqa: B009
    assert "a salt stands only with what it opens" in found
