"""The geometry of a scene's picture. Unchanged places are cached."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import gettext as _

from games.kernel.layout import Box, way
from games.kernel.scene import Link, Piece, Scene, Shape
from referee.board_image.icons import SIGNS
from referee.board_image.shapes import MOST_TILES, Area, Army, Disk, Drawing, Line, Plate, Sign, Text, Tile
from referee.board_image.text import LEAST_NAME, LEAST_TALL_NAME, fitted, wide, wrapped
from referee.wording import army_letter, colour, localized

EDGE = 6
PLATE = 7.0
COUNT, LETTER = 6.2, 4.8
SMALL = 3.9
CROWDED = 4.9
"""Rows of pieces that are less tall have their counts and signs closer together."""
BADGE_ROW = SMALL + 0.6
TALL = 1.3
"""A board that is less wide than so many times its height stands beside the players on a tablet that lies."""
NOTE = 4.0
FAR, FAR_PLATE, FAR_FOOT = 10.5, 9.2, 1.5
"""Counts that are read from ten metres (52 px where a picture of 206 units fills the height of 1080), their plates, the room below."""
FAR_CELL, FAR_LETTER, TIGHT_CELL, TIGHT_LETTER = 5.6, 5.8, 3.4, 4.2
GOAL, GOAL_FOOT = 3.6, 0.8
"""The mark of an open objective sits on the upper edge of its place, above the name."""
ABOVE = 3.0
"""Room over the picture for the marks of its first row."""


@dataclass(frozen=True)
class Marks:
    """The names of a scene's pieces and seats in the reader's language, as pairs, so that equal ones hit the cache."""

    letters: tuple[tuple[int, str], ...]
    colours: tuple[tuple[int, str], ...]
    kinds: tuple[tuple[str, str, str], ...]
    """Kind, sign, words."""


@dataclass(frozen=True)
class Look:
    """The state of a place in the current question, and the seats whose open objectives contain it."""

    is_lit: bool
    is_chosen: bool
    goals: tuple[int, ...]


def drawing(scene: Scene, *, lit: Iterable[str] = (), chosen: Iterable[str] = (), is_far: bool = False) -> Drawing:
    """The picture of a scene; `lit` places and links can be chosen, `chosen` ones are part of the current question.

    `is_far`: for eyes at the other end of a hall, which want how many stand where before what kind they are.
    """
    lit, chosen = frozenset(lit), frozenset(chosen)
    boxes = {shape.key: Box(shape.x, shape.y, shape.w, shape.h) for shape in scene.shapes}
    marks = _marks(scene)
    least = LEAST_TALL_NAME if scene.width < TALL * scene.height else LEAST_NAME
    tiles = tuple(
        _tile(shape, marks, _words(shape), _look(scene, shape, lit, chosen), is_far, least) for shape in scene.shapes
    )
    texts, signs, bottom = _legend(scene)
    note = _note(scene, bottom)
    return Drawing(
        width=scene.width,
        height=note[-1].y + 2 if note else bottom,
        edge=EDGE if any(link.wraps for link in scene.links) else 1,
        areas=tuple(_areas(scene, boxes)),
        rivers=tuple(Line("river", river.points) for river in scene.rivers),
        lines=tuple(line for link in scene.links for line in _lines(scene, link, boxes)),
        tiles=tiles,
        disks=tuple(_disk(link, boxes) for link in scene.links if link.key and link.key in lit),
        armies=tuple(Army(mark.seat, mark.colour, army_letter(mark), mark.hatch) for mark in scene.seats),
        texts=(*texts, *_river_names(scene)),
        signs=signs,
        stand_in=note,
    )


# -- places


def _marks(scene: Scene) -> Marks:
    return Marks(
        tuple((mark.seat, army_letter(mark) if mark.colour else str(mark.seat + 1)) for mark in scene.seats),
        tuple((mark.seat, colour(mark.colour) or army_letter(mark)) for mark in scene.seats),
        tuple((mark.kind, mark.sign, localized(mark.label)) for mark in scene.kinds),
    )


@dataclass(frozen=True)
class PlaceWords:
    """What is written on a place, in the reader's language."""

    whole: str
    short: str
    badges: tuple[str, ...]


