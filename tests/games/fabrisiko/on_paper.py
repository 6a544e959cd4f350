"""What a table writes down of a finished game."""

from games.fabrisiko import counting
from games.fabrisiko.conquest import home_of
from games.fabrisiko.paper import CITY_HELD, HELD, HOME, MAJORS, PENALTY, RESOURCES, STRUCTURES

WRITES_POINTS = False


def figures(record, state, seat):
    rules = record.rules
    home = home_of(rules, state, seat)
    majors = [place for place in rules.board.homes.values() if state.owners[place] == seat]
    written = {HELD: state.territories(seat), RESOURCES: state.resources[seat]}
    if not rules.is_tournament:
        return written
    written |= {MAJORS: len(majors) - majors.count(home), STRUCTURES: counting.structures(state, seat)}
    written |= {PENALTY: state.penalties[seat]} if state.penalties[seat] else {}
    written |= {CITY_HELD: 1} if state.owners[rules.board.city] == seat else {}
    return written | ({HOME: 1} if home in majors else {})
