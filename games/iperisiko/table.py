"""The judge's acts about the table as a whole: what it shows, and that a game told by its result alone is over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from games.iperisiko.acts import Finish, Shown, Spent
from games.iperisiko.deck import can_hold, counted, drawn, forget
from games.iperisiko.leaving import fallen, out_already, settled
from games.iperisiko.missiles import suffers
from games.iperisiko.rules import (
    AFTER_ITS_END,
    AS_IT_LIES,
    AS_MANY_AS_THERE_ARE,
    AS_NAMED,
    AS_THE_TABLE_STANDS,
    BORNE_OUT,
    COLOURS,
    FROM_THE_MIDDLE,
    GIRO_IS_COMPLETE,
    ONE_FORM,
    ONE_LAW,
    Rules,
)
from games.iperisiko.state import (
    DNA,
    MINIBOMBA,
    NOBODY,
    SOCIALISTA,
    Count,
    Fight,
    Occupation,
    Reinforce,
    State,
)
from games.iperisiko.turns import (
    begin_turn,
    end_game,
    figure_played,
    in_kit,
    is_card_due,
    is_kit,
    is_under_way,
    pass_on,
    spent,
)
from games.kernel.acts import By
from games.kernel.breaches import Breach, Unreadable, impossible, infraction, missing
from games.kernel.endings import after_the_last, is_told_alone
from games.kernel.game import Chapter, Rule
from games.kernel.seats import ELIMINATED, beyond_one_turn, in_order, landless, read_seat, turns_over, unspoken
from games.kernel.speakers import JUDGE_SHOWS
from games.kernel.values import put
from games.kernel.words import seat_words

SET_UP = 0
RESULTS = ("time",)
"""What the judge may say of the end of a game, without a turn of it being told."""
HOSTILE = {"dna": DNA, "minibomba": MINIBOMBA, "socialista": SOCIALISTA}
Board = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
ONE_CARD = ("una sola carta a turno", "one card a turn")


def shown_breaches(rules: Rules, state: State, by: By, act: Shown) -> Iterator[Breach]:
    """Only what can stand on a board is asked: names, seats, an army where somebody is, cards that there are."""
    owners, armies, hidden = _board_after(rules, state, act)
    _read_names(rules, act)
    if is_set_up(state):
        yield from _first_board(rules, owners, act)
    for owner, count, secret in zip(owners, armies, hidden, strict=True):
        if owner != NOBODY and count < 1:
            yield impossible(
                "un territorio occupato ha almeno un'armata", "an occupied territory holds at least one army"
            )
        elif owner != NOBODY and secret > count:
            yield impossible(
                "le armate di un territorio comprendono le nascoste: {hidden:nascosta|nascoste}, {n} in tutto",
                "the armies of a territory include the hidden ones: {hidden} hidden, {n} in all",
                hidden=secret,
                n=count,
            )
        elif owner == NOBODY and count:
            yield impossible("un territorio di nessuno è vuoto", "nobody's territory is empty")
    for seat, status in enumerate(state.standing):
        if status == ELIMINATED and seat in owners:
            yield impossible("il {seat} è stato eliminato", "{seat} was eliminated", seat=seat_words(seat))
    if sum(act.hands) > len(rules.deck):
        yield impossible("non ci sono tante carte", "there are not so many cards")
    yield from _spent_breaches(rules, state, act)
    yield from _moment_breaches(state, act)
    if rules.revision >= ONE_FORM:
        yield from after_the_last("1", state.last_giro, state.giro, act.giro)
    if rules.revision >= AS_MANY_AS_THERE_ARE:
        is_known = rules.revision >= BORNE_OUT and not is_told_alone(state, RESULTS)
        yield from landless(state, owners, act.turn, at_the_end=is_known)
    if rules.revision >= BORNE_OUT:
        yield from unspoken("1", state, act, ("left", "conquests"))
        yield from _cards_found(rules, state, act)
    if rules.revision >= AS_NAMED and act.card:
        yield from _card_breaches(_passed_by(rules, state, act, owners), act)
    if rules.revision >= AS_IT_LIES:
        yield from beyond_one_turn("14", state, act, rules.board.size, ONE_CARD)
        yield from _hidden_alone(rules, state, act, (owners, armies, hidden))
        if len(act.factories or ()) > rules.factories_each * rules.seats:
            yield impossible("non ci sono tante fabbriche", "there are not so many factories", "19")


def _card_breaches(state: State, act: Shown) -> Iterator[Breach]:
    if not act.turn_over:
        yield impossible("la carta si pesca alla fine del turno", "the card is drawn at the turn's end", "base.deck")
    elif not (state.conquests if act.conquests is None else act.conquests):
        yield infraction(
            "14", "non ha conquistato nessun territorio in questo turno", "no territory was conquered in this turn"
        )


def _hidden_alone(rules: Rules, state: State, act: Shown, board: Board) -> Iterator[Breach]:
    """Beside hidden armies one at least stands in sight, unless a minibomb took it (22, 23). A board from the middle of a game says nothing
    of what fell before.
    """
    if is_set_up(state):
        return
    bombed = {one.against for one in act.spent if one.card == "minibomba"}
    for place, (owner, count, secret) in enumerate(zip(*board, strict=True)):
        was_alone = state.owners[place] == owner and state.hidden[place] == state.armies[place]
        if 0 < count == secret and not was_alone and owner not in bombed and not state.suffered[owner][MINIBOMBA]:
            yield impossible(
                "{place}: accanto alle armate nascoste ne sta almeno una scoperta",
                "{place}: beside hidden armies one at least stands in sight",
                "23",
                place=rules.board.names[place],
            )


def is_set_up(state: State) -> bool:
    return state.giro == SET_UP and not state.ended


def _moment_breaches(state: State, act: Shown) -> Iterator[Breach]:
    if act.turn_over and not is_under_way(state):
        yield impossible("nessun turno è in corso", "no turn is under way")
    if act.card and is_under_way(state) and not state.deck:
        yield impossible("il mazzo è finito", "the deck is at an end", "14")
    if state.ended and (act.turn is not None or act.giro is not None):
        yield impossible("la partita è finita", "the game is over")
    elif act.turn is not None and is_under_way(state) and not state.is_active(act.turn):
        yield impossible("non è più in gioco", "this player is no longer in the game")


def _read_names(rules: Rules, act: Shown) -> None:
    for seat in (
        *(owner for owner in act.owners.values() if owner != NOBODY),
        *((act.turn,) if act.turn is not None else ()),
    ):
        read_seat(rules.seats, seat)
    for name in act.factories or ():
        rules.board.index[name]
    if rules.revision >= AS_IT_LIES and len(set(act.factories or ())) < len(act.factories or ()):
        raise Unreadable("due volte la stessa fabbrica", "the same factory twice")
    if act.hands and len(act.hands) != rules.seats:
        raise Unreadable("hands: un numero per sedia", "hands: one number a seat")
    for one in act.spent:
        read_seat(rules.seats, one.by)
        if one.card not in rules.board.cards:
            raise Unreadable("carta sconosciuta: {card}", "unknown card: {card}", card=one.card)
        if one.against != NOBODY:
            read_seat(rules.seats, one.against)


def _spent_breaches(rules: Rules, state: State, act: Shown) -> Iterator[Breach]:
    if act.spent and not is_under_way(state):
        yield impossible("nessuno ha giocato carte", "nobody has played cards")
    if rules.revision < AS_MANY_AS_THERE_ARE:
        for one in act.spent:
            if not _can_be_played(rules, state, one.by, (one.card,)):
                yield NOT_PLAYED
        return
    for seat in dict.fromkeys(one.by for one in act.spent):
        if not _can_be_played(rules, state, seat, [one.card for one in act.spent if one.by == seat]):
            yield NOT_PLAYED
    if any(one.against == one.by for one in act.spent):
        yield impossible("si usa contro un avversario", "it is used against an opponent", "17")


NOT_PLAYED = impossible("quella carta non può essere stata giocata", "that card cannot have been played", "17")


def _can_be_played(rules: Rules, state: State, seat: int, cards: Sequence[str]) -> bool:
    """Whether the seat can have all of them: those of its kit, and the others in its hand."""
    kit = Counter(card for card in cards if is_kit(rules, card))
    return all(count <= in_kit(rules, state, seat, card) for card, count in kit.items()) and can_hold(
        rules, state, seat, [card for card in cards if card not in kit]
    )


def _first_board(rules: Rules, owners: tuple[int, ...], act: Shown) -> Iterator[Breach]:
    if left := _missing(rules, owners, act):
        yield impossible(
            "{n:manca # territorio|mancano # territori}",
            "{n:# territory is|# territories are} missing",
            n=left,
        )
    if act.turn is None:
        yield missing("turn", "manca chi è il primo", "the first player is missing")
    if set(_with_land(rules, act)) - set(owners):
        yield impossible("un giocatore è senza territori", "a player has no territory")
    if rules.revision >= ONE_LAW:
        yield from _cards_taken(act)


def _cards_taken(act: Shown) -> Iterator[Breach]:
    """A turn brings one card at most (14), and an elimination none (7).

    Who has the turn begins it. The others may have had theirs in the giro under way, but nobody in the first one.
    """
    giro = act.giro or 1
    for seat, count in enumerate(act.hands):
        had = giro - 1 + (act.turn_over if seat == act.turn else giro > 1)
        if count > had:
            yield _more_than_turns(seat, count, had)


def _more_than_turns(seat: int, count: int, had: int) -> Breach:
    return infraction(
        "14",
        "il {seat} ha {n:carta|carte}: {over:ha finito # turno|ha finito # turni}, e un turno ne dà al più una",
        "{seat} holds {n:card|cards}: {over:# turn is|# turns are} over, and a turn brings one at most",
        seat=seat_words(seat),
        n=count,
        over=had,
    )


def _cards_found(rules: Rules, state: State, act: Shown) -> Iterator[Breach]:
    """Hands counted anew, while the game goes on: what is more than may be, and not known yet, was taken against the rule (14)."""
    if not is_under_way(state):
        return
    turn = state.seat if act.turn is None else act.turn
    is_told = rules.revision >= AS_IT_LIES or not act.card
    is_over = (state.has_drawn and turn == state.seat) or (act.turn_over and is_told)
    earlier = state.order[: state.order.index(turn)] if turn in state.order else ()
    for seat, count in enumerate(act.hands):
        had = turns_over(seat, act.giro or state.giro, turn, earlier, is_over=is_over)
        if count > max(had, state.hand_size(seat)):
            yield _more_than_turns(seat, count, had)


def _missing(rules: Rules, owners: tuple[int, ...], act: Shown) -> int:
    """How many territories nobody spoke of. One that is shown as nobody's is not among them."""
    if rules.revision < FROM_THE_MIDDLE:
        return owners.count(NOBODY)
    return sum(owner == NOBODY and name not in act.owners for name, owner in zip(rules.board.ids, owners, strict=True))


