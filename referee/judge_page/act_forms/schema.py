"""The type of an act's field, read for a form: what the game wrote about it, and which parts it has."""

from collections.abc import Iterator
from typing import Any, cast

from msgspec import NODEFAULT, inspect

from games.kernel.acts import Act


def fields_of_type(act: type[Act]) -> tuple[inspect.Field, ...]:
    return cast(inspect.StructType, inspect.type_info(act)).fields


def is_required(field: inspect.Field) -> bool:
    return field.default is NODEFAULT and field.default_factory is NODEFAULT


def bare(kind: Any) -> Any:
    """The type without annotations, and without the `| None` of an optional field."""
    while isinstance(kind, inspect.Metadata | inspect.UnionType):
        kind = kind.type if isinstance(kind, inspect.Metadata) else _not_none(kind)
    return kind


def hints(kind: Any) -> dict[str, Any]:
    """The game's annotation of the type (`games.kernel.acts.one_of`, `PLACE`, …)."""
    while isinstance(kind, inspect.Metadata | inspect.UnionType):
        if isinstance(kind, inspect.Metadata) and kind.extra:
            return kind.extra
        kind = kind.type if isinstance(kind, inspect.Metadata) else _not_none(kind)
    return {}


def _not_none(kind: inspect.UnionType) -> inspect.Type:
    return next(one for one in kind.types if not isinstance(one, inspect.NoneType))


def is_fixed(shape: Any) -> bool:
    """A tuple of so many parts, each with a place of its own."""
    if isinstance(shape, inspect.TupleType):
        return True
    return (
        isinstance(shape, inspect.VarTupleType)
        and shape.min_length is not None
        and shape.min_length == shape.max_length
    )


def parts_of(shape: Any) -> tuple[Any, ...]:
    return shape.item_types if isinstance(shape, inspect.TupleType) else (shape.item_type,) * shape.min_length


def keyed_by(shape: inspect.DictType) -> str:
    """`ids` (a column each), `seat`, `piece at place`, or `place`."""
    about = hints(shape.key_type)
    if "ids" in about:
        return "piece at place" if about["at_place"] else "ids"
    is_seat = about.get("of") == "seat" or isinstance(bare(shape.key_type), inspect.IntType)
    return "seat" if is_seat else "place"


def is_list_of_structs(shape: Any) -> bool:
    return isinstance(shape, inspect.VarTupleType) and isinstance(bare(shape.item_type), inspect.StructType)


def named_parts(shape: Any) -> Iterator[tuple[str, Any]]:
    """The fields of a structure, or the numbered parts of a tuple of so many."""
    if isinstance(shape, inspect.StructType):
        yield from ((one.name, one.type) for one in shape.fields)
    else:
        yield from ((str(number), one) for number, one in enumerate(parts_of(shape)))
