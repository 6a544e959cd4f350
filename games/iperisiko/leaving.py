"""Article 7: elimination without booty. And a player who leaves the table (base.leaving)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from games.iperisiko.acts import Abandon
from games.iperisiko.dealing import won
from games.iperisiko.deck import returned
from games.iperisiko.rules import AS_THE_TABLE_STANDS, BORNE_OUT, MINED, ONE_LAW, Rules
from games.iperisiko.setting_up import PAIR, next_batch, next_factory
from games.iperisiko.state import (
    IN_PLAY,
    NOBODY,
    SETTING_UP,
    AuctionThrow,
    Count,
    DefenceThrow,
    Fight,
    Occupation,
    PlaceFactory,
    PlaceFirst,
    Spying,
    State,
)
from games.iperisiko.turns import end_game, only_one_left, pass_on, thinned
from games.kernel.acts import By
from games.kernel.breaches import Breach, impossible
from games.kernel.game import Chapter, Rule
from games.kernel.seats import ABANDONED, ELIMINATED, read_seat
from games.kernel.speakers import JUDGE_STATES
from games.kernel.values import put


def fallen(rules: Rules, state: State, loser: int) -> State:
    """Armies of `loser` were destroyed: if none is left he is out, and with only one player left the game is over."""
    if loser == NOBODY or loser in state.owners or state.destroyed_by[loser] != NOBODY:
        return state
    state = state.with_(destroyed_by=put(state.destroyed_by, loser, state.seat))
    if state.is_active(loser):
        state = _out(rules, state, loser, ELIMINATED)
    ended = "" if state.ended else only_one_left(state)
    return end_game(state, ended) if ended else state


def out_already(rules: Rules, state: State, seat: int) -> State:
    """Out before the record began: whose doing it was nobody knows, so that it reaches nobody's objective."""
    state = _out(rules, state, seat, ELIMINATED)
    ended = "" if state.ended else only_one_left(state)
    return end_game(state, ended) if ended else state


def _out(rules: Rules, state: State, seat: int, how: str) -> State:
    """Out of the game: no booty, the closed hand goes back into the deck (art. 7); the kit and the truces are gone."""
    state = returned(state, seat)
    return state.with_(
        standing=put(state.standing, seat, how),
        kits=put(state.kits, seat, (0,) * len(rules.board.kit)),
        truces=tuple(truce for truce in state.truces if seat not in (truce.by, truce.seat)),
        left=(*state.left, seat),
    )


def abandon_breaches(rules: Rules, state: State, by: By, act: Abandon) -> Iterator[Breach]:
    read_seat(rules.seats, act.seat)
    if not state.is_active(act.seat):
        yield impossible("non è più in gioco", "this player is no longer in the game", "base.leaving")


def abandon(rules: Rules, state: State, by: By, act: Abandon) -> State:
    """Counted as eliminated; the armies stay and only defend, and a turn under way ends."""
    if isinstance(state.awaits, Count):
        return _left_at_the_count(state, act.seat)
    if isinstance(state.awaits, SETTING_UP):
        return _left_before_the_start(rules, state, act.seat)
    is_his_turn = act.seat == state.seat
    gone = _out(rules, state, act.seat, ABANDONED)
    ended = only_one_left(gone)
    if isinstance(gone.awaits, Occupation) and (ended or is_his_turn):
        gone = settled(rules, gone, gone.awaits)
        ended = "" if gone.ended else only_one_left(gone)
    if gone.ended:
        return gone
    if ended:
        return end_game(gone, ended)
    return pass_on(rules, gone) if is_his_turn else _thrower_changed(rules, gone, act.seat)


def _left_at_the_count(state: State, seat: int) -> State:
    """Whoever leaves a draw without turning up his pair counts as eliminated; a result that stands is not touched."""
    if state.ended != "time" or len(state.objectives[seat]) == PAIR:
        return state
    return state.with_(standing=put(state.standing, seat, ABANDONED), left=(*state.left, seat))


