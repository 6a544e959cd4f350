"""This round with an eye on those to come: the seating that serves them all best, in a small field."""

import msgspec

from tournament.core.draw.costs import Seating
from tournament.core.draw.criteria import criteria_of, rules_of
from tournament.core.draw.indexed_field import SMALL, Field
from tournament.core.draw.multi_round import LOADS, Plan, can_plan
from tournament.core.draw.rng import Stream
from tournament.core.draw.search import ATTEMPTS, Search
from tournament.core.draw.shifts import shifted
from tournament.core.draw.values import Request

PLANS = 2
"""So many plans of all rounds are made at most."""
TRIALS, IN_VAIN = 24, 4
"""Seatings tried at most with the rounds to come, and how many in a row without gain before that is enough."""


def looking_ahead(field: Field, chance: Stream) -> Seating:
    """The best seating of this round, and among those the one that leaves the rounds to come the best of theirs."""
    search = _search(field, chance)
    best, costs = search.best()
    if not field.request.to_come or len(field.people) > SMALL or _is_symmetric(field.request):
        return best
    return _planned(field, best, chance) if can_plan(field) else _tried(field, search, best, costs, chance)


def _is_symmetric(request: Request) -> bool:
    """Whether nothing tells people apart, so that every seating is as good as any other."""
    alike = {msgspec.structs.replace(entrant, id="") for entrant in request.entrants}
    return len(alike) < 2 and not (request.past or request.met or request.apart or request.fixed)


def _planned(field: Field, best: Seating, chance: Stream) -> Seating:
    """Instead of seating this round alone, the first of all rounds planned together, where that is better."""
    later, excess = _to_come(field, best, chance)
    least = _weighed(field, best, excess)
    for _plan in range(PLANS):
        if not any(least):
            break
        plan = Plan(field, (field.sizes, *later), chance).improve()
        tables, *others = _easiest_first(field, plan)
        found = _weighed(field, tables, _excess(field, tables, others))
        if found < least:
            best, least = tables, found
    return best


def _weighed(field: Field, tables: Seating, later: list[int]) -> list[int]:
    """Beyond the bounds, criterion by criterion: a load as it will be in the end, the others now and then later."""
    weighed = []
    for name, rule, more in zip(field.request.criteria, criteria_of(field), later, strict=True):
        now = rule.start(tables) - rule.least
        weighed += [now + more] if name in LOADS else [now, more]
    return weighed


def _easiest_first(field: Field, plan: list[Seating]) -> list[Seating]:
    """Rounds of the same tables may change places: the one that costs least now is this round's."""

    def costs(number: int) -> tuple[int, ...]:
        now = [rule.start(plan[number]) for rule in criteria_of(field)]
        return (*(cost for name, cost in zip(field.request.criteria, now, strict=True) if name not in LOADS), *now)

    alike = [number for number, tables in enumerate(plan) if list(map(len, tables)) == list(field.sizes)]
    first = min(alike, key=costs)
    return [plan[first], *plan[1:first], plan[0], *plan[first + 1 :]] if first else plan


def _excess(field: Field, tables: Seating, others: list[Seating]) -> list[int]:
    """What the later rounds of a plan cost beyond their bounds after this one, criterion by criterion."""
    excess = [0] * len(field.request.criteria)
    for later in others:
        field = _after(field, tables, tuple(map(len, later)))
        excess = [more + rule.start(later) - rule.least for more, rule in zip(excess, criteria_of(field), strict=True)]
        tables = later
    return excess


def _after(field: Field, tables: Seating, sizes: tuple[int, ...]) -> Field:
    request = field.request
    past = (*request.past, tuple(tuple(field.people[x].id for x in table) for table in tables))
    return Field(msgspec.structs.replace(request, past=past, sizes=sizes, fixed={}, to_come=request.to_come[1:]))


def _tried(field: Field, search: Search, best: Seating, costs: list[int], chance: Stream) -> Seating:
    """Where not everything can be planned: seatings as good as the best, each tried with the rounds to come."""
    excess, in_vain = _to_come(field, best, chance)[1], 0
    for _trial in range(1, TRIALS):
        if not any(excess) or in_vain == IN_VAIN:
            break
        in_vain += 1
        tables, found = search.best(ATTEMPTS // 3)
        if found > costs:
            continue
        later = _to_come(field, tables, chance)[1]
        if (found, later) < (costs, excess):
            best, costs, excess, in_vain = tables, found, later, 0
    return best


def _search(field: Field, chance: Stream) -> Search:
    fixed = {field.number[id_]: table - 1 for id_, table in field.request.fixed.items()}
    rules = rules_of(field)
    is_tight = len(rules) > len(field.request.criteria)
    start = shifted(field, chance) if is_tight and not fixed else None
    return Search(rules, field.sizes, fixed, chance, start)


def _to_come(field: Field, tables: Seating, chance: Stream) -> tuple[list[tuple[int, ...]], list[int]]:
    """The rounds to come that can be foreseen, and what they would cost beyond their bounds after this one."""
    foreseen, excess = [], [0] * len(field.request.criteria)
    for sizes in field.request.to_come:
        if sum(sizes) != len(field.people):
            break
        foreseen.append(sizes)
        field = _after(field, tables, sizes)
        tables, _costs = _search(field, chance).best(attempts=1)
        excess = [more + rule.start(tables) - rule.least for more, rule in zip(excess, criteria_of(field), strict=True)]
    return foreseen, excess
