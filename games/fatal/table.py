"""The judge's acts about the table as a whole: what it shows, that time is up, that a game told by its result alone is over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from games.fatal import hidden, hoards
from games.fatal.acts import Effect, Finish, Shown
from games.fatal.leaving import gone, put_out_by_the_end, without_cards
from games.fatal.rules import (
    ALL_TOGETHER,
    AS_IT_ENDED,
    AS_NAMED,
    AT_ANY_MOMENT,
    FIRST_HAND,
    HAND_LIMIT,
    KNOWN_TO_ALL,
    ON_DISPLAY,
    OUT_AT_THE_END,
    PAID,
    SHOWN_IN_FULL,
    SIX_AT_THE_END,
    WITH_QUEEN,
    Rules,
)
from games.fatal.state import DECK, EMPTY, NO_ROW, REFILL, Row, Rows, State
from games.fatal.turns import begin_turn, emptied, end_game, go, pass_on
from games.kernel.acts import By, TimeNotUp, TimeUp
from games.kernel.breaches import Breach, Unreadable, impossible, infraction, missing
from games.kernel.endings import after_the_last
from games.kernel.game import Chapter, Rule
from games.kernel.latest import latest
from games.kernel.seats import ELIMINATED, read_seat
from games.kernel.speakers import JUDGE_SHOWS
from games.kernel.words import Words, seat_words

NOT_PAID = Words("si paga con un tesoro di valore 1, 2 o 3", "a treasure of value 1, 2 or 3 is paid")
HAND_IS_WHOLE = 2
"""The revision from which a hand told at the end of a turn holds the cards that were set aside in it."""
LEAVING_COMES_FIRST = 2
"""The revision from which a turn told as a whole ends when those whom it puts out have left."""
ROW = 3
SET_UP = 0

# -- what changed, in an effect or in what the table shows


def read_changes(
    rules: Rules,
    hands: Mapping[int, int],
    treasures: Mapping[int, int],
    rows: Mapping[int, tuple[tuple[str, ...], ...]],
) -> None:
    """Raises `Unreadable` for a seat, a card or a row that cannot be."""
    for seat in (*hands, *treasures, *rows):
        read_seat(rules.seats, seat)
    for row in [row for pair in rows.values() for row in pair]:
        if len(row) > ROW:
            raise Unreadable("una fila ha al più tre visioni", "a row has three visions at most")
        for name in row:
            if not rules.box.is_vision(rules.box.cards[name]):
                raise Unreadable(
                    "in una fila vanno solo visioni: {name}", "only visions go into a row: {name}", name=name
                )


def change_breaches(rules: Rules, state: State, act: Effect | Shown) -> Iterator[Breach]:
    """Only what can lie on a table is asked: no card twice, no more cards and treasures than there are."""
    if (act.rows or act.discarded) and _is_shown_twice(rules, state, act):
        yield impossible("una carta non può essere in due posti", "a card cannot be in two places")
        return
    after = changed(rules, state, act)
    if after.deck < 0:
        yield impossible("non ci sono tante carte", "there are not so many cards")
    if hoards.lying(after, DECK) < 0 and isinstance(
        act, Effect
    ):  # what the table shows is held to it with all open treasures
        yield impossible("non ci sono tanti tesori", "there are not so many treasures")
    for seat in (*act.hands, *act.treasures, *act.rows):
        if not state.is_active(seat):
            yield impossible("il {seat} non è più in gioco", "{seat} is out of the game", "", seat=seat_words(seat))


def _is_shown_twice(rules: Rules, state: State, act: Effect | Shown) -> bool:
    shown = Counter(_in_rows(rows_after(rules, state, act)))
    shown.update(rules.box.cards[name] for name in act.discarded)
    return any(count > rules.box.copies[kind] for kind, count in shown.items())


def rows_after(rules: Rules, state: State, act: Effect | Shown) -> tuple[Rows, ...]:
    def row(names: tuple[str, ...]) -> Row:
        first, second, third = (*(rules.box.cards[name] for name in names), *NO_ROW)[:ROW]
        return first, second, third

    return tuple(
        (row(act.rows[seat][0]), row(act.rows[seat][1])) if seat in act.rows else rows
        for seat, rows in enumerate(state.rows)
    )


def _in_rows(rows: Iterable[Rows]) -> list[int]:
    return [kind for pair in rows for row in pair for kind in row if kind != EMPTY]


@latest
def changed(rules: Rules, state: State, act: Effect | Shown) -> State:
    """The table after the changes. Whatever moved unseen can have gone anywhere: where counts change, what was known is forgotten.

    A count as before says that nothing changed, except of an enchantment: there the cards changed hands.
    """
    is_as_named = rules.revision >= AS_NAMED
    tells_the_same = is_as_named and isinstance(act, Shown)
    after = _laid_out(rules, state, act) if act.rows or act.discarded else state
    if is_as_named and after == state:
        after = state
    hands = [act.hands.get(seat, state.hand_size(seat)) for seat in range(rules.seats)]
    is_counted = act.hands and not (tells_the_same and hands == [*map(state.hand_size, range(rules.seats))])
    if is_counted or (after is not state if is_as_named else act.hands or act.rows or act.discarded):
        aside = [sum(side.aside) for side in state.sides]
        drawn = [sum(side.drawn) if is_as_named else 0 for side in state.sides]
        after = hidden.with_hand_sizes(after, rules.box.copies, hands, aside, drawn)
        after = after if is_as_named else after.with_(surplus=0)
    if act.treasures:
        piles = tuple(act.treasures.get(seat, pile) for seat, pile in enumerate(state.piles))
        if piles != state.piles or not tells_the_same:
            after = hoards.blurred(rules, after.each_with(pile=piles))
    return after


def _laid_out(rules: Rules, state: State, act: Effect | Shown) -> State:
    """Rows as shown: what left them lies on the discards, what came to them does not, and neither do more cards than there are."""
    rows = rows_after(rules, state, act)
    piled = Counter({kind: count for kind, count in enumerate(state.discards) if count})
    piled += Counter(_in_rows(state.rows)) - Counter(_in_rows(rows))
    piled -= Counter(_in_rows(rows)) - Counter(_in_rows(state.rows))
    for kind, count in Counter(rules.box.cards[name] for name in act.discarded).items():
        seen = piled[kind] + _in_rows(rows).count(kind) + (state.enchantment == kind)
        piled[kind] += min(count, rules.box.copies[kind] - seen)
    return state.each_with(rows=rows).with_(discards=bytes([piled[kind] for kind in range(rules.box.kinds)]))


# -- what the table shows


def shown_breaches(rules: Rules, state: State, by: By, act: Shown) -> Iterator[Breach]:
    _read(rules, act)
    if state.ended:
        yield impossible("la partita è finita", "the game is over")
        return
    if state.giro == SET_UP and act.turn is None:
        yield missing("turn", "manca chi comincia", "who begins is missing")
    if act.turn is not None and not state.is_active(act.turn):
        yield impossible("il {seat} non è più in gioco", "{seat} is out of the game", "", seat=seat_words(act.turn))
    if act.giro == SET_UP and rules.revision >= KNOWN_TO_ALL:
        yield impossible("i giri si contano da 1", "giri are counted from 1", "gioco")
    if act.smazzata is not None and act.smazzata < state.smazzata:
        yield impossible("la prima smazzata è finita", "the first smazzata is over")
    if act.smazzata == 2 and state.smazzata == 1 and rules.revision >= ALL_TOGETHER:
        yield from _missing_points(state, act)
    if state.stage and act.smazzata != 2:
        yield impossible("si conta la prima smazzata", "the first smazzata is being counted")
    if rules.revision >= ALL_TOGETHER and rules.time_called == "last_giro":
        yield from after_the_last("gioco", state.last_giro, state.giro, act.giro)
    yield from _open_treasures(rules, state, act)
    names = [lineage for seat, lineage in enumerate(_characters(state, act)) if lineage]
    if len(set(names)) != len(names):
        yield impossible("lo stesso personaggio due volte", "the same character twice", "preparazione")
    if rules.sealed and rules.revision >= AS_NAMED:
        yield from _sealed_breaches(state, act)
    if rules.revision >= AT_ANY_MOMENT:
        yield from _revealing_breaches(rules, state, act)
    if rules.revision >= SIX_AT_THE_END and act.turn_over and act.smazzata is None:
        yield from _hand_breaches(state, act)
        if rules.revision >= SHOWN_IN_FULL:
            yield from _row_breaches(rules, state, act)
    yield from change_breaches(rules, _with_whole_hand(rules, state, act), act)


def _hand_breaches(state: State, act: Shown) -> Iterator[Breach]:
    """At its end a turn brings what was set aside into the hand, and the hand down to six (C). Whose turn it was not may hold more."""
    count = act.hands.get(state.seat, state.hand_size(state.seat) + state.set_aside(state.seat))
    if count > HAND_LIMIT:
        yield infraction(
            "C",
            "a fine turno il {seat} ha {n:carta|carte} in mano: al più {most}",
            "at the end of the turn {seat} holds {n:card|cards}: {most} at most",
            seat=seat_words(state.seat),
            n=count,
            most=HAND_LIMIT,
        )


def _row_breaches(rules: Rules, state: State, act: Shown) -> Iterator[Breach]:
    """At the end of the turn a row of three visions gives its trimagia and is discarded (B). In the rows of others it stays."""
    if state.is_active(state.seat) and any(EMPTY not in row for row in rows_after(rules, state, act)[state.seat]):
        yield infraction(
            "B",
            "a fine turno il {seat} ha una fila di tre visioni: si esegue la trimagia e la fila si scarta",
            "at the end of the turn {seat} has a row of three visions: its trimagia is performed and the row discarded",
            seat=seat_words(state.seat),
        )


def _missing_points(state: State, act: Shown) -> Iterator[Breach]:
    """A second smazzata whose first was not counted in the record goes on from the points of the first."""
    is_counted = [bool(state.stage) and side.tally is not None for side in state.sides]
    for seat in [one for one in state.actives if one not in act.points and not is_counted[one]][:1]:
        it, en = "mancano i punti del {seat} nella prima smazzata", "{seat}'s points of the first smazzata are missing"
        yield missing("points", it, en, "fine-smazzata", seat=seat_words(seat))


def _revealing_breaches(rules: Rules, state: State, act: Shown) -> Iterator[Breach]:
    """Points, revealed characters and treasures face up come with the end of the first smazzata, and are those that can be made."""
    is_first = state.smazzata == 1 and act.smazzata != 2
    values = [rules.box.treasures[kind].value for kind in rules.in_play]
    most, least = sum(value for value in values if value > 0), sum(value for value in values if value < 0)
    if any(not least <= points <= most for points in act.points.values()):
        yield impossible(
            "con quei tesori non si fanno tanti punti", "those treasures do not make such points", "fine-smazzata"
        )
    elif is_first and any(act.points.values()):
        yield impossible("la prima smazzata non è finita", "the first smazzata is not over", "fine-smazzata")
    if is_first and any(not state.sides[seat].is_revealed for seat in act.revealed):
        it, en = "ci si rivela alla fine della prima smazzata", "one reveals at the end of the first smazzata"
        yield infraction("rivelare", it, en)
    for seat, names in act.face_up.items():
        kinds = {rules.box.hoard[name] for name in names} - {*state.sides[seat].face_up}
        shows = seat in act.revealed or state.sides[seat].is_revealed
        colour = rules.colour(act.revealed.get(seat, state.sides[seat].character)) if shows and not is_first else ""
        if kinds - rules.box.of_colour.get(colour, frozenset()):
            yield infraction(
                "seconda-smazzata",
                "a faccia in su solo i tesori del colore che ha rivelato",
                "face up only treasures of the colour that was revealed",
            )


def _sealed_breaches(state: State, act: Shown) -> Iterator[Breach]:
    """A character that the system dealt is shown by opening its seal, which nobody's word replaces."""
    for seat, lineage in act.revealed.items():
        side = state.sides[seat]
        if not side.is_revealed or side.character != lineage:
            yield impossible(
                "il personaggio del {seat} è sigillato: lo scopre chi lo ha",
                "{seat}'s character is sealed: it is turned up by its player",
                "preparazione",
                seat=seat_words(seat),
            )


