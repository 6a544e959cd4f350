"""B) A row of three visions: the first says what kind of trimagia, the second and the third how strong it is and on whom."""

from __future__ import annotations

from games.fatal import hidden, hoards
from games.fatal.acts import Aim, Award, Deliver, Rob, Strip, Trimagia
from games.fatal.contents import AWARD, DRAW, ROB, STRIP
from games.fatal.rules import AT_ANY_MOMENT, WORKS_ONCE_MORE, Rules
from games.fatal.state import (
    AIM,
    AT_ITS_END,
    EMPTY,
    NO_ROW,
    NOBODY,
    STRIKE,
    TRIMAGIE,
    AwaitAim,
    AwaitStrike,
    AwaitTake,
    AwaitTrimagia,
    AwaitTurnUp,
    State,
    Strike,
    Turn,
)
from games.fatal.treasures import display_breaches, faced, given, is_due
from games.fatal.turns import answers, emptied, go
from games.kernel.acts import By
from games.kernel.breaches import Breach, impossible, infraction
from games.kernel.game import Chapter, Rule
from games.kernel.latest import latest
from games.kernel.seats import ACTIVE, read_seat
from games.kernel.speakers import IN_TURN
from games.kernel.values import put
from games.kernel.words import seat_words

FOR_ONESELF_TOO = (DRAW, AWARD)
MOST_POWER = 2


def strike_of(rules: Rules, state: State, row: int) -> Strike:
    """What the seat's row does: type of the first, stars of the second, the star in the tip of the third, a second target on either.

    One star acts on one card, two on two; where a deck's cards show none it acts on one.
    """
    kinds, visions = state.sides[state.seat].rows[row], rules.box.visions
    first, second, third = visions[kinds[0]], visions[kinds[1]], visions[kinds[2]]
    power = second.stars[1] + third.tip
    power = 1 if power < 1 else MOST_POWER if power > MOST_POWER else power
    return Strike(row, first.type, power, second.again[0] + third.again[1] > 0)


def targets(state: State, strike: Strike) -> list[int]:
    """Whom the trimagia may aim at next: another than the first target, and oneself only where that is a gift."""
    barred = strike.done if strike.kind in FOR_ONESELF_TOO else (*strike.done, state.seat)
    return [seat for seat, side in enumerate(state.sides) if side.standing == ACTIVE and seat not in barred]


def next_target(rules: Rules, state: State) -> State:
    """The effect on one target is over: the second, if there is one, else the three visions are discarded."""
    strike = state.strike
    assert strike is not None
    state = state.with_(worked=strike, worked_in=state.turn)
    if strike.again:
        following = Strike(strike.row, strike.kind, strike.power, False, done=(*strike.done, strike.target))
        if targets(state, following):
            return state.with_(strike=following)
    side = state.sides[state.seat]
    first, second = side.rows
    spent, rows = (second, (first, NO_ROW)) if strike.row else (first, (NO_ROW, second))
    return state.with_(
        strike=None,
        discards=hidden.piled(
            state.discards, spent if EMPTY not in spent else [kind for kind in spent if kind != EMPTY]
        ),
        sides=put(state.sides, state.seat, side.with_(rows=rows)),
    )


# -- which row, at whom


def trimagia_breaches(rules: Rules, state: State, by: By, act: Trimagia) -> list[Breach]:
    found = list[Breach]()
    if type(state.awaits) is not AwaitTrimagia and not _closes(rules, state):
        found.append(_at_another_time(rules, state))
    if EMPTY in state.sides[state.seat].rows[act.row]:
        found.append(
            infraction(
                "B",
                "quella fila non ha tre visioni: non succede nulla",
                "that row does not have three visions: nothing happens",
                waivable=False,
            )
        )
    return found


def _closes(rules: Rules, state: State) -> bool:
    """Whoever carries out a row lays no more visions: the turn draws to a close with it."""
    return type(state.awaits) is Turn and rules.revision >= AT_ANY_MOMENT and not is_due(rules, state)


def _at_another_time(rules: Rules, state: State) -> Breach:
    if is_due(rules, state):
        return infraction(
            "sintesi", "prima si prende il tesoro delle tre stelle", "the treasure for three stars comes first"
        )
    return infraction(
        "sintesi", "le trimagie si eseguono a fine turno", "trimagie are carried out at the end of the turn"
    )


def trimagia(rules: Rules, state: State, by: By, act: Trimagia) -> State:
    step = TRIMAGIE if _closes(rules, state) else state.step
    return state.with_(strike=strike_of(rules, state, act.row), awaits=AIM, step=step, pending=())


