"""The content of a score sheet that a table fills in by hand."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True)
class FormSeat:
    """A player at the table; a form for any table has no names."""

    seat: int
    name: str = ""
    club: str = ""


@dataclass(frozen=True)
class FormRow:
    """What is written of every seat: a box to tick, or room for a figure or a signature."""

    words: str
    is_tick: bool = False
    is_strong: bool = False
    is_signature: bool = False


@dataclass(frozen=True)
class FormLegend:
    """A table of the game for whoever counts; with boxes there is room beside each entry for the number of a seat."""

    title: str
    entries: tuple[tuple[str, str], ...]
    has_boxes: bool = False


@dataclass(frozen=True, kw_only=True)
class PaperForm:
    """A sheet to be filled in; `table` is 0 for any table. `logo` is a picture file, empty for none."""

    tournament: str
    round_name: str
    table: int
    game: str
    made_at: datetime
    seats: tuple[FormSeat, ...]
    rows: tuple[FormRow, ...]
    endings: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    legends: tuple[FormLegend, ...] = ()
    hall: str = ""
    judge: str = ""
    logo: bytes = b""
