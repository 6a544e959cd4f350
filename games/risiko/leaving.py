"""Articles 12 and 13: elimination, never before the end of the fourth giro, and abandonment."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import or_

from msgspec import structs

from games.kernel.acts import By
from games.kernel.breaches import Breach, impossible, infraction
from games.kernel.game import Chapter, Rule
from games.kernel.seats import ABANDONED, ELIMINATED, in_order, next_active, read_seat
from games.kernel.speakers import JUDGE_STATES
from games.kernel.values import put
from games.risiko.acts import Abandon
from games.risiko.closing import conclude, is_last_chance, prolonged, threshold_due
from games.risiko.rules import (
    A_GIRO_IS_COMPLETE,
    FREE_CONQUESTS,
    HAND_LIMIT,
    LEAVES_AT_ANY_MOMENT,
    LEAVING_CHANGES_THE_LAST_THROW,
    MOST_DICE,
    ONE_LAW,
    QUIET_GIRI,
    Rules,
)
from games.risiko.setting_up import laid
from games.risiko.state import (
    IN_PLAY,
    NOBODY,
    CloseThrow,
    Count,
    DealCard,
    DealObjectives,
    DefenceThrow,
    Occupation,
    PickColour,
    PlaceFirst,
    StartThrow,
    State,
)
from games.risiko.turns import end_game, only_one_left, pass_on

# -- art. 12


def fourth_giro_breaches(rules: Rules, state: State, dst: int, dice: int) -> tuple[Breach, ...]:
    """Up to the end of the fourth giro no throw may be able to take a living player's last army."""
    could_fall = state.armies[dst] <= dice and state.armies[dst] <= MOST_DICE
    if not could_fall and rules.fourth_giro != "refused_attack":
        return ()
    if rules.fourth_giro == "surplus_ignored" or not is_protected(state, dst):
        return ()
    it, en = "è il suo ultimo territorio, e siamo al giro {giro}", "it is this player's last territory, in giro {giro}"
    return (infraction("12", it, en, giro=state.giro),)


def is_protected(state: State, dst: int) -> bool:
    owners = state.owners
    defender = owners[dst]
    is_last = defender not in owners[:dst] and defender not in owners[dst + 1 :]
    return is_last and 0 < state.giro <= QUIET_GIRI and state.is_active(defender)


def spared_losses(rules: Rules, state: State, dst: int, lost: int) -> int:
    """By option, surplus hits on a last territory are ignored: one army remains."""
    if rules.fourth_giro == "surplus_ignored" and is_protected(state, dst):
        return min(lost, state.armies[dst] - 1)
    return lost


def eliminate(rules: Rules, state: State, loser: int) -> State:
    """The last army of the last territory fell: the conqueror takes the cards, and the player is out (art. 12).

    A player who had left is out already; where his cards go is an option (art. 13).
    """
    was_passive = state.standing[loser] == ABANDONED
    if not was_passive or rules.passive_cards == "booty":
        state = _within_seven(rules, _hand_over(state, loser))
    return state if was_passive else _out(state, loser, ELIMINATED)


def _out(state: State, seat: int, status: str) -> State:
    """Out of the game, and with no right to a forgotten card any more."""
    late = NOBODY if state.late == seat else state.late
    return state.with_(standing=_now(state, seat, status), left=(*state.left, seat), late=late)


def _hand_over(state: State, loser: int) -> State:
    merged = tuple(mine + theirs for mine, theirs in zip(state.hands[state.seat], state.hands[loser], strict=True))
    hands = list(state.hands)
    hands[state.seat], hands[loser] = merged, (0,) * len(merged)
    return state.with_(hands=tuple(hands))


def _within_seven(rules: Rules, state: State) -> State:
    """By option, what the booty brings beyond seven goes back into the deck (art. 11)."""
    surplus = state.hand_size(state.seat) - HAND_LIMIT
    return _into_the_deck(state, state.seat, surplus) if rules.booty == "back" and surplus > 0 else state


def _cards_back(rules: Rules, state: State, seat: int) -> State:
    """By option, the cards of a player who left go back into the deck."""
    count = state.hand_size(seat)
    return _into_the_deck(state, seat, count) if rules.passive_cards == "deck" and count else state


def _into_the_deck(state: State, seat: int, count: int) -> State:
    """So many cards of a hand, which nobody shows, are shuffled into the deck: any of them may stay in the hand or be drawn from now on."""
    hand = state.hands[seat]
    mixed = reduce(or_, [unseen for unseen, held in zip(state.unseen, hand, strict=True) if held], state.unseen[-1])
    hands = [(*one, 0) for one in state.hands]
    hands[seat] = (*(0 for _ in hand), sum(hand) - count)
    return state.with_(hands=tuple(hands), unseen=(*state.unseen, mixed), deck=state.deck + count)