def aim_breaches(rules: Rules, state: State, by: By, act: Aim) -> list[Breach]:
    seat = read_seat(rules.seats, act.seat)
    found = list[Breach]()
    strike = state.strike
    assert strike is not None
    if state.sides[seat].standing != ACTIVE:
        found.append(
            impossible("il {seat} non è più in gioco", "{seat} is out of the game", "B", seat=seat_words(seat))
        )
    if seat in strike.done:
        found.append(
            infraction(
                "B", "il secondo bersaglio è un giocatore diverso dal primo", "the second target differs from the first"
            )
        )
    if seat == state.seat and strike.kind not in FOR_ONESELF_TOO:
        found.append(
            infraction(
                "B",
                "questa trimagia colpisce un altro giocatore: si sceglie di nuovo",
                "this trimagia strikes another player: the target is chosen anew",
                rules.revision >= AT_ANY_MOMENT,
            )
        )
    return found


def aim(rules: Rules, state: State, by: By, act: Aim) -> State:
    strike = state.strike
    assert strike is not None
    aimed = Strike(strike.row, strike.kind, strike.power, strike.again, act.seat, strike.power, strike.done)
    return state.with_(strike=aimed, awaits=STRIKE, pending=answers(rules, state, aimed))


# -- the four kinds


def _struck(rules: Rules, state: State, kind: str) -> list[Breach]:
    strike = _at_work(rules, state)
    if strike is None:  # nothing waits for it: it changes nothing
        return [_none_worked()] if rules.revision >= WORKS_ONCE_MORE else []
    if state.sides[strike.target].standing != ACTIVE:
        seat = seat_words(strike.target)
        return [impossible("il {seat} non è più in gioco", "{seat} is out of the game", "B", seat=seat)]
    if strike.kind == kind:
        return [] if _is_aimed(state) else [_once_more(strike)]
    it, en = "la prima visione dice un'altra trimagia", "the first vision says another kind of trimagia"
    return [infraction("B", it, en)]


def _once_more(strike: Strike) -> Breach:
    it, en = "la trimagia ha già agito sul {seat}", "the trimagia has already acted on {seat}"
    return infraction("B", it, en, seat=seat_words(strike.target))


def _none_worked() -> Breach:
    it, en = "nessuna trimagia ha agito in questo turno", "no trimagia has acted in this turn"
    return impossible(it, en, "B")


def _is_aimed(state: State) -> bool:
    return state.strike is not None and state.strike.target != NOBODY


def _at_work(rules: Rules, state: State) -> Strike | None:
    """The trimagia that acts, with its target: the one aimed, or the last one of this turn, which acts once too often."""
    if _is_aimed(state):
        return state.strike
    is_known = state.worked_in == state.turn and rules.revision >= WORKS_ONCE_MORE
    return state.worked if is_known else None


def _aimed(rules: Rules, state: State) -> Strike:
    strike = _at_work(rules, state)
    assert strike is not None
    return strike


def _over(rules: Rules, state: State, was: State) -> State:
    """The effect is over: of the one aimed, so that the next target or the end of the trimagia follows, or of one too many."""
    return go(rules, next_target(rules, state) if _is_aimed(was) else state)


def deliver_breaches(rules: Rules, state: State, by: By, act: Deliver) -> list[Breach]:
    return _struck(rules, state, DRAW)


def deliver(rules: Rules, state: State, by: By, act: Deliver) -> State:
    """Into the hand at once, even beyond six."""
    strike = _at_work(rules, state)
    if strike is None:
        return state
    return _over(rules, hidden.draw(state, hidden.HANDS, strike.target, strike.power), state)


def award_breaches(rules: Rules, state: State, by: By, act: Award) -> list[Breach]:
    kind = rules.box.hoard[act.treasure]
    return [*_struck(rules, state, AWARD), *display_breaches(state, kind, "B")]


def award(rules: Rules, state: State, by: By, act: Award) -> State:
    """One treasure at a time: each is replaced before the next is chosen, so the Queen may come half-way."""
    strike = _at_work(rules, state)
    if strike is None:
        return state
    after = given(rules, state, rules.box.hoard[act.treasure], strike.target, state.step)
    if strike.left > 1 and _is_aimed(state):
        rest = Strike(strike.row, strike.kind, strike.power, strike.again, strike.target, strike.left - 1, strike.done)
        return after.with_(strike=rest)
    return _over(rules, after, state)


def loot(state: State, strike: Strike) -> int:
    """How many treasures a theft takes: never those face up, and as many as there are."""
    pile = state.sides[strike.target].pile
    return pile if pile < strike.power else strike.power


