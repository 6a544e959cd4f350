"""Who may see what: one type for each kind of viewer, filled field by field. A field that is not named here is seen by nobody."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from games.kernel.game import Status, Viewer
from games.kernel.latest import latest
from games.kernel.record import Known
from games.kernel.vault import Vault
from games.risiko import labels
from games.risiko.closing import threshold_due
from games.risiko.counting import OBJECTIVE
from games.risiko.moments import MOMENTS
from games.risiko.rules import FREE_CONQUESTS, Rules
from games.risiko.state import NOBODY, Awaits, CloseThrow, Fight, Reinforce, State
from games.risiko.turns import due, room

PLACES = ("src", "dst")


class Held(Struct, frozen=True, gc=False):
    """A territory: whose, and how many armies. Seat -1: not dealt yet."""

    seat: int
    armies: int


class Player(Struct, frozen=True, gc=False):
    """What everybody sees of a player. `objective` is a number once shown, else `sealed` (the system dealt it) or `unseen`."""

    seat: int
    colour: str
    standing: str
    cards: int
    territories: int
    armies: int
    objective: int | str


class PublicView(Struct, frozen=True):
    giro: int
    in_turn: int | None
    awaits: Mapping[str, Any]
    players: tuple[Player, ...]
    territories: Mapping[str, Held]
    conquests: int
    deck: int
    used_cards: tuple[str, ...]
    may_take_a_forgotten_card: int | None
    last_giro: int
    closing: int
    ended_by: str | None
    winner: int | None
    known: tuple[Known, ...] = ()


class SeatView(PublicView, frozen=True, kw_only=True):
    """The public view and, where the system dealt it, this seat's own objective."""

    seat: int
    my_objective: int | None


class JudgeView(PublicView, frozen=True, kw_only=True):
    """The public view and what a judge needs to check a set: which cards nobody has shown since each deck began, and who drew from it."""

    unseen_cards: tuple[tuple[str, ...], ...]
    cards_by_deck: tuple[tuple[int, ...], ...]
    has_drawn: bool
    has_moved: bool
    sets_played: int


def view(rules: Rules, state: State, viewer: Viewer, vault: Vault | None) -> PublicView:
    """`public`, `judge`, or a seat number. Only a seat sees a secret, and only its own."""
    public = _public(rules, state)
    if viewer == "public":
        return PublicView(**public)
    if viewer == "judge":
        return JudgeView(**public, **_for_judge(rules, state))
    assert isinstance(viewer, int)
    return SeatView(**public, seat=viewer, my_objective=_own_objective(state, viewer, vault))


def _public(rules: Rules, state: State) -> dict[str, Any]:
    board = rules.board
    return {
        "giro": state.giro,
        "in_turn": _or_none(state.seat),
        "awaits": awaited(rules, state.awaits),
        "players": _players(rules, state),
        "territories": dict(zip(board.ids, map(Held, state.owners, state.armies), strict=True)),
        "conquests": state.conquests,
        "deck": state.deck,
        "used_cards": _used(rules, state.used),
        "may_take_a_forgotten_card": _or_none(state.late),
        "last_giro": state.last_giro,
        "closing": closing(rules, state),
        "ended_by": state.ended or None,
        "winner": _or_none(state.winner),
    }


def _players(rules: Rules, state: State) -> tuple[Player, ...]:
    armies = [0] * (rules.seats + 1)  # the last for nobody
    for owner, count in zip(state.owners, state.armies, strict=True):
        armies[owner] += count
    closed = "sealed" if rules.sealed else "unseen"
    return tuple(
        map(
            Player,
            range(rules.seats),
            state.colours,
            state.standing,
            map(sum, state.hands),
            map(state.owners.count, range(rules.seats)),
            armies,
            [shown or closed for shown in state.objectives],
        )
    )


def _for_judge(rules: Rules, state: State) -> dict[str, Any]:
    return {
        "unseen_cards": tuple(cards(rules, unseen) for unseen in state.unseen),
        "cards_by_deck": state.hands,
        "has_drawn": state.has_drawn,
        "has_moved": state.has_moved,
        "sets_played": state.sets,
    }


def _own_objective(state: State, seat: int, vault: Vault | None) -> int | None:
    dealt = vault.of(seat, OBJECTIVE) if vault else ()
    return state.objectives[seat] or (int(dealt[0].value) if dealt else None)


def _or_none(seat: int) -> int | None:
    return None if seat == NOBODY else seat


def awaited(rules: Rules, awaits: Awaits) -> dict[str, Any]:
    """What the table waits for, with names instead of indices."""
    fields: dict[str, Any] = msgspec.to_builtins(awaits)
    for key in PLACES:
        if fields.get(key, NOBODY) >= 0:
            fields[key] = rules.board.ids[fields[key]]
    return fields


def cards(rules: Rules, bits: int) -> tuple[str, ...]:
    """The cards of a bit set, by id; each jolly is `jolly`."""
    if not bits:
        return ()
    return tuple(
        [name for name, bit in zip(rules.board.cards_by_bit, reversed(f"{bits:b}"), strict=False) if bit == "1"]
    )


_used = latest(cards)
"""The used cards seldom change from one turn to the next."""


def closing(rules: Rules, state: State) -> int:
    """The threshold in force for the seat in turn, 0 when it will not throw."""
    if state.ended or state.giro == 0:
        return 0
    if isinstance(state.awaits, CloseThrow):
        return state.awaits.threshold
    return threshold_due(rules, state) if state.conquests <= FREE_CONQUESTS else 0


def _moment(rules: Rules, state: State) -> type[Awaits]:
    """Once everything is laid the reinforcements are over, though another set may still be played until the first attack."""
    is_laid = isinstance(state.awaits, Reinforce) and not min(due(state), room(rules, state, state.seat))
    return Fight if is_laid else type(state.awaits)


def status(rules: Rules, state: State) -> Status:
    phase = MOMENTS[_moment(rules, state)].title
    return Status(
        giro=state.giro,
        seat=_or_none(state.seat),
        phase=labels.ENDINGS[state.ended] if state.ended else phase,
        closing=closing(rules, state),
        is_last_giro=bool(state.last_giro) and state.giro == state.last_giro and not state.ended,
        is_over=bool(state.ended),
    )
