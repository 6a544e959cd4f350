"""How far a round meets the organizer's wishes, with the names of those concerned."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournament.core import draw
from tournament.core.draw import labels as draw_labels
from tournament.core.draw.repair import Repair
from tournament.core.formats import table_splits
from tournament.models import Entrant, Round
from tournament.queries.drawing import Tables, request_of


@dataclass(frozen=True)
class Case:
    """People who break a wish, and at which table."""

    people: tuple[Entrant, ...]
    table: int


@dataclass(frozen=True)
class ShownWish:
    name: str
    title: str
    verdict: str
    fault: str
    is_met: bool
    is_least: bool
    cases: tuple[Case, ...]


@dataclass(frozen=True)
class Change:
    """What a change by hand adds to one wish: less than nothing is a gain."""

    title: str
    cost: int


@dataclass(frozen=True)
class ShownPlan:
    """One of two plans: its tables with names, and how it meets the wishes."""

    criteria: tuple[str, ...]
    first: str
    tables: tuple[tuple[Entrant, ...], ...]
    wishes: tuple[ShownWish, ...]


def wishes_of(round_: Round) -> tuple[ShownWish, ...]:
    request, tables = request_of(round_)
    return shown(draw.criterion_results(request, tables), tables, _people(round_))


def shown(
    wishes: Sequence[draw.CriterionResult], tables: Tables, people: Mapping[str, Entrant]
) -> tuple[ShownWish, ...]:
    table_of = {id_: number for number, table in enumerate(tables, 1) for id_ in table}
    return tuple(_shown(wish, table_of, people) for wish in wishes)


def _shown(wish: draw.CriterionResult, table_of: Mapping[str, int], people: Mapping[str, Entrant]) -> ShownWish:
    cases = [Case(tuple(people[id_] for id_ in case), table_of[case[0]]) for case in wish.violations]
    return ShownWish(
        name=wish.criterion,
        title=draw_labels.title(wish.criterion),
        verdict=draw_labels.verdict(wish),
        fault=draw_labels.fault(wish.criterion),
        is_met=wish.cost == 0,
        is_least=wish.is_least,
        cases=tuple(sorted(cases, key=lambda case: case.table)) if wish.cost else (),
    )


def cost_of_swap(round_: Round, one: Entrant, other: Entrant) -> tuple[Change, ...]:
    """What exchanging two people adds to each wish; none when it changes nothing."""
    request, tables = request_of(round_)
    cost = draw.cost_of_swap(request, tables, one.public_id, other.public_id)
    return tuple(Change(draw_labels.title(name), more) for name, more in cost.items() if more)


def two_plans(round_: Round) -> tuple[ShownPlan, ...]:
    """The draft, and beside it the plan with no repeats and equal load in the other order, where they conflict."""
    request, _tables = request_of(round_)
    people = _people(round_)
    found = table_splits.side_by_side(request)
    if len(found) < 2:
        return ()
    return tuple(
        ShownPlan(
            criteria=one.criteria,
            first=draw_labels.title(next(name for name in one.criteria if name in ("rematch", "fives"))),
            tables=tuple(tuple(people[id_] for id_ in table) for table in one.tables),
            wishes=shown(one.results, one.tables, people),
        )
        for one in found
    )


def changes_of(repair: Repair, before: Sequence[draw.CriterionResult]) -> tuple[Change, ...]:
    """What a way to mend the round adds to each wish."""
    was = {wish.criterion: wish.cost for wish in before}
    return tuple(
        Change(draw_labels.title(wish.criterion), wish.cost - was[wish.criterion])
        for wish in repair.results
        if wish.cost != was[wish.criterion]
    )


def _people(round_: Round) -> dict[str, Entrant]:
    return {one.public_id: one for one in Entrant.objects.filter(seats__round=round_)}
