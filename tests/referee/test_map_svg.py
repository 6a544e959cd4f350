"""A board on its map: every link to be seen, owners in three ways, what changed, and tiles where there is no map."""

from dataclasses import replace
from xml.etree import ElementTree

import msgspec
import pytest

from games.kernel.scene import Piece
from games.kernel.words import same
from referee.board_image import geometry
from referee.board_image.arrows import arrow_svg
from referee.board_image.map_svg import map_svg, outlines, plaque
from referee.board_image.text import wide
from referee.judge_page.board_view import BoardView
from referee.records.moves import Arrow
from referee.templatetags.board_map import board_map
from tests.games.test_maps import MAPPED, PLAQUE, scene_and_map


def elements(svg: str, kind: str) -> list[ElementTree.Element]:
    return [one for one in ElementTree.fromstring(svg).iter() if kind in one.get("class", "").split()]


@pytest.mark.parametrize("slug", MAPPED)
def test_every_link_is_a_border_a_line_or_a_bridge(slug: str) -> None:
    scene, drawn = scene_and_map(slug)
    svg = map_svg(scene, drawn)
    borders = {frozenset(key.split("|")) for key in drawn.borders}
    others = [link for link in scene.links if frozenset((link.a, link.b)) not in borders]
    lines = len(elements(svg, "m-link")) + len(elements(svg, "b-bridge"))

    assert lines == len(others) + sum(link.wraps for link in others)


def owned(slug: str):
    """The scene with one army of the first seat on every place and of the second on the first place."""
    scene, drawn = scene_and_map(slug)
    shapes = [
        msgspec.structs.replace(shape, seat=int(not at), pieces=(Piece("army", 7, int(not at)),))
        for at, shape in enumerate(scene.shapes)
    ]
    seats = [
        msgspec.structs.replace(mark, colour=colour, letter=letter, hatch=hatch)
        for mark, (colour, letter, hatch) in zip(
            scene.seats, (("rosso", "R", "solid"), ("nero", "N", "cross")), strict=False
        )
    ]
    return msgspec.structs.replace(scene, shapes=tuple(shapes), seats=tuple(seats)), drawn


def test_the_owner_is_a_colour_a_hatch_and_a_letter() -> None:
    scene, drawn = owned("risiko")
    svg = map_svg(scene, drawn, name="m")
    fills = [one.get("fill") for one in elements(svg, "m-land")]

    assert fills == ["url(#m-m1)"] + ["url(#m-m0)"] * 41
    assert [one.text for one in elements(svg, "m-letter")] == ["N"] + ["R"] * 41
    assert {one.text for one in elements(svg, "m-count")} == {"7"}
    assert 'class="m-army-black"' in svg


def test_fronts_lie_where_owners_meet_and_nowhere_else() -> None:
    scene, drawn = owned("risiko")
    first = scene.shapes[0].key
    expected = {key for key in drawn.borders if first in key.split("|")}
    svg = map_svg(scene, drawn, name="m")
    between = {
        one.get("href"): one.get("data-between") for kind in ("m-inner", "m-continent") for one in elements(svg, kind)
    }

    assert {between[one.get("href")] for one in elements(svg, "m-front")} == expected
    assert len(elements(svg, "m-casing")) == len(expected)


@pytest.mark.parametrize("slug", MAPPED)
def test_what_never_changes_may_stand_on_the_page_once(slug: str) -> None:
    """A picture without its outlines refers to nothing that those do not hold, and is a quarter of the whole at most."""
    scene, drawn = owned(slug)
    apart = map_svg(scene, drawn, name="m", has_outlines=True)
    found = {one.get("id") for one in ElementTree.fromstring(outlines(scene, drawn, name="m")).iter()}
    wanted = {one.get("href").removeprefix("#") for one in ElementTree.fromstring(apart).iter() if one.get("href")}

    assert wanted <= found
    assert "data-land" not in outlines(scene, drawn, name="m")
    if not drawn.scale:
        assert 3 * len(apart) < len(map_svg(scene, drawn, name="m"))


