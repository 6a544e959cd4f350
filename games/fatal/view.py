"""Who may see what: one type for each kind of viewer, filled field by field. A field that is not named here is seen by nobody."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Struct

from games.fatal import hoards, labels
from games.fatal.contents import Laid
from games.fatal.moments import MOMENTS
from games.fatal.rules import CHARACTER, Rules
from games.fatal.state import EMPTY, NOBODY, AnyAwaits, Side, State, Strike
from games.kernel.game import Status, Viewer
from games.kernel.record import Known
from games.kernel.vault import Vault


class Player(Struct, frozen=True, gc=False):
    """What everybody sees of a player. `character` is a lineage once shown, else `sealed` (the system dealt it) or `unseen`."""

    seat: int
    standing: str
    character: str
    is_revealed: bool
    cards: int
    set_aside: int
    rows: tuple[tuple[Laid, ...], ...]
    stars: int
    treasures: int
    face_up: tuple[str, ...]
    shown: tuple[str, ...] | None
    first_points: int | None


class TrimagiaView(Struct, frozen=True, gc=False):
    """The trimagia under way: on how many cards of each player it acts, at whom it is aimed, and how much is still to come."""

    row: int
    kind: str
    power: int
    second_target: bool
    target: int | None
    left: int
    struck: tuple[int, ...]


class PublicView(Struct, frozen=True):
    smazzata: int
    giro: int
    in_turn: int | None
    awaits: Mapping[str, Any]
    may_interpose: tuple[Mapping[str, Any], ...]
    players: tuple[Player, ...]
    trimagia: TrimagiaView | None
    enchantment: str | None
    display: tuple[str, ...]
    treasure_deck: int
    paid: tuple[str, ...]
    queen_may_come: bool
    deck: int
    discards: Mapping[str, int]
    last_giro: int
    ended_by: str | None
    winner: int | None
    stand_ins: tuple[str, ...]
    known: tuple[Known, ...] = ()


class SeatView(PublicView, frozen=True, kw_only=True):
    """The public view and, where the system dealt it, this seat's own character."""

    seat: int
    my_character: str | None


class JudgeView(PublicView, frozen=True, kw_only=True):
    """The public view and what a judge needs to check a card: which ones nobody has shown since each deck began, who drew from it, and
    which treasures each pile can hold."""

    unseen_cards: tuple[Mapping[str, int], ...]
    hands_by_deck: tuple[tuple[int, ...], ...]
    possible_treasures: tuple[tuple[str, ...], ...]
    step: int
    visions_played: int


def view(rules: Rules, state: State, viewer: Viewer, vault: Vault | None) -> PublicView:
    """`public`, `judge`, or a seat number. Only a seat sees a secret, and only its own."""
    public = _public(rules, state)
    if viewer == "public":
        return PublicView(*public)
    if viewer == "judge":
        return JudgeView(*public, **_for_judge(rules, state))
    assert isinstance(viewer, int)
    return SeatView(*public, seat=viewer, my_character=_own_character(state, viewer, vault))


def _public(rules: Rules, state: State) -> tuple[Any, ...]:
    """The fields of `PublicView`, in its order: named, they would take a third more time."""
    box, stage, bottom = rules.box, state.stage, state.bottom
    return (
        state.smazzata,
        state.giro,
        None if state.seat == NOBODY else state.seat,
        awaited(rules, state),
        tuple([{"what": window.what, "seat": window.seat} for window in state.pending]) if state.pending else (),
        _players(rules, state),
        _trimagia(state.strike) if state.strike is not None else None,
        box.card_id(state.enchantment) if state.enchantment != EMPTY else None,
        box.treasure_ids(state.display),
        state.above + state.packet + len(bottom) + (not stage and not state.ended),
        box.treasure_ids(bottom) if bottom else (),
        state.above == 0,
        state.deck,
        box.named(state.discards),
        state.last_giro,
        state.ended or None,
        None if state.winner == NOBODY else state.winner,
        box.stand_ins,
    )


def _players(rules: Rules, state: State) -> tuple[Player, ...]:
    """Seat by seat. Who has the same as in the view before is not written anew."""
    global _VIEW_BEFORE
    was_rules, before, players = _VIEW_BEFORE
    if before is None or was_rules is not rules or before.smazzata != state.smazzata or before.stage != state.stage:
        players = tuple([_player(rules, state, seat, side) for seat, side in enumerate(state.sides)])
    elif before.sides is not state.sides:
        had, anew = before.sides, [*players]
        for seat, side in enumerate(state.sides):
            if side is not had[seat]:
                anew[seat] = _player(rules, state, seat, side)
        players = tuple(anew)
    _VIEW_BEFORE = (rules, state, players)
    return players


_VIEW_BEFORE: tuple[Rules | None, State | None, tuple[Player, ...]] = (None, None, ())
"""Rules, position and how its players were written. The three are kept as one, since another table may ask in between."""


def _player(rules: Rules, state: State, seat: int, side: Side) -> Player:
    """The fields in the order of `Player`: named, they would take a third more time."""
    box, face_up, tally = rules.box, side.face_up, side.tally
    laid, stars = box.shows(side.rows)
    return Player(
        seat,
        side.standing,
        side.character or ("sealed" if rules.sealed else "unseen"),
        side.is_revealed,
        sum(side.hand),
        sum(side.aside) + sum(side.drawn),
        laid,
        stars,
        side.pile + len(face_up),
        box.treasure_ids(face_up) if face_up else (),
        None if tally is None else box.treasure_ids(tally),
        side.points if state.smazzata == 2 or (state.stage and tally is not None) else None,
    )


def _trimagia(one: Strike) -> TrimagiaView:
    return TrimagiaView(one.row, one.kind, one.power, one.again, _or_none(one.target), one.left, one.done)


def _for_judge(rules: Rules, state: State) -> dict[str, Any]:
    return {
        "unseen_cards": tuple(map(rules.box.named, state.unseen)),
        "hands_by_deck": state.hands,
        "possible_treasures": tuple(
            rules.box.treasure_ids(tuple(hoards.possible(state, seat))) for seat in range(rules.seats)
        ),
        "step": state.step,
        "visions_played": state.played,
    }


def _own_character(state: State, seat: int, vault: Vault | None) -> str | None:
    dealt = vault.of(seat, CHARACTER) if vault else ()
    return state.sides[seat].character or (dealt[0].value if dealt else None)


def _or_none(seat: int) -> int | None:
    return None if seat == NOBODY else seat


def awaited(rules: Rules, state: State) -> Mapping[str, Any]:
    """What the table waits for, with names instead of indices."""
    fields = _awaits_fields(state.awaits)
    return {**fields, "card": rules.box.card_id(fields["card"])} if "card" in fields else fields


@lru_cache(maxsize=64)
def _awaits_fields(awaits: AnyAwaits) -> Mapping[str, Any]:
    return dict(msgspec.to_builtins(awaits))


def status(rules: Rules, state: State) -> Status:
    phase = MOMENTS[type(state.awaits)].title
    limited = rules.time_called == "last_giro" and bool(state.last_giro)
    return Status(
        giro=state.giro,
        seat=_or_none(state.seat),
        phase=labels.ENDINGS[state.ended] if state.ended else phase,
        is_last_giro=limited and state.giro == state.last_giro and not state.ended,
        is_over=bool(state.ended),
    )
