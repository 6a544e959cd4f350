"""A whole turn as one form, and the whole board as another: changed places, the players' hands, the table; only changes are sent.
The board of a game of which only the result is recorded is the board form of a table that is not set up, with the giro of the end.

The game says what it needs of a turn (`Game.turn_sheet`), or what the table shows (`Game.board_sheet`), and the position before it; the
inputs come from the types of its act `shown`. A missing or unchanged input is ignored.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _
from msgspec import inspect, structs, to_builtins

from games.kernel.acts import Act
from games.kernel.breaches import Unreadable
from games.kernel.choices import Choice
from games.kernel.forms import forms_of
from games.kernel.game import Brush, BrushPiece, Game, TurnSheet
from games.kernel.lines import read_act
from games.kernel.record import Record
from referee.judge_page.act_forms import labels as act_labels
from referee.judge_page.act_forms.fields import LARGEST, integer, owner_options
from referee.judge_page.act_forms.schema import (
    bare,
    fields_of_type,
    hints,
    is_fixed,
    is_list_of_structs,
    keyed_by,
    parts_of,
)
from referee.judge_page.board_view import BoardView, Place, Player
from referee.judge_page.questions import MOST_KEYS, BadAnswer, Question, picker
from referee.wording import localized

TAG = "turno"
BOARD = "plancia"
END = "fine"
"""The board at the end of a game of which nothing was recorded before."""
BOARDS = (BOARD, END)
TAGS = (TAG, *BOARDS)
SPARE = 2  # empty choices after those that are taken
SPARE_KEYS = 8  # of what lies on the table, where they take no room: one key is shown for the next
FEW_CHOICES = 3
BLANK_ROWS = 3
STANDS_FOR = ("{place}", "{seat}")  # parts of an input's name that the brush fills in
SPEAKER = "by"  # of a row: who did it, the seat in turn unless somebody else is chosen

Path = tuple[str | int, ...]
Options = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Input:
    """One value of the act, at `path`: a number there is a place in a list, a text a key.

    `kind`: number, flag, owner (a mark for each player), choice, or choices, which has a value for each of its `slots`. `known` is how the
    table stood, `value` what the page shows; the page itself counts what `is_counted`. A value that `is_number` is one in the act.
    `picker` is the id of the list of keys from which one of many answers is chosen.
    """

    path: Path
    kind: str
    label: str
    known: str = ""
    value: str = ""
    options: tuple[tuple[str, str], ...] = ()
    slots: tuple[tuple[str, str], ...] = ()
    why: str = ""
    keeps_zero: bool = True
    is_counted: bool = False
    is_number: bool = False
    least: int = 0
    most: int = LARGEST
    step: int = 1
    picker: str = ""

    @property
    def name(self) -> str:
        return ".".join(map(str, self.path))

    @property
    def values(self) -> tuple[tuple[str, str, str], ...]:
        """The name of each of its values on the page, the value, and how it was known."""
        if self.kind != "choices":
            return ((self.name, self.value, self.known),)
        known = (*self.known.split("|"), *[""] * len(self.slots))
        return tuple((name, value, before) for (name, value), before in zip(self.slots, known, strict=False))


@dataclass(frozen=True)
class InputLine:
    """A group of inputs: the pieces of one player on a place, one player's hand, one row of a list."""

    inputs: tuple[Input, ...]
    player: Player | None = None

    @property
    def is_wide(self) -> bool:
        return any(one.kind in ("choice", "choices") for one in self.inputs)


@dataclass(frozen=True)
class TouchedPlace:
    key: str
    label: str
    player: Player | None
    lines: tuple[InputLine, ...]
    row: int = 0

    @property
    def known(self) -> str:
        return "|".join(value for one in _inputs_of(self.lines) for value in _each(one, one.known))

    @property
    def now(self) -> str:
        return "|".join(value for one in _inputs_of(self.lines) for value in _each(one, one.value))

    @property
    def shape(self) -> tuple[Any, ...]:
        """What its row is made of, but for its name and its values."""
        return tuple((line.player, tuple(map(self._shape_of, line.inputs))) for line in self.lines)

    def _shape_of(self, one: Input) -> Input:
        path = tuple("" if part == self.key else part for part in one.path)
        slots = tuple((name.replace(self.key, ""), "") for name, _value in one.slots)
        return replace(one, path=path, known="", value="", slots=slots)


