"""Names on a judge's board: ten pixels and more either way the tablet is held, in their place, none over another or over pieces."""

import itertools
import re

import msgspec
import pytest
from django.utils import translation

from games.kernel.scene import Goal, Piece
from games.kernel.words import same
from games.registry import game, games
from referee.board_image import map_finger
from referee.board_image.geometry import ABOVE, drawing
from referee.board_image.text import LEAST_TALL_NAME, fitted, wide
from referee.wording import localized
from tests.games.seeded_games import TABLES, acts_of, fresh, whole_game

LEAST = 10
TIGHT_BOX = 26  # units: there one row more is needed
MOMENTS = 12
TALL_WIDTH, TALL_HEIGHT = 574, 602
"""Pixels that css/judge_frame.css leaves the picture of a tall board: its width where the tablet lies, its height where it stands."""
WIDE_WIDTH, WIDE_HEIGHT = 670, 448
"""The same for any other board, whose height is least beside the count."""


def drawings(slug, seats):
    """The board as it is drawn, at moments all through a game."""
    whole, lines, _vault = whole_game(slug, seats, 3)
    record, acts = fresh(whole), acts_of(whole, lines)
    for number, (by, act) in enumerate(acts):
        record.append_trusted(by, act)
        if number % max(1, len(acts) // MOMENTS) == 0:
            yield drawing(record.game.scene(record.rules, record.state, frozenset()))


@pytest.mark.parametrize(("slug", "seats"), [table for table in TABLES if table[1] == max(game(table[0]).seats)])
def test_every_name_is_read_and_stands_in_its_place_above_the_pieces(slug, seats):
    for drawn in drawings(slug, seats):
        width, height = drawn.width + 2 * drawn.edge, drawn.height + ABOVE
        is_tall = drawn.width < 1.3 * drawn.height
        room = (TALL_WIDTH, TALL_HEIGHT) if is_tall else (WIDE_WIDTH, WIDE_HEIGHT)
        scale = min(room[0] / width, room[1] / height)
        for tile in drawn.tiles:
            top = min([plate.box[1] for plate in tile.plates], default=tile.box.y + tile.box.h)
            for name in tile.names:
                assert name.size * scale >= LEAST, (tile.key, name)
                assert name.x + wide(name.words, name.size) <= tile.box.x + tile.box.w, (tile.key, name)
                assert name.y <= top + 0.5, (tile.key, name)


@pytest.mark.parametrize("slug", ["risiko", "iperisiko"])
def test_no_name_on_a_map_for_fingers_meets_another_or_the_pieces(slug):
    record, _lines, _vault = whole_game(slug, max(game(slug).seats), 3)
    scene = record.game.scene(record.rules, record.state, frozenset())
    board_map = record.game.board_map(record.rules)
    words = tuple(
        (one.key, (localized(one.short) if one.short else "") or localized(one.label)) for one in scene.shapes
    )
    names, spots = map_finger.names_of(board_map, words), map_finger.spots_of(board_map)
    x, y = map_finger.PIECES
    pieces = [(at[0] - x, at[1] - y, at[0] + x, at[1] + y) for at in spots.values()]
    boxes = [box for key, lines in names.items() for box in map_finger.boxes_of(lines, spots[key])]
    assert len(boxes) >= len(spots)
    for one, other in [*itertools.combinations(boxes, 2), *itertools.product(boxes, pieces)]:
        assert not map_finger.shared(one, other), (one, other)


@pytest.mark.parametrize(("slug", "seats"), [table for table in TABLES if table[1] == max(game(table[0]).seats)])
def test_no_name_of_a_games_own_board_is_cut(slug, seats):
    """Short enough, or broken where it may be: nothing is left out for want of room, whatever stands in the place."""

    def letters(words: str) -> str:
        return "".join(one for one in words if one.isalnum())

    whole, lines, _vault = whole_game(slug, seats, 3)
    record, acts = fresh(whole), acts_of(whole, lines)
    cut = set()
    for number, (by, act) in enumerate(acts):
        record.append_trusted(by, act)
        if number % max(1, len(acts) // MOMENTS):
            continue
        scene = record.game.scene(record.rules, record.state, frozenset())
        names = {shape.key: localized(shape.short or shape.label) for shape in scene.shapes}
        for tile in drawing(scene).tiles:
            words = "".join(line.words for line in tile.names)
            if letters(words) != letters(names[tile.key]):
                cut.add((names[tile.key], words))
    assert cut == set()


@pytest.mark.parametrize("slug", ["arba", "fabrisiko"])  # several kinds of pieces in a place leave one line
def test_places_that_begin_alike_differ_where_pieces_leave_one_line_for_their_names(slug):
    """Udine Ovest, Udine Centro, Udine Sud."""
    record = fresh(whole_game(slug, max(game(slug).seats), 3)[0])
    cut: dict[str, set[str]] = {}
    for shape in record.game.scene(record.rules, record.state, frozenset()).shapes:
        name = localized(shape.short or shape.label)
        _size, lines = fitted(name, shape.w - 2.2, LEAST_TALL_NAME * 1.06 + 0.01, LEAST_TALL_NAME)
        cut.setdefault(" ".join(lines), set()).add(name)
    assert {short: names for short, names in cut.items() if len(names) > 1} == {}


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("slug", list(games()))
def test_no_name_of_a_place_is_cut_on_tiles(slug, language):
    """It is broken where its layout says, in either language, and whole but for the abbreviations that the layout has."""
    record = fresh(whole_game(slug, max(games()[slug].seats), 7)[0])
    scene = record.game.scene(record.rules, record.state, frozenset())
    with translation.override(language):
        tiles = {tile.key: "".join(name.words for name in tile.names) for tile in drawing(scene).tiles}
        names = {shape.key: localized(shape.short_label) for shape in scene.shapes}
    cut = {key: drawn for key, drawn in tiles.items() if letters(drawn) != letters(names[key])}
    assert cut == {}


def letters(name: str) -> str:
    return re.sub(r"[\s\u00ad-]", "", name)


def test_the_pieces_of_two_sides_are_read_where_they_fight():
    """Three rows of them in FabRisiko!: all of one kind against five kinds, two of which are structures."""
    record = fresh(whole_game("fabrisiko", 4, 7)[0])
    scene = record.game.scene(record.rules, record.state, frozenset())
    own = {"fanteria": 8, "carro": 6, "bombardiere": 4, "complesso": 1, "sito_aa": 5}
    pieces = (Piece("caccia", 8, 0), *(Piece(kind, count, 1) for kind, count in own.items()))
    full = [msgspec.structs.replace(shape, pieces=pieces) for shape in scene.shapes if shape.w > TIGHT_BOX]
    drawn = drawing(msgspec.structs.replace(scene, shapes=tuple(full), links=()))
    scale = min(TALL_WIDTH / (scene.width + 2), TALL_HEIGHT / (drawn.height + ABOVE))
    for tile in drawn.tiles:
        sizes = [text.size for plate in tile.plates for text in (plate.letter, *plate.texts)]
        assert min(sizes) * scale >= LEAST - 0.5, (tile.key, min(sizes) * scale)
        assert all(plate.box[0] + plate.box[2] <= tile.box.x + tile.box.w for plate in tile.plates), tile.key


def test_the_legend_explains_the_mark_of_an_open_objective():
    scene = fresh(whole_game("risiko", 5, 7)[0])
    scene = scene.game.scene(scene.rules, scene.state, frozenset())
    marked = msgspec.structs.replace(scene, goals=(Goal(0, same("x"), (scene.shapes[0].key,)),))
    drawn = drawing(marked)
    sizes = [text.size for tile in drawn.tiles for text in tile.texts if "◎" in text.words]
    scale = WIDE_HEIGHT / (drawn.height + ABOVE)
    assert sizes
    assert min(sizes) * scale >= LEAST
    assert "◎" in {text.words for text in drawn.texts}
    assert "◎" not in {text.words for text in drawing(scene).texts}
