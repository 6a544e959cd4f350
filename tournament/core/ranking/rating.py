"""Ratings of players of a game for many, from the places at its tables: OpenSkill's Plackett–Luce model.

A rating is a function of the games in their order and of nothing else. It seeds no draw.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce

START = 25.0
"""The model's mean for somebody of whom nothing is known; its uncertainty is a third of it."""
SHARE = 2.0
"""The interval on both sides of a rating, in standard deviations: about 95 in 100."""


@dataclass(frozen=True)
class Rating:
    """The strength `mu`, how uncertain it is, and from how many games."""

    mu: float
    sigma: float
    games: int

    @property
    def interval(self) -> float:
        return SHARE * self.sigma

    @property
    def sure(self) -> float:
        """What the strength very probably exceeds: lists are in this order, so that a single lucky game leads nowhere."""
        return self.mu - self.interval


UNKNOWN = Rating(START, START / 3, 0)
Game = Sequence[tuple[str, int]]
"""Who played at a table, and the place of each; level players share a place."""


def rated(games: Iterable[Game], known: Mapping[str, Rating] | None = None) -> dict[str, Rating]:
    """The ratings after these games, in their order; a table of one says nothing."""
    model = PlackettLuce()
    found = dict(known or {})
    for game in games:
        if len(game) < 2:
            continue
        before = [found.get(who, UNKNOWN) for who, _place in game]
        teams = [[model.rating(mu=one.mu, sigma=one.sigma)] for one in before]
        after = model.rate(teams, ranks=[float(place) for _who, place in game])
        for (who, _place), was, (now,) in zip(game, before, after, strict=True):
            found[who] = Rating(now.mu, now.sigma, was.games + 1)
    return found


def chances_to_win(players: Sequence[Rating]) -> list[float]:
    """The probability that each of them wins a table of these, by the worths with which the model itself compares them.

    OpenSkill's own `predict_win` averages over pairs, and at a table of four gives nobody more than a half.
    """
    beta = PlackettLuce().beta
    scale = math.sqrt(sum(one.sigma**2 + beta**2 for one in players))
    worths = [math.exp(one.mu / scale) for one in players]
    return [worth / sum(worths) for worth in worths]