@dataclass(frozen=True)
class PlaceGroup:
    label: str
    places: tuple[TouchedPlace, ...]


@dataclass(frozen=True)
class Remaining:
    """Of a number of pieces those that no input names; `{n}` in the words is how many too many. `starts`: how the names of inputs begin."""

    label: str
    total: int
    left: int
    most: int
    within: str
    beyond: str
    over: str
    starts: tuple[str, ...]
    least: int

    @property
    def words(self) -> str:
        if self.left < self.least:
            return self.over.replace("{n}", str(self.least - self.left))
        return self.within if self.left <= self.most else self.beyond.replace("{n}", str(self.left - self.most))


@dataclass(frozen=True)
class TurnForm:
    """`brush` paints the places with its `pieces`, each with its name; `is_set_up` before the first turn.

    `pickers` are the keys of fields with many answers, by id, as a question of a move has them.
    """

    player: Player | None
    groups: tuple[PlaceGroup, ...]
    seats: tuple[InputLine, ...]
    table: tuple[InputLine, ...]
    notes: tuple[tuple[str, str], ...]
    brush: Brush | None = None
    pieces: tuple[tuple[BrushPiece, str], ...] = ()
    pickers: tuple[tuple[str, Question], ...] = ()
    tag: str = TAG
    is_set_up: bool = False
    is_returned: bool = False
    """Whether its values were sent before, and come back to be put right."""
    remaining: Remaining | None = None

    @property
    def is_board(self) -> bool:
        return self.tag in BOARDS

    @property
    def rows(self) -> dict[int, TouchedPlace]:
        """One place for each kind of row: the page carries its row once, and the script makes those of the others like it."""
        found: dict[int, TouchedPlace] = {}
        for group in self.groups:
            for place in group.places:
                found.setdefault(place.row, place)
        return found

    @property
    def lit(self) -> frozenset[str]:
        return frozenset(place.key for group in self.groups for place in group.places)

    @property
    def inputs(self) -> Iterator[Input]:
        for group in self.groups:
            for place in group.places:
                yield from _inputs_of(place.lines)
        yield from _inputs_of((*self.seats, *self.table))

    @property
    def is_short(self) -> bool:
        """One number a player, side by side."""
        return all(len(line.inputs) < 2 for line in self.seats)


def _numbered(groups: list[PlaceGroup]) -> list[PlaceGroup]:
    """Each place with the number of its kind of row."""
    kinds: dict[tuple[Any, ...], int] = {}
    return [
        replace(
            group,
            places=tuple(replace(place, row=kinds.setdefault(place.shape, len(kinds))) for place in group.places),
        )
        for group in groups
    ]


def _each(one: Input, value: str) -> tuple[str, ...]:
    """One value for each name that the input has on the page."""
    return tuple(slot for _name, slot in one.slots) or (value,)


def _inputs_of(lines: Iterable[InputLine]) -> Iterator[Input]:
    return (one for line in lines for one in line.inputs)


# -- out


def form(record: Record, board: BoardView, values: Mapping[str, str] | None = None, tag: str = TAG) -> TurnForm | None:
    """`values`: what was sent, where it comes back to be put right. None where no turn is under way, or the table is not set up."""
    sheet, state = _sheet(record, tag), record.state
    if sheet is None:
        return None
    made = _TurnInputs(record, sheet, board, values).form()
    remaining = _remaining(sheet, made)
    return replace(
        made, tag=tag, is_set_up=not (state.giro or state.ended), remaining=remaining, is_returned=values is not None
    )


def _remaining(sheet: TurnSheet, made: TurnForm) -> Remaining | None:
    one = sheet.remainder
    if one is None:
        return None
    counted = [value for each in made.inputs if each.path[0] in one.fields for value in _each(each, each.value)]
    named = sum(int(value) if value.removeprefix("-").isdecimal() else bool(value) for value in counted)
    return Remaining(
        localized(one.label),
        one.total,
        one.total - named,
        one.most,
        localized(one.within),
        localized(one.beyond),
        localized(one.over),
        one.fields,
        one.least,
    )


