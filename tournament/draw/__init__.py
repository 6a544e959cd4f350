"""The draw: a function of entrants, sizes, who has met whom, criteria and seed. Same arguments, same bytes."""

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations

import msgspec

from tournament.draw.bounds import unavoidable_clubmates
from tournament.draw.criteria import BUILDERS, SMALL, Field, criteria_of, rules_of
from tournament.draw.search import ATTEMPTS, Hall, Search
from tournament.draw.shifts import shifted
from tournament.draw.stream import ENGINE, Stream
from tournament.draw.values import (
    DEFAULT_CRITERIA,
    BadDraw,
    Draw,
    Entrant,
    Pair,
    Request,
    Tables,
    Wish,
    in_order,
    listed,
    refuse_unsound,
)

__all__ = [
    "CRITERIA",
    "DEFAULT_CRITERIA",
    "ENGINE",
    "BadDraw",
    "Draw",
    "Entrant",
    "Request",
    "Stream",
    "Wish",
    "cost_of_swap",
    "draw",
    "drawn",
    "unavoidable_clubmates",
    "wishes_of",
]

CRITERIA = tuple(BUILDERS)
TRIALS, IN_VAIN = 24, 4
"""Seatings tried at most with the rounds to come, and how many in a row without gain before that is enough."""


def draw(
    entrants: Collection[Entrant],
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
    of `Request`. Raises BadDraw.
    """
    return drawn(
        Request(
            entrants=tuple(entrants),
            sizes=tuple(sizes),
            seed=seed,
            criteria=tuple(criteria),
            past=_frozen(past),
            met=listed(met),
            apart=tuple(apart),
            fixed=dict(fixed or {}),
            preferred=preferred,
            to_come=tuple(tuple(sizes) for sizes in to_come),
        )
    )


def drawn(request: Request) -> Draw:
    """What this request gives, for ever. Raises BadDraw."""
    refuse_unsound(request, CRITERIA)
    request = in_order(request)
    chance = Stream(request.seed)
    field = Field(request)
    seats = _looking_ahead(field, chance)
    if not any(rule.wants_seats for rule in criteria_of(field)):
        _shuffle_tables(seats, chance)
    tables = tuple(tuple(field.people[x].id for x in table) for table in seats)
    return _reported(request, field, tables)


def wishes_of(request: Request, tables: Sequence[Sequence[str]]) -> tuple[Wish, ...]:
    """How far any seating of the same people meets the criteria: one changed by hand, or one drawn elsewhere."""
    field = Field(in_order(request))
    seats = [[field.number[id_] for id_ in table] for table in tables]
    rules = criteria_of(field)
    return tuple(
        Wish(name, rule.start(seats), rule.least, _ids(field, rule.cases(seats)))
        for name, rule in zip(request.criteria, rules, strict=True)
    )


def cost_of_swap(request: Request, tables: Sequence[Sequence[str]], one: str, other: str) -> dict[str, int]:
    """What exchanging two people would add to each criterion's cost; nothing else is counted again."""
    field = Field(in_order(request))
    hall = Hall(criteria_of(field), [[field.number[id_] for id_ in table] for table in tables])
    change = hall.change(field.number[one], field.number[other])
    return dict(zip(request.criteria, change or (), strict=True))


def _reported(request: Request, field: Field, tables: Tables) -> Draw:
    met = field.met()
    clubs = {entrant.id: entrant.club for entrant in field.people}
    return Draw(
        tables=tables,
        repeats=_pairs(tables, lambda a, b: field.number[b] in met[field.number[a]]),
        clubmates=_pairs(tables, lambda a, b: bool(clubs[a]) and clubs[a] == clubs[b]),
        unavoidable_clubmates=unavoidable_clubmates(clubs.values(), request.sizes),
        seed=request.seed,
        criteria=request.criteria,
        wishes=wishes_of(request, tables),
    )


def _looking_ahead(field: Field, chance: Stream) -> list[list[int]]:
    """The best seating of this round, and among those the one that leaves the rounds to come the best of theirs."""
    search = _search(field, chance)
    best, costs = search.best()
    if not field.request.to_come or len(field.people) > SMALL:
        return best
    excess, in_vain = _to_come(field, best, chance), 0
    for _trial in range(1, TRIALS):
        if not any(excess) or in_vain == IN_VAIN:
            break
        in_vain += 1
        tables, found = search.best(ATTEMPTS // 3)
        if found > costs:
            continue
        later = _to_come(field, tables, chance)
        if (found, later) < (costs, excess):
            best, costs, excess, in_vain = tables, found, later, 0
    return best


def _search(field: Field, chance: Stream) -> Search:
    fixed = {field.number[id_]: table - 1 for id_, table in field.request.fixed.items()}
    rules = rules_of(field)
    is_tight = len(rules) > len(field.request.criteria)
    start = shifted(field, chance) if is_tight and not fixed else None
    return Search(rules, field.sizes, fixed, chance, start)


def _to_come(field: Field, tables: list[list[int]], chance: Stream) -> list[int]:
    """What the rounds to come would cost beyond their bounds after this one, criterion by criterion."""
    request, excess = field.request, [0] * len(field.request.criteria)
    for sizes in request.to_come:
        if sum(sizes) != len(field.people):
            break
        past = (*request.past, tuple(tuple(field.people[x].id for x in table) for table in tables))
        request = msgspec.structs.replace(request, past=past, sizes=sizes, fixed={})
        then = Field(request)
        tables, _costs = _search(then, chance).best(attempts=1)
        excess = [more + rule.start(tables) - rule.least for more, rule in zip(excess, criteria_of(then), strict=True)]
    return excess


def _shuffle_tables(tables: list[list[int]], chance: Stream) -> None:
    for table in tables:
        table.sort()
        chance.shuffle(table)


def _frozen(past: Sequence[Sequence[Sequence[str]]]) -> tuple[Tables, ...]:
    return tuple(tuple(tuple(table) for table in tables) for tables in past)


def _ids(field: Field, cases) -> tuple[tuple[str, ...], ...]:
    return tuple(sorted(tuple(field.people[x].id for x in case) for case in cases))


def _pairs(tables: Tables, is_one) -> tuple[Pair, ...]:
    pairs = (tuple(sorted(pair)) for table in tables for pair in combinations(table, 2))
    return tuple(sorted(pair for pair in pairs if is_one(*pair)))
