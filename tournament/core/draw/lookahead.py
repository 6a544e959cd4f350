"""Lookahead: in a small field, the seating of this round that leaves the best options for the later rounds."""

import msgspec

from tournament.core.draw.costs import Seating
from tournament.core.draw.criteria import costs_of
from tournament.core.draw.indexed_field import SMALL, IndexedField
from tournament.core.draw.multi_round import LOADS, MultiRoundPlan, can_plan
from tournament.core.draw.problem import ATTEMPTS, Problem
from tournament.core.draw.rng import Rng
from tournament.core.draw.search import Search
from tournament.core.draw.shifts import next_shift
from tournament.core.draw.turns import search_costs
from tournament.core.draw.values import Request

PLANS = 2
"""The maximum number of plans of all rounds."""
TRIALS, IN_VAIN = 24, 4
"""The maximum number of seatings tried with the later rounds, and of successive ones without gain."""


def draw_with_lookahead(field: IndexedField, rng: Rng) -> Seating:
    """The best seating of this round, and among equal ones the best for the later rounds."""
    search = _search(field, rng)
    best, totals = search.best()
    if not field.request.to_come or len(field.people) > SMALL or _is_symmetric(field.request):
        return best
    return _plan_all_rounds(field, best, rng) if can_plan(field) else _try_seatings(field, search, best, totals, rng)


def _is_symmetric(request: Request) -> bool:
    """Whether all people are alike, so that every seating is as good as any other."""
    alike = {msgspec.structs.replace(entrant, id="") for entrant in request.entrants}
    return len(alike) < 2 and not (request.past or request.met or request.apart or request.fixed)


def _plan_all_rounds(field: IndexedField, best: Seating, rng: Rng) -> Seating:
    """The first round of a plan of all rounds, where it is better than this round alone."""
    later, excess = _forecast(field, best, rng)
    least = _excess_by_criterion(field, best, excess)
    for _plan in range(PLANS):
        if not any(least):
            break
        plan = MultiRoundPlan(field, (field.sizes, *later), rng).improve()
        tables, *others = _easiest_first(field, plan)
        found = _excess_by_criterion(field, tables, _excess(field, tables, others))
        if found < least:
            best, least = tables, found
    return best


def _excess_by_criterion(field: IndexedField, tables: Seating, later: list[int]) -> list[int]:
    """The cost beyond the bounds, criterion by criterion: the final load, the others now and then later."""
    excesses = []
    for name, cost, more in zip(field.request.criteria, costs_of(field), later, strict=True):
        now = cost.total(tables) - cost.least
        excesses += [now + more] if name in LOADS else [now, more]
    return excesses


def _easiest_first(field: IndexedField, plan: list[Seating]) -> list[Seating]:
    """Rounds with the same tables may be exchanged: the one with the least cost now becomes this round."""

    def totals(number: int) -> tuple[int, ...]:
        now = [cost.total(plan[number]) for cost in costs_of(field)]
        return (*(total for name, total in zip(field.request.criteria, now, strict=True) if name not in LOADS), *now)

    alike = [number for number, tables in enumerate(plan) if list(map(len, tables)) == list(field.sizes)]
    first = min(alike, key=totals)
    return [plan[first], *plan[1:first], plan[0], *plan[first + 1 :]] if first else plan


def _excess(field: IndexedField, tables: Seating, others: list[Seating]) -> list[int]:
    """The cost of the later rounds of a plan beyond their bounds, criterion by criterion."""
    excess = [0] * len(field.request.criteria)
    for later in others:
        field = _after(field, tables, tuple(map(len, later)))
        excess = [more + cost.total(later) - cost.least for more, cost in zip(excess, costs_of(field), strict=True)]
        tables = later
    return excess


def _after(field: IndexedField, tables: Seating, sizes: tuple[int, ...]) -> IndexedField:
    request = field.request
    past = (*request.past, tuple(tuple(field.people[x].id for x in table) for table in tables))
    return IndexedField(msgspec.structs.replace(request, past=past, sizes=sizes, fixed={}, to_come=request.to_come[1:]))


def _try_seatings(field: IndexedField, search: Search, best: Seating, totals: list[int], rng: Rng) -> Seating:
    """Where not everything can be planned: the seatings as good as the best, each tried with the later rounds."""
    excess, in_vain = _forecast(field, best, rng)[1], 0
    for _trial in range(1, TRIALS):
        if not any(excess) or in_vain == IN_VAIN:
            break
        in_vain += 1
        tables, found = search.best(ATTEMPTS // 3)
        if found > totals:
            continue
        later = _forecast(field, tables, rng)[1]
        if (found, later) < (totals, excess):
            best, totals, excess, in_vain = tables, found, later, 0
    return best


def _search(field: IndexedField, rng: Rng) -> Search:
    fixed = {field.number[id_]: table - 1 for id_, table in field.request.fixed.items()}
    costs = search_costs(field)
    is_tight = len(costs) > len(field.request.criteria)
    start = next_shift(field, rng) if is_tight and not fixed else None
    return Search(Problem(costs, field.sizes, fixed), rng, start)


def _forecast(field: IndexedField, tables: Seating, rng: Rng) -> tuple[list[tuple[int, ...]], list[int]]:
    """The cost of the predictable later rounds beyond their bounds after this one."""
    forecast, excess = [], [0] * len(field.request.criteria)
    for sizes in field.request.to_come:
        if sum(sizes) != len(field.people):
            break
        forecast.append(sizes)
        field = _after(field, tables, sizes)
        tables, _totals = _search(field, rng).best(attempts=1)
        excess = [more + cost.total(tables) - cost.least for more, cost in zip(excess, costs_of(field), strict=True)]
    return forecast, excess
