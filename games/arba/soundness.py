"""What cannot stand on a table of Arba vs Sedilis: fewer pieces than none, too many alpini, a base taken."""

from __future__ import annotations

from collections.abc import Iterator

from games.arba.close import have_only_alpini
from games.arba.places import takes_base
from games.arba.rules import BARRICADE_LEVELS, REFUGE_ALPINI, Rules
from games.arba.state import PARA, Duel, Reply, State
from games.kernel.breaches import Breach, impossible


def unsound(rules: Rules, state: State) -> Iterator[Breach]:
    yield from _pieces(rules, state)
    if not state.giro or state.ended:
        return
    yield from _turn(rules, state)
    for side, base in enumerate(rules.board.bases):
        if takes_base(rules, state, 1 - side, base):
            yield impossible("chi è nella base nemica ha vinto", "whoever is in the enemy base has won", "luoghi.basi")


def _pieces(rules: Rules, state: State) -> Iterator[Breach]:
    """What the box holds of ordinary troopers, tractors and the like the book does not say."""
    rows = (*state.pieces[0], *state.pieces[1], state.alpini, state.cannons, state.barricades, state.missiles)
    if any(min(row) < 0 for row in rows):
        yield impossible("non ci sono tanti pezzi", "there are not so many pieces")
    most = max(REFUGE_ALPINI, len(rules.board.udine))
    if sum(state.alpini) > most:
        yield impossible("gli alpini sono al più {most}", "at most {most} of the alpini stand", "alpini", most=most)
    for place, level in enumerate(state.barricades):
        is_held = (
            state.troops(0, place) or state.troops(1, place) or state.ended
        )  # the move that wins may leave one behind
        if level > BARRICADE_LEVELS or (level and not is_held):
            yield impossible(
                "{place}: una barricata ha al più tre livelli e una truppa che la tiene",
                "{place}: a barricade has three levels at most and a trooper who holds it",
                "unita.barricata",
                place=rules.board.names[place],
            )


def _turn(rules: Rules, state: State) -> Iterator[Breach]:
    """What has moved is there, and the attack that the table waits for has two sides."""
    own, awaits = state.pieces[state.seat], state.awaits
    moved = [
        one < gone for row, spent in zip(own, state.spent, strict=True) for one, gone in zip(row, spent, strict=True)
    ]
    landed = [one < new for one, new in zip(own[PARA], state.fresh, strict=True)]
    if any(moved) or any(landed):
        yield impossible("si sono mossi più pezzi di quanti ce ne sono", "more pieces have moved than there are")
    if isinstance(awaits, (Duel, Reply)) and not (
        (state.stands(state.seat, awaits.src) or have_only_alpini(state, awaits.src))
        and state.is_hostile(state.seat, awaits.dst)
    ):
        yield impossible(
            "{src} attacca {dst}: prima si conclude o si annulla",
            "{src} attacks {dst}: that is finished or taken back first",
            src=rules.board.names[awaits.src],
            dst=rules.board.names[awaits.dst],
        )