def _words(shape: Shape) -> PlaceWords:
    return PlaceWords(localized(shape.label), localized(shape.short_label), tuple(map(localized, shape.badges)))


def _look(scene: Scene, shape: Shape, lit: frozenset[str], chosen: frozenset[str]) -> Look:
    goals = tuple(goal.seat for goal in scene.goals if shape.key in goal.places)
    return Look(shape.lit or shape.key in lit, shape.key in chosen, goals)


@lru_cache(maxsize=MOST_TILES)
def _tile(shape: Shape, marks: Marks, words: PlaceWords, look: Look, is_far: bool, least: float) -> Tile:
    """The identical tile for a place that looks the same."""
    box = Box(shape.x, shape.y, shape.w, shape.h)
    letters, signs = dict(marks.letters), {kind: sign for kind, sign, _words in marks.kinds}
    goals = "".join(letters.get(seat, "") for seat in look.goals)
    for reserved in (0.0, BADGE_ROW):  # badges that need a row of their own press the pieces together, not the name
        rows = _rows(shape, signs, box, box.h - least * 1.06 - 1.5 - reserved)
        plates = tuple(_far_plates(shape, signs, box, letters) if is_far else _plates(rows, box, letters))
        drawn, texts, room = _badges(words.badges, signs, box, plates, goals)
        if not room or is_far:
            break
    tall = (
        (FAR_PLATE + FAR_FOOT - 0.9 if is_far else sum(row for row, *_ in rows))
        if rows
        else PLATE
        if shape.badges
        else 0
    )
    used = tall + room
    return Tile(
        key=shape.key,
        box=box,
        seat=shape.seat,
        group=shape.group,
        spoken=_spoken(shape, words, marks),
        names=_names(words.short, box, box.h - used - 1.5, least),
        plates=plates,
        texts=texts,
        signs=drawn,
        is_lit=look.is_lit,
        is_chosen=look.is_chosen,
    )


def _spoken(shape: Shape, words: PlaceWords, marks: Marks) -> str:
    """The place for a screen reader: name, then what stands there, how many and whose: “armate: 3 (nero)”."""
    kinds = {kind: label for kind, _sign, label in marks.kinds}
    colours = dict(marks.colours)
    pieces = (
        f"{kinds.get(piece.kind, piece.kind)}: {piece.count}"
        + (f" ({colours[piece.seat]})" if colours.get(piece.seat) else "")
        for piece in shape.pieces
    )
    return ", ".join((words.whole, *pieces, *words.badges))


def _names(words: str, box: Box, room: float, least: float) -> tuple[Text, ...]:
    size, lines = fitted(words, box.w - 2.2, room, least)
    return tuple(Text(box.x + 1.4, box.y + size * 1.06 * (number + 1), size, line) for number, line in enumerate(lines))


# -- pieces and badges

Row = tuple[float, int, tuple[tuple[str, str], ...]]


def _rows(shape: Shape, signs: Mapping[str, str], box: Box, room: float) -> list[Row]:
    """Height, seat and items (sign, count) of each row of a place's pieces, one seat a row or more, in the room below its name."""
    rows = [*_by_seat(shape, signs, box.w - 9, 5)]
    if rows and room / len(rows) < CROWDED:  # fewer rows, each of more kinds closer together, have larger letters
        rows = [*_by_seat(shape, signs, box.w - CROWDED - 2, 4.1)]
    tall = min(PLATE, room / len(rows)) if rows else 0
    return [(tall, seat, tuple(items)) for seat, items in rows]


def _by_seat(
    shape: Shape, signs: Mapping[str, str], room: float, sign: float
) -> Iterator[tuple[int, list[tuple[str, str]]]]:
    for seat in dict.fromkeys(piece.seat for piece in shape.pieces):
        for items in _broken([piece for piece in shape.pieces if piece.seat == seat], signs, room, sign):
            yield seat, items


