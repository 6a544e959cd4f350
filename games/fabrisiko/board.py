"""The board, the sheets of the four factions and the card counts, read from one file that an organizer may replace."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, lru_cache
from pathlib import Path

from msgspec import Struct

from games.fabrisiko.ways import Way, ways_of
from games.kernel import boards
from games.kernel.boards import Fault, Place, Replaceable, Sheet, Survey
from games.kernel.breaches import Lookup, Unreadable
from games.kernel.words import Words, same

SLUG = "fabrisiko"
STANDARD = Path(__file__).parent / "data" / "board.csv"
COLUMNS = ("id", "name", "resources", "role", "start", "x", "y", "links")
FACTIONS = ("melano", "marischio", "collamato", "albacina")
CITY = "citta"
KINDS = ("fanteria", "carro", "caccia", "bombardiere")
KIND = Lookup(Words("unità", "unit"), KINDS)
STRUCTURES = ("complesso", "sito_aa")
PIECES = (*KINDS, *STRUCTURES)
STRATEGIC = ("tregua", "arma_segreta", "tradimento", "arma_biologica", "attacco_fulmineo", "difesa_valorosa")
EVENTS = (
    "ribellione",
    "terremoto",
    "palio",
    "crescita",
    "sagra",
    "caldo",
    "marchigiano",
    "reperti",
    "scambi",
)
CARDS = (*STRATEGIC, *EVENTS)
TERRITORIES = 35
STRATEGIC_CARDS, EVENT_CARDS = 22, 33
LAND, MOUNTAIN = "land", "mountain"
RIDGE = "/"
KNOWN_POSITIONS = 16
"""Of how many it is kept who holds what: the ends of turns are looked at together, and the next turn asks again."""
Holdings = tuple[tuple[int, ...], tuple[int, ...]]


class Board(Struct, frozen=True, dict=True):
    """Territories by index, then the mountain borders (`ridges`), each a small place of its own where only infantry stands.

    `size` is how many territories there are; places from there on are ridges. `starts` are the pieces of each faction at the beginning;
    `cards` how many there are of each kind.
    """

    ids: tuple[str, ...]
    names: tuple[Words, ...]
    resources: tuple[int, ...]
    borders: tuple[tuple[int, ...], ...]
    ridges: tuple[tuple[int, int], ...]
    city: int
    homes: Mapping[str, int]
    starts: Mapping[str, Mapping[str, int]]
    cards: Mapping[str, int]
    positions: tuple[tuple[int, int], ...]
    index: Lookup
    facts: Mapping[str, str]
    is_stand_in: bool
    digest: str
    size: int

    @property
    def deck(self) -> int:
        return sum(self.cards.values())

    def is_ridge(self, place: int) -> bool:
        return place >= self.size

    def ridge_between(self, here: int, there: int) -> int:
        """The place on the mountains between two territories, -1 where there are none."""
        return self._ridges_by_pair.get((here, there), -1)

    @cached_property
    def _ridges_by_pair(self) -> dict[tuple[int, int], int]:
        one_way = {pair: self.size + number for number, pair in enumerate(self.ridges)}
        return one_way | {(there, here): ridge for (here, there), ridge in one_way.items()}

    def ends(self, ridge: int) -> tuple[int, int]:
        return self.ridges[ridge - self.size]

    def around(self, place: int) -> tuple[int, ...]:
        """Every place one step away for a plane: territories, and the ridges of this one."""
        return self.ends(place) if self.is_ridge(place) else (*self.borders[place], *self.crests[place])

    @cached_property
    def steps(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """By kind and place, where a unit comes with one step: infantry onto a mountain border, tanks never, planes over everything."""
        nowhere = ((),) * len(self.ridges)
        beside = tuple(zip(self.plains, self.crests, strict=True))
        on_foot = (*(plains + crests for plains, crests in beside), *self.ridges)
        by_air = tuple(self.around(place) for place in range(len(self.ids)))
        return (on_foot, (*self.plains, *nowhere), by_air, by_air)

    @cached_property
    def way(self) -> Callable[[str, tuple[str, ...], tuple[str, ...]], Way]:
        """A way as an act names it, by its first place, its path and who goes it. Raises `Unreadable` for a name that is none."""
        return ways_of(self, KIND)

    @cached_property
    def territories(self) -> tuple[str, ...]:
        """Their ids, without those of the ridges."""
        return self.ids[: self.size]

    @cached_property
    def majors(self) -> frozenset[int]:
        """The city and the Frazioni Maggiori: more changes hands with them than land."""
        return frozenset((self.city, *self.homes.values()))

    @cached_property
    def holdings(self) -> Callable[[int, tuple[int, ...]], Holdings]:
        """From the number of seats and the owners: by seat, how many territories it holds, and what all of them bring."""
        rich = [(place, worth - 1) for place, worth in enumerate(self.resources) if worth != 1]

        @lru_cache(maxsize=KNOWN_POSITIONS)
        def counted(seats: int, owners: tuple[int, ...]) -> Holdings:
            territories = tuple(map(owners.count, range(seats)))
            total = [*territories, 0]  # the last one is nobody's
            for place, more in rich:
                total[owners[place]] += more
            return territories, tuple(total[:seats])

        return counted

    @cached_property
    def crests(self) -> tuple[tuple[int, ...], ...]:
        """By territory, the ridges along its borders."""
        return tuple(
            tuple(self.size + n for n, pair in enumerate(self.ridges) if place in pair) for place in range(self.size)
        )

    @cached_property
    def plains(self) -> tuple[tuple[int, ...], ...]:
        """By territory, those that it touches without mountains between."""
        return tuple(
            tuple(there for there in borders if self.ridge_between(here, there) < 0)
            for here, borders in enumerate(self.borders)
        )


@lru_cache(maxsize=1)
def standard() -> Board:
    """The board that comes with the game: a stand-in for the printed one."""
    return read(STANDARD.read_text(encoding="utf-8"), STANDARD.name)


def read(text: str, name: str) -> Board:
    """Raises `BadData` with every fault of the file."""
    return REPLACEABLE.read(text, name)


def _from(text: str, name: str) -> Board:
    sheet = boards.parse(text, name, COLUMNS)
    return _built(sheet, boards.places(sheet), {key: number for key, number, _ in _counts(text)})


class PlaceNames(Lookup):
    """A mountain border has one name, so that one act has one text: who turns it round is told the right one."""

    def __missing__(self, name: str) -> int:
        turned = RIDGE.join(reversed(name.split(RIDGE)))
        if turned in self:
            raise Unreadable("{name}: si scrive {right}", "{name}: it is written {right}", name=name, right=turned)
        return super().__missing__(name)


def _built(sheet: Sheet, places: tuple[Place, ...], cards: Mapping[str, str]) -> Board:
    ids = [place.id for place in places]
    ridges = tuple(
        (here, ids.index(other))
        for here, place in enumerate(places)
        for other, kind in place.links.items()
        if kind == MOUNTAIN and here < ids.index(other)
    )
    ridge_ids = [f"{ids[a]}{RIDGE}{ids[b]}" for a, b in ridges]
    names = [same(place["name"]) for place in places]
    crests = [Words("monti tra {a} e {b}", "mountains between {a} and {b}").fill(_ends(names, pair)) for pair in ridges]
    homes = {place["role"]: number for number, place in enumerate(places) if place["role"] in FACTIONS}
    return Board(
        ids=(*ids, *ridge_ids),
        names=(*names, *crests),
        resources=tuple(int(place["resources"]) for place in places),
        borders=tuple(tuple(ids.index(other) for other in place.links) for place in places),
        ridges=ridges,
        city=next(number for number, place in enumerate(places) if place["role"] == CITY),
        homes=homes,
        starts={faction: _start(places[homes[faction]]["start"]) for faction in FACTIONS},
        cards={card: int(cards[card]) for card in CARDS},
        positions=tuple((int(place["x"]), int(place["y"])) for place in places),
        index=PlaceNames(Words("territorio", "territory"), (*ids, *ridge_ids)),
        facts=sheet.facts,
        is_stand_in=sheet.is_stand_in,
        digest=sheet.digest,
        size=len(places),
    )


def _ends(names: list[Words], pair: tuple[int, int]) -> dict[str, Words]:
    return {"a": names[pair[0]], "b": names[pair[1]]}


def _start(cell: str) -> dict[str, int]:
    """`fanteria 4, carro 1` as pieces with their counts."""
    pairs = (part.split() for part in cell.split(",") if part.strip())
    return {piece: int(count) for piece, count in pairs}


# -- faults: every one of them, with its line


def faults(text: str, name: str) -> tuple[Fault, ...]:
    """All that is wrong with a board file, by line. Empty when the board stands."""
    return boards.faults_of_board(text, name, COLUMNS, _line_faults, _whole_faults)


def _whole_faults(survey: Survey) -> Iterator[Fault]:
    head = _header_line(survey.text)
    yield from _place_faults(survey.places, survey.unread, head)
    yield from _card_faults(survey.text, head)


def _header_line(text: str) -> int:
    """Where the table begins: the line that a fault of the whole table is named with."""
    lines = enumerate(text.splitlines(), 1)
    return next((number for number, line in lines if line.strip() and not line.startswith("#")), 0)


def _line_faults(place: Place) -> Iterator[Fault]:
    if not re.fullmatch(r"[a-z0-9_]+", place.id):
        yield Fault(
            place.line,
            f"{place.id or 'the id'}: only small letters, digits and _ stand in an id",
            f"{place.id or 'id'}: in un id stanno solo lettere minuscole, cifre e _",
        )
    if not place["name"]:
        yield Fault(place.line, f"{place.id} has no name", f"{place.id} non ha un nome")
    if not re.fullmatch(r"\d{1,2}", place["resources"]):
        yield Fault(
            place.line,
            f"resources of {place.id}: {place['resources'] or 'nothing'} is no number from 0 to 99",
            f"risorse di {place.id}: {place['resources'] or 'nulla'} non è un numero da 0 a 99",
        )
    if place["role"] not in ("", CITY, *FACTIONS):
        yield Fault(
            place.line,
            f"role of {place.id}: {place['role']} is none of {CITY}, {', '.join(FACTIONS)}",
            f"ruolo di {place.id}: {place['role']} non è tra {CITY}, {', '.join(FACTIONS)}",
        )
    for axis in ("x", "y"):
        if not re.fullmatch(r"\d{1,3}", place[axis]):
            yield Fault(
                place.line,
                f"{axis} of {place.id}: {place[axis] or 'nothing'} is no number from 0 to 999",
                f"{axis} di {place.id}: {place[axis] or 'nulla'} non è un numero da 0 a 999",
            )
    yield from _start_faults(place)
    yield from _border_faults(place)


def _start_faults(place: Place) -> Iterator[Fault]:
    if place["start"] and place["role"] not in FACTIONS:
        yield Fault(
            place.line,
            f"{place.id} is no Frazione Maggiore and has starting pieces",
            f"{place.id} non è una Frazione Maggiore e ha pezzi iniziali",
        )
    elif not place["start"] and place["role"] in FACTIONS:
        yield Fault(
            place.line,
            f"{place.id} is a Frazione Maggiore and has no starting pieces",
            f"{place.id} è una Frazione Maggiore e non ha pezzi iniziali",
        )
    for part in place["start"].split(",") if place["start"] else ():
        words = part.split()
        if len(words) != 2 or words[0] not in PIECES or not re.fullmatch(r"\d{1,2}", words[1]):
            yield Fault(
                place.line,
                f"start of {place.id}: '{part.strip()}' is not a piece and a number, as in fanteria 4",
                f"inizio di {place.id}: «{part.strip()}» non è un pezzo e un numero, come fanteria 4",
            )


def _border_faults(place: Place) -> Iterator[Fault]:
    names = [part.partition(":")[0].strip() for part in place["links"].split("|") if part.strip()]
    for other in sorted({one for one in names if names.count(one) > 1}):
        yield Fault(place.line, f"{place.id} borders twice on {other}", f"{place.id} confina due volte con {other}")
    for other, kind in place.links.items():
        if kind not in (LAND, MOUNTAIN):
            yield Fault(
                place.line,
                f"{place.id}-{other}: {kind} is no kind of border, only {MOUNTAIN} or nothing",
                f"{place.id}-{other}: {kind} non è un tipo di confine, solo {MOUNTAIN} o nulla",
            )


def _place_faults(places: tuple[Place, ...], unread: frozenset[str], head: int) -> Iterator[Fault]:
    """What is wrong with all territories together."""
    lines = len(places) + len(unread)
    if lines != TERRITORIES:
        yield Fault(
            head,
            f"{lines} territories where the rulebook has {TERRITORIES}",
            f"{lines} territori dove il regolamento ne ha {TERRITORIES}",
        )
    for role in (CITY, *FACTIONS):
        found = [place for place in places if place["role"] == role]
        if not found and not unread:
            what, dice = (
                ("city", "la città") if role == CITY else (f"Frazione Maggiore {role}", f"la Frazione Maggiore {role}")
            )
            yield Fault(head, f"no {what} on any line", f"in nessuna riga c'è {dice}")
        yield from (
            Fault(
                place.line,
                f"role {role} stands already on line {found[0].line}: {place.id}",
                f"il ruolo {role} è già alla riga {found[0].line}: {place.id}",
            )
            for place in found[1:]
        )
    names: dict[str, Place] = {}
    for place in places:
        if place["name"] and names.setdefault(place["name"], place) is not place:
            yield Fault(
                place.line,
                f"the name {place['name']} stands already on line {names[place['name']].line}",
                f"il nome {place['name']} è già alla riga {names[place['name']].line}",
            )
    yield from _apart(places)


def _apart(places: tuple[Place, ...]) -> Iterator[Fault]:
    """Territories that no border leads to from the first one, borders counting both ways."""
    around: dict[str, set[str]] = {place.id: set(place.links) for place in places}
    for place in places:
        for other in place.links:
            around.setdefault(other, set()).add(place.id)
    reached, ahead = set(), [place.id for place in places[:1]]
    while ahead:
        here = ahead.pop()
        if here not in reached:
            reached.add(here)
            ahead.extend(around[here])
    for place in places:
        if place.id not in reached:
            yield Fault(
                place.line,
                f"{place.id} cannot be reached from {places[0].id}: the board is in pieces",
                f"{place.id} non si raggiunge da {places[0].id}: la plancia è in pezzi",
            )


def _counts(text: str) -> Iterator[tuple[str, str, int]]:
    """The lines `#! cards.NAME: NUMBER` as name, number and line."""
    for line, row in enumerate(text.splitlines(), 1):
        if match := re.match(r"#!\s*cards\.([^:]*):(.*)", row):
            yield match[1].strip(), match[2].strip(), line


def _card_faults(text: str, head: int) -> Iterator[Fault]:
    counts, first = dict[str, int](), dict[str, int]()
    for card, number, line in _counts(text):
        if card not in CARDS:
            yield Fault(line, f"{card} is no card of this game", f"{card} non è una carta di questo gioco")
        elif card in first:
            yield Fault(
                line,
                f"cards.{card} stands already on line {first[card]}",
                f"cards.{card} è già alla riga {first[card]}",
            )
        elif not re.fullmatch(r"\d{1,2}", number):
            yield Fault(
                line,
                f"cards.{card}: {number or 'nothing'} is no number",
                f"cards.{card}: {number or 'nulla'} non è un numero",
            )
        first.setdefault(card, line)
        counts.setdefault(card, int(number) if re.fullmatch(r"\d{1,2}", number) else -1)
    for card in CARDS:
        if card not in counts:
            yield Fault(
                head,
                f"no line says how many cards there are of {card}",
                f"nessuna riga dice quante sono le carte {card}",
            )
    for kinds, due, what, dice in (
        (STRATEGIC, STRATEGIC_CARDS, "strategic", "strategiche"),
        (EVENTS, EVENT_CARDS, "event", "evento"),
    ):
        numbers = [counts.get(card, -1) for card in kinds]
        if -1 not in numbers and sum(numbers) != due:
            yield Fault(
                max(first[card] for card in kinds),
                f"{sum(numbers)} {what} cards where the rulebook has {due}",
                f"{sum(numbers)} carte {dice} dove il regolamento ne ha {due}",
            )


REPLACEABLE = Replaceable(
    SLUG, Words("plancia", "board"), lambda: STANDARD.read_text(encoding="utf-8"), standard, faults, _from
)
with_digest = REPLACEABLE.with_digest
