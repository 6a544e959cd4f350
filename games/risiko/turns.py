"""How a turn begins and how it passes on: shared by several chapters, it holds no rule of its own but the giro (see art. 3)."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel.score import CountLine
from games.kernel.seats import ABANDONED, ACTIVE, ELIMINATED, next_active, place_in_giro
from games.risiko.rules import A_GIRO_IS_COMPLETE, AFTER_ITS_END, AS_IT_HAPPENED, HAND_LIMIT, Rules
from games.risiko.state import NOBODY, Closing, Count, Fight, Over, Reinforce, State


def begin_turn(rules: Rules, state: State, seat: int, giro: int) -> State:
    return state.with_(
        awaits=Reinforce(income(rules, state.owners, seat), is_fresh=True),
        seat=seat,
        giro=giro,
        conquests=0,
        sets=0,
        has_drawn=False,
        has_moved=False,
        unplaced=0,
    )


def income(rules: Rules, owners: tuple[int, ...], seat: int) -> int:
    """Armies due at the start of a turn: territories by three, rounded down, and whole continents (base.territories, base.continents)."""
    armies = owners.count(seat) // 3
    for continent in rules.board.continents:
        if owners[continent.territories[0]] == seat and continent.of(owners).count(seat) == len(continent.territories):
            armies += continent.bonus
    return armies


def whole_continents(rules: Rules, owners: tuple[int, ...], seat: int) -> Iterator[CountLine]:
    """What each whole continent brings."""
    for continent in rules.board.continents:
        if continent.of(owners).count(seat) == len(continent.territories):
            yield CountLine(continent.name, str(continent.bonus))


def room(rules: Rules, state: State, seat: int) -> int:
    """How many armies the seat may still bring onto the board (art. 19)."""
    return max(0, rules.army_limit - state.armies_of(seat))


def is_entitled(rules: Rules, state: State) -> bool:
    """Whether the seat in turn may still draw its card (art. 11)."""
    is_due = state.conquests > 0 and not state.has_drawn and state.hand_size(state.seat) < HAND_LIMIT
    return is_due and is_stocked(rules, state)


def is_stocked(rules: Rules, state: State) -> bool:
    """Whether a card can be drawn; by option cards already played make the deck anew when one is due."""
    return state.deck > 0 or (rules.deck_again == "next_draw" and state.used > 0)


def pass_on(rules: Rules, state: State) -> State:
    """The turn is over: the next living player begins, in a new giro when the order starts again."""
    forgot = state.seat if is_entitled(rules, state) and state.is_active(state.seat) else NOBODY
    follower = next_active(state.seat, state.standing, rules.direction)
    here = place_in_giro(state.seat, state.first, rules.seats, rules.direction)
    there = place_in_giro(follower, state.first, rules.seats, rules.direction)
    giro = state.giro + 1 if there <= here else state.giro
    if giro > state.giro == state.last_giro and rules.revision >= A_GIRO_IS_COMPLETE:
        state = state.with_(ladder_from=state.seat)
    is_quiet = giro <= state.last_giro or not state.last_giro
    over = (
        Over(state.seat, state.giro, state.conquests, state.sets, state.has_drawn, state.has_moved)
        if is_quiet
        else None
    )
    return begin_turn(rules, state.with_(turn=state.turn + 1, late=forgot, over=over), follower, giro)


def ended_before(rules: Rules, state: State, by: int) -> State | None:
    """The turn just over, for what its player does too much; None where another has begun, where it was not his, or a throw ended it."""
    over, awaits = state.over, state.awaits
    if rules.revision < AFTER_ITS_END or over is None or over.seat != by or not state.is_active(by):
        return None
    if type(awaits) is not Reinforce or not awaits.is_fresh:
        return None
    if next_active(by, state.standing, rules.direction) != state.seat:
        return None
    return state.with_(
        awaits=Closing() if over.has_drawn or over.has_moved else Fight(),
        seat=by,
        giro=over.giro,
        turn=state.turn - 1,
        conquests=over.conquests,
        sets=over.sets,
        has_drawn=over.has_drawn,
        has_moved=over.has_moved,
        late=NOBODY,
        over=None,
    )


def end_game(state: State, ended: str, winner: int = NOBODY) -> State:
    return state.with_(awaits=Count(), ended=ended, winner=winner, late=NOBODY, turn=state.turn + 1)


def only_one_left(state: State) -> str:
    """How the game ended if nobody but one still plays; empty while it goes on."""
    if state.standing.count(ACTIVE) > 1:
        return ""
    return "elimination" if ABANDONED not in state.standing or _last_to_go(state) == ELIMINATED else "abandoned"


def _last_to_go(state: State) -> str:
    return state.standing[state.left[-1]]


def due(state: State) -> int:
    """Armies that the seat in turn has still to lay."""
    return state.awaits.left if type(state.awaits) is Reinforce else state.unplaced


def left_behind(rules: Rules, state: State) -> int:
    """Armies that stay due where a registered act leaves the reinforcements; none where there is no room for them."""
    if rules.revision < AS_IT_HAPPENED or not due(state):
        return 0
    return min(due(state), room(rules, state, state.seat))