def _with_whole_hand(rules: Rules, state: State, act: Shown) -> State:
    """Where the turn under way is over, the hand told of its seat holds what was set aside: nothing is left to come to it."""
    is_over = act.turn_over or act.turn not in (None, state.seat)
    if not is_over or state.seat not in act.hands or rules.revision < HAND_IS_WHOLE:
        return state
    side = state.sides[state.seat]
    return state.seat_with(state.seat, side.with_(aside=(0,) * len(side.aside)))


def _read(rules: Rules, act: Shown) -> None:
    read_changes(rules, act.hands, act.treasures, act.rows)
    for seat in (*act.face_up, *act.revealed, *act.points, *(() if act.turn is None else (act.turn,))):
        read_seat(rules.seats, seat)
    for lineage in act.revealed.values():
        if lineage not in rules.rivals:
            raise Unreadable("stirpe sconosciuta: {name}", "unknown lineage: {name}", name=lineage)
    if act.paid and rules.revision < AS_IT_ENDED:
        raise Unreadable("paid: qui non si dice", "paid: not said here")
    for name in (*act.display, *act.paid):
        rules.box.hoard[name]


def _open_treasures(rules: Rules, state: State, act: Shown) -> Iterator[Breach]:
    face_up = _face_up(rules, state, act)
    display = tuple(rules.box.hoard[name] for name in act.display) or state.display
    paid = [rules.box.hoard[name] for name in act.paid]
    if rules.revision >= OUT_AT_THE_END and any(rules.box.treasures[kind].value not in PAID for kind in paid):
        yield infraction("1-alternativa", NOT_PAID.it, NOT_PAID.en)
    open_ = Counter(display) + Counter(state.bottom) + Counter(paid)
    for kinds in face_up:
        open_ += Counter(kinds)
    if open_ - Counter(rules.in_play):
        yield impossible("un tesoro non può essere in due posti", "a treasure cannot be in two places")
    piles = sum(act.treasures.get(seat, pile) for seat, pile in enumerate(state.piles))
    every = piles + sum(open_.values())
    begins = act.turn not in (None, state.seat) and rules.revision >= ALL_TOGETHER
    begins &= state.giro != SET_UP or rules.revision < AS_IT_ENDED  # the board of an end told alone
    if begins and every <= len(rules.in_play) < every + ON_DISPLAY - len(display):
        it, en = (
            "quando un turno comincia tre tesori sono a disposizione",
            "as a turn begins three treasures are on display",
        )
        yield impossible(it, en, "preparazione")
    if len(display) > ON_DISPLAY or every > len(rules.in_play):
        yield impossible("non ci sono tanti tesori", "there are not so many treasures")


