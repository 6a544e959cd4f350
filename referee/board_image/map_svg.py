"""A scene on the map of its board as SVG: owner by colour, hatch and letter, fronts wider than the edges of continents."""

import itertools
from collections.abc import Iterable, Iterator
from functools import lru_cache

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.kernel.maps import BoardMap, Flat, Land, pair_of
from games.kernel.scene import Scene, SeatMark, Shape
from referee.board_image import geometry, svg
from referee.board_image.text import wide
from referee.wording import army_letter, localized

PLAQUE_WIDTH, PLAQUE_HEIGHT, PLAQUE_RADIUS = 64, 44, 8
LETTER, COUNT, NAME = 24, 32, 26
HATCHES = {
    "solid": "",
    "diagonal": '<path d="M0 12 12 0M-3 3 3 -3M9 15 15 9"/>',
    "horizontal": '<path d="M0 6H12"/>',
    "vertical": '<path d="M6 0V12"/>',
    "cross": '<path d="M0 12 12 0M0 0 12 12"/>',
    "dots": '<circle cx="6" cy="6" r="2.4"/>',
}


def map_svg(scene: Scene, board_map: BoardMap, *, name: str = "board", changed: Iterable[str] = ()) -> SafeString:
    """The whole picture. `name` makes ids on one page unique; `changed` places pulse once."""
    shapes = {shape.key: shape for shape in scene.shapes if shape.key in board_map.lands}
    armies = {mark.seat: mark for mark in scene.seats}
    changed = frozenset(changed)
    parts = [
        f'<svg class="map-svg{" is-cells" if board_map.scale else ""}" id="{name}"'
        f' viewBox="0 0 {board_map.width} {board_map.height}" role="group"'
        f' aria-label="{escape(_("Plancia"))}" xmlns="http://www.w3.org/2000/svg"><defs>',
        *(_pattern(name, mark) for mark in scene.seats),
        *(f'<path id="{name}-{key}" d="{_rings_path(land.rings)}"/>' for key, land in board_map.lands.items()),
        '</defs><g aria-hidden="true">',
        f'<rect class="m-sea" width="{board_map.width}" height="{board_map.height}"/>',
        *(_line("m-link", line) for lines in board_map.seas.values() for line in lines),
        *(_line("m-link", line) for line in _further_links(scene, board_map)),
        f'<g class="m-coast">{"".join(_use(name, key) for key in board_map.lands)}</g>',
        *(_land(name, shape, board_map, armies, shape.key in changed) for shape in shapes.values()),
        *_borders(board_map, shapes),
        *(_line("m-river", line) for line in board_map.rivers),
        "</g>",
        *(_labels(scene, board_map, shapes, armies, name)),
        "</svg>",
    ]
    return mark_safe("".join(parts))


def _pattern(name: str, mark: SeatMark) -> str:
    return (
        f'<pattern id="{name}-m{mark.seat}" class="m-army-{svg.ARMIES.get(mark.colour, svg.NOBODY)}" width="12" height="12"'
        f' patternUnits="userSpaceOnUse"><rect class="m-fill" width="12" height="12"/>'
        f'<g class="m-hatch">{HATCHES.get(mark.hatch, "")}</g></pattern>'
    )


@lru_cache(maxsize=512)
def _rings_path(rings: tuple[Flat, ...]) -> str:
    return "".join(f"{_path(ring)}z" for ring in rings)


@lru_cache(maxsize=1024)
def _path(flat: Flat) -> str:
    """Steps from point to point: half the size of coordinates."""
    points = list(zip(flat[::2], flat[1::2], strict=True))
    steps = ((bx - ax, by - ay) for (ax, ay), (bx, by) in itertools.pairwise(points))
    return f"M{points[0][0]:g} {points[0][1]:g}l" + " ".join(f"{x:g} {y:g}" for x, y in steps)


def _line(kind: str, flat: Flat) -> str:
    return f'<path class="{kind}" d="{_path(flat)}"/>'


def _land(name: str, shape: Shape, board_map: BoardMap, armies: dict[int, SeatMark], is_changed: bool) -> str:
    fill = f' fill="url(#{name}-m{shape.seat})"' if shape.seat in armies else ""
    state = (" is-changed" if is_changed else "") + (" m-ridge" if shape.key in board_map.ridges else "")
    return _use(name, shape.key, f' class="m-land{state}"{fill}')


def _use(name: str, key: str, attributes: str = "") -> str:
    """A land again, by its id: the shapes are written once."""
    return f'<use href="#{name}-{key}"{attributes}/>'


