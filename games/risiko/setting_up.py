"""Articles 3 and 4: dice for the first player, colours, the deal with its 50 % rule, objectives, armies laid by threes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from games.kernel.acts import By
from games.kernel.breaches import Breach, Unreadable, impossible, infraction
from games.kernel.game import Chapter, Rule, unrestricted
from games.kernel.seats import ACTIVE, in_order, next_active, read_seat, right_of
from games.kernel.speakers import JUDGE_SAYS, named
from games.kernel.values import put
from games.kernel.words import seat_words
from games.risiko.acts import Colour, Deal, Objectives, Place, StartDice
from games.risiko.board import JOLLIES
from games.risiko.rules import BATCH, COLOURS, INITIAL_ARMIES, Rules
from games.risiko.state import NOBODY, DealCard, DealObjectives, PickColour, PlaceFirst, StartThrow, State
from games.risiko.turns import begin_turn


def start(rules: Rules) -> State:
    """The empty board, before the first die."""
    size, seats = rules.board.size, rules.seats
    return State(
        awaits=StartThrow(tuple(range(seats))),
        owners=(NOBODY,) * size,
        armies=(0,) * size,
        standing=(ACTIVE,) * seats,
        colours=("",) * seats,
        hands=((0,),) * seats,
        unseen=((1 << (size + JOLLIES)) - 1,),
        deck=size + JOLLIES,
        used=0,
        objectives=(0,) * seats,
    )


# -- art. 3


def start_dice_breaches(rules: Rules, state: State, by: By, act: StartDice) -> Iterator[Breach]:
    assert isinstance(state.awaits, StartThrow)
    if len(act.dice) != len(state.awaits.seats):
        yield infraction(
            "3",
            "lanciano in {due}, non in {thrown}: solo chi è alla pari rilancia, e il lancio si ripete",
            "{due:# player throws|# players throw}, not {thrown}: only those level throw again, and the throw is repeated",
            waivable=False,
            due=len(state.awaits.seats),
            thrown=len(act.dice),
        )


def start_dice(rules: Rules, state: State, by: By, act: StartDice) -> State:
    assert isinstance(state.awaits, StartThrow)
    best = tuple(seat for seat, die in zip(state.awaits.seats, act.dice, strict=True) if die == max(act.dice))
    if len(best) > 1:
        return state.with_(awaits=StartThrow(best))
    return state.with_(awaits=PickColour(best[0]), first=best[0], seat=best[0])


def colour_breaches(rules: Rules, state: State, by: By, act: Colour) -> Iterator[Breach]:
    if act.colour not in COLOURS:
        raise Unreadable("colore sconosciuto: {colour}", "unknown colour: {colour}", colour=act.colour)
    assert isinstance(state.awaits, PickColour)
    if by != state.awaits.seat:
        yield infraction("3", "i colori si scelgono nell'ordine di gioco", "colours are chosen in the order of play")
    if act.colour in state.colours or (isinstance(by, int) and state.colours[by]):
        yield impossible("quel colore è già preso, o ne ha uno", "that colour is taken, or this player has one", "3")


def colour(rules: Rules, state: State, by: By, act: Colour) -> State:
    assert isinstance(state.awaits, PickColour)
    assert isinstance(by, int)
    colours = (*state.colours[:by], act.colour, *state.colours[by + 1 :])
    waiting = [seat for seat in in_order(state.first, rules.seats, rules.direction) if not colours[seat]]
    return state.with_(awaits=PickColour(waiting[0]) if waiting else first_deal(rules), colours=colours)


# -- art. 4, the deal


def first_deal(rules: Rules) -> DealCard:
    """From the player at the judge's right, against the direction of play."""
    return DealCard(rules.judge, 0, (0,) * rules.seats)


def is_barred(rules: Rules, owners: tuple[int, ...], place: int, seat: int) -> bool:
    """Whether the territory would give the seat more than half of its continent."""
    continent = rules.board.continents[rules.board.continent_of[place]]
    return continent.of(owners).count(seat) + 1 > continent.cap


def receiver(rules: Rules, state: State, place: int) -> int:
    """Who gets the territory turned up; `NOBODY` where an option puts the card back into the deck."""
    awaits = state.awaits
    assert isinstance(awaits, DealCard)
    if not is_barred(rules, state.owners, place, awaits.due):
        return awaits.due
    further = awaits.skipped + (awaits.skipped > 0 and rules.deal_second == "past_neighbour")
    named = right_of(awaits.due, rules.seats, (further % (rules.seats - 1) + 1) * rules.direction)
    others = [seat for seat in _rightwards(named, rules.seats, rules.direction) if seat != awaits.due]
    able = next((seat for seat in others if not is_barred(rules, state.owners, place, seat)), awaits.due)
    is_last_card = NOBODY not in put(state.owners, place, awaits.due)
    beyond = able != named or awaits.skipped >= 2
    return NOBODY if rules.deal_barred == "reshuffle" and beyond and not is_last_card else able


@cache
def _rightwards(seat: int, seats: int, direction: int) -> tuple[int, ...]:
    return tuple(right_of(seat, seats, step * direction) for step in range(seats))


