"""How far a round meets the criteria of its draw, with the names of the people concerned."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournament.core import draw
from tournament.core.draw.criteria import CRITERIA_BY_KEY, Criterion
from tournament.core.draw.labels import verdict
from tournament.core.draw.repair import Repair
from tournament.core.formats import table_splits
from tournament.models import Entrant, Round
from tournament.queries.drawing import Tables, request_of


@dataclass(frozen=True)
class Violation:
    """People who violate a criterion together, and at which table."""

    people: tuple[Entrant, ...]
    table: int


@dataclass(frozen=True)
class CriterionView:
    criterion: Criterion
    verdict: str
    is_met: bool
    is_least: bool
    violations: tuple[Violation, ...]


@dataclass(frozen=True)
class CostChange:
    """What a change by hand adds to the cost of one criterion; negative is a gain."""

    title: str
    cost: int


@dataclass(frozen=True)
class DraftAlternative:
    """One of two drafts side by side: the criterion that comes first in it, its tables with names, and how it meets all."""

    criteria: tuple[str, ...]
    first: str
    tables: tuple[tuple[Entrant, ...], ...]
    views: tuple[CriterionView, ...]


def criteria_of_round(round_: Round) -> tuple[CriterionView, ...]:
    request, tables = request_of(round_)
    return _views(draw.criterion_results(request, tables), tables, _people(round_))


def _views(
    results: Sequence[draw.CriterionResult], tables: Tables, people: Mapping[str, Entrant]
) -> tuple[CriterionView, ...]:
    table_of = {id_: number for number, table in enumerate(tables, 1) for id_ in table}
    return tuple(_view(result, table_of, people) for result in results)


def _view(result: draw.CriterionResult, table_of: Mapping[str, int], people: Mapping[str, Entrant]) -> CriterionView:
    found = [Violation(tuple(people[id_] for id_ in ids), table_of[ids[0]]) for ids in result.violations]
    return CriterionView(
        criterion=CRITERIA_BY_KEY[result.criterion],
        verdict=verdict(result),
        is_met=result.cost == 0,
        is_least=result.is_least,
        violations=tuple(sorted(found, key=lambda one: one.table)) if result.cost else (),
    )


def cost_of_swap(round_: Round, one: Entrant, other: Entrant) -> tuple[CostChange, ...]:
    """What exchanging two people adds to each criterion; empty when nothing changes."""
    request, tables = request_of(round_)
    cost = draw.cost_of_swap(request, tables, one.public_id, other.public_id)
    return tuple(CostChange(_title(key), more) for key, more in cost.items() if more)


def alternatives_of(round_: Round) -> tuple[DraftAlternative, ...]:
    """The draft, and where repeats and load conflict the draft with these two in the other order."""
    request, _tables = request_of(round_)
    people = _people(round_)
    found = table_splits.side_by_side(request)
    if len(found) < 2:
        return ()
    return tuple(
        DraftAlternative(
            criteria=one.criteria,
            first=_title(next(key for key in one.criteria if key in ("rematch", "fives"))),
            tables=tuple(tuple(people[id_] for id_ in table) for table in one.tables),
            views=_views(one.results, one.tables, people),
        )
        for one in found
    )


def changes_of(repair: Repair, before: Sequence[draw.CriterionResult]) -> tuple[CostChange, ...]:
    """What a repair of the round adds to each criterion."""
    costs = {result.criterion: result.cost for result in before}
    return tuple(
        CostChange(_title(result.criterion), result.cost - costs[result.criterion])
        for result in repair.results
        if result.cost != costs[result.criterion]
    )


def _title(key: str) -> str:
    return CRITERIA_BY_KEY[key].title


def _people(round_: Round) -> dict[str, Entrant]:
    return {one.public_id: one for one in Entrant.objects.filter(seats__round=round_)}
