"""What the table waits for, from whom, and how the game goes on where somebody goes past it."""

from __future__ import annotations

from games.arba.opening import STEPS, end_turn
from games.arba.rules import Rules
from games.arba.state import MOVE, Duel, Over, Reply, Start, State, Turn
from games.kernel.acts import By
from games.kernel.moments import Moment, Moments, in_turn, noun, the_judge
from games.kernel.words import Words


def _other(rules: Rules, state: State) -> By:
    return 1 - state.seat


# -- the table goes past it


def _broken_off(rules: Rules, state: State) -> State:
    """The attack is over, and with it the step."""
    assert isinstance(state.awaits, Duel)
    return state.with_(awaits=Turn(max(MOVE, state.awaits.step)))


def _unanswered(rules: Rules, state: State) -> State:
    """The attacker's die is not answered: nobody falls."""
    assert isinstance(state.awaits, Reply)
    awaits = state.awaits
    return state.with_(awaits=Duel(awaits.src, awaits.dst, has_begun=True, step=awaits.step))


def _ended(rules: Rules, state: State) -> State | None:
    """A turn that began ends with what was done in it."""
    is_fresh = isinstance(state.awaits, Turn) and state.awaits.is_fresh
    return None if is_fresh else end_turn(rules, state)


# -- in words


def _step(rules: Rules, state: State) -> Words:
    assert isinstance(state.awaits, Turn)
    return Words("il passo {n} ({step}) o la fine del turno", "step {n} ({step}) or the end of the turn").fill(
        {"n": min(state.awaits.step, 7), "step": Words(*STEPS[state.awaits.step])}
    )


def _attacking(rules: Rules, state: State) -> Words:
    assert isinstance(state.awaits, Duel)
    return _at("il dado dell'attacco a {dst}", "the attacker's die at {dst}", rules, state.awaits.dst)


def _defending(rules: Rules, state: State) -> Words:
    assert isinstance(state.awaits, Reply)
    return _at("il dado della difesa a {dst}", "the defender's die at {dst}", rules, state.awaits.dst)


def _at(it: str, en: str, rules: Rules, place: int) -> Words:
    return Words(it, en).fill({"dst": rules.board.names[place]})


COMBAT = Words("Combattimento", "Combat")
MOMENTS: Moments = {
    Start: Moment(Words("Chi inizia?", "Who begins?"), noun("chi comincia", "who begins"), the_judge, "inizio.2"),
    Turn: Moment(Words("Turno", "Turn"), _step, in_turn, over=_ended),
    Duel: Moment(COMBAT, _attacking, in_turn, "combattimento.ravvicinati", left=_broken_off, over=_ended),
    Reply: Moment(COMBAT, _defending, _other, "combattimento.ravvicinati", left=_unanswered),
    Over: Moment(Words("Partita finita", "The game is over"), noun("il conteggio", "the count"), the_judge),
}
