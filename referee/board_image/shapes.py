"""The parts of a drawn board, in units of the scene: pure data that screen and paper draw alike."""

from dataclasses import dataclass

from games.kernel.layout import Box

DISK = 8.5
MOST_TILES = 4096
"""The number of cached tiles, enough for about a hundred tables."""


@dataclass(frozen=True)
class Text:
    x: float
    y: float
    size: float
    words: str
    anchor: str = "start"
    weight: str = "name"


@dataclass(frozen=True)
class Sign:
    """A drawn sign, its square at x, y."""

    name: str
    x: float
    y: float
    size: float


@dataclass(frozen=True)
class Plate:
    """The pieces of one seat on a place: its letter on its colour, then the counts. Seat -1 is neutral."""

    seat: int
    box: tuple[float, float, float, float]
    letter: Text | None
    cell: float
    texts: tuple[Text, ...]
    signs: tuple[Sign, ...]


@dataclass(frozen=True, eq=False)
class Tile:
    """A drawn place; equal ones are the same object, by which a renderer caches its output."""

    key: str
    box: Box
    seat: int
    group: str
    spoken: str
    names: tuple[Text, ...]
    plates: tuple[Plate, ...]
    texts: tuple[Text, ...]
    signs: tuple[Sign, ...]
    is_lit: bool = False
    is_chosen: bool = False


@dataclass(frozen=True)
class Line:
    kind: str
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Disk:
    """A link that can be chosen itself, such as a bridge."""

    key: str
    spoken: str
    x: float
    y: float


@dataclass(frozen=True)
class Area:
    """The ground under places that belong together; `number` picks its tint."""

    number: int
    boxes: tuple[Box, ...]
    label: Text | None = None


@dataclass(frozen=True)
class Army:
    seat: int
    colour: str
    letter: str
    hatch: str


@dataclass(frozen=True)
class Drawing:
    width: float
    height: float
    edge: float
    areas: tuple[Area, ...]
    rivers: tuple[Line, ...]
    lines: tuple[Line, ...]
    tiles: tuple[Tile, ...]
    disks: tuple[Disk, ...]
    armies: tuple[Army, ...]
    texts: tuple[Text, ...]
    signs: tuple[Sign, ...]
    stand_in: tuple[Text, ...]
