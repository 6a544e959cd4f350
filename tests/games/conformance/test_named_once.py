"""Whatever the judge shows as a list of names has each once: the same card, bridge or factory lies in one place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import inspect

from games.kernel.acts import JUDGE
from games.kernel.breaches import IMPOSSIBLE, Unreadable
from games.kernel.game import Game
from games.kernel.lines import read_act
from games.registry import game
from tests.games.seeded_games import SLUGS, read_tag, record_up_to_move, whole_game

DOUBLED: dict[str, dict[str, Any]] = {
    "iperisiko": {"factories": ["alaska", "alaska"]},
    "fabrisiko": {"factions": ["melano", "melano"]},
    "arba": {"broken": ["spilimbergo+dignano", "spilimbergo+dignano"]},
    "fatal": {
        "display": ["verde_2", "verde_2", "verde_2"],
        "face_up": {"0": ["verde_2", "verde_2"]},
        "rows": {"0": [["v01", "v01"], []]},
        "discarded": ["v01", "v01", "v01", "v01", "v01"],
        "paid": ["verde_2", "verde_2", "verde_2"],
    },
}
FIELDS = [(slug, field) for slug, fields in DOUBLED.items() for field in fields]


def shown_of(one: Game) -> type[Any]:
    return next(act for act in one.acts if read_tag(act) == "shown")


def names_in(kind: inspect.Type) -> Iterator[inspect.Type]:
    """The texts of which there is a list in a field, whatever stands around it."""
    if isinstance(kind, inspect.Metadata):
        yield from names_in(kind.type)
    elif isinstance(kind, inspect.UnionType):
        for part in kind.types:
            yield from names_in(part)
    elif isinstance(kind, inspect.DictType):
        yield from names_in(kind.value_type)
    elif isinstance(kind, inspect.TupleType):
        for part in kind.item_types:
            yield from names_in(part)
    elif isinstance(kind, inspect.VarTupleType):
        if isinstance(kind.item_type, inspect.StrType):
            yield kind.item_type
        else:
            yield from names_in(kind.item_type)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_list_of_names_is_tried(slug: str) -> None:
    fields = inspect.type_info(shown_of(game(slug))).fields
    assert {one.name for one in fields if any(names_in(one.type))} == set(DOUBLED.get(slug, {}))


@pytest.mark.parametrize(("slug", "field"), FIELDS)
def test_a_name_that_stands_twice_is_not_taken(slug: str, field: str) -> None:
    seats = game(slug).seats[0]
    record = record_up_to_move(slug, seats, 1, len(whole_game(slug, seats, 1)[1]) // 2)
    act = read_act(record.game, {"type": "shown", field: DOUBLED[slug][field]})
    try:
        found = {breach.kind for breach in record.breaches(JUDGE, act, why="test")}
    except Unreadable:
        return
    assert IMPOSSIBLE in found
