"""The map of the 42 territories as data: lands, borders, links over the sea, labels."""

from itertools import product
from typing import Any

import shapely
from shapely import LineString

from games.kernel import layout
from games.risiko.board import DATA, standard
from referee.board_image.text import wide
from tools.maps import labels, topology, world
from tools.maps.topology import Pair

SIZE = (1920, 1080)
TOLERANCE = 0.8
PLAYERS, CLOCK = (0, 620, 410, 1080), (600, 900, 1490, 1080)
"""Where the hall's screen puts players and clock."""


def world_map() -> dict[str, Any]:
    board = standard()
    kinds = {
        tuple(sorted((board.ids[here], board.ids[there]))): board.border_kinds[here][there]
        for here in range(board.size)
        for there in board.borders[here]
    }
    land = {pair for pair, kind in kinds.items() if kind != "sea"}
    areas = topology.settled(world.territories(), land, TOLERANCE)
    areas = {key: areas[key] for key in board.ids}
    names = layout.read(DATA / "layout.toml").boxes
    widths = {
        key: max(
            name_width(words)
            for words in ((names[key].short or board.names[at]).it, (names[key].short or board.names[at]).en)
        )
        for at, key in enumerate(board.ids)
    }
    seas = {pair: sea_lines(pair, areas) for pair, kind in kinds.items() if kind == "sea"}
    return map_data(SIZE, areas, labels.placed(areas, widths, SIZE, [PLAYERS, CLOCK]), seas=seas)


def name_width(words: str) -> float:
    return wide(words.replace("\u00ad", ""), labels.NAME)


def sea_lines(pair: Pair, areas: dict[str, Any]) -> list[list[float]]:
    """The shortest way from coast to coast that runs over no third land; over the edges of the picture where the world is round."""
    one, other = (areas[key] for key in pair)
    if world.is_far(*pair):
        left, right = sorted((one, other), key=lambda area: area.bounds[0])
        return [_to_edge(left, 0), _to_edge(right, SIZE[0])]
    others = shapely.union_all([area for key, area in areas.items() if key not in pair])
    found = [LineString([a, b]) for a, b in product(_coast(one), _coast(other))]
    found.append(shapely.shortest_line(one, other))
    best = min(found, key=lambda line: line.length + 6 * line.intersection(others).length + 3 * _dry(line, one, other))
    return [topology.flat(best)]


def _dry(line: LineString, one: Any, other: Any) -> float:
    return line.intersection(one).length + line.intersection(other).length


def _coast(area: Any) -> list[tuple[float, float]]:
    largest = max(topology.parts_of(area), key=lambda part: part.area)
    ring = largest.exterior
    return [ring.interpolate(share / 60, normalized=True).coords[0] for share in range(60)]


def _to_edge(area: Any, edge: float) -> list[float]:
    _left, top, _right, bottom = area.bounds
    line = shapely.shortest_line(area, LineString([(edge, top), (edge, bottom)]))
    return topology.flat(line)


def map_data(
    size: tuple[int, int], areas: dict[str, Any], placed: dict[str, labels.Label], **more: Any
) -> dict[str, Any]:
    """The file's content: coordinates are flat lists, `x, y, x, y…`; pairs are joined by a bar."""
    lines = {
        name: {_key(pair): found for pair, found in pairs.items()} for name, pairs in more.items() if name == "seas"
    }
    rest = {name: value for name, value in more.items() if name != "seas"}
    return {
        "width": size[0],
        "height": size[1],
        "lands": {key: {"rings": topology.rings(area), **_label(placed[key])} for key, area in areas.items()},
        "borders": {_key(pair): found for pair, found in sorted(topology.borders(areas).items())},
        **lines,
        **rest,
    }


def _key(pair: Pair) -> str:
    return "|".join(pair)


def _label(label: labels.Label) -> dict[str, Any]:
    found: dict[str, Any] = {
        "plaque": [round(value) for value in label.plaque],
        "name": [round(value) for value in label.name],
    }
    if label.leader:
        found["leader"] = [round(value) for value in label.leader]
    return found