def _with_land(rules: Rules, act: Shown) -> Iterable[int]:
    """Who has land on the first board: everybody, or where somebody may be out already (art. 7) at least the seat in turn."""
    if rules.revision < FROM_THE_MIDDLE or (act.giro or 1) == 1:
        return range(rules.seats)
    return () if act.turn is None else (act.turn,)


def _board_after(rules: Rules, state: State, act: Shown) -> Board:
    index = rules.board.index
    owners, armies, hidden = list(state.owners), list(state.armies), list(state.hidden)
    for name, seat in act.owners.items():
        was, owners[index[name]] = owners[index[name]], seat
        armies[index[name]] = 0 if seat == NOBODY else max(1, armies[index[name]])
        hidden[index[name]] = hidden[index[name]] if was == seat else 0
    for name, count in act.armies.items():
        armies[index[name]] = count
        hidden[index[name]] = min(hidden[index[name]], count)
    for name, count in act.hidden.items():
        hidden[index[name]] = count
    return tuple(owners), tuple(armies), tuple(hidden)


def shown(rules: Rules, state: State, by: By, act: Shown) -> State:
    """What is named is as the table shows it, and what follows from it; everything else stays, a throw that is due too.

    Up to the third revision whatever was under way was over, and of the cards played nothing was known any more.
    """
    is_as_named, was_set_up = rules.revision >= AS_NAMED, is_set_up(state)
    owners, armies, hidden = _board_after(rules, state, act)
    passed = _passed_by(rules, state, act, owners)
    after = passed.with_(owners=owners, armies=armies, hidden=hidden, locked=_locked(state, armies, is_as_named))
    if passed is not state and isinstance(state.awaits, Occupation):
        after = fallen(rules, after, state.awaits.loser)
    if act.factories is not None:
        after = after.with_(factories=tuple(sorted({rules.board.index[name] for name in act.factories})))
    if was_set_up:
        after = _seated(rules, after, act)
    elif act.turn is not None and act.turn != after.seat and (not after.ended or passed is state):
        after = begin_turn(rules, after, act.turn, act.giro if act.giro and is_as_named else after.giro)
    if act.giro is not None:
        after = after.with_(giro=act.giro)
    for one in act.spent:
        after = _spent(rules, after, one)
    after = _moment(rules, after, act, is_as_named) if not after.ended else after
    if was_set_up and rules.revision >= FROM_THE_MIDDLE:
        for seat in set(range(rules.seats)) - set(owners):
            after = out_already(rules, after, seat)
    for seat in range(rules.seats) if act.owners or not is_as_named else ():
        after = fallen(rules, after, seat) if seat != after.seat and after.standing[seat] != ELIMINATED else after
    if is_told_alone(state, RESULTS) and rules.revision >= BORNE_OUT and after.seat in set(state.owners) - set(owners):
        after = out_already(rules, after, after.seat)
    if act.hands and rules.revision >= AS_IT_LIES:
        act = _before_its_card(after, act)
    if act.hands:
        after = _hands(rules, after, act)
    if act.conquests is not None:
        after = after.with_(conquests=act.conquests)
    return _turn_over(rules, after, act) if act.turn_over and not after.ended else after


