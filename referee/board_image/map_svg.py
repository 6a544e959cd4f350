"""A scene on the map of its board as SVG: owner by colour, hatch and letter, fronts wider than the edges of continents.

The shapes of the lands and of their borders never change while a game lasts: `outlines` draws them once, and `map_svg` shows them again by
their ids, so that a page which follows a game gets owners and counts alone.
"""

import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.kernel.maps import BoardMap, Flat, Land, pair_of
from games.kernel.scene import Scene, SeatMark, Shape
from referee.board_image import geometry, svg
from referee.board_image.text import wide
from referee.wording import army_letter, localized

PLAQUE_HEIGHT, PLAQUE_RADIUS, PLAQUE_RIM = 58, 10, 6
LETTER, COUNT, NAME, BADGE = 34, 52, 26, 20
LONG_COUNT = 40
"""The size of a count of three digits, which nearly no game has."""
LETTER_GAP = 5
DIGIT = 0.62
"""The width of a tabular digit, as a share of its size."""
HATCHES = {
    "solid": "",
    "diagonal": '<path d="M0 12 12 0M-3 3 3 -3M9 15 15 9"/>',
    "horizontal": '<path d="M0 6H12"/>',
    "vertical": '<path d="M6 0V12"/>',
    "cross": '<path d="M0 12 12 0M0 0 12 12"/>',
    "dots": '<circle cx="6" cy="6" r="2.4"/>',
}


@dataclass(frozen=True)
class PlaceMark:
    """What of a place changes in a game: whose it is, what stands on it as SVG, and both for a screen reader."""

    seat: int
    drawn: str
    spoken: str


def map_svg(
    scene: Scene,
    board_map: BoardMap,
    *,
    name: str = "board",
    changed: Iterable[str] = (),
    last: frozenset[str] = frozenset(),
    has_outlines: bool = False,
    arrow: str = "",
) -> SafeString:
    """The whole picture. `name` makes ids on one page unique; `changed` places pulse once, those that the `last` move changed are framed.

    `has_outlines`: the page has them already. The `arrow` lies under names and plaques, its losses over them: static/css/map.css shows of
    each of the two groups its own.
    """
    shapes = {shape.key: shape for shape in scene.shapes if shape.key in board_map.lands}
    seats = frozenset(mark.seat for mark in scene.seats)
    changed = frozenset(changed)
    parts = [
        f'<svg class="map-svg{" is-cells" if board_map.scale else ""}" id="{name}"'
        f' viewBox="0 0 {board_map.width} {board_map.height}" role="group"'
        f' aria-label="{escape(_("Plancia"))}" xmlns="http://www.w3.org/2000/svg"><defs>',
        *(pattern(f"{name}-m{mark.seat}", mark) for mark in scene.seats),
        "" if has_outlines else shapes_of(scene, board_map, name),
        '</defs><g aria-hidden="true">',
        _use(f"{name}-ground"),
        *(_land(name, shape, board_map, seats, shape.key in changed) for shape in shapes.values()),
        '<g class="m-borders">',
        *_borders(name, board_map, shapes),
        "</g>",
        *(line("m-river", river) for river in board_map.rivers),
        "</g>",
        f'<g class="m-arrow m-way" aria-hidden="true">{arrow}</g>',
        *_labels(scene, board_map, shapes, name, last),
        f'<g class="m-arrow m-losses" aria-hidden="true">{arrow}</g></svg>',
    ]
    return mark_safe("".join(parts))


def outlines(scene: Scene, board_map: BoardMap, *, name: str = "board") -> SafeString:
    """The shapes for `map_svg` of the same name, in a picture of their own that takes no room."""
    return mark_safe(
        f'<svg class="map-outlines{" is-cells" if board_map.scale else ""}" width="0" height="0" aria-hidden="true"'
        f' xmlns="http://www.w3.org/2000/svg"><defs>{shapes_of(scene, board_map, name)}</defs></svg>'
    )


def place_marks(scene: Scene, board_map: BoardMap | None, name: str) -> dict[str, PlaceMark]:
    """Each place by its key; as a tile where the board has no plaques."""
    drawing = geometry.drawing(scene, is_far=True)
    drawn = _plaques(scene) if board_map and not board_map.scale else svg.tiles(drawing, name=name)
    return {tile.key: PlaceMark(tile.seat, drawn[tile.key], tile.spoken) for tile in drawing.tiles}


