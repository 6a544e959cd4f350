"""What a turn brings is explained line by line, and the lines make what the turn may lay: territories, continents, sets."""

from __future__ import annotations

import pytest

from games.registry import game
from tests.games.seeded_games import acts_of, fresh, read_tag, whole_game

TABLES = [("risiko", seats) for seats in game("risiko").seats] + [
    ("iperisiko", seats) for seats in game("iperisiko").seats
]


@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_the_lines_make_what_is_laid_in_the_turn(slug: str, seats: int) -> None:
    record, lines, _ = whole_game(slug, seats, 1)
    table, seen, kinds = fresh(record), 0, set()
    for by, act in acts_of(record, lines):
        table.append_trusted(by, act)
        turn = [one.act for one in table.standing[table.checkpoints[-1].standing :]]
        found = list(table.game.income(table.rules, table.state, turn))
        if not found:
            continue
        of_turn = [one for one in turn if read_tag(one) == "place"]
        if not table.checkpoints[-1].state.giro:  # the set-up and the first turn share a checkpoint
            continue
        laid = sum(sum(one.armies.values()) for one in of_turn)
        assert sum(int(one.value) for one in found) == table.state.awaits.left + laid, (found, act)
        seen += 1
        kinds |= {one.words.en.split()[-1] for one in found}
    assert seen > 10
    assert len(kinds) > 1
