"""What a table writes down of a finished game."""

from games.porcello.paper import RICHEST

WRITES_POINTS = True


def figures(record, state, seat):
    return {RICHEST: state.best[seat]}