def _left_before_the_start(rules: Rules, state: State, seat: int) -> State:
    """What he has laid stays and only defends; the others go on without him."""
    gone = _out(rules, state, seat, ABANDONED)
    if ended := only_one_left(gone):
        return end_game(gone, ended)
    awaits = gone.awaits
    if isinstance(awaits, PlaceFirst):
        return next_batch(rules, gone, put(awaits.stock, seat, 0), seat)
    if isinstance(awaits, PlaceFactory) and awaits.seat == seat:
        return next_factory(rules, gone, seat)
    if isinstance(awaits, AuctionThrow) and seat in awaits.seats:
        rest = tuple(other for other in awaits.seats if other != seat)
        if len(rest) == 1:
            return won(gone, awaits.dst, rest[0], awaits.bid)
        return gone.with_(awaits=AuctionThrow(awaits.dst, awaits.bid, rest))
    return gone


def settled(rules: Rules, state: State, awaits: Occupation) -> State:
    """An occupation cut short: the least that must move in does. Earlier revisions forgot the mines of it, and the conquest."""
    if rules.revision >= BORNE_OUT:
        return moved_in(rules, state, awaits, min(awaits.least, state.armies[awaits.src]))
    armies = put(state.armies, awaits.src, max(1, state.armies[awaits.src] - awaits.least))
    moved = state.with_(armies=put(armies, awaits.dst, armies[awaits.dst] + awaits.least), awaits=Fight())
    return fallen(rules, thinned(rules, moved, awaits.src), awaits.loser)


def moved_in(rules: Rules, state: State, awaits: Occupation, going: int) -> State:
    """An occupation ends, however it does: with what the mines leave of the armies that move in, beside those that the table shows there.

    Where no army is left a territory is nobody's, and none was conquered (26).
    """
    src, dst = awaits.src, awaits.dst
    there, stayed = past_mines(rules, going, awaits.mines), state.armies[src] - going
    if rules.revision >= BORNE_OUT:
        there += state.armies[dst]
    owners = put(state.owners, dst, state.seat if there else NOBODY)
    occupied = state.with_(
        armies=put(put(state.armies, src, stayed), dst, there),
        owners=owners if stayed else put(owners, src, NOBODY),
        conquests=state.conquests + (there > 0),
        awaits=Fight(),
        taken=(dst, awaits.loser) if there and not awaits.mines and rules.revision >= AS_THE_TABLE_STANDS else (),
    )
    return fallen(rules, thinned(rules, occupied, src), awaits.loser)


def past_mines(rules: Rules, armies: int, mines: int) -> int:
    """What the minefield leaves of the armies that moved in (art. 26)."""
    if mines == 1 and armies == MINED and rules.mine_three == "one_stays":
        return 1
    return max(0, armies - MINED * mines)


def _thrower_changed(rules: Rules, state: State, seat: int) -> State:
    """Where the table waited for the player who left: another throws for him, and nobody is spied on."""
    awaits = state.awaits
    if isinstance(awaits, DefenceThrow) and awaits.roller == seat:
        stands = awaits.is_registered and rules.revision >= ONE_LAW
        other = structs.replace(awaits, roller=thrower(rules, state, awaits.dst), is_registered=stands)
        return state.with_(awaits=other)
    if isinstance(awaits, Spying) and awaits.target == seat:
        return state.with_(awaits=awaits.then)
    return state


def thrower(rules: Rules, state: State, dst: int) -> int:
    """Who throws in defence: the defender, or for a player who left the first in the order who is not attacking."""
    defender = state.owners[dst]
    if state.is_active(defender):
        return defender
    return next((seat for seat in state.order if seat != state.seat and state.is_active(seat)), state.seat)


CHAPTER: Chapter = {
    Abandon: Rule(abandon_breaches, abandon, JUDGE_STATES, "base.leaving", (*SETTING_UP, *IN_PLAY, Count))
}
