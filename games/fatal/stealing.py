"""2) Rubare una visione: a symbol that beats it at the end of a row of one's own, and room for it lying as it lies."""

from __future__ import annotations

from games.fatal.acts import Steal
from games.fatal.contents import BEATS
from games.fatal.rules import AT_ANY_MOMENT, Rules
from games.fatal.state import AT_ITS_END, EMPTY, PLAY, STEAL, Row, State, Turn
from games.fatal.turns import free_place, go, laid, last_place, reopened
from games.kernel.acts import By
from games.kernel.breaches import Breach, Unreadable, impossible, infraction
from games.kernel.game import Chapter, Rule
from games.kernel.seats import ACTIVE, read_seat
from games.kernel.speakers import IN_TURN


def place_of(state: State, act: Steal) -> int:
    """Where the vision lies in the row it is stolen from; the last one unless the act says another."""
    return act.place if act.place >= 0 else last_place(state.sides[act.seat].rows[act.row])


def beating(rules: Rules, state: State, seat: int) -> set[str]:
    """The symbols that the visions at the end of the seat's rows beat. The end of a row is the vision laid last."""
    ends = [rules.box.symbols[row[last_place(row)]] for row in state.sides[seat].rows]
    return {BEATS[symbol] for symbol in ends if symbol}


def steal_breaches(rules: Rules, state: State, by: By, act: Steal) -> list[Breach]:
    read_seat(rules.seats, act.seat)
    if not -1 <= act.place <= 2:
        raise Unreadable("place: da 0 a 2, non {n}", "place: 0 to 2, not {n}", n=act.place)
    found = list[Breach]()
    if state.played or (isinstance(state.awaits, Turn) and state.awaits.step > STEAL):
        found.append(_too_late(state))
    side = state.sides[act.seat]
    row = side.rows[act.row]
    place = place_of(state, act)
    if act.seat == state.seat and rules.revision >= AT_ANY_MOMENT:
        return [*found, _own()]
    if act.seat == state.seat or place == EMPTY or row[place] == EMPTY or side.standing != ACTIVE:
        return [*found, impossible("non c'è una visione da rubare lì", "there is no vision to steal there", "2")]
    return [*found, *_conditions(rules, state, act, row, place)]


def _own() -> Breach:
    it = "si ruba a un altro giocatore: la visione torna dov'era"
    return infraction("2", it, "one steals from another player: the vision goes back where it was", waivable=False)


def _too_late(state: State) -> Breach:
    if state.played:
        return infraction(
            "sintesi",
            "si ruba prima di giocare visioni dalla mano",
            "stealing comes before laying visions from the hand",
        )
    return infraction("2", "una sola visione rubata a turno", "one vision stolen a turn")


def _conditions(rules: Rules, state: State, act: Steal, row: Row, place: int) -> list[Breach]:
    found = list[Breach]()
    symbol = rules.box.symbols[row[place]]
    if not symbol:
        found.append(
            infraction("2", "una visione senza simbolo non si ruba", "a vision without a symbol is not stolen")
        )
    elif symbol not in beating(rules, state, state.seat):
        found.append(
            infraction(
                "2",
                "in fondo alle sue file nessun simbolo batte quello della visione",
                "no symbol at the end of the thief's rows beats that of the vision",
            )
        )
    if rules.steal == "last" and place != last_place(row):
        found.append(
            infraction("2", "si ruba solo l'ultima visione di una fila", "only the last vision of a row is stolen")
        )
    free = free_place(state.sides[state.seat].rows[act.to])
    if free == EMPTY:
        found.append(impossible("quella fila è completa", "that row is complete", "2"))
    elif free != place:
        found.append(
            infraction(
                "2",
                "nella fila d'arrivo non avrebbe lo stesso orientamento",
                "in that row it would not lie as it lies now",
            )
        )
    return found


def steal(rules: Rules, state: State, by: By, act: Steal) -> State:
    """The vision changes rows. It was not played: no card is drawn for it."""
    place = place_of(state, act)
    robbed, thief = state.sides[act.seat], state.sides[state.seat]
    kind = robbed.rows[act.row][place]
    sides = [*state.sides]
    sides[act.seat] = robbed.with_(rows=laid(robbed.rows, act.row, place, EMPTY))
    sides[state.seat] = thief.with_(rows=laid(thief.rows, act.to, free_place(thief.rows[act.to]), kind))
    after = state.with_(sides=tuple(sides), step=state.step if state.step > PLAY else PLAY)
    return go(rules, reopened(rules, after, state))


CHAPTER: Chapter = {Steal: Rule(steal_breaches, steal, IN_TURN, "2", (Turn,), late=AT_ITS_END)}
