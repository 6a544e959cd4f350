"""The judge's acts about the table as a whole: what it shows, and that a game told by its result alone is over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from operator import or_
from typing import Any

import msgspec

from games.kernel.acts import By
from games.kernel.breaches import Breach, Unreadable, impossible, infraction, missing
from games.kernel.endings import is_told_alone
from games.kernel.game import Chapter, Rule
from games.kernel.seats import (
    ABANDONED,
    ELIMINATED,
    beyond_one_turn,
    in_order,
    landless,
    read_seat,
    turns_over,
    unspoken,
)
from games.kernel.speakers import JUDGE_SHOWS
from games.kernel.values import put
from games.kernel.words import seat_words
from games.risiko.acts import Finish, Shown
from games.risiko.board import JOLLIES
from games.risiko.cards import drawn
from games.risiko.closing import conclude
from games.risiko.leaving import eliminate
from games.risiko.reinforcement import remade
from games.risiko.rules import (
    AFTER_ITS_END,
    AS_IT_LIES,
    AS_NAMED,
    BORNE_OUT,
    BOX_HOLDS,
    COLOURS,
    CONQUESTS_DECIDE,
    DICE_TOO_MANY,
    FOUND_OUT,
    FROM_THE_MIDDLE,
    GIRO_IS_COMPLETE,
    HAND_LIMIT,
    IN_MID_FIGHT,
    INITIAL_ARMIES,
    LAID_IN_FULL,
    ONE_LAW,
    ONLY_THE_LIVING_PLAY,
    QUIET_GIRI,
    SEVEN_WITH_ITS_CARD,
    Rules,
)
from games.risiko.state import NOBODY, CloseThrow, Count, Fight, Reinforce, State
from games.risiko.turns import begin_turn, end_game, is_entitled, is_stocked, only_one_left

SET_UP = 0
SET = 3
"""Cards of a set, by which alone they leave a hand (11)."""
RESULTS = ("dice", "time")
"""What the judge may say of the end of a game, without a turn of it being told."""
BOX = 260
"""Armies of a colour that no box holds: twice the usual limit. What the boxed game holds is not known here."""

MORE_THAN_TURNS = (
    "il {seat} ha {n:carta|carte}: {over:ha finito # turno|ha finito # turni}, e un turno ne dà al più una",
    "{seat} holds {n:card|cards}: {over:# turn is|# turns are} over, and a turn brings one at most",
)
ONE_CARD = ("una sola carta a turno: torna nel mazzo", "one card a turn: it goes back into the deck")


def shown_breaches(rules: Rules, state: State, by: By, act: Shown) -> Iterator[Breach]:
    """Only what can stand on a board is asked: names, seats, an army on every territory, no more cards than there are."""
    owners, armies = _board_after(rules, state, act)
    _read_seats(rules, act)
    if state.giro == SET_UP and state.ended == "":
        yield from _first_board(rules, owners, act)
        if rules.revision >= LAID_IN_FULL and NOBODY not in owners:
            yield from _initial_armies(rules, state, owners, armies, act)
    if any(owner != NOBODY and count < 1 for owner, count in zip(owners, armies, strict=True)):
        yield impossible("un territorio occupato ha almeno un'armata", "an occupied territory holds at least one army")
    for seat, status in enumerate(state.standing):
        if status == "eliminated" and seat in owners:
            yield impossible("il {seat} è stato eliminato", "{seat} was eliminated", seat=seat_words(seat))
    if sum(act.hands) > rules.board.size + JOLLIES:
        yield impossible("non ci sono tante carte", "there are not so many cards")
    if rules.revision >= BOX_HOLDS:
        yield from _more_than_there_is(rules, state, owners, armies, act)
    if act.turn_over and (state.giro == SET_UP or state.ended or isinstance(state.awaits, Count)):
        yield impossible("nessun turno è in corso", "no turn is under way")
    if state.ended and (act.turn is not None or act.giro is not None):
        yield impossible("la partita è finita", "the game is over")
    elif act.turn is not None and rules.revision >= ONLY_THE_LIVING_PLAY and not state.is_active(act.turn):
        yield impossible("non è più in gioco", "this player is no longer in the game")
    if rules.revision >= AS_NAMED:
        yield from _earned_breaches(rules, state, owners, act)
    if rules.revision >= AS_IT_LIES:
        yield from beyond_one_turn("11", state, act, rules.board.size, ONE_CARD)
    if rules.revision >= DICE_TOO_MANY:
        yield from landless(state, owners, act.turn, at_the_end=_is_held_at_the_end(rules, state))
    if rules.revision >= BORNE_OUT:
        yield from unspoken("16", state, act, ("left", "conquests"))
        yield from _cards_found(rules, state, owners, act)


def _earned_breaches(rules: Rules, state: State, owners: tuple[int, ...], act: Shown) -> Iterator[Breach]:
    """A card is drawn for a conquest, at the turn's end; nobody is put out before the end of the fourth giro."""
    if act.card and not act.turn_over:
        yield impossible("la carta si pesca alla fine del turno", "the card is drawn at the turn's end", "11")
    elif act.card and not (state.conquests if act.conquests is None else act.conquests):
        yield infraction(
            "11", "non ha conquistato nessun territorio in questo turno", "no territory was conquered in this turn"
        )
    if rules.revision >= AS_IT_LIES:
        seat = state.seat if act.turn is None else act.turn
        in_hand = act.hands[seat] - act.card if act.hands else state.hand_size(seat)
    else:
        in_hand = act.hands[state.seat] if act.hands else state.hand_size(state.seat)
    if act.card and act.turn_over and in_hand >= HAND_LIMIT and rules.revision >= SEVEN_WITH_ITS_CARD:
        it, en = "ha già {n:carta|carte}", "this player holds {n:card|cards} already"
        yield infraction("11", it, en, n=in_hand)
    if 0 < state.giro <= QUIET_GIRI and (not state.ended or _is_held_at_the_end(rules, state)):
        for seat in gone_from(state, owners):
            yield infraction(
                "12",
                "il {seat} non ha più territori, e siamo al giro {giro}",
                "{seat} has no territory left, in giro {giro}",
                seat=seat_words(seat),
                giro=state.giro,
            )


