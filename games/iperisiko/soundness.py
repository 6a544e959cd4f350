"""What cannot stand on a table of Iperisiko: land without an army, armies on nobody's land, cards that there are not, a turn of nobody."""

from __future__ import annotations

from collections.abc import Iterator

from games.iperisiko.counting import is_reached
from games.iperisiko.rules import AS_IT_LIES, BORNE_OUT, HIDDEN, Rules
from games.iperisiko.state import NOBODY, Declared, DefenceThrow, Occupation, State
from games.kernel.breaches import Breach, impossible
from games.kernel.seats import ACTIVE, ELIMINATED
from games.kernel.words import seat_words


def unsound(rules: Rules, state: State) -> Iterator[Breach]:
    """Before the first turn nothing is asked: the board is being set up."""
    if not state.giro:
        return
    yield from _land(rules, state)
    yield from _players(rules, state)
    if state.deck < 0 or sum(map(state.hand_size, range(rules.seats))) + state.deck > len(rules.deck):
        yield impossible("non ci sono tante carte", "there are not so many cards")
    if not state.ended:
        yield from _turn(rules, state)
    elif state.ended == "objective" and rules.revision >= BORNE_OUT and not _is_won(rules, state):
        it, en = "il {seat} ha vinto con un obiettivo che così non ha", "{seat} won by an objective that is not held so"
        yield impossible(it, en, "16", seat=seat_words(state.winner))


def _land(rules: Rules, state: State) -> Iterator[Breach]:
    entered = state.awaits.dst if isinstance(state.awaits, Occupation) else NOBODY
    for place, (owner, count) in enumerate(zip(state.owners, state.armies, strict=True)):
        name = rules.board.names[place]
        if owner != NOBODY and count < 1 and place != entered:
            it, en = (
                "{place}: un territorio occupato ha almeno un'armata",
                "{place}: an occupied territory holds at least one army",
            )
            yield impossible(it, en, place=name)
        elif owner == NOBODY and count:
            yield impossible(
                "{place}: un territorio di nessuno è vuoto", "{place}: nobody's territory is empty", place=name
            )
        if not 0 <= state.hidden[place] <= count or not 0 <= state.locked[place] <= count:
            yield impossible(
                "{place}: non ci sono tante armate", "{place}: there are not so many armies", "23", place=name
            )


def _players(rules: Rules, state: State) -> Iterator[Breach]:
    for seat, status in enumerate(state.standing):
        if status == ELIMINATED and seat in state.owners:
            yield impossible("il {seat} è stato eliminato", "{seat} was eliminated", seat=seat_words(seat))
        elif status == ELIMINATED and state.hand_size(seat) and rules.revision >= AS_IT_LIES:
            it, en = (
                "il {seat} è stato eliminato: le sue carte sono nel mazzo",
                "{seat} was eliminated: its cards are in the deck",
            )
            yield impossible(it, en, "7", seat=seat_words(seat))
        if rules.revision >= AS_IT_LIES and _hidden_of(state, seat) > HIDDEN * _cards_of(rules):
            yield impossible("non ci sono tante armate nascoste", "there are not so many hidden armies", "23")
        if min(state.kits[seat], default=0) < 0:
            yield impossible("non ci sono tante carte", "there are not so many cards")


def _hidden_of(state: State, seat: int) -> int:
    return sum([hidden for owner, hidden in zip(state.owners, state.hidden, strict=True) if owner == seat])


def _cards_of(rules: Rules) -> int:
    """How many cards of hidden armies a player has (17)."""
    return sum(card.count for card in rules.board.kit if card.id == "armate_nascoste")


def _turn(rules: Rules, state: State) -> Iterator[Breach]:
    """Who plays, and what the table waits for."""
    awaits = state.awaits
    if state.standing[state.seat] != ACTIVE:
        yield impossible("il {seat} non gioca più", "{seat} plays no longer", seat=seat_words(state.seat))
    if state.standing.count(ACTIVE) < 2:
        yield impossible("da solo non si gioca", "nobody plays alone")
    if isinstance(awaits, (Declared, DefenceThrow)):
        if state.owners[awaits.src] != state.seat or state.owners[awaits.dst] in (NOBODY, state.seat):
            yield impossible(
                "{src} attacca {dst}: prima si conclude o si annulla",
                "{src} attacks {dst}: that is finished or taken back first",
                src=rules.board.names[awaits.src],
                dst=rules.board.names[awaits.dst],
            )
    elif isinstance(awaits, Occupation) and not _is_entering(rules, state, awaits):
        yield impossible(
            "{dst} è appena conquistato: prima ci si entra",
            "{dst} was just conquered: it is entered first",
            dst=rules.board.names[awaits.dst],
        )


def _is_entering(rules: Rules, state: State, awaits: Occupation) -> bool:
    """Whether the seat in turn has what it conquered, and the land from which it moves in."""
    is_there = rules.revision < BORNE_OUT or state.owners[awaits.src] == state.seat
    return is_there and state.owners[awaits.dst] == state.seat


def _is_won(rules: Rules, state: State) -> bool:
    """Whether the winner holds an objective that was shown. Of a position in which none is known nothing is asked."""
    claimed = state.objectives[state.winner]
    return not claimed or any(is_reached(rules, state, state.winner, number) for number in claimed)
