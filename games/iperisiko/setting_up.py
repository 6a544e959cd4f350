"""Articles 2, 4 and 5, and where the factories stand (19): the draw, colours, objectives, armies laid by threes. `dealing` has 3."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from games.iperisiko import dealing
from games.iperisiko.acts import Colour, Factory, Lot, Objectives, PickPlace, Place, Standings, VoidObjectives
from games.iperisiko.dealing import unplaced_of
from games.iperisiko.rules import BATCH, COLOURS, NOTHING_IS_LOST, Rules
from games.iperisiko.state import (
    NOBODY,
    NONE_SUFFERED,
    AnyAwaits,
    DealHand,
    DealObjectives,
    DrawLot,
    PickColour,
    PlaceFactory,
    PlaceFirst,
    ReadStandings,
    State,
)
from games.iperisiko.state import (
    PickPlace as PickingPlace,
)
from games.iperisiko.turns import begin_turn
from games.kernel.acts import JUDGE, By
from games.kernel.breaches import Breach, Unreadable, impossible, infraction
from games.kernel.game import Chapter, Rule, unrestricted
from games.kernel.seats import ACTIVE, in_order, read_seat
from games.kernel.speakers import IN_TURN, JUDGE_SAYS, named
from games.kernel.values import put
from games.kernel.words import seat_words

LEAST_COEFFICIENTS = Decimal("1.80")
PAIR = 2


def start(rules: Rules) -> State:
    """The empty board, before the draw. Where the system deals the objectives it has to know the colours: they go by seat."""
    size, seats = rules.board.size, rules.seats
    return State(
        awaits=DrawLot() if rules.order == "drawn" else ReadStandings(),
        owners=(NOBODY,) * size,
        armies=(0,) * size,
        hidden=(0,) * size,
        locked=(0,) * size,
        standing=(ACTIVE,) * seats,
        colours=COLOURS if rules.sealed else ("",) * seats,
        kits=(tuple(card.count for card in rules.board.kit),) * seats,
        hands=((),) * seats,
        since=(0,) * len(rules.deck),
        deck=len(rules.deck),
        objectives=((),) * seats,
        destroyed_by=(NOBODY,) * seats,
        suffered=(NONE_SUFFERED,) * seats,
        suffered_now=(NONE_SUFFERED,) * seats,
    )


# -- art. 2, the order


def lot_breaches(rules: Rules, state: State, by: By, act: Lot) -> Iterator[Breach]:
    read_seat(rules.seats, act.first)
    if isinstance(state.awaits, ReadStandings):
        yield infraction(
            "2", "l'ordine si sceglie, dall'ultimo in classifica", "the order is chosen, from the last of the standings"
        )


def lot(rules: Rules, state: State, by: By, act: Lot) -> State:
    return _ordered(rules, state, tuple(in_order(act.first, rules.seats, rules.direction)))


def _ordered(rules: Rules, state: State, order: tuple[int, ...]) -> State:
    first = order[0]
    awaits: AnyAwaits = DealHand(first) if "" not in state.colours else PickColour(first)
    return state.with_(order=order, seat=first, awaits=awaits)


def standings_breaches(rules: Rules, state: State, by: By, act: Standings) -> Iterator[Breach]:
    if sorted(act.seats) != list(range(rules.seats)):
        raise Unreadable("seats: ogni sedia una volta", "seats: every seat once")
    if isinstance(state.awaits, DrawLot):
        yield infraction("2", "l'ordine di questa partita si sorteggia", "the order of this game is drawn")


def standings_act(rules: Rules, state: State, from_last: tuple[int, ...]) -> Standings | None:
    """What a judge reads out where the order is chosen from the last of the standings."""
    return Standings(from_last) if isinstance(state.awaits, ReadStandings) else None


def standings(rules: Rules, state: State, by: By, act: Standings) -> State:
    return state.with_(awaits=PickingPlace(act.seats, (NOBODY,) * rules.seats))


def pick_place_breaches(rules: Rules, state: State, by: By, act: PickPlace) -> Iterator[Breach]:
    if act.place > rules.seats:
        raise Unreadable("place: da 1 a {n}", "place: from 1 to {n}", n=rules.seats)
    awaits = state.awaits
    assert isinstance(awaits, PickingPlace)
    if by not in awaits.seats:
        yield impossible("ha già il suo posto", "this player has a place", "2")
    elif by != awaits.seats[0]:
        yield infraction(
            "2",
            "sceglie prima il {due}: si parte dall'ultimo in classifica",
            "{due} chooses first: from the last of the standings",
            due=seat_words(awaits.seats[0]),
        )
    if awaits.places[act.place - 1] != NOBODY:
        yield impossible("quel posto è già preso", "that place is taken", "2")


def pick_place(rules: Rules, state: State, by: By, act: PickPlace) -> State:
    awaits = state.awaits
    assert isinstance(awaits, PickingPlace)
    places = put(awaits.places, act.place - 1, by)
    rest = tuple(seat for seat in awaits.seats if seat != by)
    if len(rest) > 1:
        return state.with_(awaits=PickingPlace(rest, places))
    return _ordered(rules, state, tuple(rest[0] if seat == NOBODY else seat for seat in places))


# -- colours (base)


def colour_breaches(rules: Rules, state: State, by: By, act: Colour) -> Iterator[Breach]:
    if act.colour not in COLOURS:
        raise Unreadable("colore sconosciuto: {colour}", "unknown colour: {colour}", colour=act.colour)
    assert isinstance(state.awaits, PickColour)
    if by != state.awaits.seat:
        yield infraction("base.colours", "i colori si scelgono nell'ordine di gioco", "colours are chosen in order")
    if act.colour in state.colours or (isinstance(by, int) and state.colours[by]):
        it, en = "quel colore è già preso, o ne ha uno", "that colour is taken, or this player has one"
        yield impossible(it, en, "base.colours")


def colour(rules: Rules, state: State, by: By, act: Colour) -> State:
    assert isinstance(by, int)
    colours = put(state.colours, by, act.colour)
    waiting = [seat for seat in state.order if not colours[seat]]
    awaits: AnyAwaits = PickColour(waiting[0]) if waiting else DealHand(state.order[0])
    return state.with_(awaits=awaits, colours=colours)


# -- art. 5, objectives


def objectives(rules: Rules, state: State, by: By, act: Objectives) -> State:
    first = first_active(state)
    awaits: AnyAwaits = (
        PlaceFactory(first, is_fresh=True) if rules.factories_each else _laying(rules, state, is_fresh=True)
    )
    return state.with_(awaits=awaits, seat=first)


def is_poor(rules: Rules, pair: tuple[int, ...]) -> bool:
    return sum(rules.board.coefficients[number] for number in pair) < LEAST_COEFFICIENTS


def is_own(rules: Rules, state: State, seat: int, pair: tuple[int, ...]) -> bool:
    """Whether one of the objectives is to destroy the seat's own colour."""
    return any(rules.board.targets.get(number) == state.colours[seat] for number in pair)