def entered_in(record: Record, board: BoardView, act: Act) -> tuple[str, dict[str, str]] | None:
    """The form in which the judge's word about the table was entered, and its values; None where no form of a turn or board gives this act.

    `record` stands before the act.
    """
    for tag in (TAG, END, BOARD):
        sheet = _sheet(record, tag)
        if sheet is None or type(sheet.known) is not type(act):
            continue
        inputs = _TurnInputs(record, sheet, board, None).form().inputs
        values = _values_of(sheet, inputs, to_builtins(act, str_keys=True))
        with suppress(BadAnswer, Unreadable):
            if read(record, board, values, tag) == act:
                return tag, values
    return None


def _values_of(sheet: TurnSheet, inputs: Iterable[Input], act: Mapping[str, Any]) -> dict[str, str]:
    values: dict[str, str] = {}
    for one in inputs:
        entry = _entry(sheet, one)
        is_named = _at(act, entry) is not None
        value = _at(act, one.path) if is_named else None
        if one.kind == "choices":
            filled = [*(value or ()), *[""] * len(one.slots)] if is_named else [before for _name, before in one.slots]
            values |= {name: str(each) for (name, _before), each in zip(one.slots, filled, strict=False)}
        elif one.kind == "flag":
            values |= {one.name: "1"} if (value if is_named else one.known) else {}
        elif value is not None:
            values[one.name] = str(value)
        else:
            values[one.name] = _none_of(one) if is_named else one.known
    return values


def _at(act: Any, path: Path) -> Any:
    """What stands there in an act; None where nothing does."""
    for part in path:
        if isinstance(act, Mapping):
            act = act.get(str(part))
        elif isinstance(act, list | tuple):
            act = act[int(part)] if int(part) < len(act) else None
        if act is None:
            return None
    return act


def _none_of(one: Input) -> str:
    return "0" if one.kind == "number" else ""


def has_end_form(record: Record) -> bool:
    """Whether the end of the game can be told on a board that was not recorded before."""
    return _sheet(record, END) is not None


def counts_by_seat(record: Record) -> dict[str, str]:
    """How many each seat has by now, by the names of a free form's inputs: an empty one says nothing, and a step from it begins there."""
    sheet = _sheet(record, BOARD)
    if sheet is None:
        return {}
    fields = {name: getattr(sheet.known, name) for name in sheet.seats}
    return {
        f"{name}-{seat}": str(count)
        for name, counts in fields.items()
        if isinstance(counts, dict)
        for seat, count in counts.items()
        if type(count) is int
    }


def _sheet(record: Record, tag: str) -> TurnSheet | None:
    game = record.game
    sheets = {TAG: game.turn_sheet, BOARD: game.board_sheet, END: game.end_sheet or game.board_sheet}
    if tag == END and (record.state.giro or record.state.ended):
        return None
    sheet = sheets[tag](record.rules, record.state)
    return sheet if sheet is None or tag != END else _end_sheet(sheet)


def _end_sheet(sheet: TurnSheet) -> TurnSheet:
    """A board of the first giro has to be one with which the game can begin; a later one says nothing of how it began. What was dealt
    out evenly at the start is no longer so.
    """
    brush = structs.replace(sheet.brush, is_dealt=False) if sheet.brush else None
    return structs.replace(sheet, table=(*sheet.table, "giro"), brush=brush)


