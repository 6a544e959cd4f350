"""Phases 4-A and 4-C: invasions, mountains, planes that pay their whole range, siti AA, moves among one's own territories."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from games.fabrisiko import units
from games.fabrisiko.acts import FlakDice, Invade, Move
from games.fabrisiko.board import KINDS
from games.fabrisiko.conquest import arrive, falls_at_once
from games.fabrisiko.dice import Cast, Due, chapter
from games.fabrisiko.rules import (
    ALL_WHO_COME,
    CACCIA,
    CARRO,
    FLAK,
    GROUND,
    MOVEMENT,
    PLANES,
    WHAT_STANDS,
    Rules,
)
from games.fabrisiko.state import FREE, INVASION, MOVES, NOBODY, TURN, FlakThrow, Group, Lasting, State, Turn
from games.fabrisiko.turns import entered, phase_breaches, ready_to_move
from games.fabrisiko.units import Army
from games.fabrisiko.ways import Way
from games.kernel.acts import By
from games.kernel.breaches import Breach, impossible, infraction
from games.kernel.game import Chapter, Rule
from games.kernel.latest import latest_same
from games.kernel.speakers import IN_TURN
from games.kernel.values import put
from games.kernel.words import seat_words


class Journey(Struct, frozen=True, gc=False):
    """What an act of moving says, the units that it takes up and those that stay. `origin`: only those that set out from there.

    `is_sound`: they are all there, with movement enough, and the way is open to them.
    """

    way: Way
    origin: int
    hand: Army
    stay: Army
    is_sound: bool


@latest_same
def journey(rules: Rules, state: State, act: Invade | Move) -> Journey:
    """Names to places, kinds and units on the board; as many units as there are.

    Raises `Unreadable` for unknown names, an empty path, ground units and planes in one act.
    """
    board, seat, named = rules.board, state.seat, act.units
    way = board.way(act.src, act.path, tuple(named))
    start = board.index[act.origin] if act.origin else NOBODY
    stay, steps, is_sound = state.armies[way.src], way.steps, way.is_open
    if len(stay) == 1 and len(named) == 1:  # as nearly always: some or all of those who stand there alone
        one, (kind, name) = stay[0], way.kinds[0]
        if one.kind == kind and one.seat == seat and (start == NOBODY or start == one.origin):
            count = named[name]
            if count < one.count:
                here = (one.with_(count=one.count - count),)
                return Journey(way, start, (one.with_(count=count),), here, is_sound and one.points >= steps)
            return Journey(way, start, stay, (), is_sound and one.points >= steps and count == one.count)
    hand: Army = ()
    for kind, name in way.kinds:
        missing = named[name]
        stay, taken = units.in_hand(stay, seat, kind, missing, start)
        for one in taken:
            if one.points >= steps:
                missing -= one.count
        if missing:
            is_sound = False
        hand += taken
    return Journey(way, start, hand, stay, is_sound)


def next_places(rules: Rules, kind: int, place: int) -> tuple[int, ...]:
    """Where a unit of this kind comes with one step."""
    return rules.board.steps[kind][place]


# -- what an invasion and a move have in common


def _journey_breaches(rules: Rules, state: State, going: Journey, named: Mapping[str, int]) -> Iterator[Breach]:
    """Units that are there, a way that they can go, and movement enough for it."""
    origin = going.origin
    here = [one for one in state.armies[going.way.src] if one.seat == state.seat and origin in (NOBODY, one.origin)]
    for kind, count in units.read_units(named).items():
        yield from _kind_breaches(rules, going.way, kind, count, here)


def _kind_breaches(rules: Rules, way: Way, kind: int, count: int, here: list[Group]) -> Iterator[Breach]:
    available = sum(one.count for one in here if one.kind == kind)
    if count > available:
        yield impossible(
            "in {place} {available:c'è # unità|ci sono # unità} di questo tipo, non {count}",
            "there {available:is # such unit|are # such units} in {place}, not {count}",
            place=rules.board.names[way.src],
            available=available,
            count=count,
        )
    before = way.src
    for there in way.path:
        if there not in rules.board.steps[kind][before]:
            yield _step_breach(rules, before, there, kind)
        before = there
    if count > sum(one.count for one in here if one.kind == kind and one.points >= way.steps):
        yield infraction(
            KINDS[kind],
            "{steps:serve # punto|servono # punti} movimento: il tipo ne ha {all}, meno quelli già spesi",
            "{steps:# movement point is|# movement points are} needed: the kind has {all}, less those spent already",
            steps=len(way.path),
            all=MOVEMENT[kind],
        )


def _step_breach(rules: Rules, here: int, there: int, kind: int) -> Breach:
    """Each step to a place beside; tanks never over mountains, infantry by way of them."""
    board = rules.board
    is_mountain = board.is_ridge(there) or (
        not board.is_ridge(here) and there < board.size and board.ridge_between(here, there) != NOBODY
    )
    if kind in PLANES and rules.revision >= WHAT_STANDS:  # they take no notice of mountains: the two do not touch
        is_mountain = False
    article = "montagne" if is_mountain else KINDS[kind]
    if article == "montagne" and kind == CARRO:
        return infraction(article, "un carro armato non attraversa le montagne", "a tank never crosses mountains")
    if article == "montagne":
        return infraction(
            article,
            "la fanteria sale prima sul confine montuoso: impiega due turni",
            "infantry first stands on the mountain border: it takes two turns",
        )
    return infraction(
        article,
        "{here} e {there} non confinano",
        "{here} and {there} do not touch",
        here=board.names[here],
        there=board.names[there],
    )


def is_own(rules: Rules, state: State, place: int) -> bool:
    owners = state.owners
    return place < len(owners) and owners[place] == state.seat


def _fly(rules: Rules, state: State, going: Journey, phase: int) -> State:
    """Planes on their way: over every enemy sito AA, also those that are only crossed, a throw each."""
    way = going.way
    over: list[int] = []
    is_silent = phase == MOVES and rules.flak_home == "silent"
    for place in () if is_silent else way.path:
        if sites := sites_against(rules, state, place):
            over += [place] * sites
    if not over:
        return _marched(state, going, phase, state.owners, state.lasting)
    flying = tuple([units.walked(one, way.dst, way.steps) for one in going.hand])
    state = entered(rules, state, phase)
    return state.with_(armies=put(state.armies, way.src, going.stay), awaits=FlakThrow(flying, tuple(over)))


def _marched(state: State, going: Journey, phase: int, owners: tuple[int, ...], lasting: Lasting) -> State:
    """Units gone from where they stood to another place, where some stay behind: the phase has begun, and places are whose they are now."""
    way, armies, now = going.way, [*state.armies], state.phase
    dst = way.dst
    armies[way.src] = going.stay
    armies[dst] = units.joined(armies[dst], going.hand, dst, way.steps)
    phase = phase if phase > now else now
    return state.with_(armies=tuple(armies), owners=owners, phase=phase, awaits=TURN, lasting=lasting)


def sites_against(rules: Rules, state: State, place: int) -> int:
    if rules.board.is_ridge(place) or state.owners[place] in (NOBODY, state.seat):
        return 0
    return state.structures[place][1]


# -- 4-A


def invade_breaches(rules: Rules, state: State, by: By, act: Invade) -> Sequence[Breach]:
    going = journey(rules, state, act)
    way, dst, lasting = going.way, going.way.dst, state.lasting
    found = [*phase_breaches(rules, state, INVASION)]
    if not going.is_sound:
        found += _journey_breaches(rules, state, going, act.units)
    if not way.ends_high and state.owners[dst] == state.seat and dst not in lasting.invaded:
        found.append(
            infraction(
                "4-A",
                "{place} è già suo: ci si sposta nella fase 4-C",
                "{place} is the player's own: one moves there in 4-C",
                place=rules.board.names[dst],
            )
        )
    if not way.flies:
        for place in way.crossed:
            if not is_own(rules, state, place):
                found.append(_not_passed(rules, place))
        if state.armies[dst] and _is_suicide(rules, state, dst):
            found.append(
                infraction(
                    "4-A",
                    "unità di terra non invadono un territorio con soli aerei nemici",
                    "ground units do not invade a territory with enemy planes alone",
                )
            )
    if len(state.armies[way.src]) > 1 and rules.revision >= ALL_WHO_COME:
        found += _leaving_a_fight(rules, state, going)
    if lasting.palio or lasting.sagra:
        found += _truce_breaches(rules, state, dst)
    if lasting.city_barred and dst == rules.board.city:
        found.append(
            infraction(
                "marischio.fabriano",
                "in questo turno Marischio non può più conquistare Fabriano",
                "in this turn Marischio can no longer take Fabriano",
            )
        )
    return found


def _not_passed(rules: Rules, place: int) -> Breach:
    """What a tank passes is conquered before it goes on: an invasion of its own."""
    return infraction(
        "4-A",
        "{place} si conquista prima di proseguire",
        "{place} is conquered before one goes on",
        place=rules.board.names[place],
    )


def _leaving_a_fight(rules: Rules, state: State, going: Journey) -> Iterator[Breach]:
    """Who came into a place with enemy units fights there in 4-B; a plane may fly on, unless ground units stay against planes alone."""
    src = going.way.src
    if not units.has_enemies(state, src, state.seat):
        return
    if going.way.flies:
        if is_exposed(state, src, going.stay):
            yield left_to_die(rules, src)
    elif any(one.origin != src for one in going.hand):
        it, en = "a {place} ci sono nemici: si combatte nella 4-B", "enemies are in {place}: the fight is in 4-B"
        yield infraction(KINDS[going.way.kinds[0][0]], it, en, place=rules.board.names[src])


def is_exposed(state: State, place: int, here: Army) -> bool:
    """Whether, of these units of a place, those of the seat in turn are on the ground alone against planes alone."""
    own = [one.kind for one in here if one.seat == state.seat and not one.is_spent]
    return bool(own) and max(own) < CACCIA and units.is_air(units.enemy_kinds(state, place, state.seat))


def left_to_die(rules: Rules, place: int) -> Breach:
    it = "a {place} le unità di terra resterebbero sole contro gli aerei"
    en = "ground units in {place} would be left alone against planes"
    return infraction("4-A", it, en, place=rules.board.names[place])


def _is_suicide(rules: Rules, state: State, dst: int) -> bool:
    """Ground units alone never go against planes alone, and by option not with a plane of theirs either."""
    if not units.has_enemies(state, dst, state.seat):
        return False
    may_escort = rules.escort == "allowed"
    escorted = may_escort and any(one.kind in PLANES for one in state.armies[dst] if one.seat == state.seat)
    return units.is_air(units.enemy_kinds(state, dst, state.seat)) and not escorted


def _truce_breaches(rules: Rules, state: State, dst: int) -> Iterator[Breach]:
    """Palio and Sagra paesana: nobody invades, or this player does not, or not that one's territories."""
    if state.lasting.palio:
        yield infraction(
            "palio", "c'è il Palio: nessuno invade né attacca", "the Palio is on: nobody invades or attacks"
        )
    if state.seat in state.lasting.sagra:
        yield infraction(
            "sagra", "chi ha giocato la Sagra paesana non invade", "whoever played the Sagra does not invade"
        )
    owner = NOBODY if rules.board.is_ridge(dst) else state.owners[dst]
    if owner != state.seat and owner in state.lasting.sagra:
        yield infraction(
            "sagra",
            "il {owner} ha la Sagra paesana: i suoi territori non si attaccano",
            "{owner} has the Sagra: no attack on those territories",
            owner=seat_words(owner),
        )