def _cards_found(rules: Rules, state: State, owners: tuple[int, ...], act: Shown) -> Iterator[Breach]:
    """Hands counted anew, while the game goes on: what is more than may be, and not known yet, was taken against the rule (11).

    Where somebody was put out his cards can be anybody's (12).
    """
    if state.giro == SET_UP or state.ended or ELIMINATED in state.standing or gone_from(state, owners):
        return
    if rules.passive_cards == "booty" and ABANDONED in state.standing:
        return
    turn = state.seat if act.turn is None else act.turn
    is_told = rules.revision >= AS_IT_LIES or not act.card
    is_over = (state.has_drawn and turn == state.seat) or (act.turn_over and is_told)
    order = tuple(in_order(state.first, rules.seats, rules.direction))
    for seat, count in enumerate(act.hands):
        had = turns_over(seat, act.giro or state.giro, turn, order[: order.index(turn)], is_over=is_over)
        if max(had, state.hand_size(seat)) < count <= HAND_LIMIT:
            yield infraction("11", *MORE_THAN_TURNS, seat=seat_words(seat), n=count, over=had)


def _is_held_at_the_end(rules: Rules, state: State) -> bool:
    """Whether it is known in which giro, and in whose turn, a game that is over ended."""
    return rules.revision >= BORNE_OUT and not is_told_alone(state, RESULTS)


def gone_from(state: State, owners: tuple[int, ...]) -> list[int]:
    """Who still plays and has no territory on the board as it is shown."""
    return [seat for seat in range(len(state.standing)) if state.is_active(seat) and seat not in owners]


