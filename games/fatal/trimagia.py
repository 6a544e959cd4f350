"""B) A row of three visions: the first says what kind of trimagia, the second and the third how strong it is and on whom."""

from __future__ import annotations

from collections.abc import Iterator

from games.fatal import hidden, hoards
from games.fatal.acts import Aim, Award, Deliver, Rob, Strip, Trimagia
from games.fatal.contents import AWARD, DRAW, ROB, STRIP
from games.fatal.rules import Rules
from games.fatal.setting_up import read_seat
from games.fatal.state import (
    EMPTY,
    NO_ROW,
    NOBODY,
    AwaitAim,
    AwaitStrike,
    AwaitTake,
    AwaitTrimagia,
    State,
    Strike,
    Turn,
    put,
)
from games.fatal.treasures import display_breaches, faced, given, lies_open, open_kinds
from games.fatal.turns import emptied, go, not_now, out_of_turn, struck
from games.kernel.acts import By
from games.kernel.breaches import Breach, impossible, infraction
from games.kernel.game import Chapter, Rule
from games.kernel.latest import latest
from games.kernel.words import seat_words

FOR_ONESELF_TOO = (DRAW, AWARD)
MOST_POWER = 2


def strike_of(rules: Rules, state: State, row: int) -> Strike:
    """What the seat's row does: type of the first, stars of the second, the star in the tip of the third, a second target on either.

    One star acts on one card, two on two; where a deck's cards show none it acts on one.
    """
    first, second, third = (rules.box.visions[kind] for kind in state.rows[state.seat][row])
    power = max(1, min(MOST_POWER, second.stars[1] + third.tip))
    return Strike(row, first.type, power, bool(second.again[0] or third.again[1]))


def targets(state: State) -> list[int]:
    """Whom the trimagia may aim at next: another than the first target, and oneself only where that is a gift."""
    strike = state.strike
    assert strike is not None
    return [
        seat
        for seat in state.actives
        if seat not in strike.done and (strike.kind in FOR_ONESELF_TOO or seat != state.seat)
    ]


def next_target(rules: Rules, state: State) -> State:
    """The effect on one target is over: the second, if there is one, else the three visions are discarded."""
    strike = state.strike
    assert strike is not None
    done = (*strike.done, strike.target)
    following = Strike(strike.row, strike.kind, strike.power, False, done=done)
    if strike.again and targets(state.with_(strike=following)):
        return state.with_(strike=following)
    pair = state.rows[state.seat]
    return state.with_(
        strike=None,
        discards=hidden.piled(state.discards, [kind for kind in pair[strike.row] if kind != EMPTY]),
        rows=put(state.rows, state.seat, put(pair, strike.row, NO_ROW)),
    )


# -- which row, at whom


def trimagia_breaches(rules: Rules, state: State, by: By, act: Trimagia) -> Iterator[Breach]:
    yield from out_of_turn(state, by)
    awaits = state.awaits
    if isinstance(awaits, AwaitTake):
        yield infraction(
            "sintesi", "prima si prende il tesoro delle tre stelle", "the treasure for three stars comes first"
        )
    elif isinstance(awaits, Turn):
        yield infraction(
            "sintesi", "le trimagie si eseguono a fine turno", "trimagie are carried out at the end of the turn"
        )
    elif not isinstance(awaits, AwaitTrimagia):
        yield not_now("non si eseguono trimagie", "no trimagia is carried out", "B")
    if EMPTY in state.rows[state.seat][act.row]:
        yield infraction("B", "quella fila non ha tre visioni", "that row does not have three visions", waivable=False)


def trimagia(rules: Rules, state: State, by: By, act: Trimagia) -> State:
    return state.with_(strike=strike_of(rules, state, act.row), awaits=AwaitAim(), pending=())


def aim_breaches(rules: Rules, state: State, by: By, act: Aim) -> Iterator[Breach]:
    seat = read_seat(rules, act.seat)
    yield from out_of_turn(state, by)
    strike = state.strike
    if not isinstance(state.awaits, AwaitAim) or strike is None:
        yield not_now("nessuna trimagia cerca un bersaglio", "no trimagia looks for a target", "B")
        return
    if not state.is_active(seat):
        yield impossible("il {seat} non è più in gioco", "{seat} is out of the game", "B", seat=seat_words(seat))
    if seat in strike.done:
        yield infraction(
            "B", "il secondo bersaglio è un giocatore diverso dal primo", "the second target differs from the first"
        )
    if seat == state.seat and strike.kind not in FOR_ONESELF_TOO:
        yield infraction(
            "B", "questa trimagia colpisce un altro giocatore", "this trimagia strikes another player", False
        )


def aim(rules: Rules, state: State, by: By, act: Aim) -> State:
    strike = state.strike
    assert strike is not None
    aimed = Strike(strike.row, strike.kind, strike.power, strike.again, act.seat, strike.power, strike.done)
    return struck(rules, state.with_(strike=aimed, pending=()))


# -- the four kinds


