"""Phase 1-B: one event card a turn, chosen by its player, and what each of the nine does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import msgspec

from games.fabrisiko import units
from games.fabrisiko.acts import Disband, Event, FindDice, Flee, NoEvent, Pay, Revolt, TradeDice
from games.fabrisiko.board import EVENTS, KIND, STRUCTURES
from games.fabrisiko.cards import CARD, discarded, drawn, shown_breaches
from games.fabrisiko.conquest import home_of
from games.fabrisiko.dice import Cast, Due, chapter, d5
from games.fabrisiko.movement import is_own, next_places
from games.fabrisiko.rules import WHO_LEFT_PLAYS_NOTHING, Rules
from games.fabrisiko.state import (
    BATTLE,
    EVENT,
    FREE,
    NOBODY,
    PLACING,
    FindThrow,
    Fleeing,
    Group,
    Heat,
    Quake,
    Rebels,
    State,
    TradeThrow,
    Turn,
)
from games.fabrisiko.turns import entered, has_left, order, phase_breaches
from games.fabrisiko.units import growth_of, income_to
from games.kernel.acts import By
from games.kernel.breaches import Breach, Lookup, Unreadable, impossible, infraction
from games.kernel.game import Chapter, Rule
from games.kernel.questions import has_any
from games.kernel.seats import left_of
from games.kernel.speakers import IN_TURN, named
from games.kernel.values import put
from games.kernel.words import Words, seat_words

ANY_FRAZIONE_REBELS = 3
"""The revision from which the frazione that a board names first rebels where it is the only one that can."""
PER_STRUCTURE = 2
SMALL, MIDDLING, GREAT = 2, 6, 9
ONE_EVENT_CITES_ITS_PHASE = 2
ONCE_FOR_ALL = ("palio", "caldo")
STRUCTURE = Lookup(Words("struttura", "structure"), STRUCTURES)


# -- the card


def event_breaches(rules: Rules, state: State, by: By, act: Event) -> Sequence[Breach]:
    CARD[act.card]
    at = rules.board.index[act.at] if act.at else NOBODY
    if act.card == "terremoto" and not act.at:
        raise Unreadable("terremoto: manca la frazione", "terremoto: the frazione is missing")
    found = [*phase_breaches(rules, state, EVENT, late=_article_of_a_late_event(rules))]
    found += shown_breaches(rules, state, state.seat, (act.card,), "1-B")
    if act.card not in EVENTS:
        found.append(
            infraction(
                "carte_strategiche",
                "una carta strategica si gioca solo prima di una battaglia: torna in mano",
                "a strategic card is played only before a battle: it goes back to the hand",
                waivable=False,
            )
        )
    elif state.hands[state.seat] <= state.no_events[state.seat]:
        found.append(
            infraction(
                "1-B",
                "aveva dichiarato di non avere carte evento",
                "the player had said that he held no event card",
            )
        )
    if act.card in barred(state):
        found.append(infraction(act.card, "solo una volta per ogni turno globale", "once in a global turn only"))
    if act.card == "terremoto" and not is_frazione(rules, state, at, state.seat):
        found.append(
            infraction(
                "terremoto",
                "si sceglie una propria frazione",
                "one chooses a frazione of one's own",
                waivable=at != NOBODY and not rules.board.is_ridge(at),
            )
        )
    return found


def _article_of_a_late_event(rules: Rules) -> str:
    """One event card and no more, in 1-B. Records of the first revision waived the order of the phases for it."""
    return "turno" if rules.revision < ONE_EVENT_CITES_ITS_PHASE else "1-B"


def barred(state: State) -> tuple[str, ...]:
    """Cards that may be played once in a global turn, by whomever, and were."""
    if not (state.lasting.palio or state.lasting.heat):
        return ()
    return tuple(
        card for card, used in zip(ONCE_FOR_ALL, (state.lasting.palio, state.lasting.heat), strict=True) if used
    )


def is_frazione(rules: Rules, state: State, place: int, seat: int) -> bool:
    """A territory of the seat other than the city."""
    return place not in (NOBODY, rules.board.city) and not rules.board.is_ridge(place) and state.owners[place] == seat


def event(rules: Rules, state: State, by: By, act: Event) -> State:
    state = entered(rules, discarded(state, state.seat, act.card), PLACING).leaving(has_event=True)
    return EFFECTS[act.card](rules, state, rules.board.index[act.at] if act.at else NOBODY)


def no_event_breaches(rules: Rules, state: State, by: By, act: NoEvent) -> Sequence[Breach]:
    return phase_breaches(rules, state, EVENT)


def no_event(rules: Rules, state: State, by: By, act: NoEvent) -> State:
    """The declaration is kept: those cards cannot turn out to be events later, unless something may have barred what is held."""
    owned = state.hands[state.seat]
    if rules.barred_event == "another":
        excused = sum(rules.board.cards[card] - state.discards[CARD[card]] for card in barred(state))
    else:
        excused = owned if barred(state) else 0
    if state.territories(state.seat) == (state.owners[rules.board.city] == state.seat):  # no frazione, the city at most
        excused += rules.board.cards["terremoto"] - state.discards[CARD["terremoto"]]
    declared = max(state.no_events[state.seat], owned - excused, 0)
    declaring = state.with_(no_events=put(state.no_events, state.seat, declared))
    return entered(rules, declaring, PLACING).leaving(has_event=True)


# -- Ribellione paesana


def rebellion(rules: Rules, state: State, at: int) -> State:
    frazioni = rebellious(rules, state)
    may_rebel = has_any(frazioni) if rules.revision >= ANY_FRAZIONE_REBELS else any(frazioni)
    if not may_rebel:
        return state
    return state.with_(awaits=Rebels(left_of(state.seat, rules.seats)))


def rebellious(rules: Rules, state: State) -> Iterator[int]:
    """Where a Ribellione may break out: frazioni of the seat in turn, never its starting one, never the city."""
    home = home_of(rules, state, state.seat)
    return (
        place for place in range(rules.board.size) if place != home and is_frazione(rules, state, place, state.seat)
    )


def revolt_breaches(rules: Rules, state: State, by: By, act: Revolt) -> Iterator[Breach]:
    place = rules.board.index[act.at]
    awaits = state.awaits
    assert isinstance(awaits, Rebels)
    if by != awaits.chooser:
        yield infraction(
            "ribellione",
            "sceglie il giocatore alla sua sinistra, il {who}",
            "the player on the left chooses, {who}",
            who=seat_words(awaits.chooser),
        )
    if rules.board.is_ridge(place) or state.owners[place] != state.seat:
        yield _not_his(rules)
    elif place not in rebellious(rules, state):
        yield infraction(
            "ribellione",
            "né la frazione di partenza né Fabriano",
            "neither the starting frazione nor Fabriano",
        )


def _not_his(rules: Rules) -> Breach:
    it, en = "quella frazione non è sua: si sceglie di nuovo", "that frazione is not this player's: another is chosen"
    if rules.revision >= WHO_LEFT_PLAYS_NOTHING:
        return infraction("ribellione", it, en, waivable=False)
    return impossible(it, en, "ribellione")


def revolt(rules: Rules, state: State, by: By, act: Revolt) -> State:
    """The frazione is free and neutral; two resources for each structure; its units leave or are lost."""
    place = rules.board.index[act.at]
    state = income_to(rules, state, state.seat, PER_STRUCTURE * sum(state.structures[place]))
    state = state.with_(
        owners=put(state.owners, place, NOBODY),
        structures=put(state.structures, place, (0, 0)),
        awaits=Fleeing(place),
    )
    return _fled(rules, state, place)


def _fled(rules: Rules, state: State, place: int) -> State:
    """Whoever cannot leave is destroyed; when nobody is left the turn goes on."""
    stuck = [one for one in refugees(state, place) if not refuges(rules, state, place, one.kind)]
    state = units.destroyed(rules, state, stuck)
    return state if refugees(state, place) else state.with_(awaits=Turn())


def refugees(state: State, place: int) -> list[Group]:
    return [one for one in state.armies[place] if one.seat == state.seat]


def refuges(rules: Rules, state: State, place: int, kind: int) -> list[int]:
    """Own territories beside, where a unit of this kind comes with one step."""
    return [other for other in next_places(rules, kind, place) if is_own(rules, state, other)]


def flee_breaches(rules: Rules, state: State, by: By, act: Flee) -> Iterator[Breach]:
    kinds = units.read_units(act.units)
    dst = rules.board.index[act.dst] if act.dst else NOBODY
    awaits = state.awaits
    assert isinstance(awaits, Fleeing)
    if by != state.seat:
        yield infraction("ribellione", "non sono unità sue", "the units are not this player's")
    for kind, count in kinds.items():
        owned = sum(one.count for one in refugees(state, awaits.at) if one.kind == kind)
        if count > owned:
            yield impossible("non ci sono tante unità", "there are not so many units", "ribellione")
        if dst != NOBODY and dst not in refuges(rules, state, awaits.at, kind):
            yield infraction(
                "ribellione",
                "si va in un proprio territorio adiacente",
                "one goes to an own territory beside",
            )
    if dst != NOBODY and not kinds:
        raise Unreadable("mancano le unità", "units are missing")


def flee(rules: Rules, state: State, by: By, act: Flee) -> State:
    assert isinstance(state.awaits, Fleeing)
    place = state.awaits.at
    if not act.dst:
        return units.destroyed(rules, state, refugees(state, place)).with_(awaits=Turn())
    dst = rules.board.index[act.dst]
    state, hand = units.taken_up(state, state.seat, place, units.read_units(act.units))
    settled = (msgspec.structs.replace(one, at=dst, origin=dst) for one in hand)
    return _fled(rules, units.set_down(state, settled), place)


# -- Terremoto


def earthquake(rules: Rules, state: State, at: int) -> State:
    places = (at, *rules.board.borders[at])
    return _quake(rules, state, places, order(rules, state, state.seat))


def _quake(rules: Rules, state: State, places: tuple[int, ...], seats: Iterable[int]) -> State:
    """The next seat that has structures there and something to pay with; whoever has nothing loses them all."""
    waiting = list(seats)
    while waiting:
        seat = waiting.pop(0)
        if not shaken(state, places, seat):
            continue
        if state.resources[seat] >= PER_STRUCTURE:
            return state.with_(awaits=Quake(seat, places, tuple(waiting)))
        state = _ruined(state, shaken(state, places, seat))
    return state.with_(awaits=Turn())


def shaken(state: State, places: Iterable[int], seat: int) -> dict[tuple[int, int], int]:
    """(place, structure) of the seat in those places, with how many."""
    return {
        (place, kind): count
        for place in places
        if state.owners[place] == seat
        for kind, count in enumerate(state.structures[place])
        if count
    }


def _ruined(state: State, lost: Mapping[tuple[int, int], int]) -> State:
    for (place, kind), count in lost.items():
        owned = state.structures[place]
        state = state.with_(structures=put(state.structures, place, put(owned, kind, max(0, owned[kind] - count))))
    return state


def read_lost(rules: Rules, lost: Mapping[str, int], kinds: Lookup) -> dict[tuple[int, int], int]:
    """`complesso@melano` as (place, kind). Raises `Unreadable`."""
    found = {}
    for name, count in lost.items():
        kind, at, place = name.partition("@")
        if not at:
            raise Unreadable("si scrive pezzo@luogo, non {name}", "write piece@place, not {name}", name=name)
        found[rules.board.index[place], kinds[kind]] = count
    return found


def pay_breaches(rules: Rules, state: State, by: By, act: Pay) -> Iterator[Breach]:
    lost = read_lost(rules, act.lose, STRUCTURE)
    awaits = state.awaits
    assert isinstance(awaits, Quake)
    if by != awaits.seat:
        yield infraction("terremoto", "tocca al {who}", "it is for {who}", who=seat_words(awaits.seat))
    owned = shaken(state, awaits.places, awaits.seat)
    if any(count > owned.get(key, 0) for key, count in lost.items()):
        yield impossible("quelle strutture non ci sono", "those structures are not there", "terremoto")
    elif PER_STRUCTURE * (sum(owned.values()) - sum(lost.values())) > state.resources[awaits.seat]:
        yield infraction(
            "terremoto",
            "2 risorse per ogni struttura che resta, e ne ha {n}",
            "2 resources for each structure that stays, and the player has {n}",
            n=state.resources[awaits.seat],
        )


def pay(rules: Rules, state: State, by: By, act: Pay) -> State:
    awaits = state.awaits
    assert isinstance(awaits, Quake)
    lost = read_lost(rules, act.lose, STRUCTURE)
    left = sum(shaken(state, awaits.places, awaits.seat).values()) - sum(lost.values())
    state = units.gains(_ruined(state, lost), awaits.seat, -PER_STRUCTURE * left)
    return _quake(rules, state, awaits.places, awaits.others)


# -- Caldo estremo


def heat_wave(rules: Rules, state: State, at: int) -> State:
    """Everybody pays one resource a unit on the board, as far as it goes; then units are given up."""
    short: list[tuple[int, int]] = []
    for seat in order(rules, state, state.seat):
        due, owned = units.counted(state, seat), state.resources[seat]
        state = units.gains(state, seat, -min(due, owned))
        if due > owned:
            short.append((seat, due - owned))
    return _parched(rules, state.leaving(heat=True), short)


def _parched(rules: Rules, state: State, short: Iterable[tuple[int, int]]) -> State:
    waiting = list(short)
    while waiting:
        seat, due = waiting.pop(0)
        if due < units.counted(state, seat):
            return state.with_(awaits=Heat(seat, due, tuple(waiting)))
        state = units.destroyed(rules, state, (one for one in state.groups if one.seat == seat))
    return state.with_(awaits=Turn())


def disband_breaches(rules: Rules, state: State, by: By, act: Disband) -> Iterator[Breach]:
    gone = read_lost(rules, act.units, KIND)
    awaits = state.awaits
    assert isinstance(awaits, Heat)
    if by != awaits.seat:
        yield infraction("caldo", "tocca al {who}", "it is for {who}", who=seat_words(awaits.seat))
    for (place, kind), count in gone.items():
        if count > units.counted(state, awaits.seat, kind, place):
            yield impossible("quelle unità non ci sono", "those units are not there", "caldo")
    if sum(gone.values()) != awaits.due:
        yield infraction(
            "caldo",
            "una unità per ogni risorsa non pagata ({due})",
            "one unit for each resource not paid ({due})",
            due=awaits.due,
        )


def disband(rules: Rules, state: State, by: By, act: Disband) -> State:
    awaits = state.awaits
    assert isinstance(awaits, Heat)
    for (place, kind), count in read_lost(rules, act.units, KIND).items():
        _, hand = units.taken_up(state, awaits.seat, place, {kind: count})
        state = units.destroyed(rules, state, hand)
    return _parched(rules, state, awaits.others)


# -- the others


def palio(rules: Rules, state: State, at: int) -> State:
    """Nobody invades until the global turn ends; whoever holds Fabriano draws a card."""
    state = state.leaving(palio=True)
    holder = state.owners[rules.board.city]
    draws = holder != NOBODY and not has_left(rules, state, holder)
    return drawn(state, holder, 1) if draws else state


def finds(rules: Rules, state: State, at: int) -> State:
    return state.with_(awaits=FindThrow()) if units.has_sheet(rules, state, state.seat) else state


def growth(rules: Rules, state: State, at: int) -> State:
    if rules.growth == "income":
        return state.leaving(growth=True)
    return income_to(rules, state, state.seat, growth_of(rules, state, state.seat))


def trade(rules: Rules, state: State, at: int) -> State:
    """Only for whoever holds Fabriano: a die for each Frazione Maggiore held."""
    majors = sum(state.owners[place] == state.seat for place in rules.board.homes.values())
    if state.owners[rules.board.city] != state.seat or not majors or not units.has_sheet(rules, state, state.seat):
        return state
    return state.with_(awaits=TradeThrow(majors))


def _find_due(rules: Rules, state: State) -> Due:
    assert isinstance(state.awaits, FindThrow)
    return Due(state.seat, state.awaits.dice or 1, "reperti")


def found(rules: Rules, state: State, dice: tuple[int, ...]) -> State:
    """1-2 two resources, 3-6 1D10, 7-9 1D10 and two, 10 2D10."""
    awaits = state.awaits
    assert isinstance(awaits, FindThrow)
    state = state.with_(awaits=Turn())
    if awaits.dice:
        return income_to(rules, state, state.seat, sum(dice[: awaits.dice]) + awaits.plus)
    if dice[0] <= SMALL:
        return income_to(rules, state, state.seat, 2)
    if dice[0] <= MIDDLING:
        return state.with_(awaits=FindThrow(1))
    return state.with_(awaits=FindThrow(1, 2) if dice[0] <= GREAT else FindThrow(2))


def _trade_due(rules: Rules, state: State) -> Due:
    assert isinstance(state.awaits, TradeThrow)
    return Due(state.seat, state.awaits.dice, "scambi")


def traded(rules: Rules, state: State, dice: tuple[int, ...]) -> State:
    assert isinstance(state.awaits, TradeThrow)
    won = dice[: state.awaits.dice]
    return income_to(rules, state.with_(awaits=Turn()), state.seat, sum(map(d5, won)))


EFFECTS: Mapping[str, Callable[[Rules, State, int], State]] = {
    "ribellione": rebellion,
    "terremoto": earthquake,
    "palio": palio,
    "crescita": growth,
    "sagra": lambda rules, state, at: state.leaving(sagra=(*state.lasting.sagra, state.seat)),
    "caldo": heat_wave,
    "marchigiano": lambda rules, state, at: state.leaving(undertaker=True),
    "reperti": finds,
    "scambi": trade,
}


CASTS = (
    Cast(FindDice, FindThrow, _find_due, found, "reperti"),
    Cast(TradeDice, TradeThrow, _trade_due, traded, "scambi"),
)
CHAPTER: Chapter = {
    Event: Rule(event_breaches, event, IN_TURN, "1-B", FREE, void=BATTLE),
    NoEvent: Rule(no_event_breaches, no_event, IN_TURN, "1-B", FREE),
    Revolt: Rule(revolt_breaches, revolt, named("player on the left"), "ribellione", (Rebels,)),
    Flee: Rule(flee_breaches, flee, IN_TURN, "ribellione", (Fleeing,)),
    Pay: Rule(pay_breaches, pay, named("who is asked"), "terremoto", (Quake,)),
    Disband: Rule(disband_breaches, disband, named("who is asked"), "caldo", (Heat,)),
    **chapter(*CASTS),
}
