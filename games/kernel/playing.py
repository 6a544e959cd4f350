"""Whole random games, for rehearsals, benches and tests. The moves are the game's own policy; every one is checked."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from games.kernel.record import Record
from games.kernel.vault import Vault

LIMIT = 50_000


class NeverEnds(RuntimeError):
    """A random game went on beyond any plausible length: a fault of the policy, never a way to end a game."""


def play_game(record: Record, rng: Random, vault: Vault) -> Iterator[bytes]:
    """Play until the game is over and nothing is left to show; yields the lines. Raises `NeverEnds`."""
    for _ in range(LIMIT):
        if record.game.is_done(record.rules, record.state):
            return
        move = record.game.policy(record, rng, vault)
        yield record.play(move.by, move.act, why=move.why)
    raise NeverEnds(record.game.slug)