def invade(rules: Rules, state: State, by: By, act: Invade) -> State:
    going = journey(rules, state, act)
    if not going.hand:
        return entered(rules, state, INVASION)
    way, seat, owners, lasting = going.way, state.seat, state.owners, state.lasting
    if way.flies:
        return _fly(rules, state, going, INVASION)
    if way.ends_high:
        return _marched(state, going, INVASION, owners, lasting)
    dst = way.dst
    if owners[dst] != seat and falls_at_once(rules, state, dst):
        owners = put(owners, dst, seat)
    if rules.revision >= ALL_WHO_COME:
        lasting = lasting.with_(invaded=(*lasting.invaded, dst))
    state = _marched(state, going, INVASION, owners, lasting)
    return state if owners[dst] == seat else arrive(rules, state, dst)


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
            left.append(group.with_(count=group.count - shot))
    if left and awaits.over[1:]:
        return state.with_(awaits=FlakThrow(tuple(left), awaits.over[1:], awaits.fired + 1))
    return units.set_down(state.with_(awaits=Turn()), left)


# -- 4-C


def move_breaches(rules: Rules, state: State, by: By, act: Move) -> Sequence[Breach]:
    ready = ready_to_move(rules, state)
    going = journey(rules, ready, act)
    way = going.way
    found = [*phase_breaches(rules, state, MOVES)]
    if not going.is_sound:
        found += _journey_breaches(rules, ready, going, act.units)
    if way.ends_high:
        found += _ridge_breaches(rules, state, way.dst, going.way.flies)
    elif state.owners[way.dst] != state.seat:
        found.append(
            infraction(
                "4-C",
                "{place} non è suo: si invade nella fase 4-A",
                "{place} is not the player's own: one invades in 4-A",
                place=rules.board.names[way.dst],
            )
        )
    if not going.way.flies:
        for place in way.crossed:
            if not is_own(rules, state, place):
                found.append(_through_others())
    return found


