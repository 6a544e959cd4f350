"""Who may see what. Everything in this game stands on the board: all viewers see the same, seats and judge included."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import compress
from operator import not_
from typing import Any

import msgspec
from msgspec import Struct, structs

from games.arba import labels
from games.arba.board import Board
from games.arba.moments import MOMENTS
from games.arba.opening import STEPS
from games.arba.places import most_troops, territories_of, troops_in_all
from games.arba.ranged import has_plane, shot_price
from games.arba.rules import Rules
from games.arba.state import PARA, TRACTOR, TROOP, Awaits, Duel, Reply, State, Turn
from games.kernel.game import Status, Viewer
from games.kernel.latest import latest
from games.kernel.record import Known
from games.kernel.vault import Vault
from games.kernel.words import Words

BY_SIDE = ("troops", "paras", "tractors")
FOR_BOTH = ("alpini", "cannons", "barricade")


class Side(Struct, frozen=True, gc=False):
    seat: int
    base: str
    money: int
    missiles: int
    troops: int
    most_troops: int
    occupied: tuple[str, ...] = msgspec.field(name="held")  # The digests in stored records hash this name.
    contested: tuple[str, ...]
    has_plane: bool


class PublicView(Struct, frozen=True):
    giro: int
    in_turn: int | None
    awaits: Awaits | Mapping[str, Any]
    sides: tuple[Side, ...]
    places: msgspec.Raw
    broken_bridges: tuple[str, ...]
    alpini_of: int | None
    claims: tuple[str, ...]
    next_shot_costs: int
    has_contact: bool
    is_time_up: bool
    ended_by: str | None
    winner: int | None
    stand_in: str
    known: tuple[Known, ...] = ()


class JudgeView(PublicView, frozen=True, kw_only=True):
    """The public view and which pieces have moved in this turn."""

    moved: Mapping[str, tuple[int, int, int]]


def view(rules: Rules, state: State, viewer: Viewer, vault: Vault | None) -> PublicView:
    public = _public(rules, state)
    if viewer == "judge":
        return JudgeView(**structs.asdict(public), moved=_moved(rules, state))
    return public


def _public(rules: Rules, state: State) -> PublicView:
    board = rules.board
    return PublicView(
        giro=state.giro,
        in_turn=_or_none(state.seat),
        awaits=awaited(board, state.awaits),
        sides=(_side(rules, state, 0), _side(rules, state, 1)),
        places=_places(board, state),
        broken_bridges=tuple(compress(board.bridge_ids, map(not_, state.intact))),
        alpini_of=_or_none(state.alpini_of),
        claims=tuple([board.ids[place] for place in state.claims]),
        next_shot_costs=shot_price(rules, state),
        has_contact=state.has_contact,
        is_time_up=bool(state.time_up_in),
        ended_by=state.ended or None,
        winner=_or_none(state.winner),
        stand_in=STAND_IN.it if board.is_stand_in else "",
    )


STAND_IN = Words(
    "Plancia sostitutiva: quella stampata non è mai stata trovata; sono confermati solo i luoghi speciali",
    "Stand-in board: the printed one was never found; only the special places are confirmed",
)


def _side(rules: Rules, state: State, side: int) -> Side:
    own, contested = territories_of(rules, state, side)
    ids = rules.board.ids
    return Side(
        seat=side,
        base=ids[rules.board.bases[side]],
        money=state.money[side],
        missiles=state.missiles[side],
        troops=troops_in_all(state, side),
        most_troops=most_troops(rules, state, side),
        occupied=tuple([ids[place] for place in own]),
        contested=tuple([ids[place] for place in contested]),
        has_plane=has_plane(rules, state, side),
    )


def _places(board: Board, state: State) -> msgspec.Raw:
    """What is on every place, as an object that is written out already; most are empty."""
    (troops, paras, tractors), (their_troops, their_paras, their_tractors) = state.pieces
    by_side = (troops, their_troops, paras, their_paras, tractors, their_tractors)
    rows = (*by_side, state.alpini, state.cannons, state.barricades)
    there = [
        name + CONTENTS[numbers] if numbers != NOTHING else empty
        for name, empty, numbers in zip(*_named(board), zip(*rows, strict=True), strict=True)
    ]
    return msgspec.Raw(b"{" + b",".join(there) + b"}")


@latest
def _named(board: Board) -> tuple[tuple[bytes, ...], tuple[bytes, ...]]:
    """The ids as keys of an object, and the keys with nothing there."""
    keys = tuple([msgspec.json.encode(name) + b":" for name in board.ids])
    return keys, tuple([key + b"{}" for key in keys])


class Contents(dict[tuple[int, ...], bytes]):
    """What may be on a place, written out, from its numbers: troops, paras, tractors of each side, alpini, cannons, barricade's level.

    The same few contents come again and again, so they are kept.
    """

    MOST = 4096

    def __missing__(self, numbers: tuple[int, ...]) -> bytes:
        if len(self) >= self.MOST:
            self.clear()
        sides, both = zip(BY_SIDE, numbers[0:6:2], numbers[1:6:2], strict=True), zip(FOR_BOTH, numbers[6:], strict=True)
        there: dict[str, Any] = {name: (one, other) for name, one, other in sides if one or other}
        self[numbers] = written = msgspec.json.encode(there | {name: count for name, count in both if count})
        return written


CONTENTS, NOTHING = Contents(), (0,) * 9


def _moved(rules: Rules, state: State) -> dict[str, tuple[int, int, int]]:
    spent = {
        name: (state.spent[TROOP][place], state.spent[PARA][place], state.spent[TRACTOR][place])
        for place, name in enumerate(rules.board.ids)
    }
    return {name: counts for name, counts in spent.items() if any(counts)}


def _or_none(number: int) -> int | None:
    return None if number < 0 else number


def awaited(board: Board, awaits: Awaits) -> Awaits | Mapping[str, Any]:
    """What the table waits for; of a fight the places by their ids."""
    if not isinstance(awaits, (Duel, Reply)):
        return awaits
    fields: dict[str, Any] = msgspec.to_builtins(awaits)
    return fields | {"src": board.ids[awaits.src], "dst": board.ids[awaits.dst]}


def status(rules: Rules, state: State) -> Status:
    return Status(
        giro=state.giro,
        seat=_or_none(state.seat),
        phase=_phase(state),
        is_last_giro=bool(state.time_up_in) and state.giro >= state.time_up_in and not state.ended,
        is_over=bool(state.ended),
    )


def _phase(state: State) -> Words:
    if state.ended:
        return labels.ENDINGS[state.ended]
    if isinstance(state.awaits, Turn):
        return Words(*(text.capitalize() for text in STEPS[state.awaits.step]))
    return MOMENTS[type(state.awaits)].title
