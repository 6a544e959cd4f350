"""Inizio del gioco: troopers at the bases, who begins; and the frame of a turn: how it begins and ends, the order of its steps."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import compress

from games.arba.acts import EndTurn, Nearest, StartDice
from games.arba.places import barricaded, has_udine, movers_to, takes_base
from games.arba.rules import HELD_BASE_STANDS, HOSTS_OWE_NO_FIGHT, REFUGE_ALPINI, TOLD_AS_PLAYED, UDINE_PAID_ONCE, Rules
from games.arba.state import (
    BUY,
    CLOSE,
    DEPLOY,
    INCOME,
    MOVE,
    NOBODY,
    PARA,
    TROOP,
    AnyAwaits,
    Over,
    Row,
    Start,
    State,
    Turn,
)
from games.kernel.acts import By
from games.kernel.breaches import Breach, infraction, standing
from games.kernel.game import Chapter, Rule, unrestricted
from games.kernel.seats import read_seat
from games.kernel.speakers import IN_TURN, JUDGE_SAYS
from games.kernel.values import put
from games.kernel.words import Words

STEPS = {
    1: ("nuove truppe", "new troopers"),
    2: ("danari", "money"),
    3: ("trattori", "tractors"),
    4: ("attacchi a distanza", "ranged attacks"),
    5: ("attacchi ravvicinati", "close attacks"),
    6: ("spostamenti", "movement"),
    7: ("acquisti", "purchases"),
    8: ("ponti", "bridges"),
}
BEFORE_CONTACT = (CLOSE, MOVE)


def start(rules: Rules) -> State:
    """Both bases full of ordinary troopers, three alpini at the Rifugio."""
    none = rules.board.nothing
    state = State(
        awaits=Start(),
        pieces=((none, none, none), (none, none, none)),
        spent=(none, none, none),
        fresh=none,
        spent_cannons=none,
        alpini=put(none, rules.board.refuge, REFUGE_ALPINI),
        cannons=none,
        barricades=none,
        intact=(True,) * len(rules.board.bridges),
        trod=(NOBODY,) * rules.board.size,
        money=(rules.money, rules.money),
        missiles=(0, 0),
        had_udine=(False, False),
    )
    for side, base in enumerate(rules.board.bases):
        state = state.with_pieces(side, TROOP, base, rules.max_troops)
        state = state.with_(trod=put(state.trod, base, side))
    return state


# -- who begins


def nearest_breaches(rules: Rules, state: State, by: By, act: Nearest) -> tuple[Breach, ...]:
    read_seat(rules.seats, act.seat)
    return ()


def nearest(rules: Rules, state: State, by: By, act: Nearest) -> State:
    return begin_turn(rules, state.with_(first=act.seat), act.seat, 1)


def start_dice(rules: Rules, state: State, by: By, act: StartDice) -> State:
    """The higher die begins; level dice are thrown again."""
    if act.dice[0] == act.dice[1]:
        return state
    first = act.dice.index(max(act.dice))
    return begin_turn(rules, state.with_(first=first), first, 1)


# -- the frame of a turn


def begin_turn(rules: Rules, state: State, seat: int, giro: int) -> State:
    none = rules.board.nothing
    return state.with_(
        awaits=Turn(DEPLOY if state.has_contact else CLOSE, is_fresh=True),
        seat=seat,
        giro=giro,
        spent=(none, none, none),
        fresh=none,
        spent_cannons=none,
        had_udine=_had_udine(rules, state, seat),
        claims=(),
        fought=(),
        shots=0,
        strikes=0,
        has_bought_missile=False,
        has_kept_barricades=False,
        kept_barricades=(),
    )


def _had_udine(rules: Rules, state: State, seat: int) -> tuple[bool, bool]:
    """Who holds all of Udine as the turn begins has its ten with the income, also where the other side's turn brought it about."""
    had, has = state.had_udine, has_udine(rules, state, seat)
    if had[seat] == has or (has and rules.revision < UDINE_PAID_ONCE):
        return had
    return (has, had[1]) if seat == 0 else (had[0], has)


def step_breaches(rules: Rules, state: State, step: int) -> tuple[Breach, ...]:
    """Whether an act of this step may come now, in the order of the seven steps."""
    awaits = state.awaits
    assert isinstance(awaits, Turn)
    if not state.has_contact and step not in BEFORE_CONTACT:
        it, en = "prima del contatto si muove soltanto", "before contact one only moves"
        return (infraction("inizio.3", it, en),)
    if awaits.step > step:
        return (_too_late(rules, awaits.step, step),)
    if awaits.step < INCOME < step and state.has_contact:
        return (standing("turno", "prima si riscuotono i danari", "money is collected first"),)
    return tuple(debts(rules, state)) if step >= BUY else ()


def _too_late(rules: Rules, reached_step: int, step: int) -> Breach:
    """Nobody need have moved where the close attacks are over: one that was lost or broken off ends them."""
    if reached_step == MOVE and rules.revision >= TOLD_AS_PLAYED:
        if step == CLOSE:
            it = "un attacco è stato perso o interrotto: gli attacchi ravvicinati sono finiti"
            en = "an attack was lost or broken off: the close attacks are over"
            return infraction("combattimento.ravvicinati", it, en)
        reached_step = CLOSE
    it, en = "si è già ai passi successivi: {late}", "later steps have begun: {late}"
    return infraction("turno", it, en, late=Words(*STEPS[reached_step]))


