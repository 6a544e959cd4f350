"""The score: a base taken wins; else, as the event says (evento), places, then money, then pieces. What is left to play before."""

from __future__ import annotations

from collections.abc import Iterator

from games.arba.labels import ENDINGS
from games.arba.places import territories_of
from games.arba.rules import Rules
from games.arba.state import State
from games.kernel.guide import who_still_plays
from games.kernel.score import CountLine, Row, Sheet, ranked
from games.kernel.vault import Vault
from games.kernel.words import Words

TIEBREAKS = (
    Words("luoghi", "places"),
    Words("danari", "money"),
    Words("pedine", "pieces"),
)


def pieces(state: State, side: int) -> int:
    return sum(sum(row) for row in state.pieces[side])


def key(rules: Rules, state: State, side: int) -> tuple[int, ...]:
    """Who won; else, as the event says, most places, then money, then pieces."""
    if state.winner >= 0 or rules.adjudication == "draw":
        return (int(state.winner == side),)
    own, _ = territories_of(rules, state, side)
    return (0, len(own), state.money[side], pieces(state, side))


def sheet(rules: Rules, state: State, vault: Vault | None = None) -> Sheet:
    """One point for a win, half for a draw."""
    if not state.ended:
        awaits = (Words("la partita è in corso", "the game goes on"),)
        return Sheet(None, tuple(Row(side, None, (), None) for side in (0, 1)), TIEBREAKS, awaits)
    ranks = ranked({side: key(rules, state, side) for side in (0, 1)})
    is_draw = ranks[0] == ranks[1]
    rows = tuple(
        Row(side, "0.5" if is_draw else "1" if ranks[side] == 1 else "0", _tiebreaks(rules, state, side), ranks[side])
        for side in (0, 1)
    )
    return Sheet(state.ended, rows, TIEBREAKS)


def _tiebreaks(rules: Rules, state: State, side: int) -> tuple[str, ...]:
    own, _ = territories_of(rules, state, side)
    return str(len(own)), str(state.money[side]), str(pieces(state, side))


# -- what the judge tells the table


def guide(rules: Rules, state: State) -> Iterator[Words]:
    """Once the round under way is the last, by time or by the event's limit: who still plays."""
    is_last = state.time_up_in or (rules.rounds and state.giro >= rules.rounds)
    if is_last and state.giro and not state.ended:
        rest = [1 - state.seat] if state.seat == state.first else []
        yield from who_still_plays(rest, state.seat, is_last_giro=True)


def counted(rules: Rules, state: State, seat: int) -> Iterator[CountLine]:
    """The base taken decides; else, as the event says, the places one by one, then money, then pieces."""
    if state.winner >= 0:
        is_won = state.winner == seat
        yield CountLine(ENDINGS.get(state.ended, Words("vittoria", "victory")), "1" if is_won else "0", is_won)
        return
    if rules.adjudication == "draw":
        yield CountLine(Words("nessuna base conquistata: patta", "no base taken: a draw"), "0.5")
        return
    own, contested = territories_of(rules, state, seat)
    for place in own:
        yield CountLine(rules.board.names[place], "1")
    for place in contested:
        words = Words("{place} (conteso)", "{place} (contested)").fill({"place": rules.board.names[place]})
        yield CountLine(words, "0", counts=False)
    yield CountLine(Words("a pari luoghi, danari", "places level: money"), str(state.money[seat]))
    yield CountLine(Words("a pari danari, pedine", "money level: pieces"), str(pieces(state, seat)))
