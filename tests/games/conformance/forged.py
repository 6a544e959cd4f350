"""Acts that nobody told: every act of a game with values made from the types of its fields, at their bounds and inside them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from random import Random
from typing import Any

import msgspec
from msgspec import inspect

from games.kernel.game import KERNEL_ACTS
from games.registry import game
from tests.games.seeded_games import whole_game

HUGE = 9_999
Fields = dict[str, Any]


@lru_cache
def names_of(slug: str) -> tuple[str, ...]:
    """Every name that a record or the judge's view of a game holds: places, cards, seats as keys, endings."""
    record, lines, _ = whole_game(slug, game(slug).seats[-1], 1)
    found: dict[str, None] = dict.fromkeys((*game(slug).endings, *game(slug).act_words))
    for text in (*lines, msgspec.json.encode(record.view("judge"))):
        _collect(msgspec.json.decode(text), found)
    return tuple(name for name in found if 0 < len(name) < 40)


def _collect(value: Any, found: dict[str, None]) -> None:
    if isinstance(value, str):
        found[value] = None
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            found[key] = None
            _collect(inner, found)
    elif isinstance(value, list):
        for inner in value:
            _collect(inner, found)


@lru_cache
def shapes(slug: str) -> dict[str, inspect.StructType]:
    """The type of every act of the game, by its tag."""
    kinds = dict.fromkeys((*game(slug).acts, *KERNEL_ACTS))
    return {str(kind.__struct_config__.tag): inspect.type_info(kind) for kind in kinds}  # type: ignore[misc]


def forge(slug: str, tag: str, rng: Random) -> Fields:
    """An act of that tag as a mapping; each field that may be left out is, now and then."""
    shape = shapes(slug)[tag]
    fields = {"type": tag}
    for one in shape.fields:
        if one.required or rng.random() < 0.4:
            fields[one.encode_name] = value_of(slug, one.type, rng)
    return fields


def value_of(slug: str, shape: Any, rng: Random) -> Any:
    """A value that the type takes."""
    if isinstance(shape, inspect.Metadata):
        return _named(shape, rng) or value_of(slug, shape.type, rng)
    if isinstance(shape, inspect.UnionType):
        return value_of(slug, rng.choice(shape.types), rng)
    if isinstance(shape, inspect.IntType):
        return number(shape, rng)
    if isinstance(shape, inspect.LiteralType):
        return rng.choice(shape.values)
    if isinstance(shape, inspect.BoolType):
        return rng.random() < 0.5
    if isinstance(shape, inspect.StrType):
        return rng.choice(names_of(slug)) if rng.random() < 0.95 else ""
    return _compound(slug, shape, rng)


def _named(shape: Any, rng: Random) -> Any:
    ids = (shape.extra or {}).get("ids")
    return rng.choice(ids) if ids else None


def _compound(slug: str, shape: Any, rng: Random) -> Any:
    if isinstance(shape, inspect.TupleType):
        return [value_of(slug, one, rng) for one in shape.item_types]
    if isinstance(shape, inspect.VarTupleType):
        count = _length(shape, rng)
        return [value_of(slug, shape.item_type, rng) for _ in range(count)]
    if isinstance(shape, inspect.DictType):
        keys = [value_of(slug, shape.key_type, rng) for _ in range(rng.choice((0, 1, 1, 2, 5)))]
        return {str(key): value_of(slug, shape.value_type, rng) for key in keys}
    if isinstance(shape, inspect.StructType):
        return {
            one.encode_name: value_of(slug, one.type, rng) for one in shape.fields if one.required or rng.random() < 0.5
        }
    if isinstance(shape, inspect.RawType):
        return forge(slug, rng.choice(list(shapes(slug))), rng)
    return None


def _length(shape: inspect.VarTupleType, rng: Random) -> int:
    least, most = shape.min_length or 0, shape.max_length
    return (
        rng.choice((least, least + 1, most if most is not None else least + 4))
        if most is None or most > least
        else least
    )


def number(shape: inspect.IntType, rng: Random) -> int:
    """At a bound of the type, or small."""
    least, most = shape.ge if shape.ge is not None else -1, shape.le if shape.le is not None else HUGE
    return rng.choice((least, most, *(min(most, max(least, one)) for one in (0, 1, 2, 3, 4, 6, 10))))