def _plaques(scene: Scene) -> dict[str, str]:
    armies = {mark.seat: mark for mark in scene.seats}
    return {shape.key: plaque(shape, armies.get(shape.seat)) for shape in scene.shapes}


def pattern(name: str, mark: SeatMark) -> str:
    """The hatch of a seat's lands, of that id."""
    return (
        f'<pattern id="{name}" class="m-army-{svg.ARMIES.get(mark.colour, svg.NOBODY)}" width="12" height="12"'
        f' patternUnits="userSpaceOnUse"><rect class="m-fill" width="12" height="12"/>'
        f'<g class="m-hatch">{HATCHES.get(mark.hatch, "")}</g></pattern>'
    )


# -- what never changes


def shapes_of(scene: Scene, board_map: BoardMap, name: str) -> str:
    """The lands and borders by id, and the ground under them: water, links over it, coasts."""
    return "".join(
        (
            *(f'<path id="{name}-{key}" d="{_rings_path(land.rings)}"/>' for key, land in board_map.lands.items()),
            *(
                f'<path id="{name}-b{number}" d="{"".join(map(_path, lines))}"/>'
                for number, lines in enumerate(board_map.borders.values())
            ),
            f'<g id="{name}-ground"><rect class="m-sea" width="{board_map.width}" height="{board_map.height}"/>',
            *(line("m-link", sea) for lines in board_map.seas.values() for sea in lines),
            *(line("m-link", link) for link in _further_links(scene, board_map)),
            f'<g class="m-coast">{"".join(_use(f"{name}-{key}") for key in board_map.lands)}</g></g>',
        )
    )


@lru_cache(maxsize=512)
def _rings_path(rings: tuple[Flat, ...]) -> str:
    return "".join(f"{_path(ring)}z" for ring in rings)


@lru_cache(maxsize=1024)
def _path(flat: Flat) -> str:
    """Whole units, and steps from corner to corner: a third of the size of coordinates. What two lands share stays the same for both."""
    points = [(round(x), round(y)) for x, y in zip(flat[::2], flat[1::2], strict=True)]
    steps: list[tuple[int, int]] = []
    for (ax, ay), (bx, by) in itertools.pairwise(points):
        x, y = bx - ax, by - ay
        if steps and _goes_on(steps[-1], (x, y)):
            x, y = steps[-1][0] + x, steps[-1][1] + y
            steps.pop()
        steps.append((x, y))
    drawn = " ".join(str(number) for step in steps for number in step)
    return f"M{points[0][0]} {points[0][1]}l{drawn.replace(' -', '-')}"


def _goes_on(before: tuple[int, int], step: tuple[int, int]) -> bool:
    """Whether the step goes nowhere, or on in the direction of the one before."""
    return step == (0, 0) or (
        before[0] * step[1] == before[1] * step[0] and before[0] * step[0] + before[1] * step[1] >= 0
    )


def line(kind: str, flat: Flat) -> str:
    """A line of the map, by its class."""
    return f'<path class="{kind}" d="{_path(flat)}"/>'


def _use(name: str, attributes: str = "") -> str:
    """A shape again, by its id: each is written once."""
    return f'<use href="#{name}"{attributes}/>'


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


# -- whose the lands are


def _land(name: str, shape: Shape, board_map: BoardMap, seats: frozenset[int], is_changed: bool) -> str:
    fill = f' fill="url(#{name}-m{shape.seat})"' if shape.seat in seats else ""
    state = (" is-changed" if is_changed else "") + (" m-ridge" if shape.key in board_map.ridges else "")
    return _use(f"{name}-{shape.key}", f' class="m-land{state}" data-land="{escape(shape.key)}"{fill}')


def _borders(name: str, board_map: BoardMap, shapes: Mapping[str, Shape]) -> Iterator[str]:
    """Inner borders first, so that fronts lie over all others. A front is one line within another, which parts it from the lands."""
    fronts = []
    for number, key in enumerate(board_map.borders):
        one, other = (shapes[place] for place in pair_of(key))
        parts_groups = one.group != other.group and not board_map.scale
        kind = "m-continent" if parts_groups else "m-inner"
        yield _use(f"{name}-b{number}", f' class="{kind}" data-between="{escape(key)}"')
        if one.seat != other.seat:
            fronts.append(f"{name}-b{number}")
    yield from (_use(front, ' class="m-casing"') for front in fronts)
    yield from (_use(front, ' class="m-front"') for front in fronts)


