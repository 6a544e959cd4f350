"""What cannot stand on a table of F.A.T.A.L.: cards and treasures that there are not, a character twice, a turn of nobody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from games.fatal.rules import ALL_TOGETHER, ON_DISPLAY, Rules
from games.fatal.state import EMPTY, AwaitTurnUp, Count, State
from games.kernel.breaches import Breach, impossible
from games.kernel.words import seat_words


def unsound(rules: Rules, state: State) -> Iterator[Breach]:
    yield from _cards(rules, state)
    yield from _treasures(rules, state)
    if rules.revision >= ALL_TOGETHER:
        yield from _points(rules, state)
    yield from _players(state)
    if state.giro and not state.ended and not isinstance(state.awaits, Count) and not state.leaving:
        yield from _turn(state)


def _cards(rules: Rules, state: State) -> Iterator[Breach]:
    in_hands = [state.hand_size(seat) + state.set_aside(seat) for seat in range(rules.seats)]
    open_ = Counter({kind: count for kind, count in enumerate(state.discards) if count})
    open_ += Counter(kind for pair in state.rows for row in pair for kind in row if kind != EMPTY)
    every = sum(in_hands) + state.deck + sum(open_.values())
    if state.deck < 0 or min(in_hands) < 0 or every > sum(rules.box.copies):
        yield impossible("non ci sono tante carte", "there are not so many cards")
    elif any(count > rules.box.copies[kind] for kind, count in open_.items()):
        yield impossible("una carta non può essere in due posti", "a card cannot be in two places")


def _treasures(rules: Rules, state: State) -> Iterator[Breach]:
    open_ = Counter(state.display) + Counter(state.bottom)
    for kinds in state.face_up:
        open_ += Counter(kinds)
    lying = sum(state.piles) + max(0, state.above) + max(0, state.packet)
    if open_ - Counter(rules.in_play) or sum(open_.values()) + lying > len(rules.in_play):
        yield impossible("non ci sono tanti tesori", "there are not so many treasures")
    if min(state.above, state.packet, *state.piles) < 0 or len(state.display) > ON_DISPLAY:
        yield impossible("non ci sono tanti tesori", "there are not so many treasures")


def _points(rules: Rules, state: State) -> Iterator[Breach]:
    """Whoever has points in the first smazzata has treasures that nobody else had."""
    values, points = [rules.box.treasures[kind].value for kind in rules.in_play], [side.points for side in state.sides]
    for side in (1, -1):
        if sum([side * one for one in points if side * one > 0]) > sum(
            [side * one for one in values if side * one > 0]
        ):
            yield impossible(
                "con quei tesori non si fanno tanti punti in tutto",
                "those treasures do not make such points in all",
                "fine-smazzata",
            )


def _players(state: State) -> Iterator[Breach]:
    names = [side.character for side in state.sides if side.character]
    if len(set(names)) != len(names):
        yield impossible("lo stesso personaggio due volte", "the same character twice", "preparazione")


def _turn(state: State) -> Iterator[Breach]:
    settles = state.stage or state.estates or isinstance(state.awaits, AwaitTurnUp)  # with who was in turn gone
    if not state.is_active(state.seat) and not settles:
        yield impossible("il {seat} non gioca più", "{seat} plays no longer", seat=seat_words(state.seat))
    if len(state.actives) < 2:
        yield impossible("da solo non si gioca", "nobody plays alone")
