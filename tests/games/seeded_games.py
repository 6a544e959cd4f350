"""Records told for the tests of every game: seeded, with and without sealed secrets."""

from __future__ import annotations

from functools import lru_cache
from random import Random

import msgspec
import pytest

from games.kernel.breaches import Unreadable
from games.kernel.game import Game
from games.kernel.lines import Header, header_for, read_act
from games.kernel.playing import play_game
from games.kernel.record import Record
from games.kernel.vault import Vault, commitments
from games.registry import game, games

SLUGS = tuple(games())
TABLES = tuple((slug, seats) for slug in SLUGS for seats in game(slug).seats)


def seated(one: Game, seats: int, seed: int, *, is_sealed: bool = False, **more: object) -> tuple[Header, Vault]:
    """A header for so many seats and what a system would deal them."""
    rng = Random(f"deal {one.slug} {seats} {seed}")
    header = header_for(one, [f"s{number}" for number in range(1, seats + 1)], judge=rng.randrange(seats), **more)
    dealt = one.deal(header, rng)
    if is_sealed:
        header = msgspec.structs.replace(header, sealed={kind: commitments(dealt, kind) for kind in one.secret_kinds})
    return header, dealt


@lru_cache(maxsize=64)
def whole_game(slug: str, seats: int, seed: int, is_sealed: bool = False) -> tuple[Record, tuple[bytes, ...], Vault]:
    """A random game played to its end: the record, its lines without the header, and the secrets. Read only."""
    one = game(slug)
    header, dealt = seated(one, seats, seed, is_sealed=is_sealed)
    record = Record(one, header)
    lines = tuple(play_game(record, Random(f"play {slug} {seats} {seed}"), dealt))
    return record, lines, dealt


def acts_of(record: Record, lines: tuple[bytes, ...]) -> list[tuple[int | str, msgspec.Struct]]:
    """The acts of lines as (by, act)."""
    found = []
    for line in lines:
        data = msgspec.json.decode(line)
        found.append((data["by"], read_act(record.game, data["act"])))
    return found


def fresh(record: Record) -> Record:
    """The same table before the first act."""
    return Record(record.game, record.header)


def record_up_to_move(slug: str, seats: int, seed: int, count: int) -> Record:
    """A record in the middle of a random game."""
    record, lines, _ = whole_game(slug, seats, seed)
    early = fresh(record)
    for by, act in acts_of(record, lines[:count]):
        early.append_trusted(by, act)
    return early


def every_table():
    """A case for each game at each of its numbers of seats."""
    return pytest.mark.parametrize(("slug", "seats"), TABLES)


def breaches_of(record: Record, by: int | str, act: msgspec.Struct) -> tuple:
    try:
        return record.breaches(by, act)
    except Unreadable:
        return ()


def read_tag(act) -> str:
    kind = act if isinstance(act, type) else type(act)
    return str(kind.__struct_config__.tag)
