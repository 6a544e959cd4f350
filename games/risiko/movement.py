"""Articles 10 and 15, and the occupation of a conquered territory (base): minimum garrison, the one move that ends the fighting."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel.acts import By
from games.kernel.breaches import Breach, impossible, infraction
from games.kernel.game import Chapter, Rule
from games.kernel.speakers import IN_TURN
from games.risiko.acts import Move, Occupy
from games.risiko.reinforcement import faces_enemy, must_play, set_first
from games.risiko.rules import Rules
from games.risiko.state import UNDER_WAY, Closing, Fight, Occupation, Reinforce, State
from games.risiko.turns import end_game, left_behind, only_one_left, room

GARRISON = 2


def garrison(rules: Rules, state: State, place: int, seat: int) -> int:
    """What a movement must leave on the territory: two where it borders on an enemy, else one (art. 10)."""
    return GARRISON if faces_enemy(rules, state, place, seat) else 1


def occupy_breaches(rules: Rules, state: State, by: By, act: Occupy) -> Iterator[Breach]:
    """At least the armies that threw; beyond them the garrison holds, judged after the conquest."""
    awaits = state.awaits
    assert isinstance(awaits, Occupation)
    stays = state.armies[awaits.src] - act.armies
    if stays < 0:
        yield impossible(
            "{n:non c'è # armata|non ci sono # armate}",
            "there {n:is not # army|are not # armies}",
            "base.occupation",
            n=act.armies,
        )
        return
    if act.armies < awaits.least:
        yield infraction(
            "10",
            "si entra con almeno {least:armata|armate}",
            "at least {least:# army moves|# armies move} in",
            least=awaits.least,
        )
    if stays == 0:
        yield _none_stays()
    elif act.armies > awaits.least and stays < garrison(rules, state, awaits.src, state.seat):
        yield _garrison_breach(stays)
    elif rules.garrison == "both_ends" and act.armies < enough(rules, state, awaits):
        it, en = "anche nel territorio conquistato ne entrano due", "two move into the conquered territory as well"
        yield infraction("10", it, en)


def enough(rules: Rules, state: State, awaits: Occupation) -> int:
    """The fewest armies that may move in: those that threw; by option two, where two can be spared and the conquest is on a border."""
    two = max(awaits.least, GARRISON)
    spare = state.armies[awaits.src] - garrison(rules, state, awaits.src, state.seat)
    is_asked = rules.garrison == "both_ends" and faces_enemy(rules, state, awaits.dst, state.seat)
    return two if is_asked and two <= spare else awaits.least


def _none_stays() -> Breach:
    it, en = "almeno un'armata resta: una torna indietro", "at least one army stays: one goes back"
    return infraction("10", it, en, waivable=False)


def _garrison_breach(stays: int) -> Breach:
    return infraction(
        "10",
        "al confine con un avversario restano due armate, non {stays}",
        "two armies stay on a border, not {stays}",
        stays=stays,
    )


def occupy(rules: Rules, state: State, by: By, act: Occupy) -> State:
    awaits = state.awaits
    assert isinstance(awaits, Occupation)
    occupied = state.with_(armies=_marched(state.armies, awaits.src, awaits.dst, act.armies), awaits=Fight())
    ended = only_one_left(occupied)
    return end_game(occupied, ended) if ended else occupied


def move_breaches(rules: Rules, state: State, by: By, act: Move) -> Iterator[Breach]:
    src, dst = rules.board.index[act.src], rules.board.index[act.dst]
    yield from _moment(rules, state)
    if state.owners[src] != state.seat or state.owners[dst] != state.seat:
        yield impossible("ci si sposta tra territori propri", "one moves between one's own territories", "10")
        return
    stays = state.armies[src] - act.armies
    if stays < 0:
        yield impossible(
            "{n:armata|armate} da un territorio di {there}",
            "{n:army|armies} from a territory of {there}",
            "10",
            n=act.armies,
            there=state.armies[src],
        )
        return
    if not rules.board.touches(src, dst):
        yield infraction("10", "i due territori non sono adiacenti", "the two territories are not adjacent")
    if stays == 0:
        yield _none_stays()
    elif stays < garrison(rules, state, src, state.seat):
        yield _garrison_breach(stays)


def _moment(rules: Rules, state: State) -> Iterator[Breach]:
    if state.has_moved:
        yield infraction("10", "un solo spostamento strategico a turno", "one strategic move a turn")
    elif state.has_drawn:
        yield infraction(
            "11", "la carta si pesca dopo lo spostamento, a fine turno", "the card is drawn after the move, at the end"
        )
    elif type(state.awaits) is Reinforce and state.awaits.left and room(rules, state, state.seat):
        yield infraction("15", "lo spostamento si fa a fine turno", "the move comes at the end of the turn")
    elif must_play(rules, state):
        yield set_first()


def move(rules: Rules, state: State, by: By, act: Move) -> State:
    src, dst = rules.board.index[act.src], rules.board.index[act.dst]
    armies = _marched(state.armies, src, dst, act.armies)
    awaits, unplaced = state.awaits, left_behind(rules, state)
    closing = Closing(awaits.src, awaits.dst) if type(awaits) is Fight else Closing()
    return state.with_(armies=armies, awaits=closing, has_moved=True, unplaced=unplaced)


def _marched(armies: tuple[int, ...], src: int, dst: int, count: int) -> tuple[int, ...]:
    after = list(armies)
    after[src] -= count
    after[dst] += count
    return tuple(after)


CHAPTER: Chapter = {
    Occupy: Rule(occupy_breaches, occupy, IN_TURN, "base.occupation", (Occupation,)),
    Move: Rule(move_breaches, move, IN_TURN, "10", UNDER_WAY),
}
