"""What the search goes by beside the criteria: moving on by one chair a round, where the rounds use every chair up."""

from tournament.core.draw.costs import Cost, GroupsApart, Turn
from tournament.core.draw.criteria import costs_of
from tournament.core.draw.indexed_field import SMALL, IndexedField


def search_costs(field: IndexedField) -> list[Cost]:
    """The criteria, and around the seats what leaves the later rounds their room."""
    costs, turns = costs_of(field), _turns(field)
    if turns:
        apart, turn = turns
        costs.insert(field.request.criteria.index("seats"), apart)
        costs.append(turn)
    return costs


def _turns(field: IndexedField) -> list[Cost]:
    """Before the seats, in a small field whose rounds use every chair: people with the same first chair apart, and one chair on.
    Only while everybody follows the pattern: afterwards it would only restrict the search.
    """
    request, chairs = field.request, min(field.sizes, default=0)
    rounds = len(request.past) + 1 + len(request.to_come)
    is_even = chairs == max(field.sizes, default=0)
    if "seats" not in request.criteria or rounds < chairs or not is_even or len(field.people) > SMALL:
        return []
    origin = {
        (id_, (seat - number) % chairs)
        for number, tables in enumerate(request.past)
        for table in tables
        for seat, id_ in enumerate(table)
        if id_ in field.number
    }
    first = dict(origin)
    if not first or len(first) < len(origin):
        return []
    groups = [first.get(person.id, -1) + 1 for person in field.people]
    due = [(group - 1 + len(request.past)) % chairs if group else -1 for group in groups]
    return [GroupsApart(groups, field.sizes), Turn(due)]
