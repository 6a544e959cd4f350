"""The draw: a function of entrants, sizes, earlier meetings, criteria and seed. The same arguments give the same bytes."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import combinations

from tournament.core.draw.costs import Violation
from tournament.core.draw.criteria import CRITERION_KEYS, costs_of
from tournament.core.draw.indexed_field import IndexedField
from tournament.core.draw.lookahead import draw_with_lookahead
from tournament.core.draw.lower_bounds import unavoidable_clubmates
from tournament.core.draw.rng import ENGINE, Rng
from tournament.core.draw.seating_state import SeatingState
from tournament.core.draw.values import (
    DEFAULT_CRITERIA,
    CriterionResult,
    Draw,
    DrawEntrant,
    ImpossibleDraw,
    Pair,
    Request,
    Tables,
    canonical,
    check_request,
    meeting_counts,
)

__all__ = [
    "CRITERION_KEYS",
    "DEFAULT_CRITERIA",
    "ENGINE",
    "CriterionResult",
    "Draw",
    "DrawEntrant",
    "ImpossibleDraw",
    "Request",
    "Rng",
    "cost_of_swap",
    "criterion_results",
    "draw",
    "draw_request",
    "unavoidable_clubmates",
]


def draw(
    entrants: Collection[DrawEntrant],
    sizes: Sequence[int],
    *,
    met: Collection[frozenset[str]] | Mapping[frozenset[str], int] = (),
    seed: str,
    criteria: Sequence[str] = DEFAULT_CRITERIA,
    past: Sequence[Sequence[Sequence[str]]] = (),
    apart: Collection[Pair] = (),
    fixed: Mapping[str, int] | None = None,
    preferred: int = 4,
    to_come: Sequence[Sequence[int]] = (),
) -> Draw:
    """Seats everybody once at tables of these sizes, in this order; an earlier criterion outweighs all later ones.

    `met` holds pairs of ids: a mapping says how often, a pair listed twice met twice. The other arguments are those
    of `Request`. Raises ImpossibleDraw.
    """
    return draw_request(
        Request(
            entrants=tuple(entrants),
            sizes=tuple(sizes),
            seed=seed,
            criteria=tuple(criteria),
            past=_freeze(past),
            met=meeting_counts(met),
            apart=tuple(apart),
            fixed=dict(fixed or {}),
            preferred=preferred,
            to_come=tuple(tuple(sizes) for sizes in to_come),
        )
    )


def draw_request(request: Request) -> Draw:
    """The draw of this request, always the same. Raises ImpossibleDraw."""
    check_request(request, CRITERION_KEYS)
    request = canonical(request)
    rng = Rng(request.seed)
    field = IndexedField(request)
    seats = draw_with_lookahead(field, rng)
    if not any(cost.wants_seats for cost in costs_of(field)):
        _shuffle_tables(seats, rng)
    tables = tuple(tuple(field.people[x].id for x in table) for table in seats)
    return _report(request, field, tables)


def criterion_results(request: Request, tables: Sequence[Sequence[str]]) -> tuple[CriterionResult, ...]:
    """How far any seating of the same people meets the criteria, such as one changed by hand."""
    field = IndexedField(canonical(request))
    seats = [[field.number[id_] for id_ in table] for table in tables]
    costs = costs_of(field)
    return tuple(
        CriterionResult(name, cost.total(seats), cost.least, _ids(field, cost.violations(seats)))
        for name, cost in zip(request.criteria, costs, strict=True)
    )


def cost_of_swap(request: Request, tables: Sequence[Sequence[str]], one: str, other: str) -> dict[str, int]:
    """What exchanging two people would add to each criterion's cost, computed incrementally."""
    field = IndexedField(canonical(request))
    state = SeatingState(costs_of(field), [[field.number[id_] for id_ in table] for table in tables])
    change = state.delta(field.number[one], field.number[other])
    return dict(zip(request.criteria, change or (), strict=True))


def _report(request: Request, field: IndexedField, tables: Tables) -> Draw:
    met = field.met()
    clubs = {entrant.id: entrant.club for entrant in field.people}
    return Draw(
        tables=tables,
        repeats=_pairs(tables, lambda a, b: field.number[b] in met[field.number[a]]),
        clubmates=_pairs(tables, lambda a, b: bool(clubs[a]) and clubs[a] == clubs[b]),
        unavoidable_clubmates=unavoidable_clubmates(clubs.values(), request.sizes),
        seed=request.seed,
        criteria=request.criteria,
        results=criterion_results(request, tables),
    )


def _shuffle_tables(tables: list[list[int]], rng: Rng) -> None:
    for table in tables:
        table.sort()
        rng.shuffle(table)


def _freeze(past: Sequence[Sequence[Sequence[str]]]) -> tuple[Tables, ...]:
    return tuple(tuple(tuple(table) for table in tables) for tables in past)


def _ids(field: IndexedField, violations: Iterable[Violation]) -> tuple[tuple[str, ...], ...]:
    return tuple(sorted(tuple(field.people[x].id for x in people) for people in violations))


def _pairs(tables: Tables, is_one: Callable[[str, str], bool]) -> tuple[Pair, ...]:
    pairs = ((min(pair), max(pair)) for table in tables for pair in combinations(table, 2))
    return tuple(sorted(pair for pair in pairs if is_one(*pair)))
