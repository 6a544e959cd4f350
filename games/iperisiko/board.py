"""Articles 6, 8, 16 and 17: the classic map with one border more, its own incomes and objectives, and the unconventional cards."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from decimal import Decimal
from functools import cached_property, lru_cache
from pathlib import Path

import msgspec
from msgspec import Struct

from games.kernel import boards
from games.kernel.boards import BadData, Fault
from games.kernel.words import Words
from games.risiko import board as classic
from games.risiko.board import Objective

DATA = Path(__file__).parent / "data"
EXTRA_BORDERS = (("argentina", "australia_orientale"),)
LANDLOCKED = ("afghanistan", "cita")
ISLANDS = ("groenlandia", "islanda", "gran_bretagna", "madagascar", "indonesia", "nuova_guinea", "giappone")
KIT, FIGURE = "kit", "figure"


class Card(Struct, frozen=True):
    """An unconventional card: in each player's kit, or so many in the deck."""

    id: str
    name: Words
    kind: str
    count: int
    article: str


class Board(classic.Board, frozen=True, dict=True):
    """The classic board with what this game adds. `coefficients` and `targets` (the colour to destroy) go by objective number."""

    coefficients: Mapping[int, Decimal]
    targets: Mapping[int, str]
    cards: Mapping[str, Card]
    has_coast: tuple[bool, ...]

    @cached_property
    def kit(self) -> tuple[Card, ...]:
        return tuple(card for card in self.cards.values() if card.kind == KIT)

    @cached_property
    def kit_index(self) -> dict[str, int]:
        return {card.id: number for number, card in enumerate(self.kit)}

    @cached_property
    def figures(self) -> tuple[Card, ...]:
        return tuple(card for card in self.cards.values() if card.kind == FIGURE)


@lru_cache(maxsize=1)
def standard() -> Board:
    """Raises `BadData` when a data file does not stand."""
    return load(DATA)


def load(folder: Path) -> Board:
    base = classic.load(classic.DATA, EXTRA_BORDERS)
    incomes = boards.read(folder / "continents.csv", ("id", "bonus"))
    goals = boards.read(
        folder / "objectives.csv", ("id", "coefficient", "colour", "continents", "territories", "count")
    )
    cards = boards.read(folder / "cards.csv", ("id", "name", "name_en", "kind", "count", "article"))
    own: dict[str, object] = {
        "continents": _continents(incomes, base),
        "objectives": {int(row["id"]): _objective(goals.name, row, base) for row in goals.rows},
        "facts": {**_map_facts(base), **incomes.facts, **goals.facts, **cards.facts},
        "digest": hashlib.sha256(f"{base.digest}{incomes.digest}{goals.digest}{cards.digest}".encode()).hexdigest(),
    }
    return Board(
        **{**{field: getattr(base, field) for field in base.__struct_fields__}, **own},
        coefficients={int(row["id"]): Decimal(row["coefficient"]) for row in goals.rows},
        targets={int(row["id"]): row["colour"] for row in goals.rows if row["colour"]},
        cards={row["id"]: _card(row) for row in cards.rows},
        has_coast=tuple(name not in LANDLOCKED for name in base.ids),
    )


def _map_facts(base: classic.Board) -> dict[str, str]:
    """What is known of the map and its cards; the other game's incomes and objectives are not used here."""
    used = ("status.names", "status.borders", "status.cards", "status.sea")
    return {key: text for key, text in base.facts.items() if key in used}


def _continents(sheet: boards.Sheet, base: classic.Board) -> tuple[classic.Continent, ...]:
    bonus = {row["id"]: int(row["bonus"]) for row in sheet.rows}
    if set(bonus) != {continent.id for continent in base.continents}:
        raise BadData(sheet.name, [Fault(0, "the continents are not those of the board")])
    return tuple(msgspec.structs.replace(continent, bonus=bonus[continent.id]) for continent in base.continents)


def _objective(sheet: str, row: boards.Row, base: classic.Board) -> Objective:
    by_id = {continent.id: continent for continent in base.continents}
    wholes = [by_id[name] for name in row["continents"].split("|") if name]
    singles = [
        name for part in row["territories"].split("|") if part for name in (ISLANDS if part == "isole" else [part])
    ]
    places = {place for continent in wholes for place in continent.territories} | {base.index[name] for name in singles}
    if len(places) != int(row["count"]):
        raise BadData(sheet, [Fault(row.line, f"{len(places)} territories, not {row['count']}")])
    return Objective(
        int(row["id"]), _title(row, [continent.name.it for continent in wholes], base), frozenset(places), "confirmed"
    )


def _title(row: boards.Row, wholes: list[str], base: classic.Board) -> str:
    if row["colour"]:
        return f"Distruggere le armate: {row['colour']}"
    singles = [
        "Isole" if part == "isole" else base.names[base.index[part]].it
        for part in row["territories"].split("|")
        if part
    ]
    return ", ".join([*wholes, *singles])


def _card(row: boards.Row) -> Card:
    return Card(row["id"], Words(row["name"], row["name_en"]), row["kind"], int(row["count"]), row["article"])