def deal_breaches(rules: Rules, state: State, by: By, act: Deal) -> Iterator[Breach]:
    if act.to != NOBODY:
        read_seat(rules.seats, act.to)
    if act.card.startswith("jolly"):
        yield infraction(
            "4",
            "i jolly si tolgono prima di distribuire: torna da parte",
            "the jollies are taken out before the deal: it is laid aside",
            waivable=False,
        )
        return
    place = rules.board.index[act.card]
    if state.owners[place] != NOBODY:
        yield impossible("quella carta è già stata distribuita", "that card has been dealt already", "4")
        return
    due = receiver(rules, state, place)
    if act.to == NOBODY and due != NOBODY:
        yield infraction("4", "la carta spetta a un giocatore", "the card is due to a player")
    elif act.to != due and is_barred(rules, state.owners, place, act.to):
        yield infraction(
            "4",
            "avrebbe più della metà del continente: tocca al {due}",
            "more than half of the continent: it goes to {due}",
            due=seat_words(due),
        )
    elif act.to != due:
        yield infraction("4", "la carta spetta al {due}", "the card is due to {due}", due=seat_words(due))


def deal(rules: Rules, state: State, by: By, act: Deal) -> State:
    awaits = state.awaits
    assert isinstance(awaits, DealCard)
    if act.to == NOBODY:
        return state
    place = rules.board.index[act.card]
    owners, armies = put(state.owners, place, act.to), put(state.armies, place, 1)
    if NOBODY not in owners:
        return state.with_(owners=owners, armies=armies, awaits=DealObjectives())
    return state.with_(owners=owners, armies=armies, awaits=_next_card(rules, awaits, act.to))


def _next_card(rules: Rules, awaits: DealCard, to: int) -> DealCard:
    """Whose card is next. A card received in another's stead uses up one's own turn, unless the edition calls it a bonus."""
    if to != awaits.due and rules.deal_turn == "bonus":
        return DealCard(awaits.due, awaits.skipped + 1, awaits.turns)
    turns = put(awaits.turns, to, awaits.turns[to] + 1)
    if to != awaits.due:
        return DealCard(awaits.due, awaits.skipped + 1, turns)
    due = min(_rightwards(rules.judge, rules.seats, rules.direction), key=turns.__getitem__)
    return DealCard(due, 0, turns)


# -- art. 4, objectives and armies


def objectives(rules: Rules, state: State, by: By, act: Objectives) -> State:
    armies = INITIAL_ARMIES[rules.seats]
    stock = tuple(armies - state.owners.count(seat) for seat in range(rules.seats))
    return state.with_(awaits=PlaceFirst(state.first, stock))


def first_place_breaches(awaits: PlaceFirst, by: By, total: int) -> tuple[Breach, ...]:
    """Three at a time from the first player on, fewer only when fewer are left."""
    assert isinstance(by, int)
    out_of_order = (infraction("4", "si colloca a turno, dal primo di mano", "armies are laid in turn"),)
    return (*(out_of_order if by != awaits.seat else ()), *_batch_breaches(awaits.stock[by], total))


def _batch_breaches(stock: int, total: int) -> tuple[Breach, ...]:
    due = BATCH if stock > BATCH else stock
    if total == due:
        return ()
    if total > stock:
        it, en = "gliene {n:resta # sola|restano #}", "{n:# is|# are} left of this player's armies"
        return (infraction("4", it, en, n=stock),)
    it = "{due:si colloca # armata|si collocano # armate} alla volta, non {total}"
    en = "{due:army|armies} at a time, not {total}"
    return (infraction("4", it, en, due=due, total=total),)


def first_place(rules: Rules, state: State, by: int, awaits: PlaceFirst, act: Place) -> State:
    """Whoever lays out of order, registered as it happened, keeps nobody from laying in his."""
    stock = put(awaits.stock, by, max(0, awaits.stock[by] - sum(act.armies.values())))
    after = state.with_(armies=added(rules, state.armies, act.armies))
    seat = next_active(awaits.seat, state.standing, rules.direction) if by == awaits.seat else awaits.seat
    return laid(rules, after, seat, stock)


def laid(rules: Rules, state: State, seat: int, stock: tuple[int, ...]) -> State:
    """The next with armies in hand lays, from this seat on; once nobody has any the first player's turn begins."""
    if not any(stock):
        order = in_order(state.first, rules.seats, rules.direction)
        return begin_turn(rules, state, next(seat for seat in order if state.is_active(seat)), 1)
    while not stock[seat]:
        seat = next_active(seat, state.standing, rules.direction)
    return state.with_(awaits=PlaceFirst(seat, stock), seat=seat)


def added(rules: Rules, armies: tuple[int, ...], more: dict[str, int]) -> tuple[int, ...]:
    index, after = rules.board.index, list(armies)
    for name, count in more.items():
        after[index[name]] += count
    return tuple(after)


CHAPTER: Chapter = {
    StartDice: Rule(start_dice_breaches, start_dice, JUDGE_SAYS, "3", (StartThrow,)),
    Colour: Rule(colour_breaches, colour, named("seat choosing"), "3", (PickColour,)),
    Deal: Rule(deal_breaches, deal, JUDGE_SAYS, "4", (DealCard,)),
    Objectives: Rule(unrestricted, objectives, JUDGE_SAYS, "4", (DealObjectives,)),
}
