"""Boards and decks as data files, one territory a line, that check themselves when they are read.

The format: `#` lines are comments, `#! key: value` lines say what is known of the data (`#! status.borders: confirmed …`), then a
header line and one line a row, fields between semicolons. In the column `links` the neighbours stand between bars, `name:kind` for
other than land.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cached_property, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Generic, Protocol, TypeVar

from msgspec import Struct

from games.kernel.words import Words

ROOT = Path(__file__).parents[2]
IN_USE = "in_use"
LONGEST_CELL = 120
"""Characters of any field but lists, whose items are judged one by one."""
STACKED = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{3}")
"""More combining marks on one letter than any language writes: they cover the lines above."""


class Fault(Struct, frozen=True):
    """One thing wrong with a data file; `line` counts from 1, 0 for the file as a whole. `it`: in Italian, where people edit it."""

    line: int
    says: str
    it: str = ""

    def __str__(self) -> str:
        return f"line {self.line}: {self.says}" if self.line else self.says

    def in_language(self, code: str) -> str:
        if code.startswith("en") or not self.it:
            return str(self)
        return f"riga {self.line}: {self.it}" if self.line else self.it


class BadData(ValueError):
    """A data file does not stand; every fault is named with its line."""

    def __init__(self, name: str, faults: list[Fault]) -> None:
        self.name, self.faults = name, tuple(faults)
        super().__init__(f"{name}: " + "; ".join(str(fault) for fault in faults))


class Row(Struct, frozen=True):
    line: int
    cells: Mapping[str, str]

    def __getitem__(self, column: str) -> str:
        return self.cells[column]


class Sheet(Struct, frozen=True):
    """A data file read into rows, with what it says of its own facts."""

    name: str
    facts: Mapping[str, str]
    rows: tuple[Row, ...]
    digest: str

    @property
    def is_stand_in(self) -> bool:
        """Whether any fact in it is invented or unknown, so that people who see it must be told."""
        return any(
            text.split()[0].strip(",;:()") in ("invented", "stand-in", "unknown")
            for text in self.facts.values()
            if text
        )


class Place(Struct, frozen=True):
    """One territory as its line says: `links` are neighbours with the kind of border."""

    id: str
    line: int
    links: Mapping[str, str]
    cells: Mapping[str, str]

    def __getitem__(self, column: str) -> str:
        return self.cells[column]


def read(path: Path, columns: tuple[str, ...]) -> Sheet:
    return parse(path.read_text(encoding="utf-8"), path.name, columns)


def parse(text: str, name: str, columns: tuple[str, ...]) -> Sheet:
    """Raises `BadData` for a missing column, a line with too few or too many fields, an id that stands twice."""
    sheet, faults = survey(text, name, columns)
    if faults:
        raise BadData(name, faults)
    return sheet


def survey(text: str, name: str, columns: tuple[str, ...]) -> tuple[Sheet, list[Fault]]:
    """What of a sheet can be read, and what is wrong with its lines: for whoever names every fault of a file at once.

    Raises `BadData` only where no line can be read: no header, a missing column.
    """
    facts = {key.strip(): value.strip() for key, _, value in (line[2:].partition(":") for line in _marked(text))}
    numbered = [
        (number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip() and not line.startswith("#")
    ]
    if not numbered:
        raise BadData(name, [Fault(0, "no header line", "manca la riga dei titoli")])
    (head, titles), body = numbered[0], numbered[1:]
    header = [title.strip() for title in titles.split(";")]
    missing = [column for column in columns if column not in header]
    if missing:
        raise BadData(
            name, [Fault(head, f"missing column {column}", f"manca la colonna {column}") for column in missing]
        )
    rows, faults = _rows(header, body)
    return Sheet(name, facts, tuple(rows), hashlib.sha256(text.encode()).hexdigest()), faults


def _marked(text: str) -> Iterator[str]:
    return (line for line in text.splitlines() if line.startswith("#!"))


def _rows(header: list[str], body: list[tuple[int, str]]) -> tuple[list[Row], list[Fault]]:
    rows: list[Row] = []
    faults: list[Fault] = []
    seen: dict[str, int] = {}
    for number, line in body:
        cells = [cell.strip() for cell in line.split(";")]
        if len(cells) != len(header):
            faults.append(
                Fault(
                    number,
                    f"{len(cells)} fields where the header has {len(header)}",
                    f"{len(cells)} campi dove i titoli sono {len(header)}",
                )
            )
            continue
        if cells[0] in seen:
            faults.append(
                Fault(
                    number,
                    f"{cells[0]} stands already on line {seen[cells[0]]}",
                    f"{cells[0]} è già alla riga {seen[cells[0]]}",
                )
            )
        seen[cells[0]] = number
        faults.extend(_text_faults(number, header, cells))
        rows.append(Row(number, dict(zip(header, cells, strict=True))))
    return rows, faults


def _text_faults(number: int, header: list[str], cells: list[str]) -> Iterator[Fault]:
    """Ids become keys in scripts, names stand in pictures, sheets and records."""
    if cells[0].startswith("_"):
        yield Fault(number, f"id {cells[0]} begins with _", f"l'id {cells[0]} comincia con _")
    for column, cell in zip(header, cells, strict=True):
        if any(len(item) > LONGEST_CELL for item in cell.split("|")):
            yield Fault(
                number, f"{column} is over {LONGEST_CELL} characters", f"{column} supera i {LONGEST_CELL} caratteri"
            )
        elif not cell.isprintable() or STACKED.search(cell):
            yield Fault(
                number, f"{column} has invisible or stacked characters",
                f"{column} contiene caratteri invisibili o sovrapposti",
            )  # fmt: skip


def unread(text: str, found: list[Fault]) -> frozenset[str]:
    """The ids of lines that could not be read into fields."""
    lines = text.splitlines()
    return frozenset(lines[fault.line - 1].split(";")[0].strip() for fault in found if "fields where" in fault.says)


def places(sheet: Sheet) -> tuple[Place, ...]:
    """The territories of a sheet with `id` and `links`. Raises `BadData` for unknown, one-way, unequal or self links."""
    found, faults = survey_places(sheet)
    if faults:
        raise BadData(sheet.name, faults)
    return found


def survey_places(sheet: Sheet, unread: frozenset[str] = frozenset()) -> tuple[tuple[Place, ...], list[Fault]]:
    """The territories and every fault of their links; a link to an `unread` id is not judged, its own line is at fault already."""
    found = tuple(Place(row["id"], row.line, _links(row["links"]), row.cells) for row in sheet.rows)
    by_id: dict[str, Place] = {}
    for place in found:
        by_id.setdefault(place.id, place)
    return found, list(_link_faults(by_id, unread))


def _links(cell: str) -> dict[str, str]:
    pairs = (part.partition(":") for part in cell.split("|") if part.strip())
    return {name.strip(): kind.strip() or "land" for name, _, kind in pairs}


def _link_faults(by_id: Mapping[str, Place], unread: frozenset[str] = frozenset()) -> Iterator[Fault]:
    for place in by_id.values():
        names = [part.partition(":")[0].strip() for part in place["links"].split("|") if part.strip()]
        if len(names) != len(place.links):
            yield Fault(place.line, f"{place.id} names a neighbour twice", f"{place.id} nomina due volte un vicino")
        for other, kind in place.links.items():
            if other in unread:
                continue
            if other == place.id:
                yield Fault(place.line, f"{place.id} borders on itself", f"{place.id} confina con sé stesso")
            elif other not in by_id:
                yield Fault(
                    place.line,
                    f"{place.id} borders on {other}, which is on no line",
                    f"{place.id} confina con {other}, che non è in nessuna riga",
                )
            elif place.id not in by_id[other].links:
                yield Fault(
                    place.line,
                    f"{place.id} borders on {other}, but line {by_id[other].line} does not say so of {place.id}",
                    f"{place.id} confina con {other}, ma la riga {by_id[other].line} non lo dice di {place.id}",
                )
            elif by_id[other].links[place.id] != kind:
                back = by_id[other].links[place.id]
                yield Fault(
                    place.line,
                    f"{place.id}-{other} is {kind} here and {back} on line {by_id[other].line}",
                    f"{place.id}-{other} è {kind} qui e {back} alla riga {by_id[other].line}",
                )


class Survey(Struct, frozen=True):
    """A board file whose lines were looked at one by one: `unread` are the ids of lines that could not be read into fields."""

    text: str
    places: tuple[Place, ...]
    unread: frozenset[str]
    are_links_sound: bool


def faults_of_board(
    text: str,
    name: str,
    columns: tuple[str, ...],
    of_line: Callable[[Place], Iterable[Fault]],
    of_whole: Callable[[Survey], Iterable[Fault]],
) -> tuple[Fault, ...]:
    """All that is wrong with a board file, by line: what any board asks for, and what this game's asks of each line and of the whole."""
    try:
        sheet, found = survey(text, name, columns)
    except BadData as error:
        return error.faults
    left_out = unread(text, found)
    places, links = survey_places(sheet, left_out)
    found += links
    for place in places:
        found += of_line(place)
    found += of_whole(Survey(text, places, left_out, not links))
    return tuple(sorted(found, key=lambda fault: fault.line))


