"""Phases 4-A and 4-C: invasions, mountains, planes that pay their whole range, siti AA, moves among one's own territories."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from games.fabrisiko import units
from games.fabrisiko.acts import FlakDice, Invade, Move
from games.fabrisiko.board import KINDS
from games.fabrisiko.conquest import arrive
from games.fabrisiko.dice import Cast, Due, chapter
from games.fabrisiko.rules import CARRO, FANTERIA, FLAK, MOVEMENT, PLANES, Rules
from games.fabrisiko.state import INVASION, MOVES, NOBODY, FlakThrow, Group, State, Turn
from games.fabrisiko.turns import entered, is_free, phase_breaches
from games.kernel.acts import By
from games.kernel.breaches import Breach, Unreadable, impossible, infraction
from games.kernel.game import Chapter, Rule
from games.kernel.latest import latest
from games.kernel.words import seat_words


@latest
def read_path(rules: Rules, act: Invade | Move) -> tuple[int, tuple[int, ...], dict[int, int], int]:
    """Places and kinds by number. Raises `Unreadable` for unknown names, an empty path, ground units and planes in one act."""
    src = rules.board.index[act.src]
    path = tuple(rules.board.index[name] for name in act.path)
    kinds = units.read_units(act.units)
    if not path or not kinds:
        raise Unreadable("mancano le unità o la strada", "units or path are missing")
    if len({kind in PLANES for kind in kinds}) > 1:
        raise Unreadable(
            "unità di terra e aerei si muovono con atti separati", "ground units and planes move by acts of their own"
        )
    return src, path, kinds, rules.board.index[act.origin] if act.origin else NOBODY


def next_places(rules: Rules, kind: int, place: int) -> tuple[int, ...]:
    """Where a unit of this kind comes with one step: infantry onto a mountain border, tanks never, planes over everything."""
    board = rules.board
    if kind in PLANES:
        return board.around(place)
    if board.is_ridge(place):
        return board.ends(place) if kind == FANTERIA else ()
    return board.plains[place] + board.crests[place] if kind == FANTERIA else board.plains[place]


# -- what an invasion and a move have in common


Able = list[list[Group]]
"""By kind of the act, in its order, the units that it may take up."""


def _able(state: State, src: int, kinds: Mapping[int, int], origin: int) -> Able:
    return [units.available(state, state.seat, src, kind, origin) for kind in kinds]


def _available_breaches(rules: Rules, src: int, kinds: Mapping[int, int], able: Able) -> Iterator[Breach]:
    for count, groups in zip(kinds.values(), able, strict=True):
        held = sum([one.count for one in groups])
        if count > held:
            yield impossible(
                "in {place} ci sono {held} unità di questo tipo, non {count}",
                "there are {held} such units in {place}, not {count}",
                place=rules.board.names[src],
                held=held,
                count=count,
            )


def path_breaches(rules: Rules, src: int, path: Sequence[int], kind: int) -> Iterator[Breach]:
    """Each step to a place beside; tanks never over mountains, infantry by way of them."""
    board = rules.board
    for here, there in zip((src, *path), path, strict=False):
        if there in next_places(rules, kind, here):
            continue
        is_mountain = board.is_ridge(there) or (
            not board.is_ridge(here) and there < board.size and board.ridge_between(here, there) != NOBODY
        )
        article = "montagne" if is_mountain else KINDS[kind]
        if article == "montagne" and kind == CARRO:
            yield infraction(article, "un carro armato non attraversa le montagne", "a tank never crosses mountains")
        elif article == "montagne":
            yield infraction(
                article,
                "la fanteria sale prima sul confine montuoso: impiega due turni",
                "infantry first stands on the mountain border: it takes two turns",
            )
        else:
            yield infraction(
                article,
                "{here} e {there} non confinano",
                "{here} and {there} do not touch",
                here=board.names[here],
                there=board.names[there],
            )


def range_breaches(path: Sequence[int], kinds: Mapping[int, int], able: Able) -> Iterator[Breach]:
    for (kind, count), groups in zip(kinds.items(), able, strict=True):
        far = sum([one.count for one in groups if one.points >= len(path)])
        if far < count:
            yield infraction(
                KINDS[kind],
                "servono {steps} punti movimento: il tipo ne ha {all}, meno quelli già spesi",
                "{steps} movement points are needed: the kind has {all}, less those spent already",
                steps=len(path),
                all=MOVEMENT[kind],
            )


def _route_breaches(
    rules: Rules, src: int, path: Sequence[int], kinds: Mapping[int, int], able: Able
) -> Iterator[Breach]:
    for kind in kinds:
        yield from path_breaches(rules, src, path, kind)
    yield from range_breaches(path, kinds, able)


def is_own(rules: Rules, state: State, place: int) -> bool:
    return not rules.board.is_ridge(place) and state.owners[place] == state.seat


def _fly(rules: Rules, state: State, hand: tuple[Group, ...], path: Sequence[int]) -> State:
    """Planes on their way: over every enemy sito AA, also those that are only crossed, a throw each."""
    over = tuple(place for place in path for _ in range(sites_against(rules, state, place)))
    if not over:
        return units.marched(state, hand, path[-1], len(path))
    return units.without(state, hand).with_(awaits=FlakThrow(units.walked(hand, path[-1], len(path)), over))


def sites_against(rules: Rules, state: State, place: int) -> int:
    if rules.board.is_ridge(place) or state.owners[place] in (NOBODY, state.seat):
        return 0
    return state.structures[place][1]


# -- 4-A


def invade_breaches(rules: Rules, state: State, by: By, act: Invade) -> Iterator[Breach]:
    src, path, kinds, origin = read_path(rules, act)
    dst = path[-1]
    yield from phase_breaches(rules, state, by, INVASION)
    if not is_free(state):
        return
    able = _able(state, src, kinds, origin)
    yield from _available_breaches(rules, src, kinds, able)
    yield from _route_breaches(rules, src, path, kinds, able)
    if is_own(rules, state, dst):
        yield infraction(
            "4-A",
            "{place} è già suo: ci si sposta nella fase 4-C",
            "{place} is the player's own: one moves there in 4-C",
            place=rules.board.names[dst],
        )
    if not units.is_air(kinds):
        yield from _passing_breaches(rules, state, path)
        yield from _suicide_breaches(state, dst)
    yield from truce_breaches(rules, state, dst)
    if dst == rules.board.city and state.city_barred:
        yield infraction(
            "marischio.fabriano",
            "in questo turno Marischio non può più conquistare Fabriano",
            "in this turn Marischio can no longer take Fabriano",
        )


def _passing_breaches(rules: Rules, state: State, path: Sequence[int]) -> Iterator[Breach]:
    """What a tank passes is conquered before it goes on: an invasion of its own."""
    for place in path[:-1]:
        if not is_own(rules, state, place):
            yield infraction(
                "4-A",
                "{place} si conquista prima di proseguire",
                "{place} is conquered before one goes on",
                waivable=False,
                place=rules.board.names[place],
            )


def _suicide_breaches(state: State, dst: int) -> Iterator[Breach]:
    """Ground units alone never go against planes alone."""
    there = units.enemy_kinds(state, dst, state.seat)
    escorted = any(one.kind in PLANES for one in state.at(dst) if one.seat == state.seat)
    if there and units.is_air(there) and not escorted:
        yield infraction(
            "4-A",
            "unità di terra non invadono un territorio con soli aerei nemici",
            "ground units do not invade a territory with enemy planes alone",
        )


def truce_breaches(rules: Rules, state: State, dst: int) -> Iterator[Breach]:
    """Palio and Sagra paesana: nobody invades, or this player does not, or not that one's territories."""
    if state.palio:
        yield infraction(
            "palio", "c'è il Palio: nessuno invade né attacca", "the Palio is on: nobody invades or attacks"
        )
    if state.seat in state.sagra:
        yield infraction(
            "sagra", "chi ha giocato la Sagra paesana non invade", "whoever played the Sagra does not invade"
        )
    owner = NOBODY if rules.board.is_ridge(dst) else state.owners[dst]
    if owner != state.seat and owner in state.sagra:
        yield infraction(
            "sagra",
            "il {owner} ha la Sagra paesana: i suoi territori non si attaccano",
            "{owner} has the Sagra: no attack on those territories",
            owner=seat_words(owner),
        )


