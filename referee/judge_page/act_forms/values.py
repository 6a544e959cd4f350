"""An act as the values of its plain form: what `acts.read` reads back as the same act."""

from collections.abc import Iterator
from typing import Any

from msgspec import inspect

from referee.judge_page.act_forms.fields import NONE, Field
from referee.judge_page.act_forms.schema import bare, hints
from referee.judge_page.act_forms.tables import KEY
from referee.judge_page.board_view import BoardView


def values_of(fields: list[Field], act: dict[str, Any], board: BoardView) -> dict[str, str]:
    """What a person would fill in, by the name of each input, cards and treasures by the words of `board`; `act` is data, as it stands
    in the record."""
    data: dict[str, str] = {}
    for field in fields:
        if field.kind in ("board", "owners"):
            data |= {f"owner-{place}": str(owner) for place, owner in act.get("owners", {}).items()}
            data |= {f"count-{place}": str(count) for place, count in act.get("armies", {}).items()}
        elif field.name in act:
            data |= _filled(field, act[field.name], board)
    return data


def _filled(field: Field, value: Any, board: BoardView) -> dict[str, str]:
    match field.kind:
        case "flag":
            return {field.name: "1"} if value else {}
        case "dice" | "order":
            return {f"{field.name}-{slot}": str(one) for slot, one in zip(field.slots, value, strict=False)}
        case "numbers" | "seat_texts":
            return {f"{field.name}-{seat}": str(one) for seat, one in enumerate(value)}
        case "number_list":
            return {field.name: " ".join(map(str, value)) or "-"}
        case "texts":
            return {f"{field.name}-{slot}": one for slot, one in _slots(field, list(map(board.written, value)))}
        case "card":
            return {field.name: board.written(str(value))}
        case "spread":
            return {f"{field.name}-{place}": str(count) for place, count in value.items()}
        case "table":
            return {f"{field.name}-{path}": one for path, one in _rows(field, value, board)}
        case _:
            return {field.name: str(value)}


def _slots(field: Field, words: list[str]) -> Iterator[tuple[int, str]]:
    """A value in each input, and all that are left in the last one; an empty list is said."""
    if not words:
        yield field.slots[0], NONE
    for slot in field.slots[: len(words)]:
        yield slot, ", ".join(words[slot - 1 :] if slot == field.slots[-1] else words[slot - 1 : slot])


def _rows(field: Field, value: Any, board: BoardView) -> Iterator[tuple[str, str]]:
    if isinstance(value, list | tuple):
        lines = [(str(number), _cells(field.shape.item_type, "", one, board)) for number, one in enumerate(value, 1)]
    elif field.rows[0][1]:
        lines = [(str(seat), _cells(field.shape.value_type, "", one, board)) for seat, one in value.items()]
    elif "ids" in hints(field.shape.key_type) and not hints(field.shape.key_type)["at_place"]:
        lines = [("1", _cells(field.shape, "", value, board))]
    else:
        single = [{key: part} for key, one in value.items() for part in _parted(field.shape.value_type, one)]
        lines = [(str(number), _cells(field.shape, "", one, board)) for number, one in enumerate(single, 1)]
    for row, found in lines:
        yield from ((f"{row}-{path}", one) for path, one in found.items())


def _parted(kind: Any, value: Any) -> list[Any]:
    """A place where two seats stand takes two rows."""
    shape = bare(kind)
    is_by_seat = isinstance(shape, inspect.DictType) and hints(shape.key_type).get("of") == "seat"
    return [{seat: one} for seat, one in value.items()] if is_by_seat and value else [value]


def _cells(kind: Any, path: str, value: Any, board: BoardView) -> dict[str, str]:
    shape = bare(kind)
    under = f"{path}." if path else ""
    if isinstance(shape, inspect.StructType):
        parts = {one.name: one.type for one in shape.fields}
        return {
            key: one
            for name, part in value.items()
            for key, one in _cells(parts[name], f"{under}{name}", part, board).items()
        }
    if isinstance(shape, inspect.DictType):
        about = hints(shape.key_type)
        if "ids" in about and not about["at_place"]:
            return {f"{under}{name}": str(one) for name, one in value.items()}
        found: dict[str, str] = {}
        for key, one in value.items():
            piece, at, place = key.partition("@")
            found |= {f"{under}piece": piece, f"{under}{KEY}": place} if at else {f"{under}{KEY}": key}
            found |= _cells(shape.value_type, f"{under}value", one, board)
        return found
    if isinstance(shape, inspect.TupleType) or (isinstance(value, list | tuple) and getattr(shape, "min_length", None)):
        items = shape.item_types if isinstance(shape, inspect.TupleType) else (shape.item_type,) * len(value)
        return {
            key: text
            for number, (item, one) in enumerate(zip(items, value, strict=True))
            for key, text in _cells(item, f"{under}{number}", one, board).items()
        }
    if isinstance(value, list | tuple):
        return {path: ", ".join(map(board.written, value)) or "-"}
    return {path: str(value)}