def _struck(state: State, by: By, kind: str) -> Iterator[Breach]:
    yield from out_of_turn(state, by)
    if not isinstance(state.awaits, AwaitStrike) or state.strike is None:
        yield not_now("nessuna trimagia è in corso", "no trimagia is under way", "B")
    elif state.strike.kind != kind:
        yield infraction(
            "B",
            "la prima visione dice un'altra trimagia",
            "the first vision says another kind of trimagia",
            waivable=False,
        )


def _aimed(state: State) -> Strike:
    assert state.strike is not None
    return state.strike


def deliver_breaches(rules: Rules, state: State, by: By, act: Deliver) -> Iterator[Breach]:
    yield from _struck(state, by, DRAW)


def deliver(rules: Rules, state: State, by: By, act: Deliver) -> State:
    """Into the hand at once, even beyond six."""
    strike = _aimed(state)
    return go(rules, next_target(rules, hidden.draw(state, hidden.HANDS, strike.target, strike.power)))


def award_breaches(rules: Rules, state: State, by: By, act: Award) -> Iterator[Breach]:
    kind = rules.box.hoard[act.treasure]
    yield from _struck(state, by, AWARD)
    yield from display_breaches(state, kind, "B")


def award(rules: Rules, state: State, by: By, act: Award) -> State:
    """One treasure at a time: each is replaced before the next is chosen, so the Queen may come half-way."""
    strike = _aimed(state)
    after = given(rules, state, rules.box.hoard[act.treasure], strike.target)
    if strike.left > 1:
        rest = Strike(strike.row, strike.kind, strike.power, strike.again, strike.target, strike.left - 1, strike.done)
        return go(rules, after.with_(strike=rest))
    return go(rules, next_target(rules, after))


def loot(state: State) -> int:
    """How many treasures a theft takes: never those face up, and as many as there are."""
    strike = _aimed(state)
    return min(strike.power, state.piles[strike.target])


def rob_breaches(rules: Rules, state: State, by: By, act: Rob) -> Iterator[Breach]:
    kinds = [rules.box.hoard[name] for name in act.faced]
    yield from _struck(state, by, ROB)
    if state.strike is None or state.strike.target == NOBODY:
        return
    if kinds and any(not lies_open(rules, state, state.seat, kind) for kind in kinds):
        yield infraction(
            "seconda-smazzata",
            "a faccia in su solo i tesori del colore che ha rivelato",
            "face up only treasures of the colour that was revealed",
            waivable=False,
        )
    elif len(kinds) > loot(state):
        yield impossible("ha rubato {n} tesori", "{n} treasures were stolen", "B", n=loot(state))
    elif robbed(rules, state, tuple(kinds)) is None:
        yield impossible("quei tesori non possono essere lì", "those treasures cannot have been there", "B")


@latest
def robbed(rules: Rules, state: State, open_: tuple[int, ...]) -> State | None:
    """Treasures at random from the target's pile to the thief's; None when `open_` ones, or only closed ones, cannot be."""
    strike = _aimed(state)
    victim, thief = strike.target, state.seat
    count = loot(state) - len(open_)
    after = hoards.exposed(state, victim, open_) if open_ else state
    if after is None or count < 0:
        return None
    barred = open_kinds(rules, state, thief)
    piles = put(after.piles, victim, after.piles[victim] - count)
    piles = put(piles, thief, piles[thief] + count)
    traces = hoards.spread(after.hidden, victim, (thief,), {thief: barred}, False) if count else after.hidden
    after = after.with_(piles=piles, hidden=traces)
    if not barred:  # whatever it was, it can lie closed in the thief's pile
        return after
    after = faced(after, thief, open_)
    return after if hoards.fits(after.hidden, hoards.sizes(after)) else None


def rob(rules: Rules, state: State, by: By, act: Rob) -> State:
    after = robbed(rules, state, tuple(rules.box.hoard[name] for name in act.faced))
    assert after is not None
    return go(rules, next_target(rules, after))


def strip_breaches(rules: Rules, state: State, by: By, act: Strip) -> Iterator[Breach]:
    kinds = [rules.box.cards[name] for name in act.cards]
    yield from _struck(state, by, STRIP)
    strike = state.strike
    if strike is None or strike.target == NOBODY:
        return
    due = min(strike.power, state.held(strike.target))
    if len(kinds) != due:
        yield infraction(
            "B", "si pescano {due} carte, non {n}", "{due} cards are drawn, not {n}", due=due, n=len(kinds)
        )
    if hidden.expose(state, hidden.HANDS, strike.target, kinds) is None:
        yield impossible("quelle carte non possono essere nella sua mano", "those cards cannot be in this hand", "B")


def strip(rules: Rules, state: State, by: By, act: Strip) -> State:
    strike, kinds = _aimed(state), [rules.box.cards[name] for name in act.cards]
    shown = hidden.expose(state, hidden.HANDS, strike.target, kinds)
    assert shown is not None
    return go(rules, emptied(rules, next_target(rules, hidden.discarded(shown, kinds)), state))


CHAPTER: Chapter = {
    Trimagia: Rule(trimagia_breaches, trimagia),
    Aim: Rule(aim_breaches, aim),
    Deliver: Rule(deliver_breaches, deliver),
    Award: Rule(award_breaches, award),
    Rob: Rule(rob_breaches, rob),
    Strip: Rule(strip_breaches, strip),
}