def is_connected(links: Mapping[str, Mapping[str, str]]) -> bool:
    reached: set[str] = set()
    ahead = list(links)[:1]
    while ahead:
        here = ahead.pop()
        if here not in reached:
            reached.add(here)
            ahead.extend(links[here])
    return len(reached) == len(links)


class Shelf(Protocol):
    """Where the files are that organizers brought, by game and digest, and which of a game's is in use for new records."""

    def text(self, slug: str, digest: str) -> str:
        """Empty where it is not there."""

    def digest_in_use(self, slug: str) -> str:
        """Empty where what comes with the game is in use."""

    def store(self, slug: str, digest: str, text: str) -> None: ...

    def put_into_use(self, slug: str, digest: str) -> None:
        """An empty digest is what comes with the game."""


class FolderShelf:
    """One folder a game, one file a board, named by its digest: for programs without a database, and on tablets."""

    def text(self, slug: str, digest: str) -> str:
        path = self.folder() / slug / f"{digest}.csv"
        return path.read_text(encoding="utf-8") if digest.isalnum() and path.exists() else ""

    def digest_in_use(self, slug: str) -> str:
        mark = self.folder() / slug / IN_USE
        return mark.read_text(encoding="utf-8").strip() if mark.exists() else ""

    def store(self, slug: str, digest: str, text: str) -> None:
        folder = self.folder() / slug
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{digest}.csv").write_text(text, encoding="utf-8", newline="")

    def put_into_use(self, slug: str, digest: str) -> None:
        mark = self.folder() / slug / IN_USE
        if digest:
            mark.write_text(digest, encoding="utf-8")
        else:
            mark.unlink(missing_ok=True)

    @staticmethod
    def folder() -> Path:
        return Path(os.environ.get("SDADATA_VAR", ROOT / "var")) / "boards"


