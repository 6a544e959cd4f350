"""Answers given so far, from outside: each of a type that its field of the act may hold, so that a game looks up nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, reduce
from operator import or_
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from games.kernel.acts import By
from games.kernel.breaches import Unreadable
from games.kernel.choices import Partial
from games.kernel.game import Game
from games.kernel.questions import NotPossibleNow
from games.kernel.strict import parser_words

MOST_ANSWERS = 32


class Answers(dict[str, Any]):
    """A partial act. An answer that was not given yet is `NotPossibleNow`, wherever it is looked up."""

    def __missing__(self, field: str) -> Any:
        raise NotPossibleNow(field)


def read_partial(game: Game, seats: int, partial: Mapping[str, Any]) -> Partial:
    """The partial act with every answer of a type that fits. Raises `Unreadable` naming the field."""
    if "type" not in partial:
        return Answers(partial)
    fields = _fields(game.act_types, partial["type"]) if isinstance(partial["type"], str) else None
    if fields is None or len(partial) > MOST_ANSWERS:
        raise Unreadable("non c'è nulla da chiedere per {what}", "nothing to ask for {what}", what=partial["type"])
    for field, value in partial.items():
        _check(field, value, fields.get(field, str | int | bool))
    if isinstance(by := partial.get("by", 0), int) and not 0 <= by < seats:
        raise Unreadable("sedia sconosciuta: {seat}", "unknown seat: {seat}", seat=by)
    return Answers(partial)


def _check(field: str, value: Any, kind: Any) -> None:
    try:
        msgspec.convert(value, By if field == "by" else kind, str_keys=True)
    except (msgspec.ValidationError, RecursionError) as error:
        raise Unreadable("{field}: {why}", "{field}: {why}", field=field, why=parser_words(error)) from error


@lru_cache(maxsize=512)
def _fields(acts: tuple[type[Any], ...], name: str) -> dict[str, Any] | None:
    """What each field of the act may hold while it is answered bit by bit; None where no act goes by that name."""
    kind = next((one for one in acts if one.__struct_config__.tag == name), None)
    if kind is None:
        return None
    return {field: _unfinished(hint) for field, hint in get_type_hints(kind, include_extras=True).items()}


def _unfinished(hint: Any) -> Any:
    """The type without bounds on its length: a list that grows is shorter than the act asks for."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        inner = _unfinished(parts[0])
        return hint if inner is parts[0] and inner in (int, str) else inner
    if origin in (Union, UnionType):
        return reduce(or_, (_unfinished(part) for part in parts))
    if origin is None or origin is Literal:
        return hint
    return origin[tuple(part if part is ... else _unfinished(part) for part in parts)]
