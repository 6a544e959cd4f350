"""What the records of games add to a site's memory, table by table, without this app importing them."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from games.kernel.words import Words


@dataclass(frozen=True)
class ThrowsInATurn:
    """The turn with most battle throws of one chair."""

    chair: str
    giro: int
    throws: int


@dataclass(frozen=True)
class TableFacts:
    """What a record says about the game at one table. A chair is its id in the record (`Seat.record_id`).

    `dice` are, by chair, how often each face fell in battles, from one upwards. `infractions` are breaches that the judge registered
    and that stand. `longest_turn` is None where no dice were thrown in battle, or the game was recorded by turns.
    """

    table: int
    giri: int
    infractions: int
    dice: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    longest_turn: ThrowsInATurn | None = None
    objectives: Mapping[str, tuple[Words, ...]] = field(default_factory=dict)


_sources: list[Callable[[str, frozenset[int]], Iterable[TableFacts]]] = []


def table_facts_source(source: Callable[[str, frozenset[int]], Iterable[TableFacts]]) -> Callable:
    """Register `source(game, tables)`: the facts of those of these tables, by their ids, whose game has a record."""
    _sources.append(source)
    return source


def table_facts(game: str, tables: Iterable[int]) -> dict[int, TableFacts]:
    """The facts by table; a table on paper has none."""
    wanted = frozenset(tables)
    return {one.table: one for source in _sources for one in source(game, wanted)}