def invade(rules: Rules, state: State, by: By, act: Invade) -> State:
    src, path, kinds, origin = read_path(rules, act)
    state = entered(rules, state, INVASION)
    hand = units.in_hand(state, state.seat, src, kinds, origin)
    if not hand:
        return state
    if units.is_air(kinds):
        return _fly(rules, state, hand, path)
    state = units.marched(state, hand, path[-1], len(path))
    return state if is_own(rules, state, path[-1]) else arrive(rules, state, path[-1])


# -- siti AA


def _flak_due(rules: Rules, state: State) -> Due:
    assert isinstance(state.awaits, FlakThrow)
    return Due(state.seat, sum(one.count for one in state.awaits.flying), "sito_aa")


def flak(rules: Rules, state: State, dice: tuple[int, ...]) -> State:
    """A plane whose die shows 1 or 2 is shot down; the others fly on to the next site, or land."""
    awaits = state.awaits
    assert isinstance(awaits, FlakThrow)
    left: list[Group] = []
    at = 0
    for group in awaits.flying:
        shot = sum(die <= FLAK for die in dice[at : at + group.count])
        at += group.count
        if group.count > shot:
            left.append(msgspec.structs.replace(group, count=group.count - shot))
    if left and awaits.over[1:]:
        return state.with_(awaits=FlakThrow(tuple(left), awaits.over[1:]))
    return units.set_down(state.with_(awaits=Turn()), left)