def _broken(pieces: list[Piece], signs: Mapping[str, str], room: float, sign: float) -> Iterator[list[tuple[str, str]]]:
    """The pieces in lines of so much room, with so much for the sign beside each count."""
    line: list[tuple[str, str]] = []
    used = 0.0
    for piece in pieces:
        item = (signs.get(piece.kind, ""), str(piece.count))
        wants = wide(item[1], SMALL) + (sign if item[0] else 0)
        if line and used + wants > room:
            yield line
            line, used = [], 0.0
        line.append(item)
        used += wants
    if line:
        yield line


def _plates(rows: list[Row], box: Box, letters: Mapping[int, str]) -> Iterator[Plate]:
    bottom = box.y + box.h - 0.9
    for tall, seat, items in reversed(rows):
        gap = 0.2 if tall < CROWDED else 0.5
        yield _plate(seat, items, box.x + 0.9, bottom - tall + gap, tall - gap, letters.get(seat, ""))
        bottom -= tall


def _plate(seat: int, items: tuple[tuple[str, str], ...], x: float, y: float, tall: float, letter: str) -> Plate:
    is_lone = len(items) == 1 and not items[0][0]
    size = min(COUNT if is_lone else SMALL, tall * 0.95)
    is_crowded = tall < CROWDED - 0.2
    cell = min(5.2, tall) if letter else 0.0
    lead, after_count, after_sign = (0.4, 0.2, 0.3) if is_crowded else (0.9, 0.3, 0.8)
    at, base = x + cell + lead, y + tall / 2 + size * 0.36
    texts, signs = [], []
    for sign, count in items:
        texts.append(Text(at, base, size, count, weight="count"))
        at += wide(count, size) + after_count
        if sign in SIGNS:
            signs.append(Sign(sign, at, y + tall / 2 - size * 0.45, size * 0.9))
            at += size * 0.9 + after_sign
        elif sign:
            texts.append(Text(at, base, size, sign))
            at += wide(sign, size) + after_sign
    letters = min(LETTER, tall * (0.95 if is_crowded else 0.75))
    head = Text(x + cell / 2, y + tall / 2 + letters * 0.36, letters, letter, "middle", "letter") if letter else None
    return Plate(seat, (x, y, at - x + 0.4, tall), head, cell, tuple(texts), tuple(signs))


def _far_plates(shape: Shape, signs: Mapping[str, str], box: Box, letters: Mapping[int, str]) -> list[Plate]:
    """One plate for each seat beside the others: its letter and how many of its pieces stand there; behind a lone one, of which kinds.

    Pieces of nobody are told with the kinds where somebody else stands there.
    """
    seats = list(dict.fromkeys(piece.seat for piece in shape.pieces))
    owners = [seat for seat in seats if seat >= 0] or seats
    totals = [str(sum(piece.count for piece in shape.pieces if piece.seat == seat)) for seat in owners]
    is_tight = len(owners) > 1
    cells = [(TIGHT_CELL if is_tight else FAR_CELL) if letters.get(seat) else 0.4 for seat in owners]
    free = box.w - 0.4 - sum(cells) - 0.2 * len(owners)
    size = min(FAR, free / sum(wide(total, 1) for total in totals)) if totals else FAR
    at, base = box.x + (0.3 if is_tight else 0.9), box.y + box.h - FAR_FOOT - FAR_PLATE / 2 + size * 0.365
    plates = []
    for seat, total, cell in zip(owners, totals, cells, strict=True):
        letter = letters.get(seat, "")
        texts = [Text(at + cell + 0.2, base, size, total, weight="count")]
        kinds: list[Sign] = []
        end = at + cell + 0.2 + wide(total, size)
        if not is_tight:
            more, kinds, end = _kinds(shape.pieces, signs, end + 0.5, base, box)
            texts += more
        height = TIGHT_LETTER if is_tight else FAR_LETTER
        head = (
            Text(at + cell / 2, base - (size - height) * 0.365, height, letter, "middle", "letter") if letter else None
        )
        y = box.y + box.h - FAR_FOOT - FAR_PLATE
        plates.append(
            Plate(seat, (at, y, end - at, FAR_PLATE), head, cell if letter else 0, tuple(texts), tuple(kinds))
        )
        at = end + 0.2
    return plates[::-1]