def _face_up(rules: Rules, state: State, act: Shown) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple(sorted(rules.box.hoard[name] for name in act.face_up[seat])) if seat in act.face_up else kinds
        for seat, kinds in enumerate(state.face_up)
    )


def _characters(state: State, act: Shown) -> tuple[str, ...]:
    return tuple(act.revealed.get(seat, known) for seat, known in enumerate(state.characters))


def shown(rules: Rules, state: State, by: By, act: Shown) -> State:
    after = _seated(rules, state, act) if state.giro == SET_UP else state
    after = changed(rules, _with_whole_hand(rules, after, act), act).each_with(
        character=_characters(state, act),
        is_revealed=[seat in act.revealed or side.is_revealed for seat, side in enumerate(state.sides)],
        points=[act.points.get(seat, was) for seat, was in enumerate(state.points)],
    )
    if after.leaving and rules.revision >= ALL_TOGETHER:  # whoever has cards after all stays in the game
        after = after.with_(leaving=tuple([seat for seat in after.leaving if not after.hand_size(seat)]))
    after = _treasures(rules, after, act)
    if after.smazzata == state.smazzata and (after.smazzata == 2 or rules.revision >= SHOWN_IN_FULL):
        after = emptied(rules, after, state)
    if act.turn is not None and (act.turn != after.seat or state.giro == SET_UP):
        cleared = _cleared(after)
        giro = act.giro if act.giro and rules.revision >= AS_NAMED else max(1, cleared.giro)
        after = begin_turn(cleared, cleared.sides, act.turn, giro, cleared.turn)
    if act.giro:
        after = after.with_(giro=act.giro)
    return go(rules, _over(rules, after) if act.turn_over and not after.ended else after)


