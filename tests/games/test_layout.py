"""The pictures of the boards: places large enough for a finger, none on another, links that run under no third place."""

from __future__ import annotations

import itertools
from random import Random

import pytest

from games.fabrisiko import board as fabriano
from games.fabrisiko.scene import laid_out
from games.kernel import layout
from games.kernel.layout import TALL, Box, arranged, crosses, way
from games.kernel.lines import header_for
from games.kernel.record import Record
from games.kernel.scene import Scene
from games.registry import games

TABLES = [(slug, seats) for slug, game in games().items() for seats in game.seats]


def drawn(slug: str, seats: int) -> Scene:
    game = games()[slug]
    record = Record(game, header_for(game, [f"p{seat}" for seat in range(seats)]))
    return game.scene(record.rules, record.state, frozenset())


def boxes_of(scene: Scene) -> dict[str, Box]:
    return {shape.key: Box(shape.x, shape.y, shape.w, shape.h) for shape in scene.shapes}


def near_pairs(boxes: dict[str, Box], gap: int) -> list[tuple[str, str]]:
    return [(a, b) for a, b in itertools.combinations(boxes, 2) if boxes[a].is_near(boxes[b], gap)]


def under_a_third(scene: Scene) -> list[tuple[str, str, str]]:
    boxes = boxes_of(scene)
    return [
        (link.a, link.b, name)
        for link in scene.links
        if not link.wraps
        for start, end in itertools.pairwise(way(boxes[link.a], boxes[link.b], link.via))
        for name, box in boxes.items()
        if name not in (link.a, link.b) and crosses(start, end, box)
    ]


@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_places_are_large_and_apart_and_links_run_free(slug: str, seats: int) -> None:
    scene = drawn(slug, seats)
    boxes = boxes_of(scene)

    assert len(boxes) == len(scene.shapes)
    assert [key for key, box in boxes.items() if min(box.w, box.h) < TALL] == []
    assert near_pairs(boxes, 2) == []
    assert under_a_third(scene) == []
    assert all(box.x >= 0 and box.x + box.w <= scene.width for box in boxes.values())
    assert all(box.y >= 0 and box.y + box.h <= scene.height for box in boxes.values())


@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_every_sign_on_the_picture_is_in_its_legend(slug: str, seats: int) -> None:
    scene = drawn(slug, seats)
    assert {piece.kind for shape in scene.shapes for piece in shape.pieces} <= {mark.kind for mark in scene.kinds}
    assert {link.a for link in scene.links} | {link.b for link in scene.links} <= {shape.key for shape in scene.shapes}


def test_a_board_without_a_layout_gets_the_same_one_every_time() -> None:
    board = fabriano.standard()
    one = laid_out(board)

    assert one == laid_out(board)
    assert set(one.boxes) == set(board.ids)
    assert near_pairs(dict(one.boxes), 1) == []
    hidden = [
        (a, b)
        for a, b in ((a, b) for a in board.ids[: board.size] for b in reached(board, a) if a < b)
        for start, end in itertools.pairwise(way(one.boxes[a], one.boxes[b], one.route(a, b)))
        for name, box in one.boxes.items()
        if name not in (a, b) and crosses(start, end, box)
    ]
    assert hidden == []


def reached(board: fabriano.Board, name: str) -> list[str]:
    here = board.index[name]
    return [board.ids[there] for there in board.borders[here] if board.ridge_between(here, there) < 0]


@pytest.mark.parametrize("size", [1, 3, 12, 42])
def test_a_board_that_says_no_coordinates_is_laid_out_from_its_borders(size: int) -> None:
    rng = Random(size)
    links: dict[str, set[str]] = {f"t{n}": set() for n in range(size)}
    for n in range(1, size):
        other = rng.randrange(max(0, n - 4), n)
        links[f"t{n}"].add(f"t{other}")
        links[f"t{other}"].add(f"t{n}")
    found = arranged(
        {key: tuple(sorted(around)) for key, around in links.items()}, dict.fromkeys(links, (24, TALL)), None
    )

    assert set(found.boxes) == set(links)
    assert near_pairs(dict(found.boxes), 1) == []


def test_a_line_through_a_box_is_told_from_one_beside_it() -> None:
    box = Box(10, 10, 20, 17)
    assert crosses((0, 15), (50, 15), box)
    assert not crosses((0, 10), (50, 10), box)
    assert not crosses((0, 0), (9, 50), box)
    assert layout.straight(box, Box(50, 20, 20, 17)) == ((30, 23), (50, 23))
    assert layout.straight(box, Box(50, 60, 20, 17)) == ((30, 27), (50, 60))
