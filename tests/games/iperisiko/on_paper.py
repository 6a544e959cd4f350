"""What a table writes down of a finished game."""

from games.iperisiko import counting
from games.iperisiko.paper import DEALT, REACHED

WRITES_POINTS = False
opened = counting._opened


def figures(record, state, seat):
    if not state.is_active(seat):
        return {}
    if state.ended == "objective":
        return {REACHED: state.objectives[seat][0]} if state.winner == seat else {}
    return dict(zip(DEALT, state.objectives[seat], strict=True))