def _before_its_card(state: State, act: Shown) -> Shown:
    """Hands that are told hold the card of the turn that ends: as they were before it, where one was drawn (14).

    One that is told to hold more than it did holds the card, whether or not that was said.
    """
    conquests = state.conquests if act.conquests is None else act.conquests
    is_due = act.turn_over and conquests and not state.has_drawn
    has_more = act.hands[state.seat] > state.hand_size(state.seat)
    if not act.hands[state.seat] or not (act.card or (is_due and has_more)):
        return act
    before = put(act.hands, state.seat, act.hands[state.seat] - 1)
    return msgspec.structs.replace(act, hands=before, card=True)


def _passed_by(rules: Rules, state: State, act: Shown, owners: Sequence[int]) -> State:
    """A board of what comes after an occupation that is due shows how it ended: where it is still the seat's land, with a conquest (14)."""
    awaits = state.awaits
    is_later = act.turn_over or bool(act.left) or act.turn not in (None, state.seat)
    if rules.revision < BORNE_OUT or not isinstance(awaits, Occupation) or not is_later:
        return state
    return state.with_(awaits=Fight(), conquests=state.conquests + (owners[awaits.dst] == state.seat))


def _seated(rules: Rules, state: State, act: Shown) -> State:
    """From a set-up told by its result: colours that nobody noted go in seat order; the factories of that turn produce at once."""
    assert act.turn is not None
    free = [colour for colour in COLOURS if colour not in state.colours]
    colours = tuple(colour or free.pop(0) for colour in state.colours)
    order = (
        state.order
        if state.order and state.order[0] == act.turn
        else tuple(in_order(act.turn, rules.seats, rules.direction))
    )
    giro = act.giro if act.giro and rules.revision >= AFTER_ITS_END else 1
    return begin_turn(rules, state.with_(colours=colours, order=order), act.turn, giro)


