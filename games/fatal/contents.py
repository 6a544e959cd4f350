"""Contenuto: what is in the box, read from `data/` and checked as it is read. An organizer replaces it by one file with the same five
tables, one below the other, each after a line `#! table: visions`."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from functools import cached_property, lru_cache
from pathlib import Path

from msgspec import Struct

from games.kernel import boards
from games.kernel.boards import BadData, Fault, Replaceable, Sheet
from games.kernel.breaches import Lookup
from games.kernel.words import Words, same

SLUG = "fatal"
DATA = Path(__file__).parent / "data"
TABLES = {
    "visions": ("id", "type", "symbol", "stars_1", "stars_2", "stars_3", "tip", "again_2", "again_3"),
    "enchantments": ("id", "name", "name_en", "copies", "effect"),
    "treasures": ("id", "colour", "value", "copies"),
    "lineages": ("id", "name", "colour"),
    "characters": ("id", "players", "lineage", "rival"),
}
HEAD = re.compile(rf"#!\s*table:\s*({'|'.join(TABLES)})")
QUEEN = "regina"
VISIONS, ENCHANTMENTS, TREASURES_A_COLOUR = 52, 18, 5
DRAW, AWARD, ROB, STRIP = "draw", "award", "rob", "strip"
TYPES = (DRAW, AWARD, ROB, STRIP)
SYMBOLS = ("pietra_magica", "multilame", "pergamena")
BEATS = {"pietra_magica": "multilame", "multilame": "pergamena", "pergamena": "pietra_magica"}
"""A symbol and the one that it beats (2)."""
SCREEN = "screen"
EFFECTS = (SCREEN, "judge")
COLOURS = ("rosso", "giallo", "verde", "blu", "viola")
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


Sheets = Mapping[str, Sheet]
"""The five tables by name."""


@lru_cache(maxsize=1)
def standard() -> Box:
    """The cards of the house. Raises `BadData` when a data file does not stand."""
    return load(DATA)


def load(folder: Path) -> Box:
    """The box of five files. Raises `BadData` with every fault of the first that does not stand."""
    sheets = {name: boards.read(folder / f"{name}.csv", columns) for name, columns in TABLES.items()}
    for name, found in _faults_of(sheets).items():
        if found:
            raise BadData(sheets[name].name, found)
    return _box(sheets, hashlib.sha256("".join(sheet.digest for sheet in sheets.values()).encode()).hexdigest())


def _box(sheets: Sheets, digest: str) -> Box:
    rows = {name: sheet.rows for name, sheet in sheets.items()}
    return Box(
        visions=tuple(_vision(row) for row in rows["visions"]),
        enchantments=tuple(
            Enchantment(row["id"], Words(row["name"], row["name_en"]), int(row["copies"]), row["effect"])
            for row in rows["enchantments"]
        ),
        treasures=tuple(
            Treasure(row["id"], row["colour"], int(row["value"]), int(row["copies"])) for row in rows["treasures"]
        ),
        lineages={row["id"]: Lineage(row["id"], same(row["name"]), row["colour"]) for row in rows["lineages"]},
        rivals={
            players: {row["lineage"]: row["rival"] for row in rows["characters"] if int(row["players"]) == players}
            for players in PLAYERS
        },
        cards=Lookup(Words("carta", "card"), (row["id"] for row in (*rows["visions"], *rows["enchantments"]))),
        hoard=Lookup(Words("tesoro", "treasure"), (row["id"] for row in rows["treasures"])),
        facts={f"{sheet.name}: {key}": text for sheet in sheets.values() for key, text in sheet.facts.items()},
        stand_ins=tuple(sheet.name for sheet in sheets.values() if sheet.is_stand_in),
        digest=digest,
    )


def _vision(row: boards.Row) -> Vision:
    stars = (int(row["stars_1"]), int(row["stars_2"]), int(row["stars_3"]))
    return Vision(
        row["id"], row["type"], row["symbol"], stars, int(row["tip"]), (int(row["again_2"]), int(row["again_3"]))
    )


# -- one file of an organizer


def template() -> str:
    """The five tables that come with the game, as one file to be edited."""
    texts = ((name, (DATA / f"{name}.csv").read_text(encoding="utf-8")) for name in TABLES)
    return "".join(f"#! table: {name}\n{text}" for name, text in texts)


def faults(text: str, name: str) -> tuple[Fault, ...]:
    """All that is wrong with a file of an organizer, by line and field. Empty when the box can be played with."""
    parts = _parts(text)
    found = [
        Fault(
            0,
            f"no table {table}: a line '#! table: {table}' begins it",
            f"manca la tabella {table}: comincia con la riga «#! table: {table}»",
        )
        for table in TABLES
        if table not in parts
    ]
    sheets = dict[str, Sheet]()
    for table, columns in TABLES.items():
        try:
            if table in parts:
                sheets[table], broken = boards.survey(parts[table], f"{table}.csv", columns)
                found += broken
        except BadData as error:
            found += error.faults
    if len(sheets) == len(TABLES):
        found += [fault for faults in _faults_of(sheets).values() for fault in faults]
    return tuple(sorted(found, key=lambda fault: fault.line))


def _from(text: str, name: str) -> Box:
    parts = _parts(text)
    sheets = {table: boards.parse(parts[table], f"{table}.csv", columns) for table, columns in TABLES.items()}
    return _box(sheets, hashlib.sha256(text.encode()).hexdigest())


def _parts(text: str) -> dict[str, str]:
    """The text of each table, below as many empty lines as stand above it in the file, so that its lines keep their numbers."""
    lines = text.splitlines()
    heads = [(match[1], number) for number, line in enumerate(lines) if (match := HEAD.fullmatch(line.rstrip("; ")))]
    starts = [start for _, start in heads]
    return {
        table: "\n" * (start + 1) + "\n".join(lines[start + 1 : end])
        for (table, start), end in zip(heads, [*starts[1:], len(lines)], strict=bool(heads))
    }


# -- faults: every one of them, with its line and field


def _faults_of(sheets: Sheets) -> dict[str, list[Fault]]:
    """By table, in an order in which each is judged by those before it."""
    lineages = {row["id"] for row in sheets["lineages"].rows}
    colours = {row["colour"] for row in sheets["lineages"].rows}
    taken = {row["id"] for row in sheets["visions"].rows}
    return {
        "visions": [*_id_faults(sheets["visions"]), *_vision_faults(sheets["visions"])],
        "enchantments": [
            *_id_faults(sheets["enchantments"], taken),
            *_enchantment_faults(sheets["enchantments"]),
        ],
        "lineages": [*_id_faults(sheets["lineages"]), *_lineage_faults(sheets["lineages"])],
        "treasures": [*_id_faults(sheets["treasures"]), *_treasure_faults(sheets["treasures"], colours)],
        "characters": [*_id_faults(sheets["characters"]), *_character_faults(sheets["characters"], lineages)],
    }


def _id_faults(sheet: Sheet, taken: Set[str] = frozenset()) -> Iterator[Fault]:
    for row in sheet.rows:
        if not re.fullmatch(r"[a-z0-9_]+", row["id"]) or row["id"] == QUEEN or row["id"] in taken:
            yield Fault(
                row.line,
                f"id: {row['id'] or 'nothing'} is taken, or has more than small letters, digits and _",
                f"id: {row['id'] or 'nulla'} è già usato, o ha altro che lettere minuscole, cifre e _",
            )


def _cannot_be(row: boards.Row, column: str) -> Fault:
    value = row[column]
    return Fault(row.line, f"{column} cannot be {value!r}", f"{column} non può essere «{value}»")


def _unknown(row: boards.Row, column: str, lawful: Iterable[str]) -> Fault:
    among = ", ".join(one or "–" for one in lawful)
    value = row[column]
    return Fault(row.line, f"unknown {column} {value}: one of {among}", f"{column}: {value} non è tra {among}")


def _is_count(text: str, most: int) -> bool:
    return re.fullmatch("[0-9]{1,3}", text) is not None and int(text) <= most


def _vision_faults(sheet: Sheet) -> Iterator[Fault]:
    for row in sheet.rows:
        if row["type"] not in TYPES:
            yield _unknown(row, "type", TYPES)
        if row["symbol"] not in (*SYMBOLS, ""):
            yield _unknown(row, "symbol", (*SYMBOLS, ""))
        bad = [name for name in ("stars_1", "stars_2", "stars_3") if not _is_count(row[name], 5)]
        bad += [name for name in ("tip", "again_2", "again_3") if not _is_count(row[name], 1)]
        yield from (_cannot_be(row, name) for name in bad)
        if not bad and int(row["tip"]) > int(row["stars_3"]):
            yield Fault(
                row.line,
                "the star in the tip shows, so stars_3 is at least 1",
                "la stella in punta si vede, quindi stars_3 è almeno 1",
            )
    if len(sheet.rows) != VISIONS:
        yield Fault(
            0,
            f"{len(sheet.rows)} visions where the box has {VISIONS}",
            f"{len(sheet.rows)} visioni dove la scatola ne ha {VISIONS}",
        )


def _enchantment_faults(sheet: Sheet) -> Iterator[Fault]:
    for row in sheet.rows:
        if row["effect"] not in EFFECTS:
            yield _unknown(row, "effect", EFFECTS)
        yield from (_cannot_be(row, name) for name in ("name", "name_en") if not row[name])
        if not _is_count(row["copies"], ENCHANTMENTS):
            yield _cannot_be(row, "copies")
    total = sum(int(row["copies"]) for row in sheet.rows if _is_count(row["copies"], ENCHANTMENTS))
    if total != ENCHANTMENTS:
        yield Fault(
            0,
            f"{total} enchantments where the box has {ENCHANTMENTS}",
            f"{total} ammaliamenti dove la scatola ne ha {ENCHANTMENTS}",
        )


def _lineage_faults(sheet: Sheet) -> Iterator[Fault]:
    for row in sheet.rows:
        if not row["name"]:
            yield _cannot_be(row, "name")
        if row["colour"] not in COLOURS:
            yield _unknown(row, "colour", COLOURS)
    colours = {row["colour"] for row in sheet.rows}
    if len(colours) != len(sheet.rows) or len(sheet.rows) != len(COLOURS):
        yield Fault(
            0,
            f"{len(sheet.rows)} lineages of {len(colours)} colours where the box has {len(COLOURS)}",
            f"{len(sheet.rows)} stirpi di {len(colours)} colori dove la scatola ne ha {len(COLOURS)}",
        )


def _treasure_faults(sheet: Sheet, colours: set[str]) -> Iterator[Fault]:
    counts = dict.fromkeys(sorted(colours), 0)
    for row in sheet.rows:
        if row["colour"] not in colours:
            yield Fault(
                row.line,
                f"no lineage has the colour {row['colour']}",
                f"colour: nessuna stirpe ha il colore {row['colour']}",
            )
        if not _is_count(row["value"].removeprefix("-"), 9):
            yield _cannot_be(row, "value")
        if not _is_count(row["copies"], TREASURES_A_COLOUR):
            yield _cannot_be(row, "copies")
        elif row["colour"] in colours:
            counts[row["colour"]] += int(row["copies"])
    yield from (
        Fault(
            0,
            f"{count} treasures of colour {colour} where the box has {TREASURES_A_COLOUR}",
            f"{count} tesori di colore {colour} dove la scatola ne ha {TREASURES_A_COLOUR}",
        )
        for colour, count in counts.items()
        if count != TREASURES_A_COLOUR
    )


def _character_faults(sheet: Sheet, lineages: set[str]) -> Iterator[Fault]:
    for row in sheet.rows:
        if row["players"] not in map(str, PLAYERS):
            yield Fault(
                row.line,
                f"players: no game is for {row['players']} players",
                f"players: non si gioca in {row['players']}",
            )
        yield from (
            Fault(row.line, f"unknown lineage {row[name]}", f"{name}: la stirpe {row[name]} non c'è")
            for name in ("lineage", "rival")
            if row[name] not in lineages
        )
    for players in PLAYERS:
        present = [row for row in sheet.rows if row["players"] == str(players)]
        own = {row["lineage"] for row in present}
        if len(present) != players or len(own) != players:
            yield Fault(
                0,
                f"{len(own)} lineages in the characters for {players} players",
                f"{len(own)} stirpi tra i personaggi per {players} giocatori",
            )
        yield from (
            Fault(
                row.line,
                f"the rival {row['rival']} does not play with {players}",
                f"rival: la stirpe {row['rival']} non gioca in {players}",
            )
            for row in present
            if row["rival"] not in own or row["rival"] == row["lineage"]
        )


REPLACEABLE = Replaceable(SLUG, Words("carte", "cards"), template, standard, faults, _from)
