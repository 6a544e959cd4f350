"""Who meets whom at tables of two: the circle of a round robin, the slots of a bracket, the bye of a Swiss round.

The draw does the rest: it seats the pairs that are given here as fixed tables, and makes those of a Swiss round itself.
"""

from collections.abc import Collection, Mapping, Sequence
from decimal import Decimal

import msgspec

from tournament.draw import Stream
from tournament.plan import Stage
from tournament.standings import ResultRow, TableResult


class Pairing(msgspec.Struct, frozen=True, kw_only=True):
    """A table for each of those whose opponent is known, and those who have nobody to play."""

    fixed: dict[str, int] = {}
    byes: tuple[str, ...] = ()


def seeds_of(roster: Sequence[str], seeding: str, seed: str) -> tuple[str, ...]:
    """Numbers from 1 by the order of the roster, or by a lot that the seed decides."""
    ids = list(roster)
    if seeding == "lot":
        Stream(f"{seed} seeds").shuffle(ids)
    return tuple(ids)


def paired(
    stage: Stage,
    number: int,
    field: Collection[str],
    seeds: Sequence[str],
    *,
    ranks: Mapping[str, int],
    had_bye: Collection[str],
    through: Sequence[Collection[str]] = (),
) -> Pairing:
    """The pairs of this round, counted from 1. `through` holds those who went on from each earlier round."""
    if stage.pairing == "swiss":
        return Pairing(byes=_swiss_byes(field, seeds, ranks, had_bye))
    pairs = circle(seeds, number) if stage.pairing == "round-robin" else bracket(seeds, through)
    return _among(pairs, field)


def bye_results(stage: Stage, number: int, byes: Collection[str]) -> tuple[TableResult, ...]:
    """In a Swiss round a bye is worth a win: a table of one, which has no number. Elsewhere it is worth nothing."""
    if stage.pairing != "swiss":
        return ()
    return tuple(TableResult(number, 0, (ResultRow(id_, Decimal(0), rank=1),)) for id_ in byes)


def _swiss_byes(
    field: Collection[str], seeds: Sequence[str], ranks: Mapping[str, int], had_bye: Collection[str]
) -> tuple[str, ...]:
    """Of an odd field the last in the standings, of those who have had no bye yet; level ones by their number."""
    if len(field) % 2 == 0:
        return ()
    place = {id_: number for number, id_ in enumerate(seeds)}
    last = max(field, key=lambda id_: (id_ not in had_bye, ranks.get(id_, 0), place.get(id_, len(place)), id_))
    return (last,)


def _among(pairs: Sequence[tuple[str | None, str | None]], field: Collection[str]) -> Pairing:
    """Whoever should meet someone who has left has a bye."""
    fixed: dict[str, int] = {}
    byes: list[str] = []
    for pair in pairs:
        here = [id_ for id_ in pair if id_ in field]
        if len(here) == 2:
            fixed |= dict.fromkeys(here, len(fixed) // 2 + 1)
        byes += here if len(here) == 1 else []
    return Pairing(fixed=fixed, byes=tuple(byes))


def circle(seeds: Sequence[str], number: int) -> list[tuple[str | None, str | None]]:
    """The first stays, the others go round by one chair a round; whoever meets nobody rests."""
    ring: list[str | None] = [*seeds, *([None] if len(seeds) % 2 else [])]
    turn = (number - 1) % max(len(ring) - 1, 1)
    ring[1:] = ring[len(ring) - turn :] + ring[1 : len(ring) - turn]
    half = len(ring) // 2
    return list(zip(ring[:half], reversed(ring[half:]), strict=True))


def bracket(seeds: Sequence[str], through: Sequence[Collection[str]]) -> list[tuple[str | None, str | None]]:
    """The slots that are left after the earlier rounds, two by two."""
    slots: list[str | None] = [seeds[seed - 1] if seed <= len(seeds) else None for seed in slots_of(len(seeds))]
    for going in through:
        slots = [_winner(one, other, going) for one, other in _two_by_two(slots)]
    return _two_by_two(slots)


def slots_of(entrants: int) -> list[int]:
    """Seeds in the order of a bracket: of eight 1-8, 4-5, 2-7, 3-6. The best two can meet in the final alone."""
    order = [1]
    while len(order) < entrants:
        order = [seed for one in order for seed in (one, 2 * len(order) + 1 - one)]
    return order


def _two_by_two(slots: list[str | None]) -> list[tuple[str | None, str | None]]:
    return list(zip(slots[::2], slots[1::2], strict=True))


def _winner(one: str | None, other: str | None, going: Collection[str]) -> str | None:
    return next((id_ for id_ in (one, other) if id_ in going), None)
