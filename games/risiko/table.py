"""The judge's acts about the table as a whole: what it shows, and that a game told by its result alone is over."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel.acts import By
from games.kernel.breaches import Breach, Unreadable, impossible
from games.kernel.game import Chapter, Rule
from games.kernel.speakers import JUDGE_STATES
from games.kernel.words import seat_words
from games.risiko.acts import Finish, Shown
from games.risiko.board import JOLLIES
from games.risiko.cards import drawn
from games.risiko.closing import conclude
from games.risiko.leaving import eliminate
from games.risiko.rules import BOX_HOLDS, COLOURS, HAND_LIMIT, ONLY_THE_LIVING_PLAY, Rules
from games.risiko.setting_up import not_now
from games.risiko.state import NOBODY, Count, Fight, Reinforce, State
from games.risiko.turns import begin_turn, end_game, only_one_left

SET_UP = 0


def shown_breaches(rules: Rules, state: State, by: By, act: Shown) -> Iterator[Breach]:
    """Only what can stand on a board is asked: names, seats, an army on every territory, no more cards than there are."""
    owners, armies = _board_after(rules, state, act)
    _read_seats(rules, act)
    if state.giro == SET_UP and state.ended == "":
        yield from _first_board(rules, owners, act)
    if any(owner != NOBODY and count < 1 for owner, count in zip(owners, armies, strict=True)):
        yield impossible("un territorio occupato ha almeno un carro", "an occupied territory holds at least one army")
    for seat, status in enumerate(state.standing):
        if status == "eliminated" and seat in owners:
            yield impossible("il {seat} è stato eliminato", "{seat} was eliminated", seat=seat_words(seat))
    if sum(act.hands) > rules.board.size + JOLLIES:
        yield impossible("non ci sono tante carte", "there are not so many cards")
    if rules.revision >= BOX_HOLDS:
        yield from _more_than_there_is(rules, state, owners, armies, act)
    if act.turn_over and (state.giro == SET_UP or state.ended or isinstance(state.awaits, Count)):
        yield not_now("nessun turno è in corso", "no turn is under way")
    if state.ended and (act.turn is not None or act.giro is not None):
        yield not_now("la partita è finita", "the game is over")
    elif act.turn is not None and rules.revision >= ONLY_THE_LIVING_PLAY and not state.is_active(act.turn):
        yield impossible("non è più in gioco", "this player is no longer in the game")


def _more_than_there_is(
    rules: Rules, state: State, owners: tuple[int, ...], armies: tuple[int, ...], act: Shown
) -> Iterator[Breach]:
    """What is more than may be stays as it came about, and who puts another out gets his cards; the judge adds nothing to it."""
    for seat in range(rules.seats):
        total = sum(count for owner, count in zip(owners, armies, strict=True) if owner == seat)
        if total > max(rules.army_limit, state.armies_of(seat)):
            yield impossible(
                "il {seat} ha al più {most} armate",
                "{seat} has at most {most} armies",
                "19",
                seat=seat_words(seat),
                most=rules.army_limit,
            )
    for seat, count in enumerate(act.hands):
        if seat != state.seat and count > max(HAND_LIMIT, state.hand_size(seat)):
            yield impossible(
                "in mano stanno al più {most} carte", "a hand holds at most {most} cards", "11", most=HAND_LIMIT
            )


def _read_seats(rules: Rules, act: Shown) -> None:
    for seat in (*act.owners.values(), *((act.turn,) if act.turn is not None else ())):
        if not 0 <= seat < rules.seats:
            raise Unreadable("posto sconosciuto: {seat}", "unknown seat: {seat}", seat=seat)
    if act.hands and len(act.hands) != rules.seats:
        raise Unreadable("hands: un numero per posto", "hands: one number a seat")


def _first_board(rules: Rules, owners: tuple[int, ...], act: Shown) -> Iterator[Breach]:
    if NOBODY in owners:
        yield impossible(
            "{n:manca # territorio|mancano # territori}",
            "{n:# territory is|# territories are} missing",
            n=owners.count(NOBODY),
        )
    if act.turn is None:
        yield impossible("manca chi è di mano", "the first player is missing")
    if set(range(rules.seats)) - set(owners):
        yield impossible("un giocatore è senza territori", "a player has no territory")


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
    """Players whom the board no longer shows are out, and their cards went to the seat in turn."""
    for seat in range(rules.seats):
        if state.is_active(seat) and seat not in state.owners and seat != state.seat:
            state = eliminate(rules, state, seat)
    ended = only_one_left(state) if not state.ended else ""
    return end_game(state, ended) if ended else state


def forget(rules: Rules, state: State, hands: tuple[int, ...]) -> State:
    """Counts as shown. Which cards were played is no longer known, so any card can be anywhere."""
    cards = rules.board.size + JOLLIES
    return state.with_(
        hands=tuple((count,) for count in hands), unseen=((1 << cards) - 1,), used=0, deck=cards - sum(hands)
    )


def _turn_over(rules: Rules, state: State, act: Shown) -> State:
    if act.card and state.deck:
        state = drawn(state, state.seat).with_(has_drawn=True)
    return conclude(rules, state)


def finish_breaches(rules: Rules, state: State, by: By, act: Finish) -> Iterator[Breach]:
    if state.giro == SET_UP or state.ended:
        yield not_now("nessuna partita è in corso", "no game is under way", "16")


def finish(rules: Rules, state: State, by: By, act: Finish) -> State:
    return end_game(state, act.how)


CHAPTER: Chapter = {
    Shown: Rule(shown_breaches, shown, JUDGE_STATES),
    Finish: Rule(finish_breaches, finish, JUDGE_STATES, "16"),
}