def _more_than_there_is(
    rules: Rules, state: State, owners: tuple[int, ...], armies: tuple[int, ...], act: Shown
) -> Iterator[Breach]:
    """What is more than may be stays as it came about, and who puts another out gets his cards; the judge adds nothing to it."""
    for seat in range(rules.seats):
        total = sum(count for owner, count in zip(owners, armies, strict=True) if owner == seat)
        if total > max(BOX, rules.army_limit, state.armies_of(seat)):
            yield impossible("la scatola non ha tante armate", "the box holds not so many armies", "19")
        elif total > max(rules.army_limit, state.armies_of(seat)):
            yield _beyond(
                rules,
                "19",
                "il {seat} ha al più {most:armata|armate}",
                "{seat} has at most {most:army|armies}",
                seat=seat_words(seat),
                most=rules.army_limit,
            )
    can_be = sum(act.hands) + state.used.bit_count() <= rules.board.size + JOLLIES
    for seat, count in enumerate(act.hands):
        is_booty = seat == state.seat and _has_booty(rules, state, owners, can_be)
        if count > max(HAND_LIMIT, state.hand_size(seat)) and not is_booty:
            yield _beyond(
                rules,
                "11",
                "in mano stanno al più {most:carta|carte}",
                "a hand holds at most {most:card|cards}",
                most=HAND_LIMIT,
            )


def _has_booty(rules: Rules, state: State, owners: tuple[int, ...], can_be: bool) -> bool:
    """Whether the seat in turn may hold more than seven: of who is out by what is shown it has the cards (art. 12). Where there cannot be
    so many, nothing more is said of them.
    """
    if rules.revision < AFTER_ITS_END or not can_be:
        return True
    return bool(gone_from(state, owners)) and rules.booty != "back"


def _beyond(rules: Rules, article: str, it: str, en: str, **facts: Any) -> Breach:
    """What may not be, and is found out only now."""
    is_infraction = rules.revision >= FOUND_OUT
    return infraction(article, it, en, **facts) if is_infraction else impossible(it, en, article, **facts)


def _read_seats(rules: Rules, act: Shown) -> None:
    for seat in (*act.owners.values(), *((act.turn,) if act.turn is not None else ())):
        read_seat(rules.seats, seat)
    if act.hands and len(act.hands) != rules.seats:
        raise Unreadable("hands: un numero per sedia", "hands: one number a seat")


def _first_board(rules: Rules, owners: tuple[int, ...], act: Shown) -> Iterator[Breach]:
    if NOBODY in owners:
        yield impossible(
            "{n:manca # territorio|mancano # territori}",
            "{n:# territory is|# territories are} missing",
            n=owners.count(NOBODY),
        )
    if act.turn is None:
        yield missing("turn", "manca chi è di mano", "the first player is missing")
    if set(_with_land(rules, act)) - set(owners):
        yield impossible("un giocatore è senza territori", "a player has no territory")
    if rules.revision >= ONE_LAW:
        yield from _cards_taken(rules, act)


def _cards_taken(rules: Rules, act: Shown) -> Iterator[Breach]:
    """A turn brings one card at most (11), and nobody gets another's before the end of the fourth giro (12).

    Who has the turn begins it. The others may have had theirs in the giro under way, but nobody in the first one: a table that was begun
    earlier is registered as it lies.
    """
    giro = act.giro or 1
    for seat, count in enumerate(act.hands):
        had = giro - 1 + (act.turn_over if seat == act.turn else giro > 1)
        booty = (giro - 1) * rules.seats if giro > QUIET_GIRI else 0
        if count > had + booty:
            it, en = MORE_THAN_TURNS
            facts: dict[str, Any] = {"seat": seat_words(seat), "n": count, "over": had}
            may_lie = count <= giro
            yield infraction("11", it, en, **facts) if may_lie else impossible(it, en, "11", **facts)


def _initial_armies(
    rules: Rules, state: State, owners: tuple[int, ...], armies: tuple[int, ...], act: Shown
) -> Iterator[Breach]:
    """Who plays on begins with the armies of this number of players, all of them laid. A later giro, or a turn in which territories were
    conquered already, says nothing of how they began.
    """
    if (act.giro or 1) > 1 or (act.conquests and rules.revision >= IN_MID_FIGHT):
        return
    due = INITIAL_ARMIES[rules.seats]
    for seat in range(rules.seats):
        total = sum(count for owner, count in zip(owners, armies, strict=True) if owner == seat)
        if total != due and state.is_active(seat):
            yield infraction(
                "4",
                "il {seat} ha {n:armata|armate} sul tabellone: si comincia con {due}",
                "{seat} has {n:army|armies} on the board: a game begins with {due}",
                seat=seat_words(seat),
                n=total,
                due=due,
            )