_shelf: Shelf = FolderShelf()


def set_shelf(shelf: Shelf) -> None:
    """A site stores them in its database, which several machines share and copies hold."""
    global _shelf
    _shelf = shelf


class FromFile(Protocol):
    """What is read from a file of the box: it knows the file's digest."""

    @property
    def digest(self) -> str: ...


T = TypeVar("T", bound=FromFile)


class Replaceable(Struct, Generic[T], frozen=True, dict=True):
    """What of a game's box an organizer may replace by a file of his own: a board, or lists of cards.

    `what` names it to people. `template` is the text that comes with the game and `standard` what it makes; `faults` are all those of a
    text with its name, none where it stands; `built` is for a text without faults. A record names its file by digest.
    """

    slug: str
    what: Words
    template: Callable[[], str]
    standard: Callable[[], T]
    faults: Callable[[str, str], tuple[Fault, ...]]
    built: Callable[[str, str], T]

    def read(self, text: str, name: str) -> T:
        """Raises `BadData` with every fault of the file."""
        if found := self.faults(text, name):
            raise BadData(name, list(found))
        return self.built(text, name)

    def current(self) -> str:
        """The digest of what new records are played with."""
        return in_use(self.slug) or self.standard().digest

    def is_at_hand(self, digest: str) -> bool:
        return digest == self.standard().digest or bool(self.brought(digest))

    @cached_property
    def with_digest(self) -> Callable[[str], T]:
        """What a record names. Raises `BadData` where it is not at hand."""
        return lru_cache(maxsize=8)(self._with_digest)

    def _with_digest(self, digest: str) -> T:
        if digest == self.standard().digest:
            return self.standard()
        text = self.brought(digest)
        if not text:
            raise BadData(digest, [Fault(0, "this file is not at hand", "questo file non è a disposizione")])
        return self.read(text, digest)

    def brought(self, digest: str) -> str:
        """The text of an organizer's file, here or lent; empty for what comes with the game, and for what is not at hand."""
        return stored_text(self.slug, digest) or _lent.get().get(digest, "")


_lent: ContextVar[Mapping[str, str]] = ContextVar("lent boards", default=MappingProxyType({}))


@contextmanager
def lent(texts: Iterable[str]) -> Iterator[None]:
    """While records are checked that come with their boards: these are at hand, and nothing is stored."""
    token = _lent.set({hashlib.sha256(text.encode()).hexdigest(): text for text in texts})
    try:
        yield
    finally:
        _lent.reset(token)


def as_saved(text: str) -> str:
    """A file as it was meant, without what spreadsheets add: a byte order mark, their line ends, separators that fill up short lines."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    return "\n".join(line.rstrip(";") if line.startswith("#") or not line.strip("; ") else line for line in lines)


def in_use(slug: str) -> str:
    """The digest of the board that an organizer put into use for a game; empty where it is the game's own. Raises `BadData` where it
    is gone.
    """
    digest = _shelf.digest_in_use(slug)
    if digest and not stored_text(slug, digest):
        raise BadData(digest, [Fault(0, "the board in use is not in this folder")])
    return digest


def stored_text(slug: str, digest: str) -> str:
    """The board with that digest, where an organizer brought it; empty otherwise."""
    return _shelf.text(slug, digest)


def use(slug: str, text: str) -> str:
    """Store a board that was found sound and put it into use; gives its digest. Earlier boards stay, for the records that name them."""
    digest = store(slug, text)
    _shelf.put_into_use(slug, digest)
    return digest


def store(slug: str, text: str) -> str:
    """Store a board for the records that name it by the digest that this gives; new ones go on with the board in use."""
    digest = hashlib.sha256(text.encode()).hexdigest()
    _shelf.store(slug, digest, text)
    return digest


def use_standard(slug: str) -> None:
    """Go back to the board that comes with the game."""
    _shelf.put_into_use(slug, "")
