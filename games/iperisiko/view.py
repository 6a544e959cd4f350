"""Who may see what: one type for each kind of viewer, filled field by field. A field that is not named here is seen by nobody."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from games.iperisiko import labels
from games.iperisiko.answers import Window, windows
from games.iperisiko.counting import OBJECTIVES
from games.iperisiko.deck import possible
from games.iperisiko.moments import MOMENTS
from games.iperisiko.rules import Rules
from games.iperisiko.state import NOBODY, USED, Awaits, Reinforce, State, Truce
from games.kernel.game import Status, Viewer
from games.kernel.record import Known
from games.kernel.vault import Vault
from games.kernel.words import Words

PLACES = ("src", "dst", "by_lot")


class Held(Struct, frozen=True, gc=False, omit_defaults=True):
    """A territory: whose (-1 for nobody), how many armies, how many of them hidden ones or new from the factory."""

    seat: int
    armies: int
    hidden: int = 0
    locked: int = 0
    factory: bool = False
    curtain: bool = False


class Player(Struct, frozen=True, gc=False):
    """What everybody sees of a player. `cards` counts the closed hand, `kit` the open cards not yet spent.

    `objectives` are the numbers shown so far; `others` says what the rest are: `sealed` (the system dealt them) or `unseen`.
    """

    seat: int
    colour: str
    standing: str
    cards: int
    kit: Mapping[str, int]
    territories: int
    armies: int
    objectives: tuple[int, ...]
    others: str
    destroyed_by: int | None
    suffered: Mapping[str, int]


class PublicView(Struct, frozen=True):
    giro: int
    in_turn: int | None
    order: tuple[int, ...]
    awaits: Mapping[str, Any]
    may_interpose: tuple[Window, ...]
    players: tuple[Player, ...]
    territories: Mapping[str, Held]
    truces: tuple[Truce, ...]
    generals: tuple[int, ...]
    marshals: tuple[int, ...]
    played: tuple[str, ...]
    conquests: int
    has_attacked: bool
    has_flown: bool
    has_moved: bool
    has_drawn: bool
    combinations: int
    deck: int
    used_cards: tuple[str, ...]
    has_pre_alarm: bool
    last_giro: int
    ended_by: str | None
    winner: int | None
    known: tuple[Known, ...] = ()


class SeatView(PublicView, frozen=True, kw_only=True):
    """The public view and, where the system dealt them, this seat's own objectives."""

    seat: int
    my_objectives: tuple[int, ...]


class JudgeView(PublicView, frozen=True, kw_only=True):
    """The public view and what a judge needs to check a card: what each closed hand can hold, as far as public facts go."""

    possible_cards: tuple[tuple[str, ...], ...]


def view(rules: Rules, state: State, viewer: Viewer, vault: Vault | None) -> PublicView:
    """`public`, `judge`, or a seat number. Only a seat sees a secret, and only its own."""
    public = _public(rules, state)
    if viewer == "public":
        return PublicView(**public)
    if viewer == "judge":
        hands = tuple(tuple(possible(rules, state, seat)) for seat in range(rules.seats))
        return JudgeView(**public, possible_cards=hands)
    assert isinstance(viewer, int)
    return SeatView(**public, seat=viewer, my_objectives=_own_objectives(state, viewer, vault))


def _public(rules: Rules, state: State) -> dict[str, Any]:
    return {
        "giro": state.giro,
        "in_turn": _or_none(state.seat),
        "order": state.order,
        "awaits": awaited(rules, state.awaits),
        "may_interpose": windows(rules, state),
        "players": _players(rules, state),
        "territories": dict(zip(rules.board.ids, _all_held(rules, state), strict=True)),
        "truces": state.truces,
        "generals": state.generals,
        "marshals": state.marshals,
        "played": state.played,
        "conquests": state.conquests,
        "has_attacked": state.has_attacked,
        "has_flown": state.has_flown,
        "has_moved": state.has_moved,
        "has_drawn": state.has_drawn,
        "combinations": state.combinations,
        "deck": state.deck,
        "used_cards": tuple([card for card, since in zip(rules.deck, state.since, strict=True) if since == USED]),
        "has_pre_alarm": state.has_pre_alarm,
        "last_giro": state.last_giro,
        "ended_by": state.ended or None,
        "winner": _or_none(state.winner),
    }


def _all_held(rules: Rules, state: State) -> Iterator[Held]:
    factories, curtains = (_marked(rules, places) for places in (state.factories, state.curtains))
    return map(Held, state.owners, state.armies, state.hidden, state.locked, factories, curtains)


def _marked(rules: Rules, places: tuple[int, ...]) -> list[bool]:
    marks = [False] * rules.board.size
    for place in places:
        marks[place] = True
    return marks


def _players(rules: Rules, state: State) -> tuple[Player, ...]:
    armies = [0] * (rules.seats + 1)  # the last for nobody
    for owner, count in zip(state.owners, state.armies, strict=True):
        armies[owner] += count
    return tuple([_player(rules, state, seat, armies[seat]) for seat in range(rules.seats)])


def _player(rules: Rules, state: State, seat: int, armies: int) -> Player:
    kinds = ("dna", "minibomba", "socialista")
    return Player(
        seat=seat,
        colour=state.colours[seat],
        standing=state.standing[seat],
        cards=state.hand_size(seat),
        kit=dict(zip(rules.board.kit_index, state.kits[seat], strict=True)),
        territories=state.owners.count(seat),
        armies=armies,
        objectives=state.objectives[seat],
        others="sealed" if rules.sealed else "unseen",
        destroyed_by=_or_none(state.destroyed_by[seat]),
        suffered=dict(zip(kinds, state.suffered[seat], strict=True)),
    )


def _own_objectives(state: State, seat: int, vault: Vault | None) -> tuple[int, ...]:
    dealt = tuple(sorted(int(one.value) for one in vault.of(seat, OBJECTIVES))) if vault else ()
    return dealt or state.objectives[seat]


def _or_none(seat: int) -> int | None:
    return None if seat == NOBODY else seat


def awaited(rules: Rules, awaits: Awaits) -> dict[str, Any]:
    """What the table waits for, with names instead of indices."""
    return _named(rules, msgspec.to_builtins(awaits))


def _named(rules: Rules, fields: dict[str, Any]) -> dict[str, Any]:
    return {key: _name(rules, key, value) for key, value in fields.items()}


def _name(rules: Rules, key: str, value: Any) -> Any:
    if isinstance(value, dict):
        return _named(rules, value)
    return rules.board.ids[value] if key in PLACES and value >= 0 else value


PREPARING = Words("Preparazione", "Preparation")


def status(rules: Rules, state: State) -> Status:
    phase = MOMENTS[type(state.awaits)].title
    if isinstance(state.awaits, Reinforce) and not state.awaits.left:
        phase = PREPARING
    return Status(
        giro=state.giro,
        seat=_or_none(state.seat),
        phase=labels.ENDINGS[state.ended] if state.ended else phase,
        is_last_giro=bool(state.last_giro) and state.giro == state.last_giro and not state.ended,
        is_over=bool(state.ended),
    )
