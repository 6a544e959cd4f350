"""A board's map for the judge's finger: lands, borders and names without a position, which static/js/judge/map.js fills.

On a map of its own labels each place has a spot, its middle at least `APART` from any other, so that a circle of 44 px around each is free
where the map is `NARROWEST` px wide; on cells the places are the boxes of the layout, which fingers have anyway.
"""

import math
from collections.abc import Iterator, Mapping
from functools import lru_cache

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.kernel.maps import BoardMap, pair_of
from games.kernel.scene import Scene
from referee.board_image import map_svg
from referee.board_image.text import wide
from referee.wording import localized

NAME, LETTERS, STEP = "finger", 28, 30
PIECES = (46, 30)
"""Half the room of a place's pieces around its spot."""
APART = 120.0
NARROWEST = 44 * 1920 / APART
STEPS = 400

Point = tuple[float, float]
Rect = tuple[float, float, float, float]
Line = tuple[str, float, float]
"""Words with the middle of their foot, from the spot."""


def finger_map(scene: Scene, board_map: BoardMap) -> SafeString:
    """A picture without owners, counts and armies, the same before colours are known and after.

    `data-land`, `data-between` and `data-place` say what is what, `data-scale` a tile's unit.
    """
    shapes = {shape.key: shape for shape in scene.shapes if shape.key in board_map.lands}
    parts = [
        f'<svg class="map-svg j-map{" is-cells" if board_map.scale else ""}" viewBox="0 0 {board_map.width} {board_map.height}"'
        f' data-scale="{board_map.scale}" role="group" aria-label="{escape(_("Plancia"))}" xmlns="http://www.w3.org/2000/svg"><defs>',
        *(f'<g id="{NAME}-{hatch}" class="m-hatch">{lines}</g>' for hatch, lines in map_svg.HATCHES.items()),
        map_svg.shapes_of(scene, board_map, NAME),
        f'</defs><defs class="m-armies"></defs><g aria-hidden="true"><use href="#{NAME}-ground"/><g class="m-lands">',
        *(
            f'<use href="#{NAME}-{key}" class="m-land{" m-ridge" if key in board_map.ridges else ""}" data-land="{escape(key)}"/>'
            for key in shapes
        ),
        '</g><g class="m-borders">',
    ]
    for number, key in enumerate(board_map.borders):
        one, other = (shapes[place] for place in pair_of(key))
        kind = "m-continent" if one.group != other.group and not board_map.scale else "m-inner"
        parts.append(f'<use href="#{NAME}-b{number}" class="{kind}" data-between="{escape(key)}"/>')
    parts += ['</g><g class="m-fronts"></g>', *(map_svg.line("m-river", river) for river in board_map.rivers)]
    if board_map.scale:  # a road is short between cells, and runs on over their rims
        parts += [map_svg.line("m-link", road) for roads in board_map.seas.values() for road in roads]
    parts += ['</g><g class="m-over"></g><g class="m-places">']
    spots = spots_of(board_map)
    words = {key: localized(shape.short_label) for key, shape in shapes.items()}
    names = names_of(board_map, tuple(words.items())) if spots else {}
    parts += [_place(board_map, key, names.get(key, ()), spots) for key in shapes]
    parts.append('</g><g class="m-drafts" aria-hidden="true"></g><g class="m-disks"></g></svg>')
    return mark_safe("".join(parts))


def _place(board_map: BoardMap, key: str, lines: tuple[Line, ...], spots: Mapping[str, Point]) -> str:
    """Where labels stand at the layout's boxes, the script brings name and pieces of the tile."""
    head = f'<g class="m-place" data-place="{escape(key)}"'
    if board_map.scale:
        return f'{head}><g class="m-mark"></g></g>'
    land, (x, y) = board_map.lands[key], spots[key]
    leader = ""
    if land.leader:
        ax, ay = land.leader
        way = f"M0 0L{ax - x:.0f} {ay - y:.0f}"
        leader = f'<path class="m-leader-rim" d="{way}"/><path class="m-leader" d="{way}"/>'
    return (
        f'{head} transform="translate({x:.0f} {y:.0f})">{leader}<circle class="m-hit" r="{APART / 2:g}"/>'
        + "".join(
            f'<text class="m-name" x="{at:.0f}" y="{base:.0f}" font-size="{LETTERS}">{escape(words)}</text>'
            for words, at, base in lines
        )
        + '<g class="m-mark"></g></g>'
    )


