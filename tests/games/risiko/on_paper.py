"""What a table writes down of a finished game."""

from games.kernel.paper import LEFT
from games.risiko import counting
from games.risiko.paper import ARMIES, CLAIMED, DICE, INSIDE_ARMIES, OUTSIDE, TERRITORIES

WRITES_POINTS = True
opened = counting._opened


def figures(record, state, seat):
    if not state.is_active(seat):
        return {LEFT: state.left.index(seat) + 1}
    outside, inside, armies, dice = counting.tiebreaks(record.rules, state, seat)
    written = {TERRITORIES: state.owners.count(seat), OUTSIDE: outside, INSIDE_ARMIES: inside, ARMIES: armies}
    claimed = {CLAIMED: 1} if counting.points(record.rules, state, seat) == counting.REACHED else {}
    return {counting.OBJECTIVE: state.objectives[seat], **written, **({DICE: dice} if dice else {}), **claimed}