def _through_others() -> Breach:
    return infraction(
        "4-C",
        "si passa solo per territori propri",
        "one passes through own territories only",
    )


def _ridge_breaches(rules: Rules, state: State, dst: int, flies: bool) -> Iterator[Breach]:
    if units.enemies(state, dst, state.seat):
        yield infraction(
            "4-C",
            "sul confine montuoso ci sono nemici: è un'invasione",
            "enemies stand on the mountain border: that is an invasion",
        )
    elif flies:
        yield infraction("4-C", "un aereo non si ferma sulle montagne", "a plane does not stay on mountains")


def move(rules: Rules, state: State, by: By, act: Move) -> State:
    if rules.movement_points == "fresh":  # the journey is that of units with their movement anew
        state = entered(rules, state, MOVES)
    going = journey(rules, state, act)
    if going.hand and going.way.flies:
        return _fly(rules, state, going, MOVES)
    after = _marched(state, going, MOVES, state.owners, state.lasting)
    dst = going.way.dst
    return after if going.way.ends_high or after.owners[dst] == after.seat else came_in(rules, after, dst)


def came_in(rules: Rules, state: State, place: int) -> State:
    """Units of the seat in turn that a ruling has let come onto land that is not its own: where nobody stands it falls (4-B)."""
    has_ground = any(one.seat == state.seat and one.kind in GROUND for one in state.armies[place])
    if rules.revision < WHAT_STANDS or not has_ground or rules.board.is_ridge(place):
        return state
    return arrive(rules, state, place)


CASTS = (Cast(FlakDice, FlakThrow, _flak_due, flak, "sito_aa"),)
CHAPTER: Chapter = {
    Invade: Rule(invade_breaches, invade, IN_TURN, "4-A", FREE),
    Move: Rule(move_breaches, move, IN_TURN, "4-C", FREE),
    **chapter(*CASTS),
}
