"""Articles 11, 12 and 20: occupation, the single move along the chain, the air transport; and how an empty territory is entered."""

from __future__ import annotations

from collections.abc import Iterator

from games.iperisiko.acts import Enter, Move, Occupy, TrasportoAereo
from games.iperisiko.leaving import moved_in
from games.iperisiko.rules import AIRLIFT, ONE_LAW, Rules
from games.iperisiko.state import NOBODY, UNDER_WAY, AfterAct, Closing, Declared, Fight, Occupation, Reinforce, State
from games.iperisiko.turns import (
    attack_phase,
    fighting,
    going_on,
    kit_breaches,
    spent,
    staying_breaches,
    thinned,
    unplaced,
)
from games.kernel.acts import By
from games.kernel.breaches import Breach, impossible, infraction
from games.kernel.game import Chapter, Rule
from games.kernel.speakers import IN_TURN
from games.kernel.values import put

# -- art. 11


def occupy_breaches(rules: Rules, state: State, by: By, act: Occupy) -> Iterator[Breach]:
    """At least as many armies as dice were thrown; with the Ammiraglio no more than came by sea."""
    awaits = state.awaits
    assert isinstance(awaits, Occupation)
    if act.armies > state.armies[awaits.src]:
        yield impossible(
            "{n:non c'è # armata|non ci sono # armate}", "there {n:is not # army|are not # armies}", "11", n=act.armies
        )
        return
    if act.armies < awaits.least:
        yield infraction(
            "11",
            "si entra con almeno {least:armata|armate}",
            "at least {least:# army moves|# armies move} in",
            least=awaits.least,
        )
    if awaits.fleet and act.armies > awaits.fleet:
        yield infraction("17", "via mare ne sono partiti {n}", "{n} came by sea", n=awaits.fleet)
    if act.armies > awaits.least:
        yield from staying_breaches(rules, state, awaits.src, act.armies, "11")


def occupy(rules: Rules, state: State, by: By, act: Occupy) -> State:
    awaits = state.awaits
    assert isinstance(awaits, Occupation)
    return moved_in(rules, state, awaits, act.armies)


# -- art. 12


def move_breaches(rules: Rules, state: State, by: By, act: Move) -> Iterator[Breach]:
    src, dst = rules.board.index[act.src], rules.board.index[act.dst]
    yield from _preparation(state, "12")
    if state.has_moved:
        yield infraction("12", "un solo spostamento a turno", "one move a turn")
    if state.owners[src] != by or src == dst or not _may_end(rules, state, by, dst):
        yield impossible("ci si sposta tra territori propri", "one moves between one's own territories", "12")
        return
    if dst not in reach(rules, state, src):
        yield infraction(
            "12", "i due territori non sono in catena", "the two territories are not in one chain of occupation"
        )
    yield from _leaving(rules, state, src, act.armies, "12")


def _preparation(state: State, article: str) -> Iterator[Breach]:
    """The second phase: nothing moves in a player's first turn, and nothing once the fighting has begun (12, 20)."""
    if state.giro == 1:
        yield infraction("12", "al primo turno non ci si sposta", "nothing moves in the first turn")
    yield from unplaced(state)
    if isinstance(state.awaits, (Fight, Declared, Closing)):
        yield infraction(article, "ci si sposta prima di attaccare", "movements come before the attack")


def _leaving(rules: Rules, state: State, src: int, armies: int, article: str) -> Iterator[Breach]:
    if armies > state.armies[src]:
        yield impossible(
            "{n:non c'è # armata|non ci sono # armate}", "there {n:is not # army|are not # armies}", article, n=armies
        )
        return
    yield from staying_breaches(rules, state, src, armies, article)


def _may_end(rules: Rules, state: State, by: By, dst: int) -> bool:
    return state.owners[dst] == by or (state.owners[dst] == NOBODY and rules.empty_entry == "movement")


def chain(rules: Rules, state: State, src: int) -> set[int]:
    """The territories that a chain of occupation joins to `src`."""
    reached: set[int] = set()
    ahead = [src]
    while ahead:
        here = ahead.pop()
        if here not in reached:
            reached.add(here)
            ahead.extend(there for there in rules.board.borders[here] if state.owners[there] == state.owners[src])
    return reached