def _with_land(rules: Rules, act: Shown) -> Iterable[int]:
    """Who has land on the first board: everybody, or where somebody may be out already (art. 12) at least the seat in turn."""
    if rules.revision < FROM_THE_MIDDLE or (act.giro or 0) <= QUIET_GIRI:
        return range(rules.seats)
    return () if act.turn is None else (act.turn,)


def _board_after(rules: Rules, state: State, act: Shown) -> tuple[tuple[int, ...], tuple[int, ...]]:
    index = rules.board.index
    owners, armies = list(state.owners), list(state.armies)
    for name, seat in act.owners.items():
        owners[index[name]] = seat
        armies[index[name]] = max(1, armies[index[name]])
    for name, count in act.armies.items():
        armies[index[name]] = count
    return tuple(owners), tuple(armies)


def shown(rules: Rules, state: State, by: By, act: Shown) -> State:
    """What is named is as the table shows it, and what follows from it; everything else stays, a throw that is due too."""
    if rules.revision < AS_NAMED:
        return _shown_before(rules, state, by, act)
    owners, armies = _board_after(rules, state, act)
    after = state.with_(owners=owners, armies=armies)
    if state.giro == SET_UP and not state.ended:
        after = _seated(rules, after, act)
    elif act.turn is not None and act.turn != after.seat:
        after = begin_turn(rules, after, act.turn, act.giro or after.giro)
    if act.giro is not None:
        after = after.with_(giro=act.giro)
    if act.left is not None and not after.ended and not _is_due(rules, after, act.left):
        is_fresh = isinstance(after.awaits, Reinforce) and after.awaits.is_fresh
        after = after.with_(awaits=Reinforce(act.left, is_fresh and rules.revision >= GIRO_IS_COMPLETE))
    after = _gone(rules, after)
    if act.hands and rules.revision >= AS_IT_LIES:
        act = _before_its_card(after, act)
    if act.hands:
        after = _counted_hands(rules, after, act)
    if act.conquests is not None:
        after = _conquered(rules, after, act)
    return _turn_over(rules, after, act) if act.turn_over and not after.ended else after


def _before_its_card(state: State, act: Shown) -> Shown:
    """Hands that are told hold the card of the turn that ends: as they were before it, where one was drawn (11).

    Cards leave a hand by threes. One that is told to hold one more than what they leave holds the card, whether or not that was said.
    """
    conquests = state.conquests if act.conquests is None else act.conquests
    has_one_more = (act.hands[state.seat] - state.hand_size(state.seat)) % SET == 1
    is_due = act.turn_over and conquests and not state.has_drawn and state.hand_size(state.seat) < HAND_LIMIT
    if not act.hands[state.seat] or not (act.card or (is_due and has_one_more)):
        return act
    before = put(act.hands, state.seat, act.hands[state.seat] - 1)
    return msgspec.structs.replace(act, hands=before, card=True)


def _conquered(rules: Rules, state: State, act: Shown) -> State:
    """With the conquests of the turn as shown: a throw to close that the table waits for is still due under them, or is not (16)."""
    after = state.with_(conquests=act.conquests)
    is_throwing = isinstance(state.awaits, CloseThrow) and not (act.turn_over or state.ended)
    return conclude(rules, after) if is_throwing and rules.revision >= CONQUESTS_DECIDE else after


def _is_due(rules: Rules, state: State, left: int) -> bool:
    """Whether the table waits for something else, which it still does where no army is left to place."""
    return not left and not isinstance(state.awaits, Reinforce) and rules.revision >= GIRO_IS_COMPLETE


