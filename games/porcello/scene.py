"""The table as a picture, in data: a lane of pens for each seat; the points banked stand in the pen that they reach."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel.scene import KindMark, Piece, Scene, SeatMark, Shape
from games.kernel.seats import ACTIVE
from games.kernel.words import Words, seat_words
from games.porcello.labels import points
from games.porcello.state import NOBODY, Rules, State
from games.porcello.view import status

PENS = 5
PEN = (32, 20)
STEP = (36, 34)
COLOURS = (("rosso", "R", "solid"), ("blu", "B", "horizontal"), ("verde", "V", "dots"), ("giallo", "G", "diagonal"))


def scene(rules: Rules, state: State, lit: frozenset[str]) -> Scene:
    seats = range(rules.seats)
    return Scene(
        width=(PENS + 1) * STEP[0] + 4,
        height=rules.seats * STEP[1] + 4,
        shapes=tuple(shape for seat in seats for shape in _lane(rules, state, seat)),
        links=(),
        seats=tuple(_seat(state, seat) for seat in seats),
        groups=tuple((f"seat{seat}", seat_words(seat)) for seat in seats),
        headline=_headline(rules, state),
        counted=Words("punti", "points"),
        has_areas=True,
        kinds=(KindMark("point", "", Words("punti", "points")),),
    )


def _lane(rules: Rules, state: State, seat: int) -> Iterator[Shape]:
    """The turn's points, not yet banked, then the pens on the way to the target."""
    y = seat * STEP[1] + 11
    turn_points = state.turn_points if seat == state.seat else 0
    yield _pen(seat, "turn", Words("nel turno", "this turn"), 5, y, turn_points)
    at = min(PENS - 1, state.banked[seat] * PENS // rules.target)
    for pen in range(PENS):
        reaches = rules.target * (pen + 1) // PENS
        label = Words("fino a {n}", "up to {n}") if pen < PENS - 1 else Words("{n} e oltre", "{n} and more")
        facts = {"n": reaches - 1 if pen < PENS - 1 else rules.target * pen // PENS}
        x = 5 + (pen + 1) * STEP[0]
        yield _pen(seat, f"pen{pen}", label.fill(facts), x, y, state.banked[seat] if pen == at else 0)


def _pen(seat: int, key: str, label: Words, x: int, y: int, count: int) -> Shape:
    pieces = (Piece("point", count, seat),) if count else ()
    return Shape(f"s{seat}.{key}", label, x, y, *PEN, f"seat{seat}", seat if count else NOBODY, pieces)


def _seat(state: State, seat: int) -> SeatMark:
    colour, letter, hatch = COLOURS[seat]
    is_in_turn = seat == state.seat and not state.ended
    is_out = state.standing[seat] != ACTIVE
    lines = (points(state.banked[seat]),)
    return SeatMark(seat, str(seat), colour, letter, hatch, lines, is_in_turn, is_out, state.banked[seat])


def _headline(rules: Rules, state: State) -> Words:
    now = status(rules, state)
    if not now.giro:
        return now.phase
    facts = {"giro": now.giro, "phase": now.phase, "target": rules.target}
    return Words("Giro {giro} · {phase} · si vince a {target}", "Giro {giro} · {phase} · {target} wins").fill(facts)