def _over(rules: Rules, state: State) -> State:
    """The turn ends; where it puts somebody out, once he has left and his treasures are shared: it counts whose turn it was (eliminare)."""
    cleared = _cleared(state)
    if (state.leaving or state.estates) and rules.revision >= LEAVING_COMES_FIRST:
        return cleared.with_(step=REFILL)
    return pass_on(rules, cleared, cleared.sides, cleared.step)


def _seated(rules: Rules, state: State, act: Shown) -> State:
    """From a set-up told by its result: four cards each where nobody says otherwise."""
    assert act.turn is not None
    for seat in range(rules.seats):
        state = hidden.draw(state, hidden.HANDS, seat, max(0, FIRST_HAND - state.hand_size(seat)))
    return state.with_(first=act.turn)


def _cleared(state: State) -> State:
    """A turn that is told as a whole leaves nothing half done; cards set aside are in the hands as shown."""
    for seat in range(len(state.sides)):
        if seat == state.seat:
            state = hidden.moved(
                hidden.moved(state, hidden.DRAWN, hidden.HANDS, seat), hidden.ASIDE, hidden.HANDS, seat
            )
    spent = (state.enchantment,) if state.enchantment != EMPTY else ()
    return hidden.discarded(state, spent).with_(strike=None, surplus=0, enchantment=EMPTY)


