"""Fields of an act that hold many things of many kinds, as tables: a row for each place or seat, a column for each kind of piece.

The columns come from the nested type; a row without input is ignored.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from msgspec import inspect

from games.kernel.game import Game
from referee.judge_page.act_forms import labels as act_labels
from referee.judge_page.act_forms.fields import NOBODY, Field, integer, plain_field, read_field, seats_of
from referee.judge_page.act_forms.schema import (
    bare,
    hints,
    is_fixed,
    is_list_of_structs,
    keyed_by,
    named_parts,
    parts_of,
)
from referee.judge_page.board_view import BoardView
from referee.judge_page.questions import BadAnswer

ROWS, ROWS_OF_A_LIST, SPARE_ROWS = 12, 6, 4
DIGITS_OF_A_ROW = 3
KEY = "key"
NOTHING: Any = object()


def table_field(game: Game, board: BoardView, name: str, kind: Any) -> Field | None:
    """The table of a field of that type, or None where the type has single values."""
    shape = bare(kind)
    label = act_labels.label(name, game)
    if isinstance(shape, inspect.DictType):
        return _mapping(game, board, name, label, shape)
    if is_list_of_structs(shape):
        columns = _columns(game, board, shape.item_type, "", "")
        return Field(name, "table", label, columns=columns, rows=_blank_rows(ROWS_OF_A_LIST), shape=shape)
    return None


def _mapping(game: Game, board: BoardView, name: str, label: str, shape: inspect.DictType) -> Field:
    if keyed_by(shape) == "seat":
        columns = _columns(game, board, shape.value_type, "", label)
        return Field(name, "table", label, columns=columns, rows=seats_of(board), shape=shape)
    if keyed_by(shape) == "ids":
        return Field(name, "table", label, columns=_columns(game, board, shape, "", ""), rows=(("1", ""),), shape=shape)
    if isinstance(bare(shape.value_type), inspect.IntType) and "ids" not in hints(shape.key_type):
        return Field(name, "spread", label, least=bare(shape.value_type).ge or 0)
    return Field(name, "table", label, columns=_columns(game, board, shape, "", label), rows=_blank_rows(), shape=shape)


def with_rows_for(field: Field, filled: Mapping[str, str]) -> Field:
    """The field with room for what fills its rows already, where these have no names of their own, and for some more."""
    if not has_blank_rows(field):
        return field
    return replace(field, rows=_blank_rows(max(len(field.rows), max(_rows_in(field, filled), default=0) + SPARE_ROWS)))


def has_blank_rows(field: Field) -> bool:
    return field.kind == "table" and len(field.rows) > 1 and not field.rows[0][1]


def _rows_in(field: Field, data: Iterable[str]) -> set[int]:
    """The numbers of the rows that have an input, however many the page had."""
    starts = (one.removeprefix(f"{field.name}-").partition("-")[0] for one in data if one.startswith(f"{field.name}-"))
    return {int(row) for row in starts if row.isascii() and row.isdigit() and len(row) <= DIGITS_OF_A_ROW}


def _blank_rows(count: int = ROWS) -> tuple[tuple[str, str], ...]:
    return tuple((str(number), "") for number in range(1, count + 1))


# -- the columns of a type, each named by the path of its value


def _columns(game: Game, board: BoardView, kind: Any, path: str, label: str) -> tuple[Field, ...]:
    shape = bare(kind)
    if isinstance(shape, inspect.StructType):
        parts = [(one.name, one.type, act_labels.label(one.name, game)) for one in shape.fields]
    elif isinstance(shape, inspect.DictType):
        return _keyed_columns(game, board, shape, path, label)
    elif is_fixed(shape):
        parts = [(str(number), one, f"{label} {number + 1}") for number, one in enumerate(parts_of(shape))]
    else:
        return (_leaf(game, board, kind, path, label),)
    return tuple(
        column for name, one, words in parts for column in _columns(game, board, one, _under(path, name), words)
    )


def _keyed_columns(game: Game, board: BoardView, shape: inspect.DictType, path: str, label: str) -> tuple[Field, ...]:
    by, about = keyed_by(shape), hints(shape.key_type)
    if by == "ids":
        return tuple(Field(_under(path, one), "number", act_labels.label(one, game)) for one in about["ids"])
    place = Field(_under(path, KEY), "place", _("Luogo"))
    seat = Field(_under(path, KEY), "seat", _("Sedia"), seats_of(board))
    piece: tuple[Field, ...] = ()
    if by == "piece at place":
        options = tuple((one, act_labels.label(one, game)) for one in about["ids"])
        piece = (Field(_under(path, "piece"), "choice", _("Che cosa"), options),)
        label = _("Quanti")
    inner = _columns(game, board, shape.value_type, _under(path, "value"), label)
    return (*piece, seat if by == "seat" else place, *inner)


def _leaf(game: Game, board: BoardView, kind: Any, path: str, label: str) -> Field:
    if isinstance(bare(kind), inspect.VarTupleType):
        return Field(path, "list", label)
    name = path.rpartition(".")[2]
    return replace(plain_field(game, board, name, kind, is_needed=False), name=path, label=label)


def _under(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


# -- in


def read_table(field: Field, board: BoardView, data: QueryDict) -> dict[str, Any]:
    """Raises BadAnswer naming the field."""
    shape = bare(field.shape)
    by_seat = isinstance(shape, inspect.DictType) and keyed_by(shape) == "seat"
    found: list[tuple[str, Any]] = []
    rows = map(str, sorted(_rows_in(field, data))) if has_blank_rows(field) else dict(field.rows)
    for row in rows:
        typed = _typed(field, row, board, data)
        value = _value(shape.value_type if by_seat else _row_type(shape), "", typed, field.label)
        if value is not NOTHING:
            found.append((row, value))
    if not found:
        return {}
    if by_seat:
        return {field.name: dict(found)}
    if isinstance(shape, inspect.VarTupleType):
        return {field.name: [value for _row, value in found]}
    merged: dict[str, Any] = {}
    for _row, value in found:
        merged = _merged(merged, value)
    return {field.name: merged}


def _row_type(shape: Any) -> Any:
    return shape.item_type if isinstance(shape, inspect.VarTupleType) else shape


def _typed(field: Field, row: str, board: BoardView, data: QueryDict) -> dict[str, Any]:
    """The input of one row, by the path of its column."""
    found = {}
    for column in field.columns:
        name = f"{field.name}-{row}-{column.name}"
        value = read_field(replace(column, name=name), board, data)
        if name in value:
            found[column.name] = value[name]
    return found


def _value(kind: Any, path: str, typed: dict[str, Any], label: str) -> Any:
    shape = bare(kind)
    if isinstance(shape, inspect.StructType):
        parts = {one.name: _value(one.type, _under(path, one.name), typed, label) for one in shape.fields}
        return _filled(parts)
    if isinstance(shape, inspect.DictType):
        return _keyed_value(shape, path, typed, label)
    if is_fixed(shape):
        return _fixed_value(shape, path, typed, label)
    return typed.get(path, NOTHING)


def _fixed_value(shape: Any, path: str, typed: dict[str, Any], label: str) -> Any:
    parts = [_value(one, _under(path, name), typed, label) for name, one in named_parts(shape)]
    blank: Any = 0 if isinstance(bare(parts_of(shape)[0]), inspect.IntType) else []
    filled = [blank if part is NOTHING else part for part in parts]
    return NOTHING if all(part is NOTHING for part in parts) else filled


def _keyed_value(shape: inspect.DictType, path: str, typed: dict[str, Any], label: str) -> Any:
    if keyed_by(shape) == "ids":
        least = bare(shape.value_type).ge or 0
        found = {one: typed.get(_under(path, one), NOTHING) for one in hints(shape.key_type)["ids"]}
        return _filled({one: value for one, value in found.items() if value is NOTHING or value >= least})
    value = _value(shape.value_type, _under(path, "value"), typed, label)
    key = typed.get(_under(path, KEY), NOTHING)
    piece = typed.get(_under(path, "piece"), NOTHING)
    if key is NOTHING:
        if value is not NOTHING or piece is not NOTHING:
            raise BadAnswer(_("%s: manca il luogo o la sedia di una riga.") % label)
        return NOTHING
    if keyed_by(shape) == "piece at place":
        if piece is NOTHING:
            raise BadAnswer(_("%s: una riga non dice che cosa.") % label)
        key = f"{piece}@{key}"
    return {str(key): _empty(shape.value_type, label) if value is NOTHING else value}


def _filled(parts: dict[str, Any]) -> Any:
    found = {name: value for name, value in parts.items() if value is not NOTHING}
    return found or NOTHING


def _empty(kind: Any, label: str) -> Any:
    """The value of a row with only a place: an empty place."""
    shape = bare(kind)
    if isinstance(shape, inspect.DictType | inspect.StructType):
        return {}
    raise BadAnswer(_("%s: manca il numero di una riga.") % label)


def _merged(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Merges rows of the same place."""
    found = dict(one)
    for key, value in other.items():
        inner = found.get(key)
        is_both = isinstance(inner, dict) and isinstance(value, dict)
        found[key] = _merged(inner or {}, value) if is_both else value
    return found


# -- the whole board, one input a place


def read_spread(field: Field, board: BoardView, data: QueryDict) -> dict[str, Any]:
    raw = {key: data.get(f"{field.name}-{key}", "").strip() for key in board.places}
    spread = {key: integer(board.places[key].label, one) for key, one in raw.items() if one}
    return {field.name: {key: count for key, count in spread.items() if count >= field.least}}


def read_board(field: Field, board: BoardView, data: QueryDict) -> dict[str, Any]:
    """Only what differs from the board as the record has it."""
    owners: dict[str, int] = {}
    armies: dict[str, int] = {}
    for key, place in board.places.items():
        owner, count = data.get(f"owner-{key}", ""), data.get(f"count-{key}", "").strip()
        was = str(place.player.seat) if place.player else NOBODY
        if owner and owner != was:
            owners[key] = -1 if owner == NOBODY and field.least < 0 else integer(place.label, owner)
        if count and (integer(place.label, count) != place.count or key in owners):
            armies[key] = integer(place.label, count)
    return {name: found for name, found in (("owners", owners), ("armies", armies)) if found}
