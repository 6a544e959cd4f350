"""On the board's picture the badges of a place stay within it, and say how many more there are."""

import pytest

from referee.board_image import geometry
from referee.board_image.text import wide
from tests.games.seeded_games import TABLES, whole_game

OVERHANG = 3.0  # how far a badge may reach over the edge of its place


@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_no_badge_leaves_its_place_to_the_end_of_a_game(slug, seats):
    record = whole_game(slug, seats, 1)[0]
    picture = geometry.drawing(record.game.scene(record.rules, record.state, frozenset()))
    for tile in picture.tiles:
        for text in tile.texts:
            if text.weight in ("badge", "value"):
                assert text.x - wide(text.words, text.size) > tile.box.x - OVERHANG, (tile.key, text.words)


def test_badges_without_room_are_counted():
    badges = tuple(f"{number} rosso" for number in range(1, 10))
    row = geometry._fitting(badges, {}, 40)
    assert (row[0], row[-1]) == (f"+{10 - len(row)}", "9 rosso")
    assert geometry._fitting(badges, {}, 400) == badges
    assert geometry._fitting(badges[:1], {}, 1) == badges[:1]
