"""Who may see what. All that this game keeps lies open on the table; the cards in a hand are a count for everybody."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Any

import msgspec
from msgspec import Struct

from games.fabrisiko import labels
from games.fabrisiko.board import CARDS, KINDS, PIECES
from games.fabrisiko.counting import points
from games.fabrisiko.dice import rerolls_left
from games.fabrisiko.fire import FANTERIA_AA, fire
from games.fabrisiko.income import incomes
from games.fabrisiko.moments import MOMENTS
from games.fabrisiko.rules import COLOURS, Rules
from games.fabrisiko.state import PHASES, DrawSheet, FlakThrow, Fray, Group, StartThrow, State, Turn
from games.fabrisiko.units import Army, fresh, has_sheet, holdings, tidy, troops
from games.kernel.game import Status, Viewer
from games.kernel.lines import encoder
from games.kernel.record import Known
from games.kernel.values import changed, put
from games.kernel.vault import Vault
from games.kernel.words import Words

PLACES = ("at",)
KNOWN_COUNTS = 1024


class Force(Struct, frozen=True, gc=False):
    """Units alike in everything; `origin` is where they stood when the turn began, `points` how far they can still go."""

    seat: int
    kind: str
    count: int
    origin: str
    points: int
    on_mission: bool


class Land(Struct, frozen=True, gc=False):
    """A territory: whose (-1 nobody's), what it pays, who stands on it. `units` are totals by seat and kind."""

    seat: int
    complessi: int
    siti_aa: int
    units: Mapping[str, Mapping[str, int]]


class Player(Struct, frozen=True, gc=False):
    seat: int
    faction: str
    colour: str
    has_sheet: bool
    resources: int
    bought: Mapping[str, int]
    cards: int
    territories: int
    units: int
    income: int
    points: int
    penalty: int


class Soldier(Struct, frozen=True, gc=False):
    """One unit of the battle, in the order of the dice: its fire power in this round; `in_perdite` when it was hit."""

    seat: int
    kind: str
    fire: int
    in_perdite: bool
    secret_weapon: bool


class Combat(Struct, frozen=True, gc=False):
    at: str
    attacker: int
    defender: int
    round: int
    cards: tuple[tuple[int, str], ...]
    colle_ameno: bool
    soldiers: tuple[Soldier, ...]


class PublicView(Struct, frozen=True, gc=False):
    giro: int
    phase: str
    in_turn: int | None
    first: int | None
    awaits: Mapping[str, Any]
    players: tuple[Player, ...]
    territories: msgspec.Raw
    """By name, each a `Land`."""
    mountains: Mapping[str, Mapping[str, Mapping[str, int]]]
    battle: Combat | None
    events: tuple[str, ...]
    sagra: tuple[int, ...]
    deck: int
    discards: Mapping[str, int]
    thrown: tuple[int, ...]
    rerolls: int
    last_giro: int
    ended_by: str | None
    winner: int | None
    board_is_stand_in: bool
    known: tuple[Known, ...] = ()
    left: tuple[int, ...] | msgspec.UnsetType = msgspec.UNSET
    """Who left the table; not there while nobody did."""


class SeatView(PublicView, frozen=True, kw_only=True):
    """The same as everybody sees: a hand of cards is unknown to the record, also to its owner's page."""

    seat: int


class JudgeView(PublicView, frozen=True, kw_only=True):
    """And what a judge needs in a turn: where units set out and how far they can go, skills used, cards said to be no events."""

    forces: tuple[Force, ...]
    no_events: tuple[int, ...]
    has_carnival: bool
    colle_used: bool
    city_barred: bool


def view(rules: Rules, state: State, viewer: Viewer, vault: Vault | None) -> PublicView:
    """`public`, `judge`, or a seat number."""
    public = _public(rules, state)
    if viewer == "public":
        return public
    seen = {name: getattr(public, name) for name in public.__struct_fields__}
    if viewer == "judge":
        return JudgeView(**seen, **_for_judge(rules, state))
    assert isinstance(viewer, int)
    return SeatView(**seen, seat=viewer)


def _public(rules: Rules, state: State) -> PublicView:
    board, armies = rules.board, _armies(state)
    high = armies[board.size :]
    # Not all by name: Python puts more than fifteen named arguments into a dictionary first, at several times the cost.
    return PublicView(
        state.giro,
        PHASES[state.phase] if state.giro else "",
        _or_none(state.seat),
        _or_none(state.first),
        awaited(rules, state),
        _players(rules, state),
        _territories(board.territories, state.owners, state.structures, armies[: board.size]),
        {board.ids[here[0].at]: _units(here) for here in high if here} if any(high) else {},
        _combat(rules, state.fray) if state.fray else None,
        events=tuple(_lasting(state)),
        sagra=state.lasting.sagra,
        deck=state.deck,
        discards=_cards(state.discards),
        thrown=state.thrown if state.open else (),
        rerolls=rerolls_left(state),
        last_giro=state.last_giro,
        ended_by=state.ended or None,
        winner=_or_none(state.winner),
        board_is_stand_in=board.is_stand_in,
        left=state.left or msgspec.UNSET,
    )


@lru_cache(maxsize=KNOWN_COUNTS)
def _cards(counts: tuple[int, ...]) -> Mapping[str, int]:
    """How many there are of each that there is at all."""
    return {name: count for name, count in zip(CARDS, counts, strict=True) if count}


@lru_cache(maxsize=KNOWN_COUNTS)
def _pieces(counts: tuple[int, ...]) -> Mapping[str, int]:
    return {name: count for name, count in zip(PIECES, counts, strict=True) if count}


def _lasting(state: State) -> list[str]:
    """Events that still work."""
    cards, lasting = [], state.lasting
    if lasting.palio:
        cards.append("palio")
    if lasting.heat:
        cards.append("caldo")
    if lasting.growth:
        cards.append("crescita")
    if lasting.undertaker:
        cards.append("marchigiano")
    return cards


def _players(rules: Rules, state: State) -> tuple[Player, ...]:
    units = [*map(sum, troops(state.armies, state.fray, rules.seats))]
    territories, brought = holdings(rules, state)
    if state.lasting.growth:
        brought = tuple(incomes(rules, state))
    scored: Sequence[int] = territories  # in the traditional game the points
    if rules.is_tournament or state.left:
        scored = [points(rules, state, seat) for seat in range(rules.seats)]
    players = []
    for seat, faction in enumerate(state.factions):
        builds = has_sheet(rules, state, seat)
        players.append(
            Player(
                seat,
                faction,
                COLOURS.get(faction, ""),
                builds,
                state.resources[seat],
                _pieces(state.bought[seat]),
                state.hands[seat],
                territories[seat],
                units[seat],
                brought[seat] if builds else 0,
                scored[seat],
                state.penalties[seat],
            )
        )
    return tuple(players)


def _armies(state: State) -> tuple[Army, ...]:
    """By place, the units that stand there. Those of a battle under way count where it is fought."""
    fray = state.fray
    if fray is None:
        return state.armies
    fighting = tidy([fresh(one.seat, fray.at, one.kind, 1) for one in fray.fighters])
    both = sorted((*state.armies[fray.at], *fighting), key=attrgetter("seat", "kind"))
    return put(state.armies, fray.at, tuple(both))


class Written(Struct, frozen=True, gc=False):
    """The territories of a view, and what they were written from."""

    ids: tuple[str, ...]
    keys: list[bytes]
    owners: tuple[int, ...]
    structures: tuple[tuple[int, int], ...]
    armies: tuple[Army, ...]
    members: list[bytes]


def _territories(
    ids: tuple[str, ...], owners: tuple[int, ...], structures: tuple[tuple[int, int], ...], armies: tuple[Army, ...]
) -> msgspec.Raw:
    """As an object that is written out already: those that stay as they were in the view before are not written anew."""
    before = _VIEW_BEFORE[0]
    if before.ids is not ids:
        keys = [encoder.encode(name) + b":" for name in ids]
        before = Written(ids, keys, (), (), (), keys)
    keys, members = before.keys, [*before.members]
    places = {*changed(owners, before.owners), *changed(armies, before.armies)}
    if structures is not before.structures:
        places.update(changed(structures, before.structures))
    for place in places:
        here = armies[place]
        if not here:
            land = _land(owners[place], structures[place], 0, 0, 0)
        elif len(here) == 1:
            one = here[0]
            land = _land(owners[place], structures[place], one.seat, one.kind, one.count)
        else:
            land = encoder.encode(Land(owners[place], *structures[place], _units(here)))
        members[place] = keys[place] + land
    _VIEW_BEFORE[0] = Written(ids, keys, owners, structures, armies, members)
    return msgspec.Raw(b"{" + b",".join(members) + b"}")


_VIEW_BEFORE = [Written((), [], (), (), (), [])]


@lru_cache(maxsize=KNOWN_COUNTS)
def _land(owner: int, built: tuple[int, int], seat: int, kind: int, count: int) -> bytes:
    """Where units of one seat and kind stand, or none: the same few contents come again and again."""
    return encoder.encode(Land(owner, *built, {str(seat): {KINDS[kind]: count}} if count else {}))


def _units(here: Army) -> dict[str, dict[str, int]]:
    """By seat and kind."""
    if len(here) == 1:
        return {str(here[0].seat): {KINDS[here[0].kind]: here[0].count}}
    found: dict[str, dict[str, int]] = {}
    for one in here:
        kinds = found.setdefault(str(one.seat), {})
        kinds[KINDS[one.kind]] = kinds.get(KINDS[one.kind], 0) + one.count
    return found


def _combat(rules: Rules, fray: Fray) -> Combat:
    soldiers = tuple(
        Soldier(
            one.seat, FANTERIA_AA if one.is_aa else KINDS[one.kind], fire(rules, fray, one), one.is_hit, one.is_armed
        )
        for seat in (fray.attacker, fray.defender)
        for one in fray.of(seat)
    )
    return Combat(rules.board.ids[fray.at], fray.attacker, fray.defender, fray.round, fray.cards, fray.colle, soldiers)


def _for_judge(rules: Rules, state: State) -> dict[str, Any]:
    return {
        "forces": tuple(_force(rules, one) for one in state.groups),
        "no_events": state.no_events,
        "has_carnival": state.lasting.has_carnival,
        "colle_used": state.lasting.colle_used,
        "city_barred": state.lasting.city_barred,
    }


def _force(rules: Rules, one: Group) -> Force:
    return Force(one.seat, KINDS[one.kind], one.count, rules.board.ids[one.origin], one.points, one.is_spent)


def _or_none(seat: int) -> int | None:
    return None if seat < 0 else seat


def awaited(rules: Rules, state: State) -> dict[str, Any]:
    """What the table waits for, with names instead of numbers."""
    board = rules.board
    fields: dict[str, Any] = msgspec.to_builtins(state.awaits)
    if len(fields) == 1:
        return fields
    if isinstance(state.awaits, FlakThrow):
        fields["flying"] = [
            {"kind": KINDS[one.kind], "count": one.count, "to": board.ids[one.at]} for one in state.awaits.flying
        ]
    for key in ("over", "places"):
        if key in fields:
            fields[key] = [board.ids[place] for place in fields[key]]
    return {key: board.ids[value] if key in PLACES else value for key, value in fields.items()}


PHASE_WORDS = {
    "1-A": Words("1-A: carte", "1-A: cards"),
    "1-B": Words("1-B: carta evento", "1-B: event card"),
    "2": Words("2: piazzamento", "2: placing"),
    "3": Words("3: acquisti", "3: purchases"),
    "4-A": Words("4-A: invasioni", "4-A: invasions"),
    "4-B": Words("4-B: battaglie", "4-B: battles"),
    "4-C": Words("4-C: spostamenti", "4-C: moves"),
    "5": Words("5: raccolta", "5: income"),
}


def status(rules: Rules, state: State) -> Status:
    if state.ended:
        phase = labels.ENDINGS[state.ended]
    elif isinstance(state.awaits, Turn):
        phase = PHASE_WORDS[PHASES[state.phase]]
    else:
        phase = MOMENTS[type(state.awaits)].title
    return Status(
        giro=state.giro,
        seat=_whose(state),
        phase=phase,
        is_last_giro=bool(state.last_giro) and state.giro >= state.last_giro and not state.ended,
        is_over=bool(state.ended),
    )


def _whose(state: State) -> int | None:
    if isinstance(state.awaits, DrawSheet):
        return state.awaits.seat
    return None if isinstance(state.awaits, StartThrow) else _or_none(state.seat)