def _spent(rules: Rules, state: State, one: Spent) -> State:
    state = (
        spent(rules, state, one.by, one.card)
        if is_kit(rules, one.card)
        else figure_played(rules, state, one.by, one.card)
    )
    kind = HOSTILE.get(one.card)
    return state if kind is None else suffers(state, one.against, kind)


def _locked(state: State, armies: tuple[int, ...], is_as_named: bool) -> tuple[int, ...]:
    """New armies of factories, as far as there are still so many."""
    return tuple(map(min, state.locked, armies)) if is_as_named else state.locked


def _hands(rules: Rules, state: State, act: Shown) -> State:
    if rules.revision < AS_NAMED:
        return forget(rules, state, act.hands)
    return counted(state, act.hands)


def _moment(rules: Rules, state: State, act: Shown, is_as_named: bool) -> State:
    """What the table waits for: armies still to place where the judge says so. Otherwise the fight went on, up to the third revision."""
    if act.left is not None and not _is_due(rules, state, act.left):
        is_fresh = isinstance(state.awaits, Reinforce) and state.awaits.is_fresh
        return state.with_(awaits=Reinforce(act.left, is_fresh and rules.revision >= AS_THE_TABLE_STANDS))
    if isinstance(state.awaits, (Reinforce, Count)) or is_as_named:
        return state
    return state.with_(awaits=Fight())


def _is_due(rules: Rules, state: State, left: int) -> bool:
    """Whether the table waits for something else, which it still does where no army is left to place."""
    return not left and not isinstance(state.awaits, Reinforce) and rules.revision >= GIRO_IS_COMPLETE


def _turn_over(rules: Rules, state: State, act: Shown) -> State:
    if act.card and state.deck and (is_card_due(state) or act.conquests is None):
        state = drawn(state, state.seat).with_(has_drawn=True)
    return pass_on(rules, state)


def finish(rules: Rules, state: State, by: By, act: Finish) -> State:
    """An occupation that was due is carried out with as few armies as must move in, so that the board can stand."""
    if isinstance(state.awaits, Occupation) and rules.revision >= AS_THE_TABLE_STANDS:
        state = settled(rules, state, state.awaits)
    return state if state.ended else end_game(state, act.how)


CHAPTER: Chapter = {
    Shown: Rule(shown_breaches, shown, JUDGE_SHOWS),
}