# -- 4-C


def move_breaches(rules: Rules, state: State, by: By, act: Move) -> Iterator[Breach]:
    src, path, kinds, origin = read_path(rules, act)
    dst = path[-1]
    yield from phase_breaches(rules, state, by, MOVES)
    if not is_free(state):
        return
    able = _able(state, src, kinds, origin)
    yield from _available_breaches(rules, src, kinds, able)
    yield from _route_breaches(rules, src, path, kinds, able)
    if rules.board.is_ridge(dst):
        yield from _ridge_breaches(rules, state, dst, kinds)
    elif not is_own(rules, state, dst):
        yield infraction(
            "4-C",
            "{place} non è suo: si invade nella fase 4-A",
            "{place} is not the player's own: one invades in 4-A",
            waivable=False,
            place=rules.board.names[dst],
        )
    if not units.is_air(kinds):
        yield from (
            infraction(
                "4-C",
                "si passa solo per territori propri",
                "one passes through own territories only",
                waivable=False,
            )
            for place in path[:-1]
            if not is_own(rules, state, place)
        )


def _ridge_breaches(rules: Rules, state: State, dst: int, kinds: Mapping[int, int]) -> Iterator[Breach]:
    if units.enemies(state, dst, state.seat):
        yield infraction(
            "4-C",
            "sul confine montuoso ci sono nemici: è un'invasione",
            "enemies stand on the mountain border: that is an invasion",
            waivable=False,
        )
    elif units.is_air(kinds):
        yield infraction("4-C", "un aereo non si ferma sulle montagne", "a plane does not stay on mountains")


def move(rules: Rules, state: State, by: By, act: Move) -> State:
    src, path, kinds, origin = read_path(rules, act)
    state = entered(rules, state, MOVES)
    hand = units.in_hand(state, state.seat, src, kinds, origin)
    if hand and units.is_air(kinds):
        return _fly(rules, state, hand, path)
    return units.marched(state, hand, path[-1], len(path))


CASTS = (Cast(FlakDice, FlakThrow, _flak_due, flak),)
CHAPTER: Chapter = {
    Invade: Rule(invade_breaches, invade),
    Move: Rule(move_breaches, move),
    **chapter(*CASTS),
}