def _treasures(rules: Rules, state: State, act: Shown) -> State:
    """Open treasures as shown; a second smazzata that nobody told move by move starts with a deck of its own."""
    starts = act.smazzata == 2 and state.smazzata == 1
    display = tuple(rules.box.hoard[name] for name in act.display) or state.display
    face_up = _face_up(rules, state, act)
    paid = tuple(rules.box.hoard[name] for name in act.paid)
    is_same = rules.revision >= AS_NAMED and face_up == state.face_up and sorted(display) == sorted(state.display)
    if not (starts or act.display or act.face_up or paid) or (is_same and not starts and not paid):
        return state
    state = state.each_with(face_up=_face_up(rules, state, act)).with_(display=display)
    if starts:
        piles = tuple(act.treasures.get(seat, 0) for seat in range(rules.seats))
        state = state.each_with(pile=piles, tally=[None] * rules.seats).with_(
            smazzata=2, stage="", bottom=(), packet=WITH_QUEEN
        )
    if paid:
        state = state.with_(bottom=(*state.bottom, *paid))
    return hoards.blurred(rules, state)


# -- the end, and the clock


def finish(rules: Rules, state: State, by: By, act: Finish) -> State:
    """A result that is told alone leaves those out whom the table shows without a card; who was first of several nobody knows."""
    out = without_cards(state) if act.how == "rival" else put_out_by_the_end(rules, state)
    for seat in out:
        state = gone(state, seat, ELIMINATED)
    if rules.revision >= OUT_AT_THE_END:
        state = state.with_(level=(*state.level, *out[1:]))
    return end_game(state, act.how, act.winner)


def time_up(rules: Rules, state: State, by: By, act: TimeUp) -> State:
    """The rulebook knows no time: by option the giro under way is the last."""
    return state.with_(last_giro=act.giro or max(1, state.giro))


def time_not_up(rules: Rules, state: State, by: By, act: TimeNotUp) -> State:
    return state.with_(last_giro=0)


CHAPTER: Chapter = {
    Shown: Rule(shown_breaches, shown, JUDGE_SHOWS),
}