def reached(awaits: AnyAwaits, step: int) -> Turn:
    """The turn has come to this step at least."""
    return Turn(awaits.step if isinstance(awaits, Turn) and awaits.step > step else step)


# -- the end of a turn


def end_turn_breaches(rules: Rules, state: State, by: By, act: EndTurn) -> Iterator[Breach]:
    assert isinstance(state.awaits, Turn)
    if state.has_contact and state.awaits.step < INCOME:
        yield standing("turno", "prima si riscuotono i danari", "money is collected first")
    yield from debts(rules, state)


def debts(rules: Rules, state: State) -> Iterator[Breach]:
    """What the turn still owes, as long as it can be done: a step onto each claimed place, a fight where paratroopers landed."""
    step = state.awaits.step if isinstance(state.awaits, Turn) else DEPLOY
    if step <= MOVE and [place for place in state.claims if movers_to(rules, state, place)]:
        yield standing(
            "danaro.conteso", "si deve muovere sul territorio rivendicato", "the claimed place must be moved onto"
        )
    if rules.landed == "fight" and step <= CLOSE and state.landed and _owes_a_fight(rules, state):
        yield standing(
            "unita.paracadutisti", "i paracadutisti combattono dove sono scesi", "paratroopers fight where they landed"
        )


def _owes_a_fight(rules: Rules, state: State) -> bool:
    """Paratroopers who came down among enemies in an earlier turn, and who have not moved."""
    return any(
        state.unspent(PARA, place) > state.fresh[place]
        and state.is_hostile(state.seat, place)
        and place not in state.fought
        for place in _landed(rules, state)
    )


def _landed(rules: Rules, state: State) -> tuple[int, ...]:
    """Where paratroopers of the side in turn came down among enemies."""
    if rules.revision < HOSTS_OWE_NO_FIGHT:
        return state.landed
    return tuple([place for place, side in zip(state.landed, state.landed_by, strict=True) if side == state.seat])


def end_turn_act(rules: Rules, state: State, by: By, act: EndTurn) -> State:
    return end_turn(rules, state)


def end_turn(rules: Rules, state: State) -> State:
    """Fines, barricades that nobody paid for, and the other side begins."""
    ended = state.with_(
        turn=state.turn + 1,
        money=_fined(rules, state) if state.claims else state.money,
        barricades=state.barricades if state.has_kept_barricades else _unkept(state),
    )
    if state.landed:
        ended = _still_landed(ended)
    other = 1 - state.seat
    giro = state.giro + (other == state.first)
    begun = begin_turn(rules, ended, other, giro)
    if not (how := _out_of_rounds(rules, begun)):
        return begun
    return end_game(ended if rules.revision >= TOLD_AS_PLAYED else begun, how)


def _fined(rules: Rules, state: State) -> tuple[int, int]:
    """For each claim that nobody can fulfil any more, since those who could are gone."""
    due = rules.fine * len(state.claims)
    if rules.fine_when_poor == "to_zero":
        due = min(due, max(0, state.money[state.seat]))
    return state.money_after(state.seat, -due)


def _unkept(state: State) -> Row:
    levels, own = state.barricades, state.pieces[state.seat][TROOP]
    for place in barricaded(levels):
        if own[place] and place not in state.kept_barricades:
            levels = put(levels, place, 0)
    return levels


def _still_landed(state: State) -> State:
    still = [state.stands(0, place) and state.stands(1, place) for place in state.landed]
    return state.with_(landed=tuple(compress(state.landed, still)), landed_by=tuple(compress(state.landed_by, still)))


def _out_of_rounds(rules: Rules, state: State) -> str:
    """By the event's rules: after the last round, or the one in which time was called, the game is adjudicated. How, or empty."""
    is_round_over = state.seat == state.first
    if is_round_over and rules.rounds and state.giro > rules.rounds:
        return "limit"
    if is_round_over and state.time_up_in and state.giro > state.time_up_in:
        return "time"
    return ""


def fallen(rules: Rules, state: State) -> State:
    """Who came into an enemy base by a ruling has conquered it as soon as the last of its defenders is gone, whoever's turn it is."""
    for side, base in enumerate(rules.board.bases):
        if rules.revision >= HELD_BASE_STANDS and takes_base(rules, state, 1 - side, base):
            return end_game(state, "base", 1 - side)
    return state


def end_game(state: State, ended: str, winner: int = NOBODY) -> State:
    return state.with_(awaits=Over(), ended=ended, winner=winner, turn=state.turn + 1)


CHAPTER: Chapter = {
    Nearest: Rule(nearest_breaches, nearest, JUDGE_SAYS, "inizio.2", (Start,)),
    StartDice: Rule(unrestricted, start_dice, JUDGE_SAYS, "inizio.2", (Start,)),
    EndTurn: Rule(end_turn_breaches, end_turn_act, IN_TURN, "turno", (Turn,)),
}
