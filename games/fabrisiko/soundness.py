"""What cannot stand on a table of FabRisiko!: more pieces than the box holds, tanks on ridges, debts, something on a lost sheet."""

from __future__ import annotations

from collections.abc import Iterator

from games.fabrisiko.board import PIECES
from games.fabrisiko.labels import PIECE_WORDS
from games.fabrisiko.rules import BOX, CARRO, WHAT_STANDS, Rules
from games.fabrisiko.state import NOBODY, State
from games.fabrisiko.units import has_sheet, in_play
from games.kernel.breaches import Breach, impossible
from games.kernel.words import seat_words


def unsound(rules: Rules, state: State) -> Iterator[Breach]:
    yield from _pieces(rules, state)
    yield from _places(rules, state)
    if min(state.resources) < 0:
        yield impossible("le risorse non scendono sotto zero", "resources never fall below nought", "3")
    in_hands_or_seen = sum(state.hands) + sum(state.discards)
    if min(state.deck, *state.hands, *state.discards) < 0 or in_hands_or_seen + state.deck > rules.board.deck:
        yield impossible("non ci sono tante carte", "there are not so many cards")
    if rules.revision >= WHAT_STANDS and not state.ended:
        yield from _sheets(rules, state)
    if any(declared > cards for declared, cards in zip(state.no_events, state.hands, strict=True)):
        yield impossible("non ha tante carte", "this player does not hold so many cards")


def _sheets(rules: Rules, state: State) -> Iterator[Breach]:
    """Whoever conquered a Frazione Maggiore has the sheet, and took what lay on it."""
    for seat in range(rules.seats):
        if (
            state.factions[seat]
            and not has_sheet(rules, state, seat)
            and (state.resources[seat] or any(state.bought[seat]))
        ):
            yield impossible(
                "il {seat} ha perso la sua scheda: non ha risorse né acquisti",
                "{seat} has lost the sheet, and has neither resources nor purchases",
                "frazione_persa",
                seat=seat_words(seat),
            )


def _pieces(rules: Rules, state: State) -> Iterator[Breach]:
    """All colours together: a unit that changed side stands as one of its new owner's."""
    for piece, name in enumerate(PIECES):
        count = sum(in_play(state, piece))
        if count > BOX[piece]:
            it, en = "{piece}: la scatola ne ha {most}, non {n}", "{piece}: the box holds {most}, not {n}"
            yield impossible(it, en, piece=PIECE_WORDS[name], most=BOX[piece], n=count)


def _places(rules: Rules, state: State) -> Iterator[Breach]:
    for place, groups in enumerate(state.armies):
        if rules.board.is_ridge(place) and any(one.kind == CARRO and one.count for one in groups):
            yield impossible("nessun carro sta su un crinale", "no tank stands on a ridge", "4-A")
    for owner, structures in zip(state.owners, state.structures, strict=True):
        if owner == NOBODY and any(structures):
            yield impossible("un territorio neutrale non ha strutture", "a neutral territory has no structures")