def read_pair(rules: Rules, pair: tuple[int, ...]) -> None:
    for number in pair:
        if number not in rules.board.objectives:
            raise Unreadable("non c'è un obiettivo {number}", "there is no objective {number}", number=number)


def void_objectives_breaches(rules: Rules, state: State, by: By, act: VoidObjectives) -> Iterator[Breach]:
    read_pair(rules, act.objectives)
    if not isinstance(by, int):
        raise Unreadable("un obiettivo è di un giocatore", "an objective belongs to a player")
    if not may_void(rules, state):
        yield impossible("gli obiettivi non sono appena stati dati", "objectives have not just been dealt", "5")
    if len(set(act.objectives)) != PAIR:
        yield infraction("5", "gli obiettivi sono due", "there are two objectives")
    elif not is_poor(rules, act.objectives) and not (
        rules.own_colour == "redealt" and is_own(rules, state, by, act.objectives)
    ):
        yield infraction(
            "5",
            "la coppia vale {total}: non meno di 1,80",
            "the pair is worth {total}: not below 1.80",
            total=str(sum(rules.board.coefficients[number] for number in act.objectives)),
        )


def may_void(rules: Rules, state: State) -> bool:
    return isinstance(state.awaits, (PlaceFactory, PlaceFirst)) and state.awaits.is_fresh and not rules.sealed


def void_objectives(rules: Rules, state: State, by: By, act: VoidObjectives) -> State:
    """Everybody's cards are dealt again; by option that player alone gets two others, and the table stands where it stood."""
    return state.with_(awaits=DealObjectives()) if rules.void_objectives == "all" else state


# -- art. 19, factories


def factory_breaches(rules: Rules, state: State, by: By, act: Factory) -> Iterator[Breach]:
    dst = rules.board.index[act.dst]
    awaits = state.awaits
    assert isinstance(awaits, PlaceFactory)
    due: By = JUDGE if rules.factory_place == "drawn" else awaits.seat
    if by != due:
        yield infraction("19", "la fabbrica tocca al {due}", "the factory is {due}'s", due=seat_words(awaits.seat))
    if state.owners[dst] != _builder(rules, state, by):
        yield impossible("la fabbrica sorge su un territorio proprio", "a factory stands on one's own territory", "19")
    elif dst in state.factories:
        yield impossible("lì c'è già una fabbrica", "a factory stands there already", "19")


def _builder(rules: Rules, state: State, by: By) -> int:
    """Whose factory it is: the speaker's, also out of order."""
    assert isinstance(state.awaits, PlaceFactory)
    if isinstance(by, int) and state.is_active(by) and rules.revision >= NOTHING_IS_LOST:
        return by
    return state.awaits.seat


