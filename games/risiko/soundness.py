"""What cannot stand on a table of RisiKo!, whoever says so: land without an army, players without land, cards that there are not."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel.breaches import Breach, impossible
from games.kernel.seats import ACTIVE, ELIMINATED
from games.kernel.words import seat_words
from games.risiko.board import JOLLIES
from games.risiko.counting import holds
from games.risiko.rules import AS_IT_LIES, BORNE_OUT, Rules
from games.risiko.state import NOBODY, AttackThrow, CloseThrow, DefenceThrow, Occupation, State


def unsound(rules: Rules, state: State) -> Iterator[Breach]:
    """Before the first turn nothing is asked: the board is being set up."""
    if not state.giro:
        return
    yield from _land(rules, state)
    yield from _players(rules, state)
    yield from _cards(rules, state)
    if not state.ended:
        yield from _turn(rules, state)
    elif state.ended == "objective" and rules.revision >= BORNE_OUT and not _is_won(rules, state):
        it, en = "il {seat} ha vinto con un obiettivo che così non ha", "{seat} won by an objective that is not held so"
        yield impossible(it, en, "17", seat=seat_words(state.winner))


def _is_won(rules: Rules, state: State) -> bool:
    """Whether the winner holds the objective that was shown. Of a position in which none is known nothing is asked."""
    number = state.objectives[state.winner]
    return not number or holds(state, state.winner, rules.board.objectives[number])


def _land(rules: Rules, state: State) -> Iterator[Breach]:
    entered = state.awaits.dst if isinstance(state.awaits, Occupation) else NOBODY
    for place, (owner, count) in enumerate(zip(state.owners, state.armies, strict=True)):
        if count < (owner != NOBODY) and place != entered:
            yield impossible(
                "{place}: un territorio occupato ha almeno un'armata",
                "{place}: an occupied territory holds at least one army",
                place=rules.board.names[place],
            )


def _players(rules: Rules, state: State) -> Iterator[Breach]:
    for seat, status in enumerate(state.standing):
        if status == ELIMINATED and seat in state.owners:
            yield impossible("il {seat} è stato eliminato", "{seat} was eliminated", seat=seat_words(seat))
        elif status == ELIMINATED and state.hand_size(seat) and rules.revision >= AS_IT_LIES:
            it, en = (
                "il {seat} è stato eliminato: le sue carte sono di altri",
                "{seat} was eliminated: others have its cards",
            )
            yield impossible(it, en, "12", seat=seat_words(seat))


def _cards(rules: Rules, state: State) -> Iterator[Breach]:
    in_hands = [count for hand in state.hands for count in hand]
    every = rules.board.size + JOLLIES
    if state.deck < 0 or min(in_hands) < 0 or sum(in_hands) + state.deck + state.used.bit_count() > every:
        yield impossible("non ci sono tante carte", "there are not so many cards")


def _turn(rules: Rules, state: State) -> Iterator[Breach]:
    """Who plays, and what the table waits for."""
    awaits = state.awaits
    if state.standing[state.seat] != ACTIVE:
        yield impossible("il {seat} non gioca più", "{seat} plays no longer", seat=seat_words(state.seat))
    if state.standing.count(ACTIVE) < 2:
        yield impossible("da solo non si gioca", "nobody plays alone")
    if isinstance(awaits, (AttackThrow, DefenceThrow)):
        if state.owners[awaits.src] != state.seat or state.owners[awaits.dst] in (NOBODY, state.seat):
            yield impossible(
                "{src} attacca {dst}: prima si conclude o si annulla",
                "{src} attacks {dst}: that is finished or taken back first",
                src=rules.board.names[awaits.src],
                dst=rules.board.names[awaits.dst],
            )
    elif isinstance(awaits, Occupation) and not state.owners[awaits.src] == state.owners[awaits.dst] == state.seat:
        yield impossible(
            "{dst} è appena conquistato: prima ci si entra",
            "{dst} was just conquered: it is entered first",
            dst=rules.board.names[awaits.dst],
        )
    elif isinstance(awaits, CloseThrow) and not state.last_giro:
        yield impossible("nessuno lancia per chiudere", "nobody throws to close", "16")