def names_of(board_map: BoardMap, words: tuple[tuple[str, str], ...]) -> dict[str, tuple[Line, ...]]:
    """The lines of each name around its spot, where they meet no other name and no pieces; those with the least room choose first."""
    spots = spots_of(board_map)
    pieces = {key: (x - PIECES[0], y - PIECES[1], x + PIECES[0], y + PIECES[1]) for key, (x, y) in spots.items()}
    ways = {key: list(_ways(board_map, key, name, spots[key])) for key, name in words if key in spots}

    def crowd(key: str) -> float:
        x, y = spots[key]
        return sum(1 / (1 + math.hypot(x - ox, y - oy)) for other, (ox, oy) in spots.items() if other != key)

    taken: list[Rect] = list(pieces.values())
    found: dict[str, tuple[Line, ...]] = {}
    for key in sorted(ways, key=lambda one: -crowd(one)):
        lines = min(
            ways[key], key=lambda way: sum(shared(box, other) for box in boxes_of(way, spots[key]) for other in taken)
        )
        found[key] = lines
        taken += boxes_of(lines, spots[key])
    return found


def _ways(board_map: BoardMap, key: str, words: str, spot: Point) -> Iterator[tuple[Line, ...]]:
    """In one line or two, where the map's own label stands, then below, above, right and left of the pieces, within the picture."""
    land, whole = board_map.lands[key], words.replace("\u00ad", "")
    (ox, oy), (nx, ny) = land.plaque or spot, land.name or spot
    texts = [[whole]]
    for broken in (words.replace("\u00ad", "- "), whole):
        parts = broken.split()
        texts += [[" ".join(parts[:cut]), " ".join(parts[cut:])] for cut in range(1, len(parts))]
    for lines in dict.fromkeys(map(tuple, texts)):
        half = max(wide(line, LETTERS) for line in lines) / 2
        tall = (len(lines) - 1) * STEP
        at = [(0.0, PIECES[1] + LETTERS * 0.85), (0.0, -PIECES[1] - 6 - tall)]
        at += [(side * (PIECES[0] + 4 + half), LETTERS * 0.35 - tall / 2) for side in (1, -1)]
        at += [(side * half * 0.6, y) for side in (1, -1) for _x, y in at[:2]]
        if len(lines) == 1:
            at.insert(0, (nx - ox, ny - oy))
        for x, y in at:
            way = tuple((line, x, y + STEP * number) for number, line in enumerate(lines))
            if all(_is_inside(box, board_map) for box in boxes_of(way, spot)):
                yield way
    yield ((whole, nx - ox, ny - oy),)


def boxes_of(lines: tuple[Line, ...], spot: Point) -> list[Rect]:
    boxes = []
    for words, x, y in lines:
        half = wide(words, LETTERS) / 2
        left, base = spot[0] + x, spot[1] + y
        boxes.append((left - half, base - LETTERS * 0.8, left + half, base + LETTERS * 0.25))
    return boxes


def _is_inside(box: Rect, board_map: BoardMap) -> bool:
    return box[0] >= 0 and box[1] >= 0 and box[2] <= board_map.width and box[3] <= board_map.height


def shared(one: Rect, other: Rect) -> float:
    across, tall = min(one[2], other[2]) - max(one[0], other[0]), min(one[3], other[3]) - max(one[1], other[1])
    return across * tall if across > 0 and tall > 0 else 0.0


def spots_of(board_map: BoardMap) -> dict[str, Point]:
    """The plaques' middles, those that stand too close moved apart by as little as it takes; empty where the boxes of the layout serve."""
    plaques = tuple((key, land.plaque) for key, land in board_map.lands.items() if land.plaque)
    return dict(_apart(plaques, board_map.width, board_map.height)) if not board_map.scale else {}


@lru_cache(maxsize=8)
def _apart(plaques: tuple[tuple[str, Point], ...], width: int, height: int) -> tuple[tuple[str, Point], ...]:
    at = [list(middle) for _key, middle in plaques]
    for _step in range(STEPS):
        is_done = True
        for i, one in enumerate(at):
            for other in at[:i]:
                dx, dy = one[0] - other[0], one[1] - other[1]
                far = math.hypot(dx, dy) or 1.0
                if far < APART:
                    is_done = False
                    push = (APART + 1 - far) / 2 / far
                    one[0], one[1] = one[0] + dx * push, one[1] + dy * push
                    other[0], other[1] = other[0] - dx * push, other[1] - dy * push
            one[0] = min(max(one[0], APART / 2), width - APART / 2)
            one[1] = min(max(one[1], APART / 2), height - APART / 2)
        if is_done:
            break
    return tuple((key, (x, y)) for (key, _middle), (x, y) in zip(plaques, at, strict=True))
