"""What a table writes down of a finished game."""

from games.arba.counting import pieces
from games.arba.paper import MONEY, PIECES, PLACES, WON
from games.arba.places import territories_of

WRITES_POINTS = False


def figures(record, state, seat):
    own, _contested = territories_of(record.rules, state, seat)
    written = {PLACES: len(own), MONEY: state.money[seat], PIECES: pieces(state, seat)}
    return written | ({WON: 1} if state.winner == seat else {})
