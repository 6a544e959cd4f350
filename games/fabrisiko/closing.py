"""How the game ends: territories at the end of a global turn, or the time of the tournament mode (articles modalita, torneo.tempo)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.fabrisiko.rules import DONE_IS_SEEN_THROUGH, GROUND, TO_WIN, Rules
from games.fabrisiko.state import NOBODY, Over, State
from games.fabrisiko.units import has_sheet, holdings
from games.kernel import seats
from games.kernel.acts import By, TimeNotUp, TimeUp
from games.kernel.guide import rest_of_giro, who_still_plays
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
    """By option nobody waits for the end of the global turn. The throw that brought it about may still be repeated by Melano's player."""
    if state.ended or not counts_territories(rules) or leader(rules, state) == NOBODY:
        return state
    over = end_game(rules, state, TERRITORIES)
    return over if rules.revision < DONE_IS_SEEN_THROUGH else over.with_(open=state.open, thrown=state.thrown)


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


def order(rules: Rules, state: State) -> list[int]:
    """Who still plays, in the order of the global turn."""
    return seats.playing(state.first, _playing(rules, state), rules.direction)


def _playing(rules: Rules, state: State) -> list[str]:
    return [seats.ABANDONED if seat in state.left else seats.ACTIVE for seat in range(rules.seats)]


def guide(rules: Rules, state: State) -> Iterator[Words]:
    """Nothing before time is called; then who still plays in the global turn that is completed (torneo.tempo)."""
    if state.last_giro and state.giro and not state.ended:
        rest = rest_of_giro(state.seat, state.first, _playing(rules, state), rules.direction)
        yield from who_still_plays(rest, state.seat, is_last_giro=state.giro >= state.last_giro)


# -- the clock


def time_up(rules: Rules, state: State, by: By, act: TimeUp) -> State:
    """The global turn under way is the last."""
    return both(state, last_giro=act.giro or max(1, state.giro))


def both(state: State, **changes: int | tuple[int, ...]) -> State:
    """A change that a re-roll must not take back: it goes into the position before the open throw as well."""
    before = state.open.with_(**changes) if state.open else None
    return state.with_(**changes, open=before)


def time_not_up(rules: Rules, state: State, by: By, act: TimeNotUp) -> State:
    return both(state, last_giro=0)
