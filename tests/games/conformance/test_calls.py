"""What the clock says stays in the giro in which it said it, in every game, whatever is taken back and told again before it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest

from games.kernel import corrections
from games.kernel.acts import CLOCK, Act, By, TimeUp
from games.kernel.breaches import Refused
from games.kernel.record import Record, Snapshot, resume, snapshot
from games.registry import game
from tests.games.seeded_games import SLUGS, acts_of, fresh, whole_game
from tests.tools import many

OPTIONS: dict[str, tuple[dict[str, Any], ...]] = {
    "fabrisiko": ({"edition": "torneo"},),
    "risiko": ({}, {"options": {"between_giri": "closed"}}),
}
AFTER = 4
"""So many acts are told at most between the clock's call and what takes it back."""
WHY = "misread"


class Called(NamedTuple):
    """A table at which the clock called time in a giro, what was told there, and the states before each act where it had not called."""

    table: Record
    told: list[tuple[By, Act]]
    states: list[Any]
    giro: int
    place: int
    """After so many acts the clock called."""


def tables(slug: str, revision: int = 0) -> Iterator[Called]:
    one = game(slug)
    for seed in range(1, many(5, 40) + 1):
        rng = Random(f"call {slug} {seed}")
        seats = rng.choice(one.seats)
        for more in OPTIONS.get(slug, ({},)):
            record, lines, _ = whole_game(slug, seats, seed)
            header = msgspec.structs.replace(record.header, revision=revision or one.revision, **more)
            if found := called(Record(one, header), acts_of(record, lines), rng):
                yield found


def called(table: Record, acts: list[tuple[By, Act]], rng: Random) -> Called | None:
    """The clock calls at a random place of a giro after the first, and some acts follow; None where the game is too short."""
    states = [table.state]
    for by, act in acts:
        if by == CLOCK or table.state.ended:
            break
        try:
            table.play(by, act, why=WHY)
        except Refused:  # of another edition
            break
        states.append(table.state)
    places = [place for place, state in enumerate(states) if state.giro > max(1, states[1].giro) and not state.ended]
    if not places:
        return None
    place = rng.choice(places)
    table = fresh(table)
    for by, act in acts[:place]:
        table.play(by, act, why=WHY)
    table.play(CLOCK, TimeUp())
    told = acts[:place]
    for by, act in acts[place : place + rng.randrange(AFTER)]:
        if by == CLOCK or table.state.ended or table.breaches(by, act, why=WHY):
            break
        table.play(by, act, why=WHY)
        told.append((by, act))
    return Called(table, told, states, states[place].giro, place)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_call_of_the_clock_stays_in_its_giro_whatever_is_undone_and_told_again(slug: str) -> None:
    seen = 0
    for one in tables(slug):
        rng, table, after = Random(one.place), one.table.fork(), one.table.state
        earlier = [place for place in range(one.place) if one.states[place].giro < one.giro and place]
        back = rng.choice(earlier[-40:])
        while len([*told_at_the_table(table)]) > back:
            table.undo(why=WHY)
        assert table.state == one.states[back]
        again: list[bytes] = []
        base: Snapshot | None = None
        for place, (by, act) in enumerate(one.told[back:], back):
            assert place >= one.place or table.state.giro == one.giro or table.state == one.states[place]
            turn = table.state.turn
            again.append(table.play(by, act, why=WHY))
            if table.state.turn != turn and rng.random() < 0.5:
                again, base = [], msgspec.json.decode(msgspec.json.encode(snapshot(table)), type=Snapshot)
        assert table.state == after
        if base is not None:
            assert resume(table.game, table.header, base, again).state == after
        seen += 1
    assert seen


@pytest.mark.parametrize("slug", SLUGS)
def test_a_line_corrected_before_a_call_of_the_clock_leaves_it_in_its_giro(slug: str) -> None:
    seen = 0
    for one in tables(slug):
        for line in corrections.correctable(one.table):
            found = corrections.plan(one.table, {line.seq: (line.by, line.act)}, WHY, {})
            assert found.after.state == one.table.state
            assert all(replayed.fate in ("same", "changed") for replayed in found.lines)
            seen += line.seq <= one.place
    assert seen


@pytest.mark.parametrize("slug", SLUGS)
def test_a_call_undone_over_and_over_takes_effect_once_and_may_be_taken_for_a_mistake(slug: str) -> None:
    """The states between two undoes are those of a table at which the clock has not called yet."""
    one = next(tables(slug))
    table = one.table.fork()
    for _ in range(3):
        while table.state.giro >= one.giro and table.last_undoable:
            table.undo(why=WHY)
        place = len([*told_at_the_table(table)])
        assert table.state == one.states[place]
        for by, act in one.told[place:]:
            table.play(by, act, why=WHY)
        assert table.state == one.table.state
        assert not table.calls


def told_at_the_table(table: Record) -> Iterator[Any]:
    return (one for one in table.standing if one.by != CLOCK)


@pytest.mark.parametrize("slug", SLUGS)
def test_an_earlier_revision_makes_the_call_anew_where_the_table_stands(slug: str) -> None:
    moved = 0
    for one in tables(slug, game(slug).calls_stay_from - 1):
        table = one.table.fork()
        while table.state.giro >= one.giro:
            table.undo(why=WHY)
        moved += table.state != one.states[len([*told_at_the_table(table)])]
    assert moved
