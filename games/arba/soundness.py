"""What cannot stand on a table of Arba vs Sedilis: fewer pieces than none, alpini out of their place, a base taken."""

from __future__ import annotations

from collections.abc import Iterator

from games.arba.close import have_only_alpini
from games.arba.places import takes_base
from games.arba.rules import BARRICADE_LEVELS, REFUGE_ALPINI, WHERE_THE_BOOK_PUTS_THEM, Rules
from games.arba.state import NOBODY, PARA, Duel, Reply, State
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
        yield impossible("non ci sono tante pedine", "there are not so many pieces")
    yield from _alpini(rules, state)
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


def _alpini(rules: Rules, state: State) -> Iterator[Breach]:
    """Three at the Rifugio until it is conquered, then one a sector at Udine, of whose ordinary troopers came last into the Rifugio."""
    board, alpini = rules.board, state.alpini
    most = max(REFUGE_ALPINI, len(board.udine))
    if sum(alpini) > most:
        yield impossible("gli alpini sono al più {most}", "at most {most} of the alpini stand", "alpini", most=most)
    if rules.revision < WHERE_THE_BOOK_PUTS_THEM:
        return
    at_refuge, sectors = alpini[board.refuge], board.sectors(alpini)
    if at_refuge + sum(sectors) != sum(alpini):
        it, en = "gli alpini stanno al Rifugio o a Udine", "the alpini stand at the Rifugio or at Udine"
        yield impossible(it, en, "alpini")
    if at_refuge > REFUGE_ALPINI:
        it, en = "al Rifugio ci sono al più {most} alpini", "at most {most} of the alpini stand at the Rifugio"
        yield impossible(it, en, "alpini", most=REFUGE_ALPINI)
    if max(sectors) > 1:
        it, en = "a Udine c'è un alpino per settore", "there is one of the alpini to a sector of Udine"
        yield impossible(it, en, "alpini")
    if state.alpini_of == NOBODY and any(sectors):
        it = "a Udine ci sono alpini solo di chi ha conquistato il Rifugio: si dica di chi"
        en = "at Udine there are only alpini of whoever conquered the Rifugio: say whose they are"
        yield impossible(it, en, "alpini")
    if state.alpini_of != NOBODY and at_refuge:
        it = "conquistato il Rifugio, i suoi alpini non ci sono più"
        en = "once the Rifugio is conquered its alpini are gone"
        yield impossible(it, en, "alpini")
    if state.trod[board.refuge] != state.alpini_of:
        it = "gli alpini sono di chi è entrato per ultimo al Rifugio con una truppa ordinaria"
        en = "the alpini are of whoever came last into the Rifugio with an ordinary trooper"
        yield impossible(it, en, "alpini")


def _turn(rules: Rules, state: State) -> Iterator[Breach]:
    """What has moved is there, and the attack that the table waits for has two sides."""
    own, awaits = state.pieces[state.seat], state.awaits
    moved = [
        one < gone for row, spent in zip(own, state.spent, strict=True) for one, gone in zip(row, spent, strict=True)
    ]
    landed = [one < new for one, new in zip(own[PARA], state.fresh, strict=True)]
    if any(moved) or any(landed):
        yield impossible("si sono mosse più pedine di quante ce ne sono", "more pieces have moved than there are")
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