class _TurnInputs:
    """The inputs of one turn sheet."""

    def __init__(self, record: Record, sheet: TurnSheet, board: BoardView, values: Mapping[str, str] | None) -> None:
        self.record, self.sheet, self.board, self.values = record, sheet, board, values
        self.types = _types(type(sheet.known))
        self.labels: dict[str, str] = {}
        self.picked_from: list[tuple[Choice, ...]] = []

    @property
    def game(self) -> Game:
        return self.record.game

    def form(self) -> TurnForm:
        groups = _numbered([PlaceGroup(one.label, tuple(self._touched(one.places))) for one in self.board.groups])
        return TurnForm(
            self.board.in_turn,
            tuple(group for group in groups if group.places),
            tuple(self._seats()),
            tuple(self._table()),
            tuple(self._notes()),
            self.sheet.brush,
            tuple(self._pieces()),
            tuple((key, picker(self.record, self.board, choices)) for key, choices in self._pickers()),
        )

    def _picker(self, field: str) -> str:
        """The id of the keys with the answers of a field, where they are more than a list takes in; equal answers share one."""
        choices = self.sheet.choices.get(field, ())
        if len(choices) <= MOST_KEYS:
            return ""
        if choices not in self.picked_from:
            self.picked_from.append(choices)
        return f"picker-{self.picked_from.index(choices)}"

    def _pickers(self) -> Iterator[tuple[str, tuple[Choice, ...]]]:
        return ((f"picker-{number}", choices) for number, choices in enumerate(self.picked_from))

    def _pieces(self) -> Iterator[tuple[BrushPiece, str]]:
        for piece in self.sheet.brush.pieces if self.sheet.brush else ():
            name = [part for part in piece.number.split(".") if part not in STANDS_FOR][-1]
            yield piece, self._label(name)

    def _touched(self, places: tuple[Place, ...]) -> Iterator[TouchedPlace]:
        for place in places:
            lines = tuple(line for field in self.sheet.places for line in self._of_place(field, place.key))
            if lines:
                yield TouchedPlace(place.key, place.label, place.player, _joined(lines))

    def _of_place(self, field: str, key: str) -> Iterator[InputLine]:
        known = getattr(self.sheet.known, field)
        if key not in known:
            return
        kind = bare(self.types[field]).value_type
        if not _is_by_seat(kind):
            yield InputLine(tuple(self._inputs(kind, known[key], (field, key), field)))
            return
        for seat, pieces in known[key].items():
            inputs = self._inputs(bare(kind).value_type, pieces, (field, key, seat), field)
            yield InputLine(tuple(inputs), self.board.player(int(seat)))

    def _seats(self) -> Iterator[InputLine]:
        for player in self.board.players if self.sheet.seats else ():
            inputs = [one for field in self.sheet.seats for one in self._of_seat(field, player.seat)]
            yield InputLine(tuple(inputs), player)

    def _of_seat(self, field: str, seat: int) -> Iterator[Input]:
        known, shape = getattr(self.sheet.known, field), bare(self.types[field])
        if not isinstance(shape, inspect.DictType):
            return self._inputs(shape.item_type, known[seat], (field, seat), field)
        key: Any = str(seat) if isinstance(bare(shape.key_type), inspect.StrType) else seat
        return self._inputs(shape.value_type, known[key], (field, str(seat)), field)

    def _table(self) -> Iterator[InputLine]:
        for field in self.sheet.table:
            shape = bare(self.types[field])
            if is_list_of_structs(shape):
                yield from self._blank_rows(field, bare(shape.item_type).fields)
            else:
                known = getattr(self.sheet.known, field)
                yield InputLine(tuple(self._inputs(self.types[field], known, (field,), field)))

    def _blank_rows(self, field: str, parts: tuple[inspect.Field, ...]) -> Iterator[InputLine]:
        for row in range(BLANK_ROWS):
            inputs = [
                one for part in parts for one in self._inputs(part.type, None, (field, row, part.name), part.name)
            ]
            yield InputLine(tuple(inputs))

    def _notes(self) -> Iterator[tuple[str, str]]:
        for field in (*self.sheet.places, *self.sheet.seats):
            if field in self.sheet.why:
                yield self._label(field), localized(self.sheet.why[field])

    # -- from a type and what is known

    def _inputs(self, kind: Any, known: Any, path: Path, field: str) -> Iterator[Input]:
        shape = bare(kind)
        if isinstance(shape, inspect.StructType):
            for part in shape.fields:
                yield from self._inputs(part.type, getattr(known, part.name), (*path, part.name), part.name)
        elif isinstance(shape, inspect.DictType):
            count = bare(shape.value_type)
            for key in hints(shape.key_type)["ids"]:
                one = self._number((*path, key), key, known.get(key, 0))
                yield replace(one, keeps_zero=not count.ge, most=_most(count))
        elif is_fixed(shape):
            for number, item in enumerate(parts_of(shape)):
                for one in self._inputs(item, known[number], (*path, number), field):
                    yield replace(one, label=f"{one.label} {self._part(item, number)}")
        else:
            yield self._leaf(shape, known, path, field)

    def _label(self, field: str) -> str:
        """The label without «per sedia», which each line shows; cached, since a large board repeats a few labels hundreds of times."""
        if field not in self.labels:
            self.labels[field] = act_labels.label(field, self.game).partition(",")[0]
        return self.labels[field]

    def _part(self, item: Any, number: int) -> str:
        """A pair of numbers is one for each player; lists are numbered."""
        is_count = isinstance(bare(item), inspect.IntType)
        return (self.board.players[number].letter if is_count else "") or str(number + 1)

    def _leaf(self, shape: Any, known: Any, path: Path, field: str) -> Input:
        label = self._label(field)
        names = tuple((str(one.value), localized(one.words)) for one in self.sheet.choices.get(field, ()))
        if isinstance(shape, inspect.BoolType):
            return self._input(path, "flag", label, "1" if known else "")
        if forms_of(self.game).meaning(field) in ("seat", "owners"):
            return self._owner(shape, known, path, label)
        if isinstance(shape, inspect.VarTupleType):
            return replace(self._choices(shape, known, path, label, names), picker=self._picker(field))
        if names:
            return replace(self._input(path, "choice", label, known or "", names), picker=self._picker(field))
        least = 0 if known is None else shape.ge or 0  # what nobody knows yet is asked for in the page's words
        return replace(self._number(path, field, known or 0), least=least, most=_most(shape))

    def _number(self, path: Path, field: str, known: int) -> Input:
        return replace(
            self._input(path, "number", self._label(field), str(known)), step=forms_of(self.game).step(field)
        )

    def _owner(self, shape: Any, known: int | None, path: Path, label: str) -> Input:
        options = owner_options(self.board, shape)
        if known is not None:
            return self._input(path, "owner", label, str(known), options)
        in_turn = self.board.in_turn
        usual = str(in_turn.seat) if in_turn and path[-1] == SPEAKER else ""
        return self._input(path, "choice", label, usual, options, is_number=True)

    def _choices(self, shape: Any, known: tuple[str, ...], path: Path, label: str, names: Options) -> Input:
        spare = SPARE_KEYS if len(path) == 1 and self._picker(str(path[0])) else SPARE
        most = shape.max_length or max(FEW_CHOICES, len(known) + spare)
        filled = [*known, *[""] * most]
        name = ".".join(map(str, path))
        slots = tuple(
            (f"{name}.{slot}", self._now(f"{name}.{slot}", filled[slot], filled[slot])) for slot in range(most)
        )
        return Input(path, "choices", label, "|".join(known), options=names, slots=slots, why=self._why(path))

    def _input(
        self, path: Path, kind: str, label: str, known: str, options: Options = (), *, is_number: bool = False
    ) -> Input:
        return Input(
            path,
            kind,
            label,
            known,
            self._now(".".join(map(str, path)), known, "" if kind == "flag" else known),
            options,
            why=self._why(path),
            is_counted=path == (self.sheet.counts,),
            is_number=is_number or kind in ("number", "owner"),
        )

    def _why(self, path: Path) -> str:
        """Said beside the input itself where it is the only one of its field."""
        is_alone = len(path) == 1 and path[0] in self.sheet.why
        return localized(self.sheet.why[str(path[0])]) if is_alone else ""

    def _now(self, name: str, known: str, unsent: str) -> str:
        """What was not sent is as it was; a box that is not ticked is not sent."""
        return self.sheet.presets.get(name, known) if self.values is None else self.values.get(name, unsent)