def out_by(rules: Rules, state: State, seat: int) -> str:
    """The article by which a seat plays no longer: of who was eliminated (12) or left (13)."""
    if rules.revision < ONE_LAW or state.is_active(seat):
        return ""
    return "13" if state.standing[seat] == ABANDONED else "12"


def _now(state: State, seat: int, status: str) -> tuple[str, ...]:
    return (*state.standing[:seat], status, *state.standing[seat + 1 :])


# -- art. 13


def abandon_breaches(rules: Rules, state: State, by: By, act: Abandon) -> Iterator[Breach]:
    read_seat(rules.seats, act.seat)
    if not state.is_active(act.seat):
        yield impossible("non è più in gioco", "this player is no longer in the game", "13")
    elif isinstance(state.awaits, IN_PLAY):
        return
    elif rules.revision < LEAVES_AT_ANY_MOMENT:
        yield impossible("la partita non è in corso", "no game is under way", "13")
    elif not isinstance(state.awaits, (PlaceFirst, Count)):
        yield infraction(
            "2",
            "la partita non è ancora in corso: si ricompone il tavolo, in quattro o in cinque, e si comincia di nuovo",
            "no game is under way yet: the table is made up anew, of four or five, and begins again",
            waivable=False,
        )


def abandon(rules: Rules, state: State, by: By, act: Abandon) -> State:
    """Counted as eliminated; the armies stay as passive defence, and a turn under way ends.

    Nobody makes a closing throw in his place; where it would have been the last one, the game is over all the same (art. 16).
    """
    if isinstance(state.awaits, Count):
        return _left_at_count(rules, state, act.seat)
    gone = _cards_back(rules, _out(state, act.seat, ABANDONED), act.seat)
    if isinstance(state.awaits, PlaceFirst):
        return _left_while_laying(rules, gone, state.awaits, act.seat)
    ended = only_one_left(gone)
    if not ended and act.seat == state.seat and is_last_chance(rules, state):
        ended = "time"
    if isinstance(gone.awaits, Occupation) and (ended or act.seat == state.seat):
        gone = settled(gone, gone.awaits)
    if ended:
        return end_game(gone, ended)
    if act.seat != state.seat:
        return _throw_changed(rules, gone)
    if rules.revision >= A_GIRO_IS_COMPLETE and threshold_due(rules, gone) and gone.conquests > FREE_CONQUESTS:
        gone = prolonged(rules, gone)
    return pass_on(rules, gone)


def _left_at_count(rules: Rules, state: State, seat: int) -> State:
    """The game is over, and what he holds counts once his objective is turned up; by option only who won may go."""
    is_out = rules.left_at_count == "out" and seat != state.winner
    return _out(state, seat, ABANDONED) if is_out else state


def _left_while_laying(rules: Rules, state: State, awaits: PlaceFirst, seat: int) -> State:
    """The armies that he laid stay, those in his hand are out of the game."""
    if ended := only_one_left(state):
        return end_game(state, ended)
    return laid(rules, state, awaits.seat, put(awaits.stock, seat, 0))


def _throw_changed(rules: Rules, state: State) -> State:
    """A throw that the table waits for, now that another player is gone.

    For a defender who left, or for who was to throw for him, another throws. A throw to close may have become that of the last of the giro.
    """
    awaits = state.awaits
    if isinstance(awaits, DefenceThrow):
        roller = thrower(rules, state, awaits.dst)
        stands = awaits.is_registered and rules.revision >= ONE_LAW
        return state.with_(awaits=structs.replace(awaits, roller=roller, is_registered=stands))
    if isinstance(awaits, CloseThrow) and rules.revision >= LEAVING_CHANGES_THE_LAST_THROW:
        return conclude(rules, state)
    return state


def thrower(rules: Rules, state: State, dst: int) -> int:
    """Who throws in defence: the defender, or for a player who left the first in the order of play who is not attacking (art. 13)."""
    defender = state.owners[dst]
    if state.standing[defender] != ABANDONED:
        return defender
    if rules.passive_thrower == "after_attacker":
        return next_active(state.seat, state.standing, rules.direction)
    order = in_order(state.first, rules.seats, rules.direction)
    return next((seat for seat in order if seat != state.seat and state.is_active(seat)), state.seat)


def settled(state: State, awaits: Occupation) -> State:
    """An occupation cut short: the least that must move in does."""
    armies = put(state.armies, awaits.src, state.armies[awaits.src] - awaits.least)
    return state.with_(armies=put(armies, awaits.dst, armies[awaits.dst] + awaits.least))


CHAPTER: Chapter = {
    Abandon: Rule(
        abandon_breaches,
        abandon,
        JUDGE_STATES,
        "13",
        (StartThrow, PickColour, DealCard, DealObjectives, PlaceFirst, *IN_PLAY, Count),
    )
}