def _kinds(
    pieces: tuple[Piece, ...], signs: Mapping[str, str], x: float, base: float, box: Box
) -> tuple[list[Text], list[Sign], float]:
    """The kinds of what stands there, in two rows as far as they have room; one kind needs no number."""
    texts: list[Text] = []
    drawn: list[Sign] = []
    items = [(signs.get(piece.kind, ""), str(piece.count) if len(pieces) > 1 else "") for piece in pieces]
    at, end = [x, x], x
    for number, (sign, count) in enumerate(item for item in items if item[0] in SIGNS):
        row = number % 2
        step = wide(count, SMALL) + SMALL + 0.3
        if at[row] + step > box.x + box.w - 0.4:
            break
        foot = base - (0 if row or len(pieces) < 2 else SMALL + 0.5)
        if count:
            texts.append(Text(at[row], foot, SMALL, count, weight="badge"))
        drawn.append(Sign(sign, at[row] + wide(count, SMALL) + 0.2, foot - SMALL * 0.82, SMALL * 0.9))
        at[row] += step
        end = max(end, at[row] + 0.2)
    return texts, drawn, end


def _badges(
    words: tuple[str, ...], kinds: Mapping[str, str], box: Box, plates: tuple[Plate, ...], goals: str
) -> tuple[tuple[Sign, ...], tuple[Text, ...], float]:
    """Badges run from the right of the bottom row, or above the pieces where these leave no room; open objectives sit on the upper edge.

    `goals` are the letters of those whose objective it is; the last value is the height that badges of their own row take.
    """
    is_crowded = (
        bool(plates) and plates[0].box[3] < CROWDED - 0.2
    )  # a badge is as tall as its row, and stands beside that alone
    right, bottom = box.x + box.w - 1.3, box.y + box.h - (1.5 if is_crowded else 2.4)
    badges = _fitting(words, kinds, right - box.x - 1)
    signs, texts, left = _badge_row(badges, kinds, right, bottom)
    room = 0.0
    if plates and left < plates[0].box[0] + plates[0].box[2]:
        room = BADGE_ROW
        top = min(plate.box[1] for plate in plates)
        signs, texts, left = _badge_row(badges, kinds, right, top - 0.9)
    if goals:
        texts.append(Text(box.x + box.w - 1, box.y + GOAL_FOOT, GOAL, f"◎{goals}", "end", "goal"))
    return tuple(signs), tuple(texts), room


def _fitting(badges: tuple[str, ...], kinds: Mapping[str, str], room: float) -> tuple[str, ...]:
    """All badges, or the last ones that have room in a row behind a “+3” for the others."""
    for hidden in range(len(badges)):
        row = (f"+{hidden}", *badges[hidden:]) if hidden else badges
        if _badge_row(row, kinds, room, 0)[2] >= -0.9:
            return row
    return badges[-1:]


def _badge_row(
    badges: tuple[str, ...], kinds: Mapping[str, str], right: float, base: float
) -> tuple[list[Sign], list[Text], float]:
    signs: list[Sign] = []
    texts: list[Text] = []
    at = right
    for badge in reversed(badges):
        at = _badge(badge, kinds, at, base, texts, signs) - 0.9
    return signs, texts, at


def _badge(badge: str, kinds: Mapping[str, str], at: float, base: float, texts: list[Text], signs: list[Sign]) -> float:
    """Draws one badge leftwards from `at`: a sign with its number, stars by number, or the words themselves."""
    name = badge.rstrip("0123456789")
    number = badge[len(name) :]
    stars = len(badge) if badge and set(badge) == {"★"} else 0
    sign = kinds.get(name, "") if name and not stars else "★" if stars else ""
    if sign in SIGNS:
        if number:
            texts.append(Text(at, base, SMALL, number, "end", "badge"))
            at -= wide(number, SMALL) + 0.3
        for _star in range(stars or 1):
            at -= SMALL * 0.95
            signs.append(Sign(sign, at, base - SMALL * 0.82, SMALL * 0.9))
        return at
    texts.append(Text(at, base, SMALL, badge, "end", "value" if badge.isdigit() else "badge"))
    return at - wide(badge, SMALL)


