"""The board shows whose a place is as the money counts it (danaro): with nobody on it too."""

from games.arba.places import territories_of
from tests.games.seeded_games import record_up_to_move, whole_game


def test_a_place_with_nobody_on_it_is_drawn_as_its_owner_s():
    _record, lines, _vault = whole_game("arba", 2, 7)
    empty = 0
    for count in range(0, len(lines) + 1, 25):
        record = record_up_to_move("arba", 2, 7, count)
        rules, state = record.rules, record.state
        scene = record.game.scene(rules, state, frozenset())
        for side in (0, 1):
            held = {rules.board.ids[place] for place in territories_of(rules, state, side)[0]}
            drawn = {shape.key for shape in scene.shapes if shape.seat == side}
            shared = {shape.key for shape in scene.shapes if shape.seat == -1 and shape.pieces}
            assert held - shared <= drawn
            assert scene.seats[side].count == len(held)
            empty += sum(shape.seat == side and not shape.pieces for shape in scene.shapes)
    assert empty
