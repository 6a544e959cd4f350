"""Articles 2, 4 and 5, and where the factories stand (19): the draw, colours, objectives, armies laid by threes. `dealing` has 3."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from games.iperisiko import dealing
from games.iperisiko.acts import Colour, Factory, Lot, Objectives, PickPlace, Place, Standings, VoidObjectives
from games.iperisiko.dealing import unplaced_of
from games.iperisiko.rules import BATCH, COLOURS, Rules
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
    put,
)
from games.iperisiko.state import (
    PickPlace as PickingPlace,
)
from games.iperisiko.turns import begin_turn, not_now, seat_breaches
from games.kernel.acts import JUDGE, By
from games.kernel.breaches import Breach, Unreadable, impossible, infraction
from games.kernel.game import Chapter, Rule
from games.kernel.seats import ACTIVE, in_order
from games.kernel.speakers import IN_TURN, JUDGE_SAYS, named
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
    seat_breaches(rules, act.first)
    if isinstance(state.awaits, ReadStandings):
        yield infraction(
            "2", "l'ordine si sceglie, dall'ultimo in classifica", "the order is chosen, from the last of the standings"
        )
    elif not isinstance(state.awaits, DrawLot):
        yield not_now("l'ordine è già stabilito", "the order is already settled", "2")


def lot(rules: Rules, state: State, by: By, act: Lot) -> State:
    return _ordered(rules, state, tuple(in_order(act.first, rules.seats, rules.direction)))


def _ordered(rules: Rules, state: State, order: tuple[int, ...]) -> State:
    first = order[0]
    awaits: AnyAwaits = DealHand(first) if "" not in state.colours else PickColour(first)
    return state.with_(order=order, seat=first, awaits=awaits)


def standings_breaches(rules: Rules, state: State, by: By, act: Standings) -> Iterator[Breach]:
    if sorted(act.seats) != list(range(rules.seats)):
        raise Unreadable("seats: ogni posto una volta", "seats: every seat once")
    if isinstance(state.awaits, DrawLot):
        yield infraction("2", "l'ordine di questa partita si sorteggia", "the order of this game is drawn")
    elif not isinstance(state.awaits, ReadStandings):
        yield not_now("l'ordine è già stabilito", "the order is already settled", "2")


def standings_act(rules: Rules, state: State, from_last: tuple[int, ...]) -> Standings | None:
    """What a judge reads out where the order is chosen from the last of the standings."""
    return Standings(from_last) if isinstance(state.awaits, ReadStandings) else None


def standings(rules: Rules, state: State, by: By, act: Standings) -> State:
    return state.with_(awaits=PickingPlace(act.seats, (NOBODY,) * rules.seats))


def pick_place_breaches(rules: Rules, state: State, by: By, act: PickPlace) -> Iterator[Breach]:
    if act.place > rules.seats:
        raise Unreadable("place: da 1 a {n}", "place: from 1 to {n}", n=rules.seats)
    awaits = state.awaits
    if not isinstance(awaits, PickingPlace):
        yield not_now("nessuno sceglie il proprio posto", "nobody chooses a place", "2")
        return
    if by != awaits.seats[0]:
        yield infraction(
            "2",
            "sceglie prima il {due}: si parte dall'ultimo in classifica",
            "{due} chooses first: from the last of the standings",
            waivable=False,
            due=seat_words(awaits.seats[0]),
        )
    if awaits.places[act.place - 1] != NOBODY:
        yield impossible("quel posto è già preso", "that place is taken", "2")


def pick_place(rules: Rules, state: State, by: By, act: PickPlace) -> State:
    awaits = state.awaits
    assert isinstance(awaits, PickingPlace)
    places = put(awaits.places, act.place - 1, awaits.seats[0])
    rest = awaits.seats[1:]
    if len(rest) > 1:
        return state.with_(awaits=PickingPlace(rest, places))
    return _ordered(rules, state, tuple(rest[0] if seat == NOBODY else seat for seat in places))


# -- colours (base)


def colour_breaches(rules: Rules, state: State, by: By, act: Colour) -> Iterator[Breach]:
    if act.colour not in COLOURS:
        raise Unreadable("colore sconosciuto: {colour}", "unknown colour: {colour}", colour=act.colour)
    if not isinstance(state.awaits, PickColour):
        yield not_now(
            "i colori sono già scelti o non ancora da scegliere", "it is not the time of colours", "base.colours"
        )
        return
    if by != state.awaits.seat:
        yield infraction(
            "base.colours", "i colori si scelgono nell'ordine di gioco", "colours are chosen in order", waivable=False
        )
    if act.colour in state.colours:
        yield impossible("quel colore è già preso", "that colour is taken", "base.colours")


def colour(rules: Rules, state: State, by: By, act: Colour) -> State:
    assert isinstance(state.awaits, PickColour)
    seat = state.awaits.seat
    follower = state.next_after(seat)
    awaits: AnyAwaits = DealHand(follower) if follower == state.order[0] else PickColour(follower)
    return state.with_(awaits=awaits, colours=put(state.colours, seat, act.colour))


# -- art. 5, objectives


def objectives_breaches(rules: Rules, state: State, by: By, act: Objectives) -> Iterator[Breach]:
    if not isinstance(state.awaits, DealObjectives):
        yield not_now("gli obiettivi seguono l'asta", "objectives follow the auction", "5")


def objectives(rules: Rules, state: State, by: By, act: Objectives) -> State:
    first = state.order[0]
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
        yield not_now("gli obiettivi non sono appena stati dati", "objectives have not just been dealt", "5")
    if len(set(act.objectives)) != PAIR:
        yield infraction("5", "gli obiettivi sono due", "there are two objectives", waivable=False)
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
    if not isinstance(awaits, PlaceFactory):
        yield not_now("non si collocano fabbriche", "no factory is placed", "19")
        return
    due: By = JUDGE if rules.factory_place == "drawn" else awaits.seat
    if by != due:
        yield infraction(
            "19", "la fabbrica tocca al {due}", "the factory is {due}'s", waivable=False, due=seat_words(awaits.seat)
        )
    if state.owners[dst] != awaits.seat:
        yield impossible("la fabbrica sorge su un territorio proprio", "a factory stands on one's own territory", "19")
    elif dst in state.factories:
        yield impossible("lì c'è già una fabbrica", "a factory stands there already", "19")


def factory(rules: Rules, state: State, by: By, act: Factory) -> State:
    awaits = state.awaits
    assert isinstance(awaits, PlaceFactory)
    built = state.with_(factories=tuple(sorted((*state.factories, rules.board.index[act.dst]))))
    follower = built.next_after(awaits.seat)
    if len(built.factories) < rules.factories_each * rules.seats:
        return built.with_(awaits=PlaceFactory(follower), seat=follower)
    return built.with_(awaits=_laying(rules, built), seat=built.order[0])


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
    if by != awaits.seat:
        yield infraction(
            "2", "si posa nell'ordine di partenza", "armies are laid in the starting order", waivable=False
        )
        return
    total, hand_size = sum(act.armies.values()), awaits.stock[awaits.seat]
    if total > hand_size:
        yield impossible("non gli restano tante armate", "the player does not hold so many armies", "4")
    elif total != min(BATCH, hand_size):
        yield infraction(
            "2",
            "si posano {due} armate alla volta, non {total}",
            "{due} armies at a time, not {total}",
            due=min(BATCH, hand_size),
            total=total,
        )


def first_place(rules: Rules, state: State, by: By, act: Place) -> State:
    awaits = state.awaits
    assert isinstance(awaits, PlaceFirst)
    stock = put(awaits.stock, awaits.seat, max(0, awaits.stock[awaits.seat] - sum(act.armies.values())))
    placed = state.with_(armies=added(rules, state.armies, act.armies))
    if not any(stock):
        return begin_turn(rules, placed, state.order[0], 1)
    seat = _holder(state, stock, awaits.seat)
    return placed.with_(awaits=PlaceFirst(seat, stock), seat=seat)


def added(rules: Rules, armies: tuple[int, ...], more: dict[str, int]) -> tuple[int, ...]:
    after = list(armies)
    for name, count in more.items():
        after[rules.board.index[name]] += count
    return tuple(after)


CHAPTER: Chapter = {
    Lot: Rule(lot_breaches, lot, JUDGE_SAYS, "2"),
    Standings: Rule(standings_breaches, standings, JUDGE_SAYS, "2"),
    PickPlace: Rule(pick_place_breaches, pick_place, named("seat choosing"), "2"),
    Colour: Rule(colour_breaches, colour, named("seat choosing")),
    **dealing.CHAPTER,
    Objectives: Rule(objectives_breaches, objectives, JUDGE_SAYS),
    VoidObjectives: Rule(void_objectives_breaches, void_objectives, IN_TURN, "5"),
    Factory: Rule(factory_breaches, factory, named("seat, or `judge` by option", judge=True), "19"),
}