def reach(rules: Rules, state: State, src: int) -> set[int]:
    """Where a move from `src` may end: the chain, and by option the empty territories beside it."""
    joined = chain(rules, state, src)
    if rules.empty_entry == "attack":
        return joined - {src}
    beside = {there for here in joined for there in rules.board.borders[here] if state.owners[there] == NOBODY}
    return (joined | beside) - {src}


def move(rules: Rules, state: State, by: By, act: Move) -> State:
    moved = _carried(rules, state, act.src, act.dst, act.armies)
    return moved.with_(awaits=_going_on_as_before(rules, state), has_moved=True)


def _carried(rules: Rules, state: State, src_name: str, dst_name: str, count: int) -> State:
    src, dst = rules.board.index[src_name], rules.board.index[dst_name]
    was_empty = state.owners[dst] == NOBODY
    armies = put(state.armies, src, state.armies[src] - count)
    moved = state.with_(
        armies=put(armies, dst, armies[dst] + count),
        owners=put(state.owners, dst, state.seat),
        conquests=state.conquests + was_empty,
    )
    return thinned(rules, moved, src)


def _going_on_as_before(rules: Rules, state: State) -> Reinforce | AfterAct:
    """The preparation goes on, or what it was registered in the midst of; earlier revisions forgot an attack declared before."""
    if isinstance(state.awaits, Reinforce):
        return Reinforce(state.awaits.left)
    return fighting(rules, state) if rules.revision >= ONE_LAW else Fight()


# -- art. 20


def trasporto_aereo_breaches(rules: Rules, state: State, by: By, act: TrasportoAereo) -> Iterator[Breach]:
    src, dst = rules.board.index[act.src], rules.board.index[act.dst]
    yield from _preparation(state, "20")
    if state.has_moved and rules.air_order == "first":
        yield infraction(
            "20", "il trasporto aereo precede lo spostamento terrestre", "the air transport comes before the land move"
        )
    if act.armies > AIRLIFT:
        yield infraction("20", "al massimo 15 armate per via aerea", "at most 15 armies go by air")
    if state.owners[src] != by or state.owners[dst] != by or src == dst:
        yield impossible("si vola tra territori propri", "one flies between one's own territories", "20")
    else:
        yield from _leaving(rules, state, src, act.armies, "20")
    yield from kit_breaches(rules, state, by, "trasporto_aereo")


def trasporto_aereo(rules: Rules, state: State, by: By, act: TrasportoAereo) -> State:
    flown = _carried(rules, state, act.src, act.dst, act.armies)
    return spent(rules, flown, state.seat, "trasporto_aereo").with_(
        awaits=_going_on_as_before(rules, state), has_flown=True
    )


# -- an empty territory


def enter_breaches(rules: Rules, state: State, by: By, act: Enter) -> Iterator[Breach]:
    src, dst = rules.board.index[act.src], rules.board.index[act.dst]
    yield from attack_phase(rules, state)
    if rules.empty_entry == "movement":
        yield infraction(
            "12", "nei territori vuoti si entra con lo spostamento", "empty territories are entered by the move"
        )
    if state.owners[src] != by or state.owners[dst] != NOBODY:
        yield impossible(
            "si entra da un territorio proprio in uno di nessuno", "one enters nobody's land from one's own", "11"
        )
        return
    if not rules.board.touches(src, dst):
        yield infraction("base.attack", "i due territori non confinano", "the two territories do not touch")
    yield from _leaving(rules, state, src, act.armies, "11")


def _entering(rules: Rules, state: State) -> Fight | Closing:
    """An attack declared before is given up, and a fight that was over stays over."""
    is_over = isinstance(state.awaits, Closing) and rules.revision >= ONE_LAW
    return Closing() if is_over else Fight()


def enter(rules: Rules, state: State, by: By, act: Enter) -> State:
    dst = rules.board.index[act.dst]
    entered = going_on(rules, _carried(rules, state, act.src, act.dst, act.armies), _entering(rules, state))
    lost = dict(state.bombed).get(dst, NOBODY)
    return entered.with_(taken=(dst, lost)) if lost != NOBODY else entered


CHAPTER: Chapter = {
    Occupy: Rule(occupy_breaches, occupy, IN_TURN, "11", (Occupation,)),
    Move: Rule(move_breaches, move, IN_TURN, "12", UNDER_WAY),
    TrasportoAereo: Rule(trasporto_aereo_breaches, trasporto_aereo, IN_TURN, "20", UNDER_WAY),
    Enter: Rule(enter_breaches, enter, IN_TURN, "11", UNDER_WAY),
}
