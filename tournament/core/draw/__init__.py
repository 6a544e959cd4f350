"""The draw: a function of entrants, sizes, who has met whom, criteria and seed. Same arguments, same bytes."""

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations

from tournament.core.draw.criteria import BUILDERS, criteria_of
from tournament.core.draw.indexed_field import Field
from tournament.core.draw.lookahead import looking_ahead
from tournament.core.draw.lower_bounds import unavoidable_clubmates
from tournament.core.draw.rng import ENGINE, Stream
from tournament.core.draw.search import Hall
from tournament.core.draw.values import (
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
    seats = looking_ahead(field, chance)
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