# -- labels


def _labels(
    scene: Scene, board_map: BoardMap, shapes: Mapping[str, Shape], name: str, last: frozenset[str]
) -> Iterator[str]:
    if board_map.scale:
        over = svg.over_map(geometry.drawing(scene, is_far=True), name, last)
        yield f'<g class="m-places" transform="scale({board_map.scale})">{over}</g>'
        return
    for key in shapes:
        if board_map.lands[key].leader:
            yield _leader(board_map.lands[key])
    marks = place_marks(scene, board_map, name)
    yield '<g class="m-places">'
    for key, shape in shapes.items():
        yield _label(shape, board_map.lands[key], marks[key], key in last)
    yield "</g>"


def _leader(land: Land) -> str:
    (x, y), (ax, ay) = land.plaque or (0, 0), land.leader or (0, 0)
    return (
        f'<g aria-hidden="true"><path class="m-leader-rim" d="M{x:g} {y:g}L{ax:g} {ay:g}"/>'
        f'<path class="m-leader" d="M{x:g} {y:g}L{ax:g} {ay:g}"/>'
        f'<circle class="m-leader-end" cx="{ax:g}" cy="{ay:g}" r="6"/></g>'
    )


def _label(shape: Shape, land: Land, mark: PlaceMark, is_last: bool) -> str:
    """The name, and the plaque around a middle of its own, so that equal plaques are equal texts."""
    (x, y), (nx, ny) = land.plaque or (0, 0), land.name or (0, 0)
    name = localized(shape.short_label)
    return (
        f'<g class="m-place{" is-last" if is_last else ""}" data-place="{escape(shape.key)}" role="img" aria-label="{escape(mark.spoken)}"'
        f' transform="translate({x:g} {y:g})">'
        f'<text class="m-name" x="{nx - x:g}" y="{ny - y:g}" font-size="{NAME}">{escape(name.replace(chr(173), ""))}</text>'
        f'<g class="m-mark">{mark.drawn}</g></g>'
    )


def plaque(shape: Shape, mark: SeatMark | None) -> str:
    """Letter and count as one reading, around the origin."""
    count = sum(piece.count for piece in shape.pieces)
    if mark is None and not count:
        return ""
    return _plaque(
        army_letter(mark) if mark else "",
        svg.ARMIES.get(mark.colour, svg.NOBODY) if mark else svg.NOBODY,
        str(count) if count else "",
        "".join(badge[0] for badge in map(localized, shape.badges) if not badge.isdigit()),
    )


@lru_cache(maxsize=2048)
def _plaque(letter: str, army: str, count: str, badges: str) -> str:
    size = COUNT if len(count) < 3 else LONG_COUNT
    letters, digits = wide(letter, LETTER) * 0.95, DIGIT * size * len(count)
    total = letters + digits + (LETTER_GAP if letter and count else 0)
    left, wide_enough = -total / 2, max(56, total + 2 * PLAQUE_RIM)
    edge, low, base = wide_enough / 2, PLAQUE_HEIGHT / 2, size * 0.365
    parts = [
        f'<rect class="m-plaque" x="{-edge:.1f}" y="{-low:g}" width="{2 * edge:.1f}" height="{PLAQUE_HEIGHT}" rx="{PLAQUE_RADIUS}"/>',
        f'<path class="m-band m-army-{army}" d="M{PLAQUE_RADIUS - edge:.1f} {low - 4:g}H{edge - PLAQUE_RADIUS:.1f}"/>',
        _plaque_text("m-letter", left, base, LETTER, letter),
        _plaque_text("m-count", left + total, base, size, count),
        _plaque_text("m-badge", edge + 4, -10, BADGE, badges),
    ]
    return "".join(parts)


def _plaque_text(kind: str, x: float, y: float, size: float, words: str) -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" font-size="{size}">{escape(words)}</text>' if words else ""