def rob_breaches(rules: Rules, state: State, by: By, act: Rob) -> list[Breach]:
    kinds = tuple([rules.box.hoard[name] for name in act.faced])
    found, strike = _struck(rules, state, ROB), _at_work(rules, state)
    if strike is None:
        return found
    if not hoards.open_kinds(rules, state, state.seat).issuperset(kinds):
        found.append(
            infraction(
                "seconda-smazzata",
                "a faccia in su solo i tesori del colore che ha rivelato: si rivolta",
                "face up only treasures of the colour that was revealed: it is turned down",
                waivable=False,
            )
        )
    elif kinds and len(kinds) > loot(state, strike):
        found.append(
            impossible(
                "ha rubato {n:tesoro|tesori}", "{n:# treasure was|# treasures were} stolen", "B", n=loot(state, strike)
            )
        )
    elif robbed(rules, state, kinds) is None and hoards.exposed(state, strike.target, kinds) is not None:
        found.append(
            infraction(
                "seconda-smazzata",
                "un tesoro del colore rivelato va a faccia in su: si gira",
                "a treasure of the colour that was revealed lies face up: it is turned up",
                waivable=False,
            )
        )
    elif robbed(rules, state, kinds) is None:
        found.append(impossible("quei tesori non possono essere lì", "those treasures cannot have been there", "B"))
    return found


@latest
def robbed(rules: Rules, state: State, open_: tuple[int, ...]) -> State | None:
    """Treasures at random from the target's pile to the thief's; None when `open_` ones, or only closed ones, cannot be."""
    strike = _aimed(rules, state)
    victim, thief = strike.target, state.seat
    count = loot(state, strike) - len(open_)
    after = hoards.exposed(state, victim, open_) if open_ else state
    if after is None or count < 0:
        return None
    barred = hoards.open_kinds(rules, state, thief)
    sides = [*after.sides]
    sides[victim] = sides[victim].with_(pile=sides[victim].pile - count)
    sides[thief] = sides[thief].with_(pile=sides[thief].pile + count)
    traces = hoards.spread(after.hidden, victim, (thief,), {thief: barred}, False) if count else after.hidden
    after = after.with_(sides=tuple(sides), hidden=traces)
    if not barred:  # whatever it was, it can lie closed in the thief's pile
        return after
    after = faced(after, thief, open_)
    return after if hoards.fits(after.hidden, hoards.sizes(after)) else None


def rob(rules: Rules, state: State, by: By, act: Rob) -> State:
    if _at_work(rules, state) is None:
        return state
    after = robbed(rules, state, tuple([rules.box.hoard[name] for name in act.faced]))
    assert after is not None
    return _over(rules, after, state)


def strip_breaches(rules: Rules, state: State, by: By, act: Strip) -> list[Breach]:
    kinds = tuple([rules.box.cards[name] for name in act.cards])
    found, strike = _struck(rules, state, STRIP), _at_work(rules, state)
    if strike is None:
        return found
    due = min(strike.power, state.hand_size(strike.target))
    if len(kinds) != due:
        found.append(
            infraction(
                "B",
                "{due:si pesca # carta|si pescano # carte}, non {n}",
                "{due:# card is|# cards are} drawn, not {n}",
                due=due,
                n=len(kinds),
            )
        )
    if hidden.expose(state, hidden.HANDS, strike.target, kinds) is None:
        found.append(
            impossible("quelle carte non possono essere nella sua mano", "those cards cannot be in this hand", "B")
        )
    return found


def strip(rules: Rules, state: State, by: By, act: Strip) -> State:
    strike = _at_work(rules, state)
    if strike is None:
        return state
    target, kinds = strike.target, tuple([rules.box.cards[name] for name in act.cards])
    shown = hidden.expose(state, hidden.HANDS, target, kinds)
    assert shown is not None
    after = hidden.discarded(shown, kinds)
    if rules.revision < AT_ANY_MOMENT:
        after = next_target(rules, after)
        return go(rules, after if any(after.sides[target].hand) else emptied(rules, after, state))
    after = after if any(after.sides[target].hand) else emptied(rules, after, state)
    return _over(rules, after, state)


ONCE_MORE = (Turn, AwaitTurnUp, AwaitAim, *AT_ITS_END)
"""Where a trimagia that has acted may act once more, too many."""
CHAPTER: Chapter = {
    Trimagia: Rule(trimagia_breaches, trimagia, IN_TURN, "B", (Turn, AwaitTake, AwaitTrimagia)),
    Aim: Rule(aim_breaches, aim, IN_TURN, "B", (AwaitAim,), void=(Turn, *AT_ITS_END)),
    Deliver: Rule(deliver_breaches, deliver, IN_TURN, "B", (AwaitStrike,), late=ONCE_MORE),
    Award: Rule(award_breaches, award, IN_TURN, "B", (AwaitStrike,), late=ONCE_MORE),
    Rob: Rule(rob_breaches, rob, IN_TURN, "B", (AwaitStrike,), late=ONCE_MORE),
    Strip: Rule(strip_breaches, strip, IN_TURN, "B", (AwaitStrike,), late=ONCE_MORE),
}