def factory(rules: Rules, state: State, by: By, act: Factory) -> State:
    awaits = state.awaits
    assert isinstance(awaits, PlaceFactory)
    built = state.with_(factories=tuple(sorted((*state.factories, rules.board.index[act.dst]))))
    if _builder(rules, state, by) != awaits.seat:  # out of order, as it happened: the one whose turn it is still builds
        return built
    return next_factory(rules, built, awaits.seat)


def next_factory(rules: Rules, state: State, seat: int) -> State:
    """The next in the order who lacks a factory; once nobody does, armies are laid."""
    follower = state.next_after(seat)
    for _ in state.order:
        if _factories_of(state, follower) < rules.factories_each:
            return state.with_(awaits=PlaceFactory(follower), seat=follower)
        follower = state.next_after(follower)
    return state.with_(awaits=_laying(rules, state), seat=first_active(state))


def _factories_of(state: State, seat: int) -> int:
    return sum(state.owners[place] == seat for place in state.factories)


def first_active(state: State) -> int:
    """The first in the order who still plays."""
    return state.next_after(state.order[-1])


# -- art. 4, armies by threes


def _laying(rules: Rules, state: State, is_fresh: bool = False) -> PlaceFirst:
    stock = tuple(unplaced_of(state, seat) for seat in range(rules.seats))
    return PlaceFirst(_holder(state, stock, state.order[-1]), stock, is_fresh)


def _holder(state: State, stock: tuple[int, ...], seat: int) -> int:
    """The next seat in the order that still holds armies."""
    follower = state.next_after(seat)
    while any(stock) and not stock[follower]:
        follower = state.next_after(follower)
    return follower


def first_place_breaches(rules: Rules, state: State, by: By, act: Place) -> Iterator[Breach]:
    """Three at a time in the order of the draw, fewer only when fewer are left (2, 4)."""
    awaits = state.awaits
    assert isinstance(awaits, PlaceFirst)
    assert isinstance(by, int)
    if by != awaits.seat:
        yield infraction("2", "si posa nell'ordine di partenza", "armies are laid in the starting order")
    total, hand_size = sum(act.armies.values()), awaits.stock[by]
    if total > hand_size:
        it, en = "gliene {n:resta # sola|restano #}", "{n:# is|# are} left of this player's armies"
        yield infraction("4", it, en, n=hand_size)
    elif total != min(BATCH, hand_size):
        yield infraction(
            "2",
            "{due:si posa # armata|si posano # armate} alla volta, non {total}",
            "{due:army|armies} at a time, not {total}",
            due=min(BATCH, hand_size),
            total=total,
        )


def first_place(rules: Rules, state: State, by: By, act: Place) -> State:
    awaits = state.awaits
    assert isinstance(awaits, PlaceFirst)
    assert isinstance(by, int)
    stock = put(awaits.stock, by, max(0, awaits.stock[by] - sum(act.armies.values())))
    return next_batch(rules, state.with_(armies=added(rules, state.armies, act.armies)), stock, by)


def next_batch(rules: Rules, state: State, stock: tuple[int, ...], by: int) -> State:
    """Once `by` has laid, or left: whoever holds armies goes on, or the first turn begins."""
    awaits = state.awaits
    assert isinstance(awaits, PlaceFirst)
    if not any(stock):
        return begin_turn(rules, state, first_active(state), 1)
    seat = awaits.seat if by != awaits.seat and stock[awaits.seat] else _holder(state, stock, awaits.seat)
    return state.with_(awaits=PlaceFirst(seat, stock), seat=seat)


def added(rules: Rules, armies: tuple[int, ...], more: dict[str, int]) -> tuple[int, ...]:
    after = list(armies)
    for name, count in more.items():
        after[rules.board.index[name]] += count
    return tuple(after)


CHAPTER: Chapter = {
    Lot: Rule(lot_breaches, lot, JUDGE_SAYS, "2", (DrawLot, ReadStandings)),
    Standings: Rule(standings_breaches, standings, JUDGE_SAYS, "2", (DrawLot, ReadStandings)),
    PickPlace: Rule(pick_place_breaches, pick_place, named("seat choosing"), "2", (PickingPlace,)),
    Colour: Rule(colour_breaches, colour, named("seat choosing"), "base.colours", (PickColour,)),
    **dealing.CHAPTER,
    Objectives: Rule(unrestricted, objectives, JUDGE_SAYS, "5", (DealObjectives,)),
    VoidObjectives: Rule(void_objectives_breaches, void_objectives, IN_TURN, "5", (PlaceFactory, PlaceFirst)),
    Factory: Rule(factory_breaches, factory, named("seat, or `judge` by option", judge=True), "19", (PlaceFactory,)),
}