@lru_cache
def _types(act: type[Act]) -> dict[str, Any]:
    return {one.name: one.type for one in fields_of_type(act)}


def _most(number: inspect.IntType) -> int:
    return LARGEST if number.le is None else number.le


def _joined(lines: tuple[InputLine, ...]) -> tuple[InputLine, ...]:
    """What belongs to no player of its own stands in one line."""
    common = tuple(one for line in lines if line.player is None for one in line.inputs)
    return (*((InputLine(common),) if common else ()), *(line for line in lines if line.player is not None))


def _is_by_seat(kind: Any) -> bool:
    shape = bare(kind)
    return isinstance(shape, inspect.DictType) and keyed_by(shape) == "seat"


# -- in


def read(record: Record, board: BoardView, data: Mapping[str, str], tag: str = TAG) -> Act:
    """The act of the whole turn or board, not yet checked by the game. Raises BadAnswer naming the input, Unreadable if it is no act."""
    sheet = _sheet(record, tag)
    if sheet is None and tag == BOARD:
        raise BadAnswer(_("Il tavolo non è ancora disposto."))
    if sheet is None and tag == END:
        raise BadAnswer(_("La plancia è già registrata: si corregge con «Il tavolo mostra…»."))
    if sheet is None:
        raise BadAnswer(_("Nessun turno è in corso."))
    act: dict[str, Any] = {"type": type(sheet.known).__struct_config__.tag}
    inputs = sorted(_TurnInputs(record, sheet, board, None).form().inputs, key=lambda one: str(_entry(sheet, one)))
    for entry, parts in groupby(inputs, key=lambda one: _entry(sheet, one)):
        sent = [(one, _sent(one, data)) for one in parts]
        if any(value != one.known for one, value in sent) or (tag == END and _is_of_one_seat(sheet, entry, sent)):
            _put(act, entry, _value(len(entry), sent))
    if tag == TAG:
        return record.game.complete_turn(record.rules, record.state, read_act(record.game, act))
    if tag == END:
        _expect_named(act)
    if not record.state.giro and (first := getattr(sheet.known, "turn", None)) is not None:
        act.setdefault("turn", first)
    return read_act(record.game, act)


