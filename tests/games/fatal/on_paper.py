"""What a table writes down of a finished game."""

from games.fatal import counting
from games.fatal.paper import FIRST, HAND, OTHERS, OWN, OWN_SUM, REVEALED, WON
from games.kernel.paper import LEFT

WRITES_POINTS = False
opened = counting._opened


def figures(record, state, seat):
    if not state.is_active(seat):
        return {LEFT: counting.place_of_leaving(state, seat) + 1}
    side, own = state.sides[seat], counting.own_treasures(record.rules, state, seat)
    everything = sum(record.rules.box.treasures[kind].value for kind in counting.treasures(state, seat))
    written = {FIRST: side.points, OTHERS: everything - sum(own), HAND: state.hand_size(seat)}
    if side.character:
        written |= {OWN: len(own), OWN_SUM: sum(own)}
    written |= {REVEALED: 1} if side.is_revealed else {}
    return written | ({WON: 1} if state.ended == "rival" and state.winner == seat else {})
