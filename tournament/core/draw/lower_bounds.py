"""Lower bounds: the proved least cost, each for one criterion taken alone."""

from collections import Counter
from collections.abc import Iterable, Sequence


def pairs_among(people: int) -> int:
    return people * (people - 1) // 2


def least_pairs(people: int, sizes: Sequence[int]) -> int:
    """The least number of pairs at one table among a group: its people are spread as evenly as possible.

    The k-th of them at a table adds k - 1 pairs, so the first chair of every table is filled first, then the second.
    """
    pairs, left = 0, people
    for chair in range(max(sizes, default=0)):
        filled = min(left, sum(size > chair for size in sizes))
        pairs, left = pairs + chair * filled, left - filled
    return pairs


def least_in_groups(groups: Iterable[object], sizes: Sequence[int]) -> int:
    """The sum over groups; no draw has less, and one reaches it when sizes differ by at most one.

    Proof of the second half: stand people in line, group by group, and send the i-th to table i modulo the tables,
    the larger tables first; a group is a stretch of the line, so any two tables differ by one of it at most.
    """
    return sum(least_pairs(many, sizes) for group, many in Counter(groups).items() if group)


def unavoidable_clubmates(clubs: Iterable[str], sizes: Sequence[int]) -> int:
    """The least pairs of club-mates at one table: exact when sizes differ by one at most, else a lower bound."""
    return least_in_groups(clubs, sizes)


def least_rematches(past: Iterable[Iterable[Sequence[int]]], sizes: Sequence[int]) -> int:
    """The people of one earlier table are a group to separate; meetings of different rounds add up."""
    spread: dict[int, int] = {}
    many = Counter(len(table) for tables in past for table in tables)
    for people in many:
        spread[people] = least_pairs(people, sizes)
    return sum(times * spread[people] for people, times in many.items())


def least_to_choose(weights: Iterable[int], many: int) -> int:
    """The least total weight of this many people."""
    return sum(sorted(weights)[:many])
