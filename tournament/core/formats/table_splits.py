"""The adviser of table splits: every legal split of a field, what it forces over the planned rounds, and trial draws."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations

import msgspec

from tournament.core.draw import CriterionResult, Draw, DrawEntrant, Request, draw_request
from tournament.core.draw.lower_bounds import least_pairs, pairs_among
from tournament.core.draw.values import Tables
from tournament.core.formats import splits, splits_of
from tournament.core.regulation.schema import Regulation
from tournament.core.translation import translated as _

LAST_RESORT = (4, 5, 3, 6)
"""Sizes that clubs use when fours and fives do not seat everybody."""
SEED = "sdadata mix"
"""The fixed seed of trials, which are advice, not draws."""


class TableSplit(msgspec.Struct, frozen=True, kw_only=True):
    """One split of the field, small tables first, played in every round.

    `forced_repeats` is proved: no draws of so many rounds have less. A pair's second meeting counts one, its third two
    more. `fives` and `threes` say how often a person sits at a table larger or smaller than the preferred size when
    that is shared as evenly as numbers allow: the fewest and the most times.
    """

    sizes: tuple[int, ...]
    rounds: int
    forced_repeats: int
    fives: tuple[int, int]
    threes: tuple[int, int]

    @property
    def label(self) -> str:
        return " + ".join(f"{self.sizes.count(size)}×{size}" for size in sorted(set(self.sizes)))


class Trial(msgspec.Struct, frozen=True, kw_only=True):
    """The planned rounds drawn once with these criteria first, as an estimate."""

    first: str
    repeats: int
    fives: tuple[int, int]
    threes: tuple[int, int]

    def beats(self, other: "Trial") -> bool:
        mine, theirs = self._spread(), other._spread()
        return mine != theirs and all(a <= b for a, b in zip(mine, theirs, strict=True))

    def _spread(self) -> tuple[int, int, int]:
        return self.repeats, self.fives[1] - self.fives[0], self.threes[1] - self.threes[0]


class Advice(msgspec.Struct, frozen=True, kw_only=True):
    """Splits that the regulation allows, fewest forced repeats first. Where there is none, `reason` says so and `fallback`
    holds those with tables of three and six."""

    splits: tuple[TableSplit, ...]
    reason: str = ""
    fallback: tuple[TableSplit, ...] = ()


def advice(players: int, regulation: Regulation, preferred: int | None = None) -> Advice:
    """The advice for this regulation and number of players."""
    preferred = preferred or regulation.table_sizes[0]
    rounds = _rounds_together(regulation)
    found = _table_splits(splits_of(regulation, players), rounds, preferred)
    if found:
        return Advice(splits=found)
    sizes = _(" o ").join(map(str, regulation.table_sizes))
    reason = _("%(players)d giocatori non si possono dividere in tavoli da %(sizes)s") % {
        "players": players,
        "sizes": sizes,
    }
    return Advice(splits=(), reason=reason, fallback=_table_splits(splits(players, LAST_RESORT), rounds, preferred))


def _rounds_together(regulation: Regulation) -> int:
    """How many rounds the whole field plays: in a knockout only the first."""
    return 1 if regulation.format == "knockout" else regulation.rounds


def _table_splits(ways: Sequence[tuple[int, ...]], rounds: int, preferred: int) -> tuple[TableSplit, ...]:
    found = [_table_split(tables, rounds, preferred) for tables in ways]
    return tuple(sorted(found, key=lambda split: split.forced_repeats))


def _table_split(sizes: tuple[int, ...], rounds: int, preferred: int) -> TableSplit:
    return TableSplit(
        sizes=sizes,
        rounds=rounds,
        forced_repeats=forced_repeats(sizes, rounds),
        fives=_evenly(sum(size for size in sizes if size > preferred) * rounds, sum(sizes)),
        threes=_evenly(sum(size for size in sizes if size < preferred) * rounds, sum(sizes)),
    )


def _evenly(seats: int, people: int) -> tuple[int, int]:
    return seats // people, -(-seats // people)


def forced_repeats(sizes: Sequence[int], rounds: int) -> int:
    """The greater of two proved bounds on repeated meetings over rounds at tables of these sizes.

    By tables: people of one table of an earlier round spread over too few tables of a later one meet again. By pairs:
    there are only so many pairs to be met, and meetings spread evenly over them repeat least.
    """
    by_tables = sum(least_pairs(size, sizes) for size in sizes) * pairs_among(rounds)
    pairs = pairs_among(sum(sizes))
    each, over = divmod(rounds * sum(map(pairs_among, sizes)), pairs) if pairs else (0, 0)
    by_pairs = over * pairs_among(each + 1) + (pairs - over) * pairs_among(each)
    return max(by_tables, by_pairs)


# Trials


def trials(split: TableSplit, preferred: int = 4) -> tuple[Trial, ...]:
    """One trial, or two side by side where no repeats and an equal load conflict: the organizer chooses."""
    found = [
        _trial(split, criteria, preferred)
        for criteria in (("rematch", "fives", "threes"), ("fives", "threes", "rematch"))
    ]
    return tuple(one for one in found if not any(other.beats(one) for other in found) and _is_first(one, found))


def _is_first(one: Trial, found: list[Trial]) -> bool:
    """Of trials with the same result only the first is shown."""
    return next(other for other in found if other._spread() == one._spread()) is one


def _trial(split: TableSplit, criteria: tuple[str, ...], preferred: int) -> Trial:
    entrants = tuple(DrawEntrant(f"{n:05}") for n in range(sum(split.sizes)))
    past: list[Tables] = []
    for number in range(1, split.rounds + 1):
        request = Request(
            entrants=entrants,
            sizes=split.sizes,
            seed=f"{SEED} {number}",
            criteria=criteria,
            past=tuple(past),
            preferred=preferred,
            to_come=(split.sizes,) * (split.rounds - number),
        )
        past.append(draw_request(request).tables)
    return Trial(
        first=criteria[0],
        repeats=_repeats(past),
        fives=_times(past, lambda size: size > preferred),
        threes=_times(past, lambda size: size < preferred),
    )


def _repeats(past: Sequence[Tables]) -> int:
    met = Counter(pair for tables in past for table in tables for pair in combinations(sorted(table), 2))
    return sum(map(pairs_among, met.values()))


def _times(past: Sequence[Tables], is_such: Callable[[int], bool]) -> tuple[int, int]:
    times = Counter(id_ for tables in past for table in tables for id_ in table if is_such(len(table)))
    often = [times[id_] for table in past[0] for id_ in table]
    return min(often), max(often)


def side_by_side(request: Request, one: str = "rematch", other: str = "fives") -> tuple[Draw, ...]:
    """The draw, and where these two criteria conflict also the draw with their places exchanged in the order.

    Both are draws of the same seed; whichever is chosen says its own criteria. One alone when it is no worse in either.
    """
    first = draw_request(request)
    if not {one, other} <= set(request.criteria):
        return (first,)
    turned = {one: other, other: one}
    criteria = tuple(turned.get(name, name) for name in request.criteria)
    second = draw_request(msgspec.structs.replace(request, criteria=criteria))
    mine, theirs = _costs(first.results, one, other), _costs(second.results, one, other)
    return (first, second) if any(a > b for a, b in zip(mine, theirs, strict=True)) else (first,)


def _costs(results: Sequence[CriterionResult], *names: str) -> list[int]:
    cost = {result.criterion: result.cost for result in results}
    return [cost[name] for name in names]
