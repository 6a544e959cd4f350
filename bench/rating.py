"""Ratings of seasons of known strengths: what was predicted beside what happened, and how near the ratings come to the strengths.

A strength is the logarithm of a Plackett–Luce worth; a table is won in proportion to the worths that sit there.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random

from bench.measure import Section
from tournament.core.ranking.rating import UNKNOWN, Rating, chances_to_win, rated

PEOPLE, SEATS, ROUNDS, EVENTS, SEASONS = 40, 4, 3, 12, 4
LEARNT = 6
"""Events of a season before its predictions are compared."""
SPREAD = 0.8
EDGES = (0.0, 0.15, 0.25, 0.35, 0.5, 1.01)


@dataclass
class Comparison:
    """Predictions of who wins a table with what happened, and the order of ratings with that of strengths."""

    pairs: list[tuple[float, bool]] = field(default_factory=list)
    loss: list[float] = field(default_factory=list)
    orders: list[float] = field(default_factory=list)


def section() -> Section:
    found = compared(Random("rating"))
    return Section("Rating", [], list(_lines(found)))


def compared(rng: Random) -> Comparison:
    found = Comparison()
    for _season in range(SEASONS):
        _season_played(rng, found)
    return found


def _season_played(rng: Random, found: Comparison) -> None:
    strengths = {str(number): rng.gauss(0, SPREAD) for number in range(PEOPLE)}
    known: dict[str, Rating] = {}
    for event in range(EVENTS):
        for table in _tables(rng, list(strengths)):
            order = _played(rng, table, strengths)
            if event >= LEARNT:
                chances = chances_to_win([known.get(who, UNKNOWN) for who in table])
                found.pairs += [(chance, who == order[0]) for who, chance in zip(table, chances, strict=True)]
                found.loss.append(-math.log(chances[table.index(order[0])]))
            known = rated([[(who, place) for place, who in enumerate(order, 1)]], known)
    found.orders.append(_rank_correlation([known[who].mu for who in strengths], list(strengths.values())))


def _tables(rng: Random, people: list[str]) -> Iterator[list[str]]:
    for _round in range(ROUNDS):
        rng.shuffle(people)
        yield from (people[first : first + SEATS] for first in range(0, len(people), SEATS))


def _played(rng: Random, table: Sequence[str], strengths: dict[str, float]) -> list[str]:
    """Sorted by strength with the noise that makes the order Plackett–Luce."""
    noisy = {who: strengths[who] - math.log(-math.log(rng.random())) for who in table}
    return sorted(table, key=noisy.__getitem__, reverse=True)


def _rank_correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Spearman's."""
    ranks = [{place: rank for rank, place in enumerate(sorted(range(len(v)), key=v.__getitem__))} for v in (one, other)]
    many = len(one)
    return 1 - 6 * sum((ranks[0][place] - ranks[1][place]) ** 2 for place in range(many)) / (many * (many**2 - 1))


def _lines(found: Comparison) -> Iterator[str]:
    yield (
        f"{SEASONS} seasons of {EVENTS} events, {PEOPLE} people, {ROUNDS} rounds at tables of {SEATS}; "
        f"predictions from event {LEARNT + 1} on.\n\n"
        "| predicted to win the table | predictions | predicted | observed |\n|---|---|---|---|\n"
        + "\n".join(_rows(found))
    )
    loss = sum(found.loss) / len(found.loss)
    yield f"Logarithmic loss {loss:.3f}; who knows nothing has {math.log(SEATS):.3f}."
    orders = ", ".join(f"{one:.2f}" for one in found.orders)
    yield f"Rank correlation of rating and true strength at the end of each season: {orders}."


def _rows(found: Comparison) -> Iterator[str]:
    for low, high in pairwise(EDGES):
        within = [(chance, won) for chance, won in found.pairs if low <= chance < high]
        if within:
            predicted = sum(chance for chance, _won in within) / len(within)
            observed = sum(won for _chance, won in within) / len(within)
            yield f"| {100 * low:.0f} to {min(100, 100 * high):.0f} % | {len(within)} | {100 * predicted:.1f} % | {100 * observed:.1f} % |"


if __name__ == "__main__":
    print("\n\n".join(section().notes))
