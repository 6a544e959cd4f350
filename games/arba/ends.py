"""How a game is over (luoghi.basi, evento), and what is said of the time."""

from __future__ import annotations

from collections.abc import Iterator

from games.arba.acts import EndTurn, Finish
from games.arba.ending import finish, time_not_up, time_up, too_far
from games.arba.moments import MOMENTS
from games.arba.opening import CHAPTER as OPENING
from games.arba.opening import debts, start
from games.arba.rules import (
    AS_NAMED,
    BASE_IS_REACHED,
    BASE_IS_SEEN,
    GIRO_IS_COMPLETE,
    LATE_TIME_CLOSES,
    TURN_IS_OVER,
    WHERE_THE_BOOK_PUTS_THEM,
    Rules,
)
from games.arba.state import IN_PLAY, NOBODY, State, Turn
from games.kernel.breaches import Breach, Unreadable, impossible
from games.kernel.endings import End, Endings
from games.kernel.game import Chapter, Rule
from games.kernel.speakers import JUDGE_STATES
from games.kernel.timekeeping import Timekeeping
from games.kernel.words import Words, seat_words

NOT_OVER = Words("i giri non sono finiti", "the giri are not over")


def _cannot(rules: Rules, state: State, act: Finish) -> Iterator[Breach]:
    if act.winner not in (NOBODY, *range(rules.seats)):
        raise Unreadable("sedia sconosciuta: {seat}", "unknown seat: {seat}", seat=act.winner)
    if (act.how == "base") != (act.winner != NOBODY):
        yield impossible(
            "chi ha conquistato la base si dice se la base è conquistata",
            "who took the base is said where the base is taken",
            "luoghi.basi",
        )


def _is_before_the_last(rules: Rules, state: State, act: Finish) -> Words | None:
    """A result told alone may leave out the giro; not where the board was shown in an earlier one, and not without a last one."""
    if rules.revision < WHERE_THE_BOOK_PUTS_THEM:
        return None
    if not rules.rounds:
        return Words("qui i giri non hanno un limite", "here the giri have no limit")
    return NOT_OVER if 1 < state.giro < rules.rounds else None


def _too_far(rules: Rules, state: State, act: Finish) -> Words | None:
    return too_far(rules, state, act.winner)


def _is_defended(rules: Rules, state: State, act: Finish) -> Words | None:
    """A base is taken in one's own turn, of which nobody need have told the end; once it is over, the loser is seen to have gone."""
    is_own_turn = act.winner == state.seat
    if rules.revision < BASE_IS_SEEN or (is_own_turn and (state.turn or not _is_fresh(rules, state))):
        return None
    if not _is_fresh(rules, state):
        words = Words(
            "è il turno del {seat}: la base la prende lui", "it is {seat}'s turn: only that side takes a base"
        )
        return words.fill({"seat": seat_words(state.seat)})
    loser = 1 - act.winner
    if _is_untold(rules, state):
        return None
    if not state.stands(loser, rules.board.bases[loser]):
        return _too_far(rules, state, act) if rules.revision >= BASE_IS_REACHED else None
    words = Words("il {seat} è ancora nella sua base", "{seat} still stands in the own base")
    return words.fill({"seat": seat_words(loser)})


def _is_untold(rules: Rules, state: State) -> bool:
    """Whether the board is that of the beginning: the result is told alone."""
    return not state.turn and state.pieces == start(rules).pieces


def _is_fresh(rules: Rules, state: State) -> bool:
    return isinstance(state.awaits, Turn) and state.awaits.is_fresh


def _was_complete(rules: Rules, state: State, act: Finish) -> bool:
    """Up to the eighth revision money need not have been collected, and nobody had a turn after the last giro."""
    if rules.revision < GIRO_IS_COMPLETE:
        return True
    if not isinstance(state.awaits, Turn):
        return False
    is_late = (state.time_up_in if act.how == "time" else rules.rounds) < state.giro
    is_played = state.seat != state.first and not state.awaits.is_fresh
    return is_late or (is_played and not any(True for _ in debts(rules, state)))


ENDS = Endings(
    act=Finish,
    ways={
        "time": End("evento", lambda rules, state: int(state.time_up_in)),
        "limit": End(
            "evento", lambda rules, state: int(rules.rounds), NOT_OVER, needs=_is_before_the_last, seen_in="giro"
        ),
        "base": End(
            "luoghi.basi",
            lacks=_too_far,
            needs=_is_defended,
            at_once=lambda rules: True,
            winners=lambda rules, state: range(rules.seats),
            seen_in="places",
        ),
    },
    moments=MOMENTS,
    turn_end=EndTurn(),
    rule=OPENING[EndTurn],
    is_fresh=_is_fresh,
    order=lambda rules, state: (state.first, 1 - state.first),
    asked_from=AS_NAMED,
    alone_from=GIRO_IS_COMPLETE,
    since=TURN_IS_OVER,
    closes_from=LATE_TIME_CLOSES,
    cannot=_cannot,
    formerly=_was_complete,
)
TIME = Timekeeping("evento", ENDS, lambda state: int(state.time_up_in), time_up, time_not_up, finish)
CHAPTER: Chapter = {Finish: Rule(ENDS.breaches, finish, JUDGE_STATES, "luoghi.basi", IN_PLAY), **TIME.chapter}
