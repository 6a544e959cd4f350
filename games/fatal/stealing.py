"""2) Rubare una visione: a symbol that beats it at the end of a row of one's own, and room for it lying as it lies."""

from __future__ import annotations

from collections.abc import Iterator

from games.fatal.acts import Steal
from games.fatal.contents import BEATS
from games.fatal.rules import Rules
from games.fatal.setting_up import read_seat
from games.fatal.state import EMPTY, PLAY, STEAL, State, Turn, put
from games.fatal.turns import free_place, go, laid, last_place, not_now, out_of_turn
from games.kernel.acts import By
from games.kernel.breaches import Breach, Unreadable, impossible, infraction
from games.kernel.game import Chapter, Rule


def place_of(state: State, act: Steal) -> int:
    """Where the vision lies in the row it is stolen from; the last one unless the act says another."""
    return act.place if act.place >= 0 else last_place(state.sides[act.seat].rows[act.row])


def beating(rules: Rules, state: State, seat: int) -> set[str]:
    """The symbols that the visions at the end of the seat's rows beat. The end of a row is the vision laid last."""
    ends = [rules.box.symbols[row[last_place(row)]] for row in state.sides[seat].rows]
    return {BEATS[symbol] for symbol in ends if symbol}


def steal_breaches(rules: Rules, state: State, by: By, act: Steal) -> Iterator[Breach]:
    read_seat(rules, act.seat)
    if not -1 <= act.place <= 2:
        raise Unreadable("place: da 0 a 2, non {n}", "place: 0 to 2, not {n}", n=act.place)
    if by != state.seat:
        yield from out_of_turn(state, by)
    if not isinstance(state.awaits, Turn) or state.played or state.awaits.step > STEAL:
        yield _too_late(state)
    row = state.sides[act.seat].rows[act.row]
    place = place_of(state, act)
    if act.seat == state.seat or place == EMPTY or row[place] == EMPTY or not state.is_active(act.seat):
        yield impossible("non c'è una visione da rubare lì", "there is no vision to steal there", "2")
        return
    yield from _conditions(rules, state, act, row[place], place)


def _too_late(state: State) -> Breach:
    if not isinstance(state.awaits, Turn):
        return not_now("non si rubano visioni", "no vision is stolen", "2")
    if state.played:
        return infraction(
            "sintesi",
            "si ruba prima di giocare visioni dalla mano",
            "stealing comes before laying visions from the hand",
        )
    return infraction("2", "una sola visione rubata a turno", "one vision stolen a turn")


def _conditions(rules: Rules, state: State, act: Steal, kind: int, place: int) -> Iterator[Breach]:
    symbol = rules.box.symbols[kind]
    if not symbol:
        yield infraction("2", "una visione senza simbolo non si ruba", "a vision without a symbol is not stolen")
    elif symbol not in beating(rules, state, state.seat):
        yield infraction(
            "2",
            "in fondo alle sue file nessun simbolo batte quello della visione",
            "no symbol at the end of the thief's rows beats that of the vision",
        )
    if rules.steal == "last" and place != last_place(state.sides[act.seat].rows[act.row]):
        yield infraction("2", "si ruba solo l'ultima visione di una fila", "only the last vision of a row is stolen")
    free = free_place(state.sides[state.seat].rows[act.to])
    if free == EMPTY:
        yield impossible("quella fila è completa", "that row is complete", "2")
    elif free != place:
        yield infraction(
            "2",
            "nella fila d'arrivo non avrebbe lo stesso orientamento",
            "in that row it would not lie as it lies now",
        )


def steal(rules: Rules, state: State, by: By, act: Steal) -> State:
    """The vision changes rows. It was not played: no card is drawn for it."""
    place = place_of(state, act)
    kind = state.sides[act.seat].rows[act.row][place]
    robbed, thief = state.sides[act.seat], state.sides[state.seat]
    robbed = robbed.with_(rows=laid(robbed.rows, act.row, place, EMPTY))
    thief = thief.with_(rows=laid(thief.rows, act.to, free_place(thief.rows[act.to]), kind))
    sides = put(put(state.sides, act.seat, robbed), state.seat, thief)
    return go(rules, state.with_(sides=sides, step=max(PLAY, state.step)))


CHAPTER: Chapter = {Steal: Rule(steal_breaches, steal)}
