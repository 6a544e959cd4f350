"""How the game ends: territories at the end of a global turn, or the time of the tournament mode (articles modalita, torneo.tempo)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.fabrisiko.rules import AS_NAMED, GIRO_IS_COMPLETE, GROUND, TO_WIN, Rules
from games.fabrisiko.state import NOBODY, Over, State, Turn
from games.fabrisiko.turns import battlefields
from games.fabrisiko.units import has_sheet, holdings
from games.kernel import seats, timekeeping
from games.kernel.acts import JUDGE, By, PreAlarm, TimeNotUp, TimeUp
from games.kernel.breaches import Breach, impossible, infraction
from games.kernel.game import Chapter, Rule
from games.kernel.guide import rest_of_giro, who_still_plays
from games.kernel.speakers import CLOCK_SAYS, JUDGE_SAYS
from games.kernel.words import Words

TERRITORIES, TIME, DRAW, ABANDONED = "territories", "time", "draw", "abandoned"


def closes(rules: Rules, state: State) -> str:
    """How the game ended with the global turn that is just over; empty while it goes on."""
    if counts_territories(rules) and leader(rules, state) != NOBODY:
        return TERRITORIES
    if not rules.is_tournament and is_dead(rules, state):
        return DRAW
    return TIME if state.last_giro and state.giro >= state.last_giro else ""


def won_at_once(rules: Rules, state: State) -> State:
    """By option nobody waits for the end of the global turn."""
    if state.ended or not counts_territories(rules) or leader(rules, state) == NOBODY:
        return state
    return end_game(rules, state, TERRITORIES)


def counts_territories(rules: Rules) -> bool:
    """Whether territories win the game: in tournament mode by option only (modalita)."""
    return not rules.is_tournament or rules.territory_win == "both"


def is_dead(rules: Rules, state: State) -> bool:
    """Whether nobody can ever take anything again: no sheet to build with, no ground unit. The book does not speak of it (modalita)."""
    for seat in range(rules.seats):
        if has_sheet(rules, state, seat):
            return False
    return not any(one.kind in GROUND for here in state.armies for one in here)


def leader(rules: Rules, state: State) -> int:
    """Who holds the territories that win; nobody else can then."""
    counts = staying(state, holdings(rules, state)[0])
    most = max(counts)
    return counts.index(most) if most >= TO_WIN[rules.seats] else NOBODY


def staying(state: State, counts: Sequence[int]) -> Sequence[int]:
    """Counts by seat, nothing for who left the table."""
    return [0 if seat in state.left else count for seat, count in enumerate(counts)] if state.left else counts


def end_game(rules: Rules, state: State, how: str) -> State:
    winner = leader(rules, state) if how == TERRITORIES else NOBODY
    return state.with_(awaits=Over(), ended=how, winner=winner, turn=state.turn + 1, fray=None, open=None, thrown=())


def ways_to_end(rules: Rules, state: State) -> list[str]:
    """How the game may have ended with the turn under way."""
    ways = [TIME] * rules.is_tournament + [TERRITORIES] * counts_territories(rules)
    return [way for way in ways if why_not_over(rules, state, way) is None]


def why_not_over(rules: Rules, state: State, how: str) -> Breach | None:
    """Why the game cannot have ended so with the turn under way."""
    if rules.revision < AS_NAMED:
        return None
    if how == TERRITORIES and leader(rules, state) == NOBODY:
        it, en = "nessuno ha {most} territori", "nobody holds {most} territories"
        return infraction("modalita", it, en, most=TO_WIN[rules.seats])
    if _is_result_alone(rules, state):
        return None
    if how == TIME and not 0 < state.last_giro <= state.giro:
        return infraction("torneo.tempo", "il tempo non è stato chiamato", "time has not been called")
    if rules.revision >= GIRO_IS_COMPLETE and not _is_giro_complete(rules, state, how):
        article = "torneo.tempo" if how == TIME else "modalita"
        return infraction(article, "il turno globale non è completo", "the global turn is not complete")
    return None


def _is_result_alone(rules: Rules, state: State) -> bool:
    """Whether nothing was played yet, so that the table may have come to any end. Up to the seventh revision: no turn was over."""
    return not state.turn and not (state.is_touched and rules.revision >= GIRO_IS_COMPLETE)


def _is_giro_complete(rules: Rules, state: State, how: str) -> bool:
    """Whether the last global turn is over, or is with the turn under way: that of the last one, in which something was played and nobody
    has to fight any more. By option nobody waits for it.
    """
    if type(state.awaits) is not Turn or state.fray is not None or battlefields(state):
        return False
    if how == TERRITORIES and rules.win_at != "global_turn":
        return True
    if how == TIME and state.last_giro < state.giro:
        return True
    return state.is_touched and seats.is_last_of_giro(state.seat, state.first, _playing(rules, state), rules.direction)


def _playing(rules: Rules, state: State) -> list[str]:
    return [seats.ABANDONED if seat in state.left else seats.ACTIVE for seat in range(rules.seats)]


def guide(rules: Rules, state: State) -> Iterator[Words]:
    """Nothing before time is called; then who still plays in the global turn that is completed (torneo.tempo)."""
    if state.last_giro and state.giro and not state.ended:
        rest = rest_of_giro(state.seat, state.first, _playing(rules, state), rules.direction)
        yield from who_still_plays(rest, state.seat, is_last_giro=state.giro >= state.last_giro)


# -- the clock


def time_up_breaches(rules: Rules, state: State, by: By, act: TimeUp) -> Iterator[Breach]:
    if not rules.is_tournament:
        yield impossible("la partita tradizionale non è a tempo", "the traditional game has no clock", "torneo.tempo")
    if act.giro and (by != JUDGE or not act.giro <= max(1, state.giro)):
        yield impossible(
            "solo il giudice corregge il turno globale, tra quelli giocati",
            "only the judge names a global turn, one that was played",
            "torneo.tempo",
        )
    elif rules.revision >= AS_NAMED:
        yield from timekeeping.told_late_breaches(by, state, act.giro, "torneo.tempo")


def time_up(rules: Rules, state: State, by: By, act: TimeUp) -> State:
    """The global turn under way is the last. Said twice it changes nothing; the judge may name the turn in which time was over."""
    if state.ended or (state.last_giro and not act.giro):
        return state
    return both(state, last_giro=act.giro or max(1, state.giro))


def both(state: State, **changes: int | tuple[int, ...]) -> State:
    """A change that a re-roll must not take back: it goes into the position before the open throw as well."""
    before = state.open.with_(**changes) if state.open else None
    return state.with_(**changes, open=before)


def time_not_up_breaches(rules: Rules, state: State, by: By, act: TimeNotUp) -> Iterator[Breach]:
    if state.ended and rules.revision >= AS_NAMED:
        yield timekeeping.game_over("torneo.tempo")
    elif state.ended or not state.last_giro:
        yield impossible("il tempo non è stato chiamato", "time has not been called", "torneo.tempo")


def time_not_up(rules: Rules, state: State, by: By, act: TimeNotUp) -> State:
    return state if state.ended else both(state, last_giro=0)


def pre_alarm(rules: Rules, state: State, by: By, act: PreAlarm) -> State:
    return state


CHAPTER: Chapter = {
    TimeUp: Rule(time_up_breaches, time_up, CLOCK_SAYS, "torneo.tempo"),
    TimeNotUp: Rule(time_not_up_breaches, time_not_up, JUDGE_SAYS, "torneo.tempo"),
    PreAlarm: Rule(timekeeping.pre_alarm_breaches, pre_alarm, CLOCK_SAYS, "torneo.tempo"),
}
