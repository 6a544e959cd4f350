"""Battle dice, longest turns, open objectives and registered infractions of recorded games, for the site's memory."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

import msgspec
from django.core.cache import caches
from django.db.models import Max, Q

from games.kernel.words import Words
from games.registry import game as game_of
from referee.models import Entry, GameRecord
from referee.records import cache as record_cache
from tournament.hooks.memory import TableFacts, ThrowsInATurn, table_facts_source

A_WEEK = 7 * 24 * 3600
RULING = '"type":"ruling"'


class _Dice(msgspec.Struct):
    """An act of any game as far as its dice: the other members are skipped."""

    type: str
    dice: tuple[int, ...] = ()
    die: int = 0

    @property
    def thrown(self) -> tuple[int, ...]:
        return self.dice or ((self.die,) if self.die else ())


class _Line(msgspec.Struct):
    by: int | str
    act: _Dice


@dataclass
class _Count:
    """What one record adds up to, by seat."""

    infractions: int = 0
    faces: dict[int, list[int]] = field(default_factory=dict)
    throws: Counter[tuple[int, int]] = field(default_factory=Counter)
    """Battle throws by seat and giro, of the seat whose turn it is."""


@table_facts_source
def recorded_facts(game: str, tables: frozenset[int]) -> list[TableFacts]:
    """The facts of each recorded table, computed again only when its own record changes."""
    rows = {
        f"facts-3-{row.pk}-{row.head}": row
        for row in GameRecord.objects.filter(table__in=tables, game=game).order_by("pk")
    }
    found: dict[str, TableFacts] = caches["tables"].get_many(rows)
    unknown = {key: row for key, row in rows.items() if key not in found}
    computed = dict(zip(unknown, _facts_of(game, list(unknown.values())), strict=True))
    caches["tables"].set_many(computed, A_WEEK)
    return [(found | computed)[key] for key in rows]


def _facts_of(game: str, rows: list[GameRecord]) -> list[TableFacts]:
    counts = _counts(game, rows)
    standing = Entry.objects.filter(record__in=rows, is_standing=True).order_by()
    giri = dict(standing.values_list("record").annotate(last=Max("giro")))
    return [_facts(row, counts.get(row.pk, _Count()), giri.get(row.pk, 0)) for row in rows]


def _counts(game: str, rows: list[GameRecord]) -> dict[int, _Count]:
    """One pass over the lines with battle dice or rulings, and no position worked out."""
    battle, faces = game_of(game).battle_dice, game_of(game).battle_faces
    wanted = Q(line__contains=RULING)
    for tag in battle:
        wanted |= Q(line__contains=f'"type":"{tag}"')
    lines = Entry.objects.filter(wanted, record__in=rows, is_standing=True).order_by()
    decode = msgspec.json.Decoder(_Line).decode
    counts: dict[int, _Count] = {}
    for record, giro, in_turn, text in lines.values_list("record", "giro", "in_turn", "line").iterator():
        count = counts.setdefault(record, _Count())
        line = decode(text)
        if line.act.type == "ruling":
            count.infractions += 1
        elif line.act.type in battle and isinstance(line.by, int):
            _add(count.faces.setdefault(line.by, [0] * faces), line.act.thrown)
            count.throws[line.by, giro] += line.by == in_turn
    return counts


def _add(faces: list[int], dice: Iterable[int]) -> None:
    for die in dice:
        faces[die - 1] += 1


def _facts(row: GameRecord, count: _Count, giri: int) -> TableFacts:
    chairs = msgspec.json.decode(row.header.encode(), type=_Chairs).seats
    longest = None
    if any(count.throws.values()):
        (seat, giro), throws = max(count.throws.items(), key=lambda item: (item[1], -item[0][1], -item[0][0]))
        longest = ThrowsInATurn(chairs[seat], giro, throws)
    dice = {chairs[seat]: tuple(faces) for seat, faces in sorted(count.faces.items())}
    assert row.table_id is not None  # chosen by their tables
    return TableFacts(row.table_id, giri, count.infractions, dice, longest, _objectives(row, chairs))


def _objectives(row: GameRecord, chairs: tuple[str, ...]) -> dict[str, tuple[Words, ...]]:
    """Of the last position: what nobody turned up stays unknown."""
    record = record_cache.load(row)
    found: dict[str, tuple[Words, ...]] = {}
    for goal in record.game.scene(record.rules, record.state, frozenset()).goals:
        found[chairs[goal.seat]] = (*found.get(chairs[goal.seat], ()), goal.label)
    return found


class _Chairs(msgspec.Struct):
    seats: tuple[str, ...]
