"""What a judge tells the table near the end: who throws to close and why not (art. 16), the count step by step (art. 13, 17, 19)."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel.score import CountLine
from games.kernel.seats import next_active
from games.kernel.words import Words, seat_words
from games.risiko.closing import is_final, is_last, threshold_due, threshold_of
from games.risiko.rules import FREE_CONQUESTS, Rules
from games.risiko.state import CloseThrow, State


def guide(rules: Rules, state: State) -> Iterator[Words]:
    """Nothing before time is called; then the turn under way, and the next throw that is due."""
    if not state.last_giro or state.ended or not state.giro:
        return
    yield _now(rules, state)
    follower = next_active(state.seat, state.standing, rules.direction)
    giro = state.giro + 1 if is_last(rules, state, state.seat) else state.giro
    after = threshold_of(rules, state, follower, giro)
    if after and not (threshold_due(rules, state) and is_final(rules, state)):
        yield Words("Poi lancia il {seat}: chiude con {n} o meno.", "Then {seat} throws: {n} or less closes.").fill(
            {"seat": seat_words(follower), "n": after}
        )


def _now(rules: Rules, state: State) -> Words:
    facts = {"seat": seat_words(state.seat), "n": threshold_due(rules, state), "won": state.conquests}
    if isinstance(state.awaits, CloseThrow) and state.awaits.is_last:
        return Words(
            "Lancia il {seat}: è l'ultimo lancio, e la partita finisce comunque.",
            "{seat} throws: it is the last throw, and the game ends whatever it shows.",
        ).fill(facts)
    if isinstance(state.awaits, CloseThrow):
        return Words("Lancia il {seat}: chiude con {n} o meno.", "{seat} throws: {n} or less closes.").fill(facts)
    if not facts["n"]:
        return _no_throw_yet(rules, state).fill(facts)
    if state.conquests > FREE_CONQUESTS:
        return Words(
            "Il {seat} non lancia: ha conquistato {won} territori, più di due.",
            "{seat} does not throw: {won} conquests, more than two.",
        ).fill(facts)
    if is_final(rules, state):
        return Words(
            "A fine turno l'ultimo lancio, del {seat}: si finisce comunque, se conquista al massimo due territori (ora {won}).",
            "At the end of the turn the last throw, by {seat}: it is over anyway, with at most two conquests (now {won}).",
        ).fill(facts)
    return Words(
        "A fine turno lancia il {seat}: chiude con {n} o meno, se conquista al massimo due territori (ora {won}).",
        "At the end of the turn {seat} throws: {n} or less closes, with at most two conquests (now {won}).",
    ).fill(facts)


def _no_throw_yet(rules: Rules, state: State) -> Words:
    if state.giro <= state.last_giro:
        return Words(
            "Il {seat} non lancia: gli ultimi giri si giocano per intero.",
            "{seat} does not throw: the last giro is played out.",
        )
    return Words("Il {seat} non lancia in questo turno.", "{seat} does not throw in this turn.")


def counted(rules: Rules, state: State, seat: int) -> Iterator[CountLine]:
    """The objective territory by territory: what is held gives its value, what is not gives nothing."""
    yield CountLine(
        Words("armate in campo, al massimo {most}", "armies on the board, at most {most}").fill(
            {"most": rules.army_limit}
        ),
        str(state.armies_of(seat)),
        counts=False,
    )
    number = state.objectives[seat]
    if not number:
        return
    for place in sorted(rules.board.objectives[number].territories):
        is_held = state.owners[place] == seat
        words = rules.board.names[place]
        yield CountLine(words, str(rules.board.values[place] if is_held else 0), is_held)
