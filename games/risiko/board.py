"""The board, the cards and the objectives, read from `data/` and checked as they are read."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from operator import itemgetter
from pathlib import Path

from msgspec import Struct

from games.kernel import boards
from games.kernel.boards import BadData, Fault
from games.kernel.breaches import Lookup
from games.kernel.words import Words

DATA = Path(__file__).parent / "data"
JOLLY = "jolly"
JOLLIES = 2
FIGURES = ("fante", "cannone", "cavaliere")
OBJECTIVE_POINTS = 86


class Continent(Struct, frozen=True):
    id: str
    name: Words
    bonus: int
    territories: tuple[int, ...]
    points: int
    of: Callable[[tuple[int, ...]], tuple[int, ...]]
    """Picks this continent's territories out of a tuple by territory, at the speed of C."""

    @property
    def cap(self) -> int:
        """How many of its territories one player may be dealt: half, rounded down (art. 4)."""
        return len(self.territories) // 2


class Objective(Struct, frozen=True):
    number: int
    name: str
    territories: frozenset[int]
    status: str


class Board(Struct, frozen=True, dict=True):
    """Territories by index; every tuple here is indexed by territory. `symbols` are the figures on the cards."""

    ids: tuple[str, ...]
    names: tuple[Words, ...]
    values: tuple[int, ...]
    symbols: tuple[str, ...]
    borders: tuple[tuple[int, ...], ...]
    border_kinds: tuple[Mapping[int, str], ...]
    positions: tuple[tuple[int, int], ...]
    continent_of: tuple[int, ...]
    continents: tuple[Continent, ...]
    objectives: Mapping[int, Objective]
    index: Lookup
    facts: Mapping[str, str]
    digest: str

    @property
    def size(self) -> int:
        return len(self.ids)

    @cached_property
    def cards_by_bit(self) -> tuple[str, ...]:
        """What the bits of a set of cards stand for, from the lowest."""
        return (*self.ids, *(JOLLY,) * JOLLIES)

    def touches(self, here: int, there: int) -> bool:
        return there in self.borders[here]


@lru_cache(maxsize=1)
def standard() -> Board:
    """The tournament board. Raises `BadData` when a data file does not stand."""
    return load(DATA)


def load(folder: Path, extra: tuple[tuple[str, str], ...] = ()) -> Board:
    """The board of a folder, with `extra` borders of a variant added (pairs of ids)."""
    sheet = boards.read(
        folder / "board.csv", ("id", "name", "name_en", "continent", "value", "card", "x", "y", "links")
    )
    places = boards.places(sheet)
    regions = boards.read(folder / "continents.csv", ("id", "name", "name_en", "bonus"))
    goals = boards.read(folder / "objectives.csv", ("id", "name", "continents", "territories", "status"))
    _check_places(sheet.name, places, {row["id"] for row in regions.rows})
    index = Lookup(Words("territorio", "territory"), (place.id for place in places))
    links = [{index[name]: kind for name, kind in place.links.items()} for place in places]
    for one, other in extra:
        links[index[one]][index[other]] = links[index[other]][index[one]] = "sea"
    values = tuple(int(place["value"]) for place in places)
    where = {row["id"]: number for number, row in enumerate(regions.rows)}
    continent_of = tuple(where[place["continent"]] for place in places)
    continents = tuple(_continent(row, number, continent_of, values) for number, row in enumerate(regions.rows))
    return Board(
        ids=tuple(index),
        names=tuple(Words(place["name"], place["name_en"]) for place in places),
        values=values,
        symbols=tuple(place["card"] for place in places),
        borders=tuple(tuple(one) for one in links),
        border_kinds=tuple(links),
        positions=tuple((int(place["x"]), int(place["y"])) for place in places),
        continent_of=continent_of,
        continents=continents,
        objectives=_objectives(goals, index, continents, values),
        index=index,
        facts={**sheet.facts, **regions.facts, **goals.facts},
        digest=hashlib.sha256(f"{sheet.digest}{regions.digest}{goals.digest}{extra}".encode()).hexdigest(),
    )


def _check_places(name: str, places: tuple[boards.Place, ...], continents: set[str]) -> None:
    faults: list[Fault] = []
    for place in places:
        if place["continent"] not in continents:
            faults.append(Fault(place.line, f"unknown continent {place['continent']}"))
        if place["card"] not in FIGURES:
            faults.append(Fault(place.line, f"unknown figure {place['card']}"))
        if place["value"] != str(len(place.links)):
            faults.append(Fault(place.line, f"value {place['value']} where {place.id} has {len(place.links)} borders"))
    if not boards.is_connected({place.id: place.links for place in places}):
        faults.append(Fault(0, "the board is in pieces"))
    if faults:
        raise BadData(name, faults)


def _continent(row: boards.Row, number: int, continent_of: tuple[int, ...], values: tuple[int, ...]) -> Continent:
    territories = tuple(place for place, continent in enumerate(continent_of) if continent == number)
    points = sum(values[place] for place in territories)
    name = Words(row["name"], row["name_en"])
    return Continent(row["id"], name, int(row["bonus"]), territories, points, itemgetter(*territories))


def _objectives(
    sheet: boards.Sheet, index: Lookup, continents: tuple[Continent, ...], values: tuple[int, ...]
) -> dict[int, Objective]:
    by_id = {continent.id: continent for continent in continents}
    found: dict[int, Objective] = {}
    for row in sheet.rows:
        whole = [place for name in row["continents"].split("|") for place in by_id[name].territories]
        single = [index[name] for name in row["territories"].split("|") if name]
        points = sum(values[place] for place in {*whole, *single})
        if points != OBJECTIVE_POINTS:
            raise BadData(
                sheet.name, [Fault(row.line, f"{row['name']} is worth {points} points, not {OBJECTIVE_POINTS}")]
            )
        found[int(row["id"])] = Objective(int(row["id"]), row["name"], frozenset((*whole, *single)), row["status"])
    return found