def _is_of_one_seat(sheet: TurnSheet, entry: Path, sent: list[tuple[Input, str]]) -> bool:
    """A number that the count reads of one player: of a game that is told by its end alone nought is said as well."""
    return len(entry) > 1 and entry[0] in sheet.seats and all(one.kind == "number" for one, _value in sent)


def _expect_named(act: Mapping[str, Any]) -> None:
    if "turn" not in act:
        raise BadAnswer(_("Manca chi ha giocato per primo."), lacks="turn")
    if "giro" not in act:
        raise BadAnswer(_("Manca il giro in cui la partita è finita."), lacks="giro")


def _entry(sheet: TurnSheet, one: Input) -> Path:
    """The unit that is sent as a whole or not at all: a place, a seat, or a list field."""
    is_keyed = len(one.path) > 1 and isinstance(one.path[1], str)
    return one.path[:2] if is_keyed else one.path[:1]


def _sent(one: Input, data: Mapping[str, str]) -> str:
    """What was sent for an input, as `known` is written; what was left out is as it was."""
    if one.kind == "choices":
        chosen = [data.get(name, before) for name, before in one.slots]
        return "|".join(_named(one, name) for name in chosen if name)
    if one.kind == "flag":
        return "1" if data.get(one.name) else ""
    raw = data.get(one.name, one.known).strip()
    if one.kind == "number":
        return str(integer(one.label, raw, min(0, one.least), one.most)) if raw else one.known
    if one.kind == "owner" and raw in ("", one.known):  # nobody's, where that can only be so before anything was dealt
        return one.known
    return _named(one, raw) if raw else ""


def _named(one: Input, value: str) -> str:
    if value not in dict(one.options):
        raise BadAnswer(
            _("%(field)s: «%(raw)s» non è tra le risposte possibili.") % {"field": one.label, "raw": value[:40]}
        )
    return value


def _value(depth: int, sent: list[tuple[Input, str]]) -> Any:
    found: dict[str | int, Any] = {}
    for one, value in sent:
        if len(one.path) == depth:
            return _plain(one, value)
        if one.keeps_zero or value != "0":
            if one.kind != "choice" or value:
                _put(found, one.path[depth:], _plain(one, value))
        else:
            _put(found, one.path[depth:-1], {})
    return _lists(found)


def _plain(one: Input, value: str) -> Any:
    if one.kind == "choices":
        return value.split("|") if value else []
    if one.kind == "flag":
        return bool(value)
    return int(value) if one.is_number and value else value


def _put(act: dict[Any, Any], path: Path, value: Any) -> None:
    for part in path[:-1]:
        act = act.setdefault(part, {})
    if path and not (value == {} and path[-1] in act):
        act[path[-1]] = value


def _lists(found: Any) -> Any:
    """A mapping by number is a list; a row of it in which nothing but a player is named says nothing."""
    if not isinstance(found, dict):
        return found
    inner = {key: _lists(value) for key, value in found.items()}
    if not inner or not all(isinstance(key, int) for key in inner):
        return inner
    return [value for value in inner.values() if not (isinstance(value, dict) and set(value) <= {SPEAKER})]