def test_counts_are_as_large_as_ten_metres_want_and_stay_in_their_plaques() -> None:
    scene, _drawn = owned("risiko")
    for count in (7, 10, 38, 120):
        shape = msgspec.structs.replace(scene.shapes[0], pieces=(Piece("army", count, 1),))
        svg = f"<svg>{plaque(shape, scene.seats[1])}</svg>"
        [box], [words] = elements(svg, "m-plaque"), elements(svg, "m-count")
        assert float(words.get("font-size")) == (52 if count < 100 else 40)
        assert float(box.get("width")) <= PLAQUE[0] + 0.5 + 12 * (count >= 100)


def test_what_changed_is_marked() -> None:
    scene, drawn = scene_and_map("risiko")

    assert len(elements(map_svg(scene, drawn, changed={"cina", "siam"}), "is-changed")) == 2


@pytest.mark.parametrize("slug", MAPPED)
def test_an_arrow_runs_under_the_names_and_its_losses_stand_off_the_name_of_a_cell(slug: str) -> None:
    scene, drawn = owned(slug)
    tiles = {tile.key: tile for tile in geometry.drawing(scene, is_far=True).tiles}
    for link in scene.links:
        arrow = arrow_svg(Arrow(link.a, link.b, source_lost=1, target_lost=2), scene, drawn)
        losses = elements(f"<svg>{arrow}</svg>", "m-lost")
        assert [one.text for one in losses] == ["−1", "−2"]
        for key, one in zip((link.a, link.b), losses, strict=True) if drawn.scale else ():
            letters, half = float(one.get("font-size")) / drawn.scale, wide(one.text, float(one.get("font-size"))) / 2
            left, foot = (float(one.get("x")) - half) / drawn.scale, float(one.get("y")) / drawn.scale
            box = tiles[key].box
            assert left >= box.x
            assert foot <= box.y + box.h
            names = tiles[key].names
            is_right = all(name.x + wide(name.words, name.size) < left + 0.5 for name in names)
            assert is_right or max(name.y for name in names) < foot - letters * 0.72 + 0.5, key
    groups = [one.get("class") for one in ElementTree.fromstring(map_svg(scene, drawn, arrow=arrow)).iter()]
    assert groups.index("m-arrow m-way") < groups.index("m-places") < groups.index("m-arrow m-losses")


def test_a_board_without_a_map_is_drawn_as_tiles() -> None:
    scene, drawn = scene_and_map("risiko")
    view = BoardView((), {}, (), "", scene, drawn)

    assert "map-svg" in board_map(view)
    assert "board-svg" in board_map(replace(view, board_map=None))


HOSTILE = "\"'><script>alert(1)</script><svg onload=x>]]>&amp;&#60;\u202e\u2066"
"""Markup, entities, and marks that turn the direction of what follows."""


@pytest.mark.parametrize("slug", MAPPED)
def test_no_name_on_a_map_becomes_markup(slug: str) -> None:
    scene, drawn = owned(slug)
    named = msgspec.structs.replace(
        scene,
        shapes=tuple(
            msgspec.structs.replace(
                shape, label=same(HOSTILE), short=same(HOSTILE), badges=tuple(HOSTILE for _one in shape.badges)
            )
            for shape in scene.shapes
        ),
        seats=tuple(
            msgspec.structs.replace(mark, player=HOSTILE, letter=HOSTILE, hatch=HOSTILE) for mark in scene.seats
        ),
    )
    plain, hostile = (ElementTree.fromstring(map_svg(one, drawn, name="m")) for one in (scene, named))
    allowed = {one.tag for one in plain.iter()}
    assert {one.tag for one in hostile.iter()} <= allowed
    assert not [name for one in hostile.iter() for name in one.attrib if name.startswith("on") or name == "style"]
    assert any(HOSTILE in (one.text or "") + one.get("aria-label", "") for one in hostile.iter())
