"""Article 16: time is called, the last giro, the sdadata with its rising thresholds."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from games.kernel.acts import By, TimeNotUp, TimeUp
from games.kernel.breaches import Breach, infraction
from games.kernel.dice import at_most
from games.kernel.game import Chapter, Rule
from games.kernel.seats import in_order, is_last_of_giro, next_active, place_in_giro
from games.kernel.speakers import SEAT
from games.kernel.words import Words, seat_words
from games.risiko.acts import CloseDice, Finish
from games.risiko.rules import A_GIRO_IS_COMPLETE, FREE_CONQUESTS, ONE_LAW, Rules
from games.risiko.state import NOBODY, UNDER_WAY, CloseThrow, Reinforce, State
from games.risiko.turns import end_game, ended_before, pass_on

# -- time


def time_up(rules: Rules, state: State, by: By, act: TimeUp) -> State:
    """The giro under way is the last, or by option the last but one. However late the judge says it: the ladder is then further on, and
    ends with the turn under way at the latest."""
    giro = act.giro or max(1, state.giro)
    if not act.giro and rules.between_giri == "closed" and _between_giri(rules, state):
        giro -= 1
    last_giro = giro + (rules.time_called == "last_but_one")
    if act.giro and rules.revision >= ONE_LAW:
        return _thrown_after_all(rules, state, last_giro)
    return _called(rules, state, last_giro)


def _thrown_after_all(rules: Rules, state: State, last_giro: int) -> State:
    """Who ended his turn in the giro that turns out to be the last, or in one after it, throws before anything follows that turn."""
    before = ended_before(rules, state, state.over.seat) if state.over else None
    if before is None:
        return _called(rules, state, last_giro)
    due = conclude(rules, _called(rules, before, last_giro))
    if isinstance(due.awaits, CloseThrow):
        return due
    return _called(rules, state, last_giro).with_(extra_giri=due.extra_giri)


def _between_giri(rules: Rules, state: State) -> bool:
    """Nothing was done yet in the turn of the first living player of a giro."""
    if not isinstance(state.awaits, Reinforce) or not state.awaits.is_fresh or state.giro < 2:
        return False
    order = in_order(state.first, rules.seats, rules.direction)
    return state.seat == next(seat for seat in order if state.is_active(seat))


def _called(rules: Rules, state: State, last_giro: int) -> State:
    """With the last giro known, or known better; a throw that the table waits for is due anew, or is not."""
    called = state.with_(last_giro=last_giro, ladder_from=_ended_by(rules, state, last_giro))
    return conclude(rules, called) if isinstance(state.awaits, CloseThrow) else called


def _ended_by(rules: Rules, state: State, giro: int) -> int:
    """Who ended a giro that is over, as far as the position tells: the last of those who still play."""
    if not 0 < giro < state.giro or rules.revision < A_GIRO_IS_COMPLETE:
        return NOBODY
    order = in_order(state.first, rules.seats, rules.direction)
    return [seat for seat in order if state.is_active(seat)][-1]


def time_not_up(rules: Rules, state: State, by: By, act: TimeNotUp) -> State:
    return _called(rules, state, 0)


# -- the end of a turn


def conclude(rules: Rules, state: State) -> State:
    """The turn ends: with a throw to close the game where one is due, else the next player begins."""
    threshold = threshold_due(rules, state)
    if not threshold:
        return pass_on(rules, state)
    if state.conquests > FREE_CONQUESTS:
        return pass_on(rules, prolonged(rules, state))
    return state.with_(awaits=CloseThrow(threshold, is_final(rules, state)))


def prolonged(rules: Rules, state: State) -> State:
    """More than two conquests in the very last turn: by option another full giro, otherwise each turn decides anew."""
    if rules.after_the_last == "full_giro" and is_final(rules, state):
        return state.with_(extra_giri=state.extra_giri + 1)
    return state


def threshold_due(rules: Rules, state: State) -> int:
    """Under what the seat in turn must throw to close when its turn ends; 0 when it does not throw."""
    if not state.last_giro:
        return 0
    return threshold_of(rules, state, state.seat, state.giro)


def threshold_of(rules: Rules, state: State, seat: int, giro: int) -> int:
    step = _step(rules, state, seat, giro)
    giri = rules.ladder.giri
    if step >= 0:
        return giri[min(step, len(giri) - 1)]
    is_first_throw = giro == state.last_giro and is_last(rules, state, seat)
    return rules.ladder.extra if is_first_throw else 0


def _step(rules: Rules, state: State, seat: int, giro: int) -> int:
    """Which giro of the ladder a turn belongs to. Where no throw is extra, a giro of the ladder starts with the last player."""
    after = giro - state.last_giro
    if rules.ladder.extra:
        return after - 1
    if state.ladder_from == NOBODY:
        return after if is_last(rules, state, seat) else after - 1
    begun, here = (place_in_giro(one, state.first, rules.seats, rules.direction) for one in (state.ladder_from, seat))
    return after if here >= begun else after - 1


def is_last(rules: Rules, state: State, seat: int) -> bool:
    return is_last_of_giro(seat, state.first, state.standing, rules.direction)


def is_final(rules: Rules, state: State) -> bool:
    """Whether the ladder ends with this turn, so that its throw ends the game whatever it shows."""
    follower = next_active(state.seat, state.standing, rules.direction)
    giro = state.giro + 1 if is_last(rules, state, state.seat) else state.giro
    return _step(rules, state, follower, giro) >= len(rules.ladder.giri) + state.extra_giri


def is_last_chance(rules: Rules, state: State) -> bool:
    """Whether the game ends with this turn, whatever a throw shows: the ladder is at its end, and no conquests prolong it."""
    return bool(threshold_due(rules, state)) and state.conquests <= FREE_CONQUESTS and is_final(rules, state)


# -- the throw


def chance_to_close(rules: Rules, state: State) -> Fraction | None:
    """Of the throw that the table waits for, or that comes if the turn ends as things stand. The last throw of all ends it surely."""
    if state.ended or not state.giro or state.conquests > FREE_CONQUESTS:
        return None
    threshold = state.awaits.threshold if isinstance(state.awaits, CloseThrow) else threshold_due(rules, state)
    if not threshold:
        return None
    if is_final(rules, state):
        return Fraction(1)
    return at_most(threshold)


def close_dice_breaches(rules: Rules, state: State, by: By, act: CloseDice) -> Iterator[Breach]:
    if isinstance(state.awaits, CloseThrow):
        if by != state.seat:
            yield infraction("5", "lancia il {seat}", "{seat} throws", seat=seat_words(state.seat))
    else:
        why = _why_no_throw(rules, state)
        it, en = "{why}: il lancio non conta", "{why}: the throw does not count"
        yield infraction("16", it, en, waivable=False, why=why)


def not_due(rules: Rules, state: State, act: Finish) -> Words | None:
    """Why no throw to close comes with the turn under way."""
    due = isinstance(state.awaits, CloseThrow) or (threshold_due(rules, state) and state.conquests <= FREE_CONQUESTS)
    return None if due else _why_no_throw(rules, state)


def not_the_last(rules: Rules, state: State, act: Finish) -> Words | None:
    """Why the game does not end with the turn under way whatever is thrown."""
    if (words := not_due(rules, state, act)) or is_final(rules, state):
        return words
    return Words("altri giri di sdadata seguono", "other giri with a throw to close follow")


def _why_no_throw(rules: Rules, state: State) -> Words:
    if not state.last_giro:
        return Words("il tempo non è scaduto", "time is not up")
    if threshold_due(rules, state) and state.conquests > FREE_CONQUESTS:
        return Words("ha conquistato più di due territori", "more than two conquests")
    return Words("si lancia a turno concluso, quando tocca", "the throw comes when a turn is over and one is due")


def close_dice(rules: Rules, state: State, by: By, act: CloseDice) -> State:
    awaits = state.awaits
    assert isinstance(awaits, CloseThrow)
    if sum(act.dice) <= awaits.threshold:
        return end_game(state, "dice")
    return end_game(state, "time") if awaits.is_last else pass_on(rules, state)


CHAPTER: Chapter = {
    CloseDice: Rule(close_dice_breaches, close_dice, SEAT, "16", (*UNDER_WAY, CloseThrow)),
}
