"""A season: the points of each tournament, which of them count, and the ranking. Exact functions."""

from collections.abc import Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from itertools import groupby, zip_longest
from typing import Literal

import msgspec

from tournament.core.ranking.scoring import counted
from tournament.core.regulation.schema import Counting

Formula = Literal["total", "places", "national"]
LevelRanks = Literal["each", "shared"]
GRADES = {"raduno": Decimal(5), "master": Decimal(4), "open": Decimal(2), "interclub": Decimal("1.5")}
LEAGUE_BY_ROUNDS = (Decimal("0.2"), Decimal("0.2"), Decimal("0.2"), Decimal("0.5"), Decimal("0.7"), Decimal("0.8"))
"""The weight of a championship by its rounds; 1 from six rounds on."""
WINNER = Decimal("1.2")
CENT = Decimal("0.01")


class Outing(msgspec.Struct, frozen=True, kw_only=True):
    """One person's result in one tournament."""

    person: str
    rank: int
    total: Decimal


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament of the season; `grade` is its class in the national ranking, `rounds` those of a championship."""

    outings: tuple[Outing, ...]
    tables: int = 0
    rounds: int = 0
    grade: str = "open"


class SeasonTie(msgspec.Struct, frozen=True, kw_only=True):
    """What parts a line from the one before it at the same total: the points of their `event`-th best event, counted from 1.

    `event` is 0 where nothing parts them. Points are None where there is no such event.
    """

    event: int
    points: Decimal | None = None
    points_before: Decimal | None = None


class SeasonLine(msgspec.Struct, frozen=True, kw_only=True):
    """One person's line; `per_event` has None where the person was not there, `carried` came with a ranking file.

    `tie` is None where the line before has another total.
    """

    rank: int
    person: str
    total: Decimal
    per_event: tuple[Decimal | None, ...]
    discarded: tuple[int, ...]
    carried: Decimal
    tie: SeasonTie | None = None


def points_of(
    outing: Outing, event: Event, formula: Formula, places: Sequence[Decimal], level: LevelRanks = "each"
) -> Decimal:
    """`level` says what people at one rank take of its places: each the first of them, or all the mean of them."""
    if formula == "total":
        return outing.total
    if formula == "national":
        return national(outing.rank, event)
    many = sum(other.rank == outing.rank for other in event.outings) if level == "shared" else 1
    taken = [
        places[place] if place < len(places) else Decimal(0) for place in range(outing.rank - 1, outing.rank - 1 + many)
    ]
    return (
        sum(taken, Decimal(0)) if many == 1 else (sum(taken, Decimal(0)) / many).quantize(CENT, rounding=ROUND_HALF_UP)
    )


def national(rank: int, event: Event) -> Decimal:
    """a × (100 + tables) × class × decay: 1.2 for the winner, and from the second on e to the minus place over twenty."""
    decay = Decimal(1) if rank == 1 else (Decimal(-rank) / 20).exp()
    points = (WINNER if rank == 1 else 1) * (100 + event.tables) * weight_of(event) * decay
    return points.quantize(CENT, rounding=ROUND_HALF_UP)


def weight_of(event: Event) -> Decimal:
    if event.grade in GRADES:
        return GRADES[event.grade]
    return LEAGUE_BY_ROUNDS[event.rounds] if event.rounds < len(LEAGUE_BY_ROUNDS) else Decimal(1)


def ranking(
    events: Sequence[Event],
    formula: Formula,
    counting: Counting,
    *,
    places: Sequence[Decimal] = (),
    carried: Mapping[str, Decimal] | None = None,
    level: LevelRanks = "each",
) -> tuple[SeasonLine, ...]:
    """Everybody with a tournament or carried points, best first; ties are broken by the best events."""
    carried = carried or {}
    scores = [{one.person: points_of(one, event, formula, places, level) for one in event.outings} for event in events]
    people = sorted({person for score in scores for person in score} | set(carried))
    lines = [_line(person, scores, counting, carried.get(person, Decimal(0))) for person in people]
    ranked: list[SeasonLine] = []
    for _key, tied in groupby(sorted(lines, key=_merit, reverse=True), key=_merit):
        rank = len(ranked) + 1
        for line in tied:
            ranked.append(msgspec.structs.replace(line, rank=rank, tie=_tie_of(line, ranked[-1]) if ranked else None))
    return tuple(ranked)


def _line(person: str, scores: Sequence[Mapping[str, Decimal]], counting: Counting, carried: Decimal) -> SeasonLine:
    per_event = tuple(score.get(person) for score in scores)
    total = counted(per_event, counting)
    return SeasonLine(
        rank=0,
        person=person,
        total=total.total + carried,
        per_event=per_event,
        discarded=total.discarded,
        carried=carried,
    )


def _merit(line: SeasonLine) -> tuple[Decimal, list[Decimal]]:
    return line.total, _best_first(line)


def _best_first(line: SeasonLine) -> list[Decimal]:
    return sorted((points for points in line.per_event if points is not None), reverse=True)


def _tie_of(line: SeasonLine, before: SeasonLine) -> SeasonTie | None:
    if line.total != before.total:
        return None
    pairs = zip_longest(_best_first(line), _best_first(before))
    for event, (points, points_before) in enumerate(pairs, 1):
        if points != points_before:
            return SeasonTie(event=event, points=points, points_before=points_before)
    return SeasonTie(event=0)
