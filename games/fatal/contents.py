"""Contenuto: what is in the box, read from `data/` and checked as it is read. A real deck replaces the stand-in by replacing the files."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, lru_cache
from pathlib import Path

from msgspec import Struct

from games.kernel import boards
from games.kernel.boards import BadData, Fault
from games.kernel.breaches import Lookup
from games.kernel.words import Words, same

DATA = Path(__file__).parent / "data"
QUEEN = "regina"
VISIONS, ENCHANTMENTS, TREASURES_A_COLOUR = 52, 18, 5
DRAW, AWARD, ROB, STRIP = "draw", "award", "rob", "strip"
TYPES = (DRAW, AWARD, ROB, STRIP)
SYMBOLS = ("pietra_magica", "multilame", "pergamena")
BEATS = {"pietra_magica": "multilame", "multilame": "pergamena", "pergamena": "pietra_magica"}
"""A symbol and the one that it beats (2)."""
SCREEN = "screen"
PLAYERS = (3, 4, 5)


LIES = ("upright", "upside_down", "sideways")
"""How the visions of a row lie: the first, the second, the third (scopo)."""
Laying = tuple[tuple[int, ...], ...]
"""Rows of visions, by the place of each; a place may be empty, with -1."""


class Vision(Struct, frozen=True):
    """What shows by position in the row: `stars` for first, second and third; `again` marks a second target, second and third."""

    id: str
    type: str
    symbol: str
    stars: tuple[int, int, int]
    tip: int
    again: tuple[int, int]


class Laid(Struct, frozen=True, gc=False):
    """A vision in a row, and how it lies."""

    card: str
    lies: str


class Enchantment(Struct, frozen=True):
    id: str
    name: Words
    copies: int
    effect: str


class Treasure(Struct, frozen=True):
    id: str
    colour: str
    value: int
    copies: int


class Lineage(Struct, frozen=True):
    id: str
    name: Words
    colour: str


class Box(Struct, frozen=True, dict=True):
    """Cards by kind: the visions first, then the enchantments. `rivals` by number of players, lineage to lineage."""

    visions: tuple[Vision, ...]
    enchantments: tuple[Enchantment, ...]
    treasures: tuple[Treasure, ...]
    lineages: Mapping[str, Lineage]
    rivals: Mapping[int, Mapping[str, str]]
    cards: Lookup
    hoard: Lookup
    facts: Mapping[str, str]
    stand_ins: tuple[str, ...]
    digest: str

    @cached_property
    def kinds(self) -> int:
        return len(self.visions) + len(self.enchantments)

    @cached_property
    def copies(self) -> bytes:
        """How many cards there are of each kind."""
        return bytes([*(1 for _ in self.visions), *(one.copies for one in self.enchantments)])

    @cached_property
    def ids(self) -> tuple[str, ...]:
        return (*(one.id for one in self.visions), *(one.id for one in self.enchantments))

    def card_id(self, kind: int) -> str:
        return self.ids[kind]

    def is_vision(self, kind: int) -> bool:
        return kind < VISIONS

    def effect(self, kind: int) -> str:
        """Empty for a vision."""
        return "" if self.is_vision(kind) else self.enchantments[kind - len(self.visions)].effect

    @cached_property
    def treasure_ids(self) -> Callable[[tuple[int, ...]], tuple[str, ...]]:
        """The ids of some treasures. Worked out once for the same ones."""
        return lru_cache(maxsize=4096)(self._treasure_ids)

    def _treasure_ids(self, kinds: tuple[int, ...]) -> tuple[str, ...]:
        return tuple([self.treasures[kind].id for kind in kinds])

    @cached_property
    def named(self) -> Callable[[bytes], Mapping[str, int]]:
        """Counts of cards by id, those that are there. Worked out once for the same counts."""
        return lru_cache(maxsize=1024)(self._named)

    def _named(self, counts: bytes) -> Mapping[str, int]:
        return {name: count for name, count in zip(self.ids, counts, strict=True) if count}

    @cached_property
    def shows(self) -> Callable[[Laying], tuple[tuple[tuple[Laid, ...], ...], int]]:
        """What rows of visions show: each row as it lies, and the stars of all. Worked out once for each pair of rows."""
        return lru_cache(maxsize=4096)(self._shows)

    def _shows(self, rows: Laying) -> tuple[tuple[tuple[Laid, ...], ...], int]:
        laid = [[(place, kind) for place, kind in enumerate(row) if kind >= 0] for row in rows]
        seen = tuple([tuple([Laid(self.ids[kind], LIES[place]) for place, kind in row]) for row in laid])
        visions = [(place, kind) for row in laid for place, kind in row if kind < len(self.visions)]
        return seen, sum([self.visions[kind].stars[place] for place, kind in visions])

    @cached_property
    def symbols(self) -> tuple[str, ...]:
        """The symbol of each kind of card, empty for none. The last one is that of no card at all, whose kind is -1."""
        return (*(one.symbol for one in self.visions), *("" for _ in self.enchantments), "")

    @cached_property
    def of_colour(self) -> Mapping[str, frozenset[int]]:
        """The kinds of treasure of each colour."""
        colours = {one.colour for one in self.treasures}
        return {
            colour: frozenset(kind for kind, one in enumerate(self.treasures) if one.colour == colour)
            for colour in colours
        }

    @cached_property
    def screens(self) -> tuple[int, ...]:
        return tuple(kind for kind in range(len(self.visions), self.kinds) if self.effect(kind) == SCREEN)


@lru_cache(maxsize=1)
def standard() -> Box:
    """The cards of the house. Raises `BadData` when a data file does not stand."""
    return load(DATA)


def load(folder: Path) -> Box:
    visions = boards.read(
        folder / "visions.csv",
        ("id", "type", "symbol", "stars_1", "stars_2", "stars_3", "tip", "again_2", "again_3"),
    )
    enchantments = boards.read(folder / "enchantments.csv", ("id", "name", "name_en", "copies", "effect"))
    treasures = boards.read(folder / "treasures.csv", ("id", "colour", "value", "copies"))
    lineages = boards.read(folder / "lineages.csv", ("id", "name", "colour"))
    characters = boards.read(folder / "characters.csv", ("id", "players", "lineage", "rival"))
    sheets = (visions, enchantments, treasures, lineages, characters)
    _check(visions, _vision_faults(visions))
    _check(enchantments, _enchantment_faults(enchantments))
    colours = {row["colour"] for row in lineages.rows}
    _check(treasures, _treasure_faults(treasures, colours))
    _check(characters, _character_faults(characters, {row["id"] for row in lineages.rows}))
    return Box(
        visions=tuple(_vision(row) for row in visions.rows),
        enchantments=tuple(
            Enchantment(row["id"], Words(row["name"], row["name_en"]), int(row["copies"]), row["effect"])
            for row in enchantments.rows
        ),
        treasures=tuple(
            Treasure(row["id"], row["colour"], int(row["value"]), int(row["copies"])) for row in treasures.rows
        ),
        lineages={row["id"]: Lineage(row["id"], same(row["name"]), row["colour"]) for row in lineages.rows},
        rivals={
            players: {row["lineage"]: row["rival"] for row in characters.rows if int(row["players"]) == players}
            for players in PLAYERS
        },
        cards=Lookup(Words("carta", "card"), (row["id"] for sheet in (visions, enchantments) for row in sheet.rows)),
        hoard=Lookup(Words("tesoro", "treasure"), (row["id"] for row in treasures.rows)),
        facts={f"{sheet.name}: {key}": text for sheet in sheets for key, text in sheet.facts.items()},
        stand_ins=tuple(sheet.name for sheet in sheets if sheet.is_stand_in),
        digest=hashlib.sha256("".join(sheet.digest for sheet in sheets).encode()).hexdigest(),
    )


def _vision(row: boards.Row) -> Vision:
    stars = (int(row["stars_1"]), int(row["stars_2"]), int(row["stars_3"]))
    return Vision(
        row["id"], row["type"], row["symbol"], stars, int(row["tip"]), (int(row["again_2"]), int(row["again_3"]))
    )


def _check(sheet: boards.Sheet, faults: Iterator[Fault]) -> None:
    found = list(faults)
    if found:
        raise BadData(sheet.name, found)


def _is_count(text: str, most: int) -> bool:
    return text.isdecimal() and int(text) <= most


def _vision_faults(sheet: boards.Sheet) -> Iterator[Fault]:
    for row in sheet.rows:
        if row["type"] not in TYPES:
            yield Fault(row.line, f"unknown type {row['type']}")
        if row["symbol"] not in (*SYMBOLS, ""):
            yield Fault(row.line, f"unknown symbol {row['symbol']}")
        bad = [name for name in ("stars_1", "stars_2", "stars_3") if not _is_count(row[name], 5)]
        bad += [name for name in ("tip", "again_2", "again_3") if not _is_count(row[name], 1)]
        yield from (Fault(row.line, f"{name} cannot be {row[name]!r}") for name in bad)
        if not bad and int(row["tip"]) > int(row["stars_3"]):
            yield Fault(row.line, "the star in the tip shows, so stars_3 is at least 1")
    if len(sheet.rows) != VISIONS:
        yield Fault(0, f"{len(sheet.rows)} visions where the box has {VISIONS}")


def _enchantment_faults(sheet: boards.Sheet) -> Iterator[Fault]:
    for row in sheet.rows:
        if row["effect"] not in (SCREEN, "judge"):
            yield Fault(row.line, f"unknown effect {row['effect']}")
        if not _is_count(row["copies"], ENCHANTMENTS):
            yield Fault(row.line, f"copies cannot be {row['copies']!r}")
            return
    total = sum(int(row["copies"]) for row in sheet.rows)
    if total != ENCHANTMENTS:
        yield Fault(0, f"{total} enchantments where the box has {ENCHANTMENTS}")


def _treasure_faults(sheet: boards.Sheet, colours: set[str]) -> Iterator[Fault]:
    counts = dict.fromkeys(sorted(colours), 0)
    for row in sheet.rows:
        if row["colour"] not in colours:
            yield Fault(row.line, f"no lineage has the colour {row['colour']}")
        elif not _is_count(row["copies"], TREASURES_A_COLOUR) or not _is_count(row["value"].removeprefix("-"), 9):
            yield Fault(row.line, f"{row['id']}: value {row['value']!r}, copies {row['copies']!r}")
        else:
            counts[row["colour"]] += int(row["copies"])
    yield from (
        Fault(0, f"{count} treasures of colour {colour} where the box has {TREASURES_A_COLOUR}")
        for colour, count in counts.items()
        if count != TREASURES_A_COLOUR
    )


def _character_faults(sheet: boards.Sheet, lineages: set[str]) -> Iterator[Fault]:
    for row in sheet.rows:
        if row["players"] not in map(str, PLAYERS):
            yield Fault(row.line, f"no game is for {row['players']} players")
        for name in (row["lineage"], row["rival"]):
            if name not in lineages:
                yield Fault(row.line, f"unknown lineage {name}")
    for players in PLAYERS:
        present = [row for row in sheet.rows if row["players"] == str(players)]
        own = {row["lineage"] for row in present}
        if len(present) != players or len(own) != players:
            yield Fault(0, f"{len(own)} lineages in the characters for {players} players")
        yield from (
            Fault(row.line, f"the rival {row['rival']} does not play with {players}")
            for row in present
            if row["rival"] not in own or row["rival"] == row["lineage"]
        )
