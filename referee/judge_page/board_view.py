"""What the judge's page shows of a game, from its scene: players by seat, territories by group, the log in words."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, Protocol

import msgspec
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.kernel.acts import JUDGE, Act, By, Ruling
from games.kernel.breaches import Unreadable
from games.kernel.lines import line_type, read_act
from games.kernel.maps import BoardMap
from games.kernel.record import Record
from games.kernel.scene import Scene, Shape
from referee.board_image.geometry import TALL
from referee.board_image.svg import ARMIES
from referee.wording import army_letter, cite_articles, colour, localized, naming

RECENT = 12
USED = 6


class NamedEntrant(Protocol):
    """An entrant of the tournament, or on a tablet what the server gave of one."""

    @property
    def public_id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def surname(self) -> str: ...
    @property
    def nick(self) -> str: ...
    @property
    def is_minor(self) -> bool: ...


class SeatedEntrant(Protocol):
    """A seat of the tournament; `record_alias`, where it has one, is the id under which the record knows the chair."""

    @property
    def entrant(self) -> NamedEntrant: ...


class StoredLine(Protocol):
    """An entry of the record, from the database or from a tablet's memory, with giro and seat in turn before it."""

    @property
    def seq(self) -> int: ...
    @property
    def line(self) -> str: ...
    @property
    def at(self) -> datetime | None: ...
    @property
    def is_standing(self) -> bool: ...
    @property
    def giro(self) -> int: ...
    @property
    def in_turn(self) -> int | None: ...


class RecordRow(Protocol):
    """The row of a record, or on a tablet what the server gave of it."""

    @property
    def pk(self) -> int: ...
    @property
    def level(self) -> str: ...


@dataclass(frozen=True)
class Player:
    seat: int
    name: str
    colour: str = ""
    army: str = ""
    letter: str = ""
    lines: tuple[str, ...] = ()
    is_in_turn: bool = False
    is_out: bool = False

    @property
    def number(self) -> int:
        return self.seat + 1

    @property
    def title(self) -> str:
        """`sedia 3 · R rosso · Anna B.`"""
        army = f"{self.letter} {self.colour}" if self.colour else ""
        return " · ".join(part for part in (_("sedia %d") % self.number, army, self.name) if part)

    @property
    def sign(self) -> str:
        """What tells the players of a table apart: the army's letter, before the colours are known the number of the seat."""
        return self.letter if self.colour else str(self.number)

    @cached_property
    def mark(self) -> SafeString:
        """The army's letter on its colour, or the number of the seat; cached, since a page shows it dozens of times."""
        return format_html(
            '<span class="army army-{}" title="{}"><span class="army-letter">{}</span></span>',
            self.army,
            self.title,
            self.sign,
        )


@dataclass(frozen=True)
class Place:
    key: str
    label: str
    group: str
    player: Player | None
    count: int
    badges: tuple[str, ...] = ()


@dataclass(frozen=True)
class Group:
    label: str
    places: tuple[Place, ...]


@dataclass(frozen=True)
class BoardView:
    players: tuple[Player, ...]
    places: Mapping[str, Place]
    groups: tuple[Group, ...]
    headline: str
    scene: Scene
    board_map: BoardMap | None = None

    @property
    def has_whole_map(self) -> bool:
        """Whether the map leaves water for what else a screen shows."""
        return self.board_map is not None and not self.board_map.scale

    def player(self, by: object) -> Player | None:
        return self.players[by] if isinstance(by, int) and 0 <= by < len(self.players) else None

    @property
    def names(self) -> tuple[str, ...]:
        """By seat; namesakes also by their chair."""
        names = [player.name for player in self.players]
        chairs = [_("sedia %d") % player.number for player in self.players]
        return tuple(
            f"{name} ({chair})" if names.count(name) > 1 else name for name, chair in zip(names, chairs, strict=True)
        )

    @property
    def tappable(self) -> frozenset[str]:
        """Keys of the places, and of what can be chosen between them."""
        return frozenset((*self.places, *(link.key for link in self.scene.links if link.key)))

    @property
    def is_tall(self) -> bool:
        """Whether its picture leaves room at its side on a tablet that lies."""
        return self.scene.width < TALL * self.scene.height

    def label(self, key: str) -> str:
        return self.places[key].label if key in self.places else key

    @cached_property
    def item_words(self) -> Mapping[str, str]:
        """Cards and treasures by id, as they are read and typed in lists between commas."""
        words = ((key, localized(one)) for key, one in self.scene.named)
        return {key: one for key, one in words if "," not in one}

    def written(self, key: str) -> str:
        """The words for an id of a form that lead back to it between commas; without such words the id."""
        words = self.item_words.get(key) or self.label(key)
        return words if "," not in words and self.by_words.get(words.lower()) == key else key

    @cached_property
    def by_words(self) -> Mapping[str, str]:
        """Ids by the words that a person types, in small letters. A card before the place where it lies."""
        places = {place.label.lower(): key for key, place in reversed(list(self.places.items()))}
        return places | {words.lower(): key for key, words in self.item_words.items()}

    @property
    def in_turn(self) -> Player | None:
        return next((player for player in self.players if player.is_in_turn), None)


@dataclass(frozen=True)
class LogLine:
    seq: int
    who: Player | None
    words: str
    why: str
    at: datetime | None
    is_standing: bool


def board_of(record: Record, seats: Iterable[SeatedEntrant], *, are_whole: bool = False) -> BoardView:
    """`seats` of the tournament give the names, which `are_whole` on pages beside others that know people by them: the record
    holds opaque ids only, that of the chair where it was corrected.
    """
    scene = record.game.scene(record.rules, record.state, frozenset())
    return view_of(
        scene, players_of(scene, names_by_seat(record, seats, are_whole=are_whole)), record.game.board_map(record.rules)
    )


