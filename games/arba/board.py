"""The board: places, bridges, rivers, distances. The printed one was never found; `data/board.csv` says what stands in for it, and an
organizer may replace it by a file of his own."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, lru_cache
from itertools import compress
from operator import itemgetter
from pathlib import Path

from msgspec import Struct

from games.kernel import boards
from games.kernel.boards import Fault, Place, Replaceable, Survey
from games.kernel.breaches import Lookup
from games.kernel.words import Words, same

SLUG = "arba"
DATA = Path(__file__).parent / "data"
STANDARD = DATA / "board.csv"
KINDS = ("base", "avamposto", "ospedale", "missili", "udine_bonus", "rifugio", "bonus", "ordinario")
HALVES = ("arba", "sedilis", "-")
COLUMNS = ("id", "name", "kind", "half", "between_rivers", "x", "y", "links")
FAR = 99


class Board(Struct, frozen=True, dict=True):
    """Places by index. `roads` are links over land, `bridges` pairs of places; `steps` are distances along the printed lines."""

    ids: tuple[str, ...]
    names: tuple[Words, ...]
    kinds: tuple[str, ...]
    halves: tuple[str, ...]
    between_rivers: tuple[bool, ...]
    positions: tuple[tuple[int, int], ...]
    roads: tuple[tuple[int, ...], ...]
    bridges: tuple[tuple[int, int], ...]
    bridge_ids: tuple[str, ...]
    neighbours: tuple[tuple[int, ...], ...]
    steps: tuple[tuple[int, ...], ...]
    bases: tuple[int, int]
    safe: frozenset[int]
    index: Lookup
    bridge_index: Lookup
    facts: Mapping[str, str]
    is_stand_in: bool
    digest: str

    @cached_property
    def size(self) -> int:
        return len(self.ids)

    @cached_property
    def nothing(self) -> tuple[int, ...]:
        """A row of noughts, by place."""
        return (0,) * self.size

    @cached_property
    def _by_kind(self) -> dict[str, tuple[int, ...]]:
        return {kind: tuple(place for place, its in enumerate(self.kinds) if its == kind) for kind in KINDS}

    def of_kind(self, kind: str) -> tuple[int, ...]:
        return self._by_kind[kind]

    @cached_property
    def udine(self) -> tuple[int, ...]:
        return self.of_kind("udine_bonus")

    @cached_property
    def sectors(self) -> Callable[[tuple[int, ...]], tuple[int, ...]]:
        """Picks what stands in Udine out of a row by place, at the speed of C."""
        return itemgetter(*self.udine)

    @cached_property
    def outposts(self) -> tuple[int, ...]:
        return self.of_kind("avamposto")

    @cached_property
    def paying(self) -> frozenset[int]:
        """Places that bring money by themselves; of the others it takes two."""
        return frozenset(self.udine).union(self.of_kind("bonus"))

    @cached_property
    def hospital(self) -> int:
        return self.of_kind("ospedale")[0]

    @cached_property
    def central_line(self) -> frozenset[int]:
        return frozenset(self.udine).union(self.of_kind("ospedale"), self.of_kind("missili"))

    @cached_property
    def between(self) -> frozenset[int]:
        """Places between the rivers."""
        return frozenset(compress(range(self.size), self.between_rivers))

    @cached_property
    def _by_half(self) -> dict[str, frozenset[int]]:
        return {half: frozenset(place for place, its in enumerate(self.halves) if its == half) for half in HALVES}

    def half(self, name: str) -> frozenset[int]:
        return self._by_half[name]

    @cached_property
    def plain(self) -> frozenset[int]:
        """Places that need no trooper to be held: the ordinary ones and the bases."""
        return frozenset(self.of_kind("ordinario")).union(self.bases)

    @cached_property
    def plain_neighbours(self) -> tuple[tuple[int, ...], ...]:
        """By place, the plain ones next to it, bridges or not."""
        return self.plain_among(self.neighbours)

    def plain_among(self, near: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
        return tuple([tuple([place for place in there if place in self.plain]) for there in near])

    @cached_property
    def refuge(self) -> int:
        return self.of_kind("rifugio")[0]

    @cached_property
    def _open(self) -> dict[tuple[bool, ...], tuple[tuple[int, ...], ...]]:
        return {}

    def open_neighbours(self, intact: tuple[bool, ...]) -> tuple[tuple[int, ...], ...]:
        """By place, the places next to it: by road, or over a bridge that stands. Worked out once for each set of bridges."""
        board, intact_of, near = _OPEN_NOW[0]
        if intact_of is intact and board is self:
            return near
        near = self._open.get(intact) or self._open.setdefault(intact, tuple(map(tuple, self._with_bridges(intact))))
        _OPEN_NOW[0] = (self, intact, near)
        return near

    def _with_bridges(self, intact: tuple[bool, ...]) -> list[list[int]]:
        near = [list(roads) for roads in self.roads]
        for (a, b), stands in zip(self.bridges, intact, strict=True):
            if stands:
                near[a].append(b)
                near[b].append(a)
        return near

    def as_target(self, place: int) -> tuple[int, ...]:
        """The places that a ranged attack on this one reaches: Udine is one place for them."""
        return self.udine if place in self.udine else (place,)

    def range_to(self, here: int, there: int) -> int:
        """Steps along the printed lines, broken bridges or not; to Udine, to its nearest sector."""
        return min(self.steps[here][place] for place in self.as_target(there))

    @cached_property
    def udine_as_one(self) -> tuple[tuple[int, ...], ...]:
        """Steps where the sectors of Udine are one place, to shoot from, at or across: between its gates it costs none."""
        gate = [min(self.steps[here][sector] for sector in self.udine) for here in range(self.size)]
        across = [[near + far for far in gate] for near in gate]
        return tuple([tuple(map(min, row, steps)) for row, steps in zip(across, self.steps, strict=True)])


_OPEN_NOW: list[tuple[Board | None, tuple[bool, ...], tuple[tuple[int, ...], ...]]] = [(None, (), ())]
"""The last answer of `open_neighbours`: bridges stand for many acts, and a tuple is hashed each time that it is looked up."""


@lru_cache(maxsize=1)
def standard() -> Board:
    """The board that comes with the game: a stand-in for the printed one."""
    return REPLACEABLE.read(STANDARD.read_text(encoding="utf-8"), STANDARD.name)


def _from(text: str, name: str) -> Board:
    sheet = boards.parse(text, name, COLUMNS)
    places = boards.places(sheet)
    index = Lookup(Words("luogo", "place"), (place.id for place in places))
    roads = tuple(tuple(index[name] for name, kind in place.links.items() if kind == "land") for place in places)
    bridges = tuple(
        (here, index[name])
        for here, place in enumerate(places)
        for name, kind in place.links.items()
        if kind == "bridge" and here < index[name]
    )
    neighbours = tuple(tuple(index[name] for name in place.links) for place in places)
    bases = tuple(here for here, place in enumerate(places) if place["kind"] == "base")
    bases = tuple(sorted(bases, key=lambda here: HALVES.index(places[here]["half"])))
    bridge_ids = tuple(f"{places[a].id}+{places[b].id}" for a, b in bridges)
    return Board(
        ids=tuple(index),
        names=tuple(same(place["name"]) for place in places),
        kinds=tuple(place["kind"] for place in places),
        halves=tuple(place["half"] for place in places),
        between_rivers=tuple(place["between_rivers"] == "yes" for place in places),
        positions=tuple((int(place["x"]), int(place["y"])) for place in places),
        roads=roads,
        bridges=bridges,
        bridge_ids=bridge_ids,
        neighbours=neighbours,
        steps=tuple(_steps_from(here, neighbours) for here in range(len(places))),
        bases=(bases[0], bases[1]),
        safe=frozenset(place for base in bases for place in (base, *neighbours[base])),
        index=index,
        bridge_index=Lookup(Words("ponte", "bridge"), bridge_ids),
        facts=sheet.facts,
        is_stand_in=sheet.is_stand_in,
        digest=sheet.digest,
    )


# -- faults: every one of them, with its line


COUNTS = {"base": 2, "avamposto": 2, "ospedale": 1, "missili": 1, "udine_bonus": 5, "rifugio": 1, "bonus": 2}
"""How many places of each kind the rulebook names; the ordinary ones are as many as the board has."""
CELLS = {
    "id": r"[a-z0-9_]+",
    "name": r".+",
    "kind": "|".join(KINDS),
    "half": "|".join(HALVES),
    "between_rivers": "yes|no",
    "x": r"[0-9]{1,3}",
    "y": r"[0-9]{1,3}",
}
LAND, BRIDGE = "land", "bridge"


def faults(text: str, name: str) -> tuple[Fault, ...]:
    """All that is wrong with a board file, by line and field. Empty when the board stands."""
    return boards.faults_of_board(text, name, COLUMNS, _cell_faults, _whole_faults)


def _whole_faults(survey: Survey) -> Iterator[Fault]:
    yield from _count_faults(survey.places)
    is_judged = survey.are_links_sound and not survey.unread
    if is_judged and not boards.is_connected({place.id: place.links for place in survey.places}):
        yield Fault(0, "the board is in pieces", "la plancia è in pezzi")


def _cell_faults(place: Place) -> Iterator[Fault]:
    for column, lawful in CELLS.items():
        if not re.fullmatch(lawful, place[column]):
            yield Fault(
                place.line,
                f"{column} of {place.id}: unknown {column} {place[column] or '–'}, due is {lawful}",
                f"{column} di {place.id}: «{place[column]}» non va, ci vuole {lawful}",
            )
    for other, kind in place.links.items():
        if kind not in (LAND, BRIDGE):
            yield Fault(
                place.line,
                f"{place.id}-{other}: {kind} is no kind of link, only {BRIDGE} or nothing",
                f"{place.id}-{other}: {kind} non è un tipo di collegamento, solo {BRIDGE} o nulla",
            )


def _count_faults(places: tuple[Place, ...]) -> Iterator[Fault]:
    for kind, count in COUNTS.items():
        found = sum(place["kind"] == kind for place in places)
        if found != count:
            yield Fault(
                0,
                f"{found} places of kind {kind} where the rulebook has {count}",
                f"{found} luoghi di tipo {kind} dove il regolamento ne ha {count}",
            )
    halves = sorted(place["half"] for place in places if place["kind"] == "base")
    if len(halves) == COUNTS["base"] and halves != sorted(HALVES[:2]):
        yield Fault(0, "each half has one base", "ogni metà ha una base")


def _steps_from(start: int, neighbours: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    steps = [FAR] * len(neighbours)
    steps[start] = 0
    ahead = [start]
    for here in ahead:
        for there in neighbours[here]:
            if steps[there] == FAR:
                steps[there] = steps[here] + 1
                ahead.append(there)
    return tuple(steps)


REPLACEABLE = Replaceable(
    SLUG, Words("plancia", "board"), lambda: STANDARD.read_text(encoding="utf-8"), standard, faults, _from
)
