"""Random games of every game, and at some of their moments every act that anybody might say. A game passes because it is registered.

Two hundred games a game; five thousand in the long form.
"""

from __future__ import annotations

from collections import Counter, deque
from random import Random

import pytest

from games.registry import game
from tests.games.conformance.moments import (
    Spoken,
    check_answers,
    check_forged,
    check_misspelt,
    check_sound,
    check_spoken,
    play,
    speakers,
)
from tests.games.seeded_games import SLUGS
from tests.tools import many

BLOCKS = 8
MOMENTS = 3
"""In each game, on average."""
LINES = 450
FORGED, STRAY = 8, 5


@pytest.mark.parametrize("block", range(BLOCKS))
@pytest.mark.parametrize("slug", SLUGS)
def test_whatever_anybody_says_at_any_moment_is_judged_and_leaves_what_can_stand(slug: str, block: int) -> None:
    games, cited = many(200, 5_000) // BLOCKS, Counter[tuple[str, str]]()
    for seed in range(block * games, (block + 1) * games):
        rng = Random(f"moments {slug} {seed}")
        check_game(slug, rng.choice(game(slug).seats), seed, rng, cited)
    assert len(cited) > 3


def check_game(slug: str, seats: int, seed: int, rng: Random, cited: Counter[tuple[str, str]]) -> None:
    recent: deque[Spoken] = deque(maxlen=60)
    record = None
    try:
        for record, spoken in play(slug, seats, seed):
            check_sound(record)
            recent.append(spoken)
            if rng.random() * LINES < MOMENTS:
                check_answers(record)
                check_spoken(record, *spoken, cited)  # once more
                for by, act in rng.sample(recent, min(STRAY, len(recent))):
                    check_spoken(record, rng.choice([by, *speakers(record, rng)]), act, cited)
                check_misspelt(record, spoken, rng)
                check_forged(record, rng, cited, FORGED)
    except BaseException as error:
        error.add_note(f"{slug}, {seats} seats, seed {seed}, line {record.seq if record else 0}")
        raise
