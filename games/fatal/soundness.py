"""What cannot stand on a table of F.A.T.A.L.: cards and treasures that there are not, a character twice, a turn of nobody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from games.fatal.rules import Rules
from games.fatal.state import Count, State
from games.kernel.breaches import Breach, impossible
from games.kernel.words import seat_words


def unsound(rules: Rules, state: State) -> Iterator[Breach]:
    yield from _cards(rules, state)
    open_ = Counter(state.display) + Counter(state.bottom)
    for kinds in state.face_up:
        open_ += Counter(kinds)
    if open_ - Counter(rules.in_play) or sum(open_.values()) + sum(state.piles) > len(rules.in_play):
        yield impossible("non ci sono tanti tesori", "there are not so many treasures")
    names = [side.character for side in state.sides if side.character]
    if len(set(names)) != len(names):
        yield impossible("lo stesso personaggio due volte", "the same character twice", "preparazione")
    if (
        state.giro
        and not state.ended
        and not isinstance(state.awaits, Count)
        and not state.is_active(state.seat)
        and not state.leaving
    ):
        yield impossible("il {seat} non gioca più", "{seat} plays no longer", seat=seat_words(state.seat))


def _cards(rules: Rules, state: State) -> Iterator[Breach]:
    in_hands = sum(state.hand_size(seat) + state.set_aside(seat) for seat in range(rules.seats))
    in_rows = sum(kind >= 0 for pair in state.rows for row in pair for kind in row)
    if state.deck < 0 or in_hands + in_rows + state.deck + sum(state.discards) > sum(rules.box.copies):
        yield impossible("non ci sono tante carte", "there are not so many cards")