# -- between places


def _lines(scene: Scene, link: Link, boxes: Mapping[str, Box]) -> Iterator[Line]:
    one, other = boxes[link.a], boxes[link.b]
    if not link.wraps:
        yield Line(link.kind, tuple(way(one, other, link.via)))
        return
    left, right = sorted((one, other), key=lambda box: box.x)
    yield Line(link.kind, ((left.x, left.middle[1]), (-EDGE, left.middle[1])))
    yield Line(link.kind, ((right.x + right.w, right.middle[1]), (scene.width + EDGE, right.middle[1])))


def _disk(link: Link, boxes: Mapping[str, Box]) -> Disk:
    points = way(boxes[link.a], boxes[link.b], link.via)
    (ax, ay), (bx, by) = points[len(points) // 2 - 1], points[len(points) // 2]
    return Disk(link.key, link.key, (ax + bx) / 2, (ay + by) / 2)


def _areas(scene: Scene, boxes: Mapping[str, Box]) -> Iterator[Area]:
    if not scene.has_areas:
        return
    for number, (group, label) in enumerate(scene.groups):
        inside = [shape for shape in scene.shapes if shape.group == group]
        joined = list(_joined(scene.links, [boxes[shape.key] for shape in inside]))
        yield Area(number, tuple(joined), None if scene.links else _area_name(joined, localized(label)))


def _joined(links: Sequence[Link], boxes: list[Box]) -> Iterator[Box]:
    """The boxes with a rim around them; where the scene has no links, one box around them all."""
    rim = 3
    if links:
        yield from (Box(box.x - rim, box.y - rim, box.w + 2 * rim, box.h + 2 * rim) for box in boxes)
        return
    left, top = min(box.x for box in boxes) - rim, min(box.y for box in boxes) - rim - 3
    right, bottom = max(box.x + box.w for box in boxes) + rim, max(box.y + box.h for box in boxes) + rim
    yield Box(left, top, right - left, bottom - top)


def _area_name(boxes: list[Box], label: str) -> Text:
    return Text(boxes[0].x + 3, boxes[0].y + 4.4, SMALL, label, weight="badge")


def _river_names(scene: Scene) -> Iterator[Text]:
    """Where each river enters the picture."""
    for river in scene.rivers:
        x, y = river.points[0]
        yield Text(x - 3, y + 5, SMALL, localized(river.label), "end", "river")


# -- below the picture


def _legend(scene: Scene) -> tuple[tuple[Text, ...], tuple[Sign, ...], float]:
    """The legend's signs with their words, in as many rows as needed; and the bottom of the picture."""
    texts: list[Text] = []
    signs: list[Sign] = []
    at, row = 2.0, scene.height + 5.0
    marks = [(mark.sign, localized(mark.label)) for mark in scene.kinds if mark.sign]
    if scene.goals:
        marks.append(("◎", _("obiettivo scoperto, di chi")))
    for sign, label in marks:
        wants = SMALL * 1.3 + wide(label, SMALL) + 5
        if at + wants > scene.width and at > 2.0:
            at, row = 2.0, row + 6
        if sign in SIGNS:
            signs.append(Sign(sign, at, row - SMALL * 0.8, SMALL))
        else:
            texts.append(Text(at + SMALL / 2, row, SMALL, sign, "middle", "goal" if sign == "◎" else "badge"))
        texts.append(Text(at + SMALL * 1.4, row, SMALL, label, weight="goal" if sign == "◎" else "name"))
        at += wants
    return tuple(texts), tuple(signs), row + 2.5 if marks else scene.height + 2.0


def _note(scene: Scene, top: float) -> tuple[Text, ...]:
    """The label of a stand-in board."""
    if scene.stand_in is None:
        return ()
    lines = wrapped(localized(scene.stand_in), NOTE, scene.width - 6)
    return tuple(Text(3, top + 4.6 + 5 * number, NOTE, line, weight="note") for number, line in enumerate(lines))