def view_of(scene: Scene, players: tuple[Player, ...], board_map: BoardMap | None) -> BoardView:
    places = {shape.key: _place(shape, players) for shape in scene.shapes}
    with naming([player.name for player in players]):
        labels = {key: localized(words) for key, words in scene.groups}
    keys = dict.fromkeys(place.group for place in places.values())
    groups = tuple(
        Group(labels.get(key, key), tuple(one for one in places.values() if one.group == key)) for key in keys
    )
    return BoardView(players, places, groups, localized(scene.headline), scene, board_map)


def names_by_seat(record: Record, seats: Iterable[SeatedEntrant], *, are_whole: bool = False) -> tuple[str, ...]:
    """The names of the record's players, in the order of their chairs."""
    seats = list(seats)
    ids = [getattr(seat, "record_alias", "") or seat.entrant.public_id for seat in seats]
    names = dict(zip(ids, names_at_table([seat.entrant for seat in seats], are_whole=are_whole), strict=True))
    return tuple(names.get(who, "?") for who in record.header.seats)


def players_of(scene: Scene, names: Iterable[str]) -> tuple[Player, ...]:
    return tuple(_player(scene, seat, name) for seat, name in enumerate(names))


def names_at_table(entrants: Sequence[NamedEntrant], *, are_whole: bool = False) -> list[str]:
    """A name for each that nobody else at the table has: the short one unless all `are_whole`, else the whole, else with the number of
    the seat.

    The players of a puzzle have none, and stay without.
    """
    whole = [str(one) for one in entrants]
    short = whole if are_whole else [short_name(one) for one in entrants]
    names = [one if not one or short.count(one) == 1 else other for one, other in zip(short, whole, strict=True)]
    return [one if not one or names.count(one) == 1 else f"{one} ({seat})" for seat, one in enumerate(names, 1)]


def short_name(entrant: NamedEntrant) -> str:
    """`Anna B.`, which is enough at one table; a minor's public name."""
    if entrant.is_minor:
        return str(entrant)
    if not entrant.name:
        return entrant.nick or entrant.surname
    return f"{entrant.name} {entrant.surname[:1]}."


def _player(scene: Scene, seat: int, name: str) -> Player:
    mark = next((one for one in scene.seats if one.seat == seat), None)
    if mark is None:
        return Player(seat, name)
    return Player(
        seat,
        name,
        colour(mark.colour),
        ARMIES.get(mark.colour, ""),
        army_letter(mark),
        tuple(localized(line) for line in mark.lines),
        mark.is_in_turn,
        mark.is_out,
    )


def _place(shape: Shape, players: tuple[Player, ...]) -> Place:
    owner = players[shape.seat] if 0 <= shape.seat < len(players) else None
    count = sum(piece.count for piece in shape.pieces)
    return Place(shape.key, localized(shape.label), shape.group, owner, count, tuple(map(localized, shape.badges)))


def log_of(record: Record, board: BoardView, latest: Iterable[StoredLine]) -> list[LogLine]:
    """`latest`: the last entries, newest first."""
    decode = msgspec.json.Decoder(line_type(record.game.act_types)).decode
    return [_log_line(record, board, entry, decode(entry.line)) for entry in latest]


def _log_line(record: Record, board: BoardView, entry: StoredLine, line: Any) -> LogLine:
    by = line.act.by if isinstance(line.act, Ruling) else line.by
    if getattr(line.act, "turn_over", False):  # the judge records a whole turn, but it is somebody's
        seat = entry.in_turn if entry.giro else None
        by = line.act.turn if line.act.turn is not None else JUDGE if seat is None else seat
    return LogLine(
        entry.seq, board.player(by), describe_act(record, line.by, line.act), line.why, entry.at, entry.is_standing
    )


def describe_act(record: Record, by: By, act: Act) -> str:
    """The act in one line; a ruling tells the articles that it waives and the act that it registers."""
    if isinstance(act, Ruling):
        title = localized(record.game.act_words["ruling"])
        waived = cite_articles(record.game.rulebook, ", ".join(act.waives))
        return f"{title}: {waived} · {describe_act(record, act.by, read_act(record.game, act.act))}"
    return localized(record.game.describe(record.rules, by, act))


def describe_refused_act(record: Record, by: By, act: Act) -> str:
    """A refused act in one line, or its name alone: it may name what this game does not have."""
    try:
        return describe_act(record, by, act)
    except (LookupError, ValueError, TypeError, Unreadable):
        tag = str(type(act).__struct_config__.tag)
        return localized(record.game.act_words.get(tag, tag))


def last_undoable(record: Record) -> str:
    """The act that the undo button would undo, in words; empty when there is none."""
    last = record.last_undoable
    return f"{last.seq}. {describe_act(record, last.by, last.act)}" if last else ""


def last_used(record: Record, board: BoardView) -> list[str]:
    """Places and cards named by the latest acts, the last one first."""
    found: dict[str, None] = {}
    for one in reversed(record.standing[-2 * USED :]):
        for value in msgspec.structs.asdict(one.act).values():
            found |= dict.fromkeys(_texts(value))
    return list(found)


def _texts(value: object) -> Iterator[str]:
    """What a field of an act names: an id, a list of them, lists of lists by seat."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (tuple, dict)):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _texts(part)


def who(board: BoardView, by: By) -> str:
    player = board.player(by)
    return player.title if player else (_("giudice") if by == JUDGE else _("orologio"))
