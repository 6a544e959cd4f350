"""Random games end by a rule at every number of players, keep every card and treasure, and score what lies on the table."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from games.fatal.hoards import traces
from games.kernel.playing import play_game
from games.kernel.record import Record
from games.registry import game
from tests.games.seeded_games import seated
from tests.tools import many

FATAL = game("fatal")
SEEDS = many(40, 200)


def played(seats: int, seed: int, **more: object) -> tuple[Record, object]:
    header, vault = seated(FATAL, seats, seed, **more)
    record = Record(FATAL, header)
    for _ in play_game(record, Random(f"fatal {seats} {seed}"), vault):
        pass
    return record, vault


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_games_end_by_a_rule(seats: int) -> None:
    endings = Counter()
    for seed in range(SEEDS):
        record, _ = played(seats, seed, is_sealed=seed % 2 == 0)
        endings[record.ended_by] += 1
        assert record.score().awaits == ()
    assert set(endings) <= set(FATAL.endings)
    assert endings["queen"] > SEEDS / 2
    assert endings["rival"] > 0


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_no_card_and_no_treasure_is_ever_lost(seats: int) -> None:
    header, vault = seated(FATAL, seats, 7)
    record = Record(FATAL, header)
    for _ in play_game(record, Random(f"kept {seats}"), vault):
        state = record.state
        rows = sum(kind >= 0 for pair in state.rows for row in pair for kind in row)
        on_table = rows + (state.enchantment >= 0) + sum(state.discards)
        holding = sum(map(state.hand_size, range(seats))) + sum(map(state.set_aside, range(seats)))
        assert holding + state.deck + on_table == 70
        assert sum(map(sum, state.unseen)) == holding + state.deck
        closed = len([*traces(state.hidden)])
        open_ = len(state.display) + len(state.bottom) + sum(map(len, state.face_up))
        if not state.stage and not state.ended:
            assert closed + open_ == seats * 5
        assert closed == sum(state.piles) + state.above + state.packet


def test_an_event_that_calls_time_ends_by_it_now_and_then() -> None:
    endings = {played(4, seed, edition="torneo")[0].ended_by for seed in range(12)}

    assert {"time"} < endings <= set(FATAL.endings)


@pytest.mark.parametrize("options", [{"steal": "any"}, {"screen_redraw": "none"}, {"eliminated_rank": "shared"}])
def test_every_reading_plays_to_an_end(options: dict[str, str]) -> None:
    for seed in range(4):
        assert played(3 + seed % 3, seed, options=options)[0].ended_by in FATAL.endings
