"""A drawing as SVG for pages and screens: classes and presentation attributes only, which a strict policy allows.
Places that can be chosen are buttons with `data-place`; `static/js/judge/board.js` passes a tap on to the question's form.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from referee.board_image.geometry import ABOVE
from referee.board_image.icons import SIGNS
from referee.board_image.shapes import DISK, MOST_TILES, Area, Army, Disk, Drawing, Line, Plate, Sign, Text, Tile

# Games name colours in Italian, the stylesheet in English.
ARMIES = {"nero": "black", "rosso": "red", "giallo": "yellow", "verde": "green", "blu": "blue", "viola": "purple"}
HATCHES = {
    "solid": "",
    "diagonal": '<path d="M0 3 3 0M-1 1 1 -1M2 4 4 2"/>',
    "horizontal": '<path d="M0 1.5H3"/>',
    "vertical": '<path d="M1.5 0V3"/>',
    "cross": '<path d="M0 3 3 0M0 0 3 3"/>',
    "dots": '<circle cx="1.5" cy="1.5" r=".7"/>',
}
NOBODY = "none"


def svg(
    drawn: Drawing,
    *,
    name: str = "board",
    label: str = "",
    changed: frozenset[str] = frozenset(),
    last: frozenset[str] = frozenset(),
    arrow: str = "",
) -> SafeString:
    """The whole picture. `name` makes the ids of several pictures on one page unique; `changed` places pulse once, those that the `last`
    move changed are framed.
    """
    lit = " has-lit" * has_lit(drawn) + " has-most-lit" * has_most_lit(drawn)
    box = " ".join(map(_n, (-drawn.edge, -ABOVE, drawn.width + 2 * drawn.edge, drawn.height + ABOVE)))
    parts = [
        f'<svg class="board-svg{lit}" id="{name}" viewBox="{box}"'
        f' role="group" aria-label="{escape(label or _("Plancia"))}" xmlns="http://www.w3.org/2000/svg">',
        "<defs>",
        *(_pattern(name, army) for army in drawn.armies),
        "</defs>",
        '<g aria-hidden="true">',
        *(_area(area) for area in drawn.areas),
        *(_line(line) for line in drawn.rivers),
        f'<g class="b-links">{links(drawn)}</g>',
        "</g>",
        '<g class="m-places">',
        *tiles(drawn, name=name, changed=changed, last=last).values(),
        "</g>",
        f'<g class="b-disks">{disks(drawn)}</g>',
        '<g aria-hidden="true">',
        *(_text(text) for text in drawn.texts),
        *(_sign(sign) for sign in drawn.signs),
        "</g>",
        _note(drawn),
        f'<g class="m-arrow" aria-hidden="true">{arrow}</g>' if arrow else "",
        "</svg>",
    ]
    return mark_safe("".join(parts))


@lru_cache(maxsize=len(SIGNS) + 64)
def sign(name: str) -> SafeString:
    """A sign of its own, as large as the letters beside it."""
    if name not in SIGNS:
        return mark_safe("")
    path = "".join(f"M{'L'.join(f'{_n(x)} {_n(y)}' for x, y in corners)}Z" for corners in SIGNS[name])
    return mark_safe(f'<svg class="j-sign" viewBox="0 0 1 1" aria-hidden="true"><path d="{path}"/></svg>')


def over_map(drawn: Drawing, name: str, last: frozenset[str] = frozenset()) -> SafeString:
    """The links' bridges and the places' names and pieces, to stand on lands that a map draws."""
    places = tiles(drawn, name=name, last=last).values()
    return mark_safe(f'<g class="b-links">{bridges(drawn)}</g>{"".join(places)}')


def links(drawn: Drawing) -> str:
    return "".join(map(_line, drawn.lines))


def bridges(drawn: Drawing) -> str:
    """The links that a map leaves to be drawn over it."""
    return "".join(_line(line) for line in drawn.lines if line.kind in ("bridge", "broken_bridge"))


def tiles(
    drawn: Drawing,
    *,
    name: str = "board",
    changed: frozenset[str] = frozenset(),
    last: frozenset[str] = frozenset(),
) -> dict[str, str]:
    """Each place by its key."""
    return {tile.key: _tile(name, tile, drawn.armies, tile.key in changed, tile.key in last) for tile in drawn.tiles}


def disks(drawn: Drawing) -> str:
    """The links that can be chosen."""
    return "".join(_disk(disk) for disk in drawn.disks)


def has_lit(drawn: Drawing) -> bool:
    return bool(drawn.disks) or any(tile.is_lit for tile in drawn.tiles)


def has_most_lit(drawn: Drawing) -> bool:
    """More than half of the places can be chosen: a frame around each would say nothing."""
    return 2 * sum(tile.is_lit for tile in drawn.tiles) > len(drawn.tiles)


def _n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _pattern(name: str, army: Army) -> str:
    lines = HATCHES.get(army.hatch, "")
    return (
        f'<pattern id="{name}-h{army.seat}" class="army-{_colour(army)}" data-hatch="{army.hatch}" width="3" height="3"'
        ' patternUnits="userSpaceOnUse">'
        f'<rect class="b-ground{"" if lines else " is-solid"}" width="3" height="3"/><g class="b-hatch">{lines}</g></pattern>'
    )


def _colour(army: Army | None) -> str:
    return ARMIES.get(army.colour, NOBODY) if army else NOBODY


def _area(area: Area) -> str:
    rects = "".join(f'<rect x="{box.x}" y="{box.y}" width="{box.w}" height="{box.h}" rx="4"/>' for box in area.boxes)
    label = _text(area.label) if area.label else ""
    return f'<g class="b-area b-area-{area.number % 2}">{rects}</g>{label}'


def _line(line: Line) -> str:
    points = " ".join(f"{_n(x)},{_n(y)}" for x, y in line.points)
    if line.kind in ("bridge", "broken_bridge"):
        (ax, ay), (bx, by) = line.points[0], line.points[-1]
        gap = _cross((ax + bx) / 2, (ay + by) / 2) if line.kind == "broken_bridge" else ""
        return f'<g class="b-{line.kind}"><polyline class="b-bank" points="{points}"/><polyline class="b-deck" points="{points}"/>{gap}</g>'
    return f'<polyline class="b-line b-{line.kind}" points="{points}"/>'


def _cross(x: float, y: float) -> str:
    return f'<path class="b-gap" d="M{_n(x - 2)} {_n(y - 2)}l4 4m0 -4l-4 4"/>'


@lru_cache(maxsize=MOST_TILES)
def _tile(name: str, tile: Tile, all_armies: tuple[Army, ...], is_changed: bool = False, is_last: bool = False) -> str:
    armies = {army.seat: army for army in all_armies}
    box, army = tile.box, armies.get(tile.seat)
    states = {"lit": tile.is_lit, "chosen": tile.is_chosen, "changed": is_changed, "last": is_last}
    state = "".join(f" is-{word}" for word, holds in states.items() if holds)
    role = 'role="button" tabindex="0"' if tile.is_lit else 'role="img"'
    band = ""
    if army:
        band = (
            f'<rect class="b-band" x="{box.x + 0.6}" y="{_n(box.y + box.h - 7.9)}" width="{_n(box.w - 1.2)}" height="7.3"'
            f' rx="1.2" fill="url(#{name}-h{army.seat})"/>'
        )
    return (
        f'<g class="b-place army-{_colour(army)}{state}" data-place="{escape(tile.key)}" {role}'
        f' aria-label="{escape(tile.spoken)}">'
        f'<rect class="b-tile" x="{box.x}" y="{box.y}" width="{box.w}" height="{box.h}" rx="1.8"/>{band}'
        + "".join(_text(text) for text in tile.names)
        + "".join(_plate(plate, armies.get(plate.seat)) for plate in tile.plates)
        + _chips(tile.texts, tile.signs)
        + "</g>"
    )


def _plate(plate: Plate, army: Army | None) -> str:
    x, y, w, h = (_n(value) for value in plate.box)
    cell = (
        f'<rect class="b-cell" x="{x}" y="{y}" width="{_n(plate.cell)}" height="{h}" rx="1"/>' if plate.letter else ""
    )
    return (
        f'<g class="b-plate army-{_colour(army)}"><rect class="b-card" x="{x}" y="{y}" width="{w}" height="{h}" rx="1"/>{cell}'
        + (_text(plate.letter) if plate.letter else "")
        + "".join(_text(text) for text in plate.texts)
        + "".join(_sign(sign) for sign in plate.signs)
        + "</g>"
    )


def _chips(texts: Iterable[Text], signs: Iterable[Sign]) -> str:
    return "".join(_chip(text) for text in texts) + "".join(_sign(sign) for sign in signs)


def _chip(text: Text) -> str:
    """A badge stands on a light ground of its own, for the hatch behind it."""
    return f'<g class="b-chip">{_text(text)}</g>'


def _disk(disk: Disk) -> str:
    return (
        f'<g class="b-place b-disk is-lit" data-place="{escape(disk.key)}" role="button" tabindex="0" aria-label="{escape(disk.spoken)}">'
        f'<circle class="b-tile" cx="{_n(disk.x)}" cy="{_n(disk.y)}" r="{DISK}"/></g>'
    )


def _text(text: Text) -> str:
    anchor = "" if text.anchor == "start" else f' text-anchor="{text.anchor}"'
    return (
        f'<text class="b-text b-{text.weight}" x="{_n(text.x)}" y="{_n(text.y)}" font-size="{_n(text.size)}"{anchor}>'
        f"{escape(text.words)}</text>"
    )


def _sign(sign: Sign) -> str:
    paths = "".join(f"M{'L'.join(_corners(sign, corners))}Z" for corners in SIGNS[sign.name])
    return f'<path class="b-sign" d="{paths}"/>'


def _corners(sign: Sign, corners: Iterable[tuple[float, float]]) -> Iterator[str]:
    return (f"{_n(sign.x + x * sign.size)} {_n(sign.y + y * sign.size)}" for x, y in corners)


def _note(drawn: Drawing) -> str:
    if not drawn.stand_in:
        return ""
    first, last = drawn.stand_in[0], drawn.stand_in[-1]
    ground = format_html(
        '<rect class="b-note-ground" x="0" y="{}" width="{}" height="{}" rx="1.5"/>',
        _n(first.y - 4.2),
        _n(drawn.width),
        _n(last.y - first.y + 6),
    )
    return f'<g class="b-stand-in">{ground}{"".join(_text(text) for text in drawn.stand_in)}</g>'
