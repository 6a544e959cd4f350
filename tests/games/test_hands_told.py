"""A turn told whole, with the hands as they lie at its end, is the same turn as act by act: one card, and nothing left to take."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from games.kernel.acts import JUDGE
from games.kernel.record import Record
from games.registry import game
from tests.games.seeded_games import acts_of, fresh, whole_game

SLUGS = ("risiko", "iperisiko")
Turn = tuple[Record, Any, bool]


def turns_of(slug: str, seed: int) -> Iterator[Turn]:
    """Each whole turn of a random game: the table before it, the state after it, and whether a card was drawn in it."""
    record, lines, _ = whole_game(slug, game(slug).seats[0], seed)
    table, before, has_drawn = fresh(record), fresh(record), False
    for by, act in acts_of(record, lines):
        was = table.state
        table.append_trusted(by, act)
        has_drawn = has_drawn or (table.state.has_drawn and table.state.turn == was.turn)
        if (table.state.turn, bool(table.state.giro)) != (was.turn, bool(was.giro)):
            if was.giro and not table.state.ended and type(was.awaits).__name__ != "CloseThrow":
                yield before, table.state, has_drawn
            before, has_drawn = fresh(record), False
            before.start_from(table.state)


def told(before: Record, after: Any, *, with_card: bool, has_drawn: bool) -> Any:
    shown = next(kind for kind in before.game.acts if kind.__struct_config__.tag == "shown")
    ids, made = before.rules.board.ids, getattr(after, "locked", (0,) * len(after.armies))
    return shown(
        owners=dict(zip(ids, after.owners, strict=True)),
        armies={name: count - new for name, count, new in zip(ids, after.armies, made, strict=True)},
        hands=tuple(after.hand_size(seat) for seat in range(before.rules.seats)),
        conquests=after.over.conquests if after.over else 1,
        card=with_card and has_drawn,
        turn_over=True,
    )


def looked_at(state: Any) -> dict[str, Any]:
    fields = ("owners", "armies", "standing", "seat", "giro", "late", "forgot")
    seen = {name: getattr(state, name) for name in fields if hasattr(state, name)}
    return seen | {"hands": [state.hand_size(seat) for seat in range(len(state.standing))]}


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("with_card", [True, False])
def test_a_turn_told_with_its_hands_is_the_turn_act_by_act(slug: str, with_card: bool) -> None:
    drew = 0
    for seed in (1, 2):
        for before, after, has_drawn in turns_of(slug, seed):
            seat = before.state.seat
            is_plain = after.hand_size(seat) == before.state.hand_size(seat) + has_drawn
            if after.over is None or is_anybody_out(before.state, after) or (slug == "iperisiko" and not is_plain):
                continue
            act = told(before, after, with_card=with_card, has_drawn=has_drawn)
            before.play(JUDGE, act, why="told whole")
            assert looked_at(before.state) == looked_at(after)
            drew += has_drawn
    assert drew > 10


def is_anybody_out(state: Any, after: Any) -> bool:
    return state.standing != after.standing
