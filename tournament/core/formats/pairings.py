"""Who meets whom at tables of two: the circle of a round robin, the slots of a bracket; the bye of a Swiss is in `swiss`.

The draw does the rest: it seats the pairs that are given here as fixed tables, and makes those of a Swiss round itself.
"""

from collections.abc import Collection, Mapping, Sequence
from decimal import Decimal

import msgspec

from tournament.core.draw import Rng
from tournament.core.formats import Stage
from tournament.core.formats.swiss import swiss_byes
from tournament.core.regulation.schema import Readings
from tournament.core.results import ResultRow, TableResult


class RoundPairings(msgspec.Struct, frozen=True, kw_only=True):
    """The pairs of a round as tables, and the byes; `walkovers` are those of them whose opponent left."""

    fixed: dict[str, int] = {}
    byes: tuple[str, ...] = ()
    walkovers: tuple[str, ...] = ()


def seeds_of(roster: Sequence[str], seeding: str, seed: str) -> tuple[str, ...]:
    """Numbers from 1 by the order of the roster, or by a lot that the seed decides."""
    ids = list(roster)
    if seeding == "lot":
        Rng(f"{seed} seeds").shuffle(ids)
    return tuple(ids)


def make_pairings(
    stage: Stage,
    number: int,
    field: Collection[str],
    seeds: Sequence[str],
    *,
    ranks: Mapping[str, int],
    had_bye: Collection[str],
    through: Sequence[Collection[str]] = (),
    sat: Sequence[Sequence[Collection[str]]] = (),
    readings: Readings | None = None,
) -> RoundPairings:
    """The pairs of this round, counted from 1. `through` holds those who went on from each earlier round, `sat` its tables."""
    if stage.pairing == "swiss":
        second = (readings or Readings()).second_bye
        return RoundPairings(byes=swiss_byes(field, seeds, ranks=ranks, had_bye=had_bye, past=sat, second_bye=second))
    if stage.pairing == "round-robin":
        return _among(circle(seeds, number), field)
    return _among(bracket(seeds, through, sat), field, is_first=number == 1)


def bye_results(
    stage: Stage,
    number: int,
    byes: Collection[str],
    *,
    walkovers: Collection[str] = (),
    readings: Readings | None = None,
) -> tuple[TableResult, ...]:
    """The byes that are worth a win, each a table of one, which has no number.

    They are those of a Swiss round; the readings say about those whose opponent left, and about the first round of a bracket.
    """
    readings = readings or Readings()
    is_worth = {
        id_: stage.pairing == "swiss"
        or (readings.absent_opponent == "win" if id_ in walkovers else _is_win_in_bracket(stage, readings))
        for id_ in byes
    }
    return tuple(TableResult(number, 0, (ResultRow(id_, Decimal(0), rank=1),)) for id_ in byes if is_worth[id_])


def _is_win_in_bracket(stage: Stage, readings: Readings) -> bool:
    return stage.pairing == "bracket" and readings.bracket_bye == "win"


def _among(
    pairs: Sequence[tuple[str | None, str | None]], field: Collection[str], is_first: bool = True
) -> RoundPairings:
    """The opponent of an absent player has a bye. In a bracket a slot is empty because somebody left, but for the first round."""
    fixed: dict[str, int] = {}
    byes: list[str] = []
    walkovers: list[str] = []
    for pair in pairs:
        here = [id_ for id_ in pair if id_ is not None and id_ in field]
        if len(here) == 2:
            fixed |= dict.fromkeys(here, len(fixed) // 2 + 1)
        if len(here) == 1:
            byes += here
            walkovers += here if None not in pair or not is_first else []
    return RoundPairings(fixed=fixed, byes=tuple(byes), walkovers=tuple(walkovers))


def circle(seeds: Sequence[str], number: int) -> list[tuple[str | None, str | None]]:
    """The first stays, the others rotate by one chair a round; an unpaired player has a bye."""
    ring: list[str | None] = [*seeds, *([None] if len(seeds) % 2 else [])]
    turn = (number - 1) % max(len(ring) - 1, 1)
    ring[1:] = ring[len(ring) - turn :] + ring[1 : len(ring) - turn]
    half = len(ring) // 2
    return list(zip(ring[:half], reversed(ring[half:]), strict=True))


def bracket(
    seeds: Sequence[str], through: Sequence[Collection[str]], sat: Sequence[Sequence[Collection[str]]] = ()
) -> list[tuple[str | None, str | None]]:
    """The slots that are left after the earlier rounds, two by two. Where it is told who `sat` at its tables, a slot is theirs."""
    slots: list[str | None] = [seeds[seed - 1] if seed <= len(seeds) else None for seed in slots_of(len(seeds))]
    for number, going in enumerate(through):
        pairs = _as_seated(_two_by_two(slots), sat[number] if number < len(sat) else ())
        slots = [next((id_ for id_ in pair if id_ in going), None) for pair in pairs]
    return _two_by_two(slots)


def reseeded(
    seeds: Sequence[str],
    pairs: Sequence[tuple[str | None, str | None]],
    tables: Sequence[Collection[str]],
    roster: Sequence[str],
) -> tuple[str, ...]:
    """The seeds of a first round as it was played, from those that its people in the order of the roster would have had.

    Who took a chair by hand has the seed of that chair: tables follow the pairs, and those who rest stand as the roster.
    """
    place = {id_: number for number, id_ in enumerate(roster)}.__getitem__
    seated = {id_ for table in tables for id_ in table}
    drawn = [[id_ for id_ in pair if id_ is not None] for pair in pairs if None not in pair]
    drawn.append([id_ for pair in pairs if None in pair for id_ in pair if id_ is not None])
    found = [*tables, [id_ for id_ in roster if id_ not in seated]]
    if [*map(len, drawn)] != [*map(len, found)]:
        return tuple(seeds)
    who: dict[str, str] = {}
    for one, other in zip(drawn, found, strict=True):
        who |= zip(sorted(one, key=place), sorted(other, key=place), strict=True)
    return tuple(who[id_] for id_ in seeds)


def slots_of(entrants: int) -> list[int]:
    """Seeds in the order of a bracket: of eight 1-8, 4-5, 2-7, 3-6. The best two can meet in the final alone."""
    order = [1]
    while len(order) < entrants:
        order = [seed for one in order for seed in (one, 2 * len(order) + 1 - one)]
    return order


def _two_by_two(slots: list[str | None]) -> list[tuple[str | None, str | None]]:
    return list(zip(slots[::2], slots[1::2], strict=True))


def _as_seated(
    pairs: Sequence[tuple[str | None, str | None]], tables: Sequence[Collection[str]]
) -> list[Collection[str | None]]:
    """For each pair the table where one of the two sat; those that are left are of the pairs of which neither did."""
    left = [frozenset(table) for table in tables]
    found: list[Collection[str | None]] = []
    for pair in pairs:
        mine = next((table for table in left if not table.isdisjoint(pair)), None)
        found.append(pair if mine is None else mine)
        left = [table for table in left if table is not mine]
    spare = iter(left)
    return [
        next(spare, one) if one is pair and None not in pair else one for one, pair in zip(found, pairs, strict=True)
    ]