def _counted_hands(rules: Rules, state: State, act: Shown) -> State:
    """Hands as counted. Cards that left the hand in turn, in a turn told as a whole, were played; otherwise they lie in the deck.

    Up to revision 19 so were those that left any other hand. Which cards they are nobody said, so that those which were not shown since
    can be anywhere.
    """
    before = tuple(map(sum, state.hands))
    if act.hands == before:
        return state
    more = sum(act.hands) - sum(before)
    unseen = reduce(or_, state.unseen) & ~state.used
    if rules.revision >= AS_IT_LIES:
        played = max(0, before[state.seat] - act.hands[state.seat]) if act.turn_over else 0
        deck = state.deck - more - played
    else:
        deck = state.deck - (max(0, more) if act.turn_over else more)
    return remade(rules, state.with_(hands=tuple((count,) for count in act.hands), unseen=(unseen,), deck=deck))


def _shown_before(rules: Rules, state: State, by: By, act: Shown) -> State:
    """The first three revisions: whatever was under way is over, and of the cards played nothing is known any more."""
    was_set_up = state.giro == SET_UP and not state.ended
    owners, armies = _board_after(rules, state, act)
    after = state.with_(owners=owners, armies=armies)
    if was_set_up:
        after = _seated(rules, after, act)
    elif act.turn is not None and act.turn != after.seat:
        after = begin_turn(rules, after, act.turn, after.giro)
    if act.giro is not None:
        after = after.with_(giro=act.giro)
    after = _moment(after, act) if not after.ended else after
    after = _gone(rules, after)
    if act.hands:
        after = forget(rules, after, act.hands)
    if act.conquests is not None:
        after = after.with_(conquests=act.conquests)
    return _turn_over(rules, after, act) if act.turn_over and not after.ended else after


def _seated(rules: Rules, state: State, act: Shown) -> State:
    """From a set-up told by its result: the colours that nobody noted are given in seat order."""
    assert act.turn is not None
    free = [colour for colour in COLOURS if colour not in state.colours]
    colours = tuple(colour or free.pop(0) for colour in state.colours)
    return begin_turn(rules, state.with_(colours=colours, first=act.turn), act.turn, 1)


def _moment(state: State, act: Shown) -> State:
    """What the table waits for once the board is as shown: armies still to place, else the fight goes on."""
    if act.left is not None:
        return state.with_(awaits=Reinforce(act.left))
    if isinstance(state.awaits, Reinforce):
        return state
    return state.with_(awaits=Fight())


def _gone(rules: Rules, state: State) -> State:
    """Players whom the board no longer shows are out, and their cards went to the seat in turn. Who went first nobody said."""
    is_alone = is_told_alone(state, RESULTS) and rules.revision >= BORNE_OUT
    gone = [seat for seat in gone_from(state, state.owners) if seat != state.seat or is_alone]
    for seat in gone:
        state = eliminate(rules, state, seat)
    if len(gone) > 1 and rules.revision >= ONE_LAW:
        state = state.with_(level=(*state.level, *gone[1:]))
    ended = only_one_left(state) if not state.ended else ""
    return end_game(state, ended) if ended else state


def forget(rules: Rules, state: State, hands: tuple[int, ...]) -> State:
    """Counts as shown. Which cards were played is no longer known, so any card can be anywhere."""
    cards = rules.board.size + JOLLIES
    return state.with_(
        hands=tuple((count,) for count in hands), unseen=((1 << cards) - 1,), used=0, deck=cards - sum(hands)
    )


def _turn_over(rules: Rules, state: State, act: Shown) -> State:
    """An undue card, registered as it was drawn, goes back (11); up to revision 19 it stayed."""
    if act.card and (is_entitled(rules, state) if rules.revision >= AS_IT_LIES else is_stocked(rules, state)):
        state = drawn(rules, state, state.seat).with_(has_drawn=True)
    return conclude(rules, state)


def finish(rules: Rules, state: State, by: By, act: Finish) -> State:
    return end_game(state, act.how)


CHAPTER: Chapter = {
    Shown: Rule(shown_breaches, shown, JUDGE_SHOWS),
}