def _further_links(scene: Scene, board_map: BoardMap) -> Iterator[Flat]:
    """Links that this game has beyond those of the map, from plaque to plaque or over the edges of the picture."""
    known = {frozenset(pair_of(key)) for key in (*board_map.borders, *board_map.seas)}
    for link in scene.links:
        one, other = board_map.lands[link.a].plaque, board_map.lands[link.b].plaque
        if frozenset((link.a, link.b)) in known or not (one and other):
            continue
        (x, y), (ox, oy) = sorted((one, other))
        if link.wraps:
            yield (x, y, 0, y)
            yield (ox, oy, board_map.width, oy)
        else:
            yield (x, y, ox, oy)


def _borders(board_map: BoardMap, shapes: dict[str, Shape]) -> Iterator[str]:
    """Inner borders first, so that fronts lie over all others."""
    found = []
    for key, lines in board_map.borders.items():
        one, other = (shapes[place] for place in pair_of(key))
        is_front, parts_groups = one.seat != other.seat, one.group != other.group and not board_map.scale
        kind = "m-front" if is_front else "m-continent" if parts_groups else "m-inner"
        found += [(is_front, kind, line) for line in lines]
    for is_front, kind, line in sorted(found, key=lambda one: one[0]):
        if is_front:
            yield _line("m-casing", line)
        yield _line(kind, line)


# -- labels


def _labels(
    scene: Scene, board_map: BoardMap, shapes: dict[str, Shape], armies: dict[int, SeatMark], name: str
) -> Iterator[str]:
    if board_map.scale:
        yield f'<g transform="scale({board_map.scale})">{svg.over_map(geometry.drawing(scene), name)}</g>'
        return
    for key in shapes:
        if board_map.lands[key].leader:
            yield _leader(board_map.lands[key])
    spoken = {tile.key: tile.spoken for tile in geometry.drawing(scene).tiles}
    for key, shape in shapes.items():
        yield _label(shape, board_map.lands[key], armies.get(shape.seat), spoken[key])


def _leader(land: Land) -> str:
    (x, y), (ax, ay) = land.plaque or (0, 0), land.leader or (0, 0)
    return (
        f'<g aria-hidden="true"><path class="m-leader" d="M{x:g} {y:g}L{ax:g} {ay:g}"/>'
        f'<circle class="m-leader-end" cx="{ax:g}" cy="{ay:g}" r="5"/></g>'
    )


def _label(shape: Shape, land: Land, mark: SeatMark | None, spoken: str) -> str:
    (x, y), (nx, ny) = land.plaque or (0, 0), land.name or (0, 0)
    name = (localized(shape.short) if shape.short else "") or localized(shape.label)
    return (
        f'<g class="m-place" data-place="{escape(shape.key)}" role="img" aria-label="{escape(spoken)}">'
        f'<text class="m-name" x="{nx:g}" y="{ny:g}" font-size="{NAME}">{escape(name.replace(chr(173), ""))}</text>'
        f"{_plaque(x, y, shape, mark)}</g>"
    )


def _plaque(x: float, y: float, shape: Shape, mark: SeatMark | None) -> str:
    count = sum(piece.count for piece in shape.pieces)
    if mark is None and not count:
        return ""
    letter = army_letter(mark) if mark else ""
    size = {1: COUNT, 2: 30}.get(len(str(count)), 24)
    total = wide(letter, LETTER) * 0.9 + 5 + 0.6 * size * len(str(count))
    left = x - total / 2
    words = str(count) if count else ""
    badges = "".join(badge[0] for badge in shape.badges if not badge.isdigit())
    return (
        f'<rect class="m-plaque" x="{x - PLAQUE_WIDTH / 2:g}" y="{y - PLAQUE_HEIGHT / 2:g}" width="{PLAQUE_WIDTH}"'
        f' height="{PLAQUE_HEIGHT}" rx="{PLAQUE_RADIUS}"/>'
        f'<text class="m-letter" x="{left:.1f}" y="{y + size * 0.36:.1f}" font-size="{LETTER}">{escape(letter)}</text>'
        f'<text class="m-count" x="{left + total:.1f}" y="{y + size * 0.36:.1f}" font-size="{size}">{words}</text>'
        + (
            f'<text class="m-badge" x="{x + 36:g}" y="{y - 8:g}" font-size="18">{escape(badges)}</text>'
            if badges
            else ""
        )
    )
