"""The exact chance that a player who wants so many points in this turn gets them."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from games.kernel.breaches import Unreadable
from games.porcello.turns import BAD

FACES = 6
MOST = 200


@lru_cache(maxsize=MOST + 1)
def reached(points: int) -> Fraction:
    """No 1 before the turn holds so many points."""
    if points <= 0:
        return Fraction(1)
    return sum((reached(points - die) for die in range(1, FACES + 1) if die != BAD), Fraction(0)) / FACES


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--points", type=int, required=True, help="points that the turn is to bring")


def odds(chosen: Namespace) -> Mapping[str, Any]:
    """`{"p": …}` with an exact fraction as text. Raises `Unreadable`."""
    if not 1 <= chosen.points <= MOST:
        raise Unreadable("punti: da 1 a {n}", "points: 1 to {n}", n=MOST)
    return {"points": chosen.points, "p": str(reached(chosen.points))}
