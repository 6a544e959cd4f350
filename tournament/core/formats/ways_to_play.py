"""What an organizer can do with a field that the regulation does not seat: nobody is sent home without a way to play."""

from collections.abc import Iterable

import msgspec

from tournament.core.formats import possible_formats
from tournament.core.formats.table_splits import TableSplit, advice
from tournament.core.formats.values import NoFormat
from tournament.core.regulation.schema import Regulation

FARTHEST = 12
"""People to let sit out, or to wait for, at most: the largest table."""


class WaysToPlay(msgspec.Struct, frozen=True, kw_only=True):
    """`fewer` and `more` are the nearest fields that the regulation seats, 0 where none is near: so many sit out as reserves, or
    so many more arrive. `splits` seat everybody now and depart from the regulation by their sizes."""

    present: int
    fewer: int
    more: int
    splits: tuple[TableSplit, ...]

    @property
    def sitting_out(self) -> int:
        return self.present - self.fewer

    @property
    def missing(self) -> int:
        return self.more - self.present


def ways_to_play(present: int, regulation: Regulation) -> WaysToPlay:
    """For a field without a format."""
    return WaysToPlay(
        present=present,
        fewer=_first_seated(range(present - 1, max(present - FARTHEST, 1), -1), regulation),
        more=_first_seated(range(present + 1, present + FARTHEST + 1), regulation),
        splits=advice(present, regulation).fallback,
    )


def _first_seated(fields: Iterable[int], regulation: Regulation) -> int:
    return next((players for players in fields if _is_seated(players, regulation)), 0)


def _is_seated(players: int, regulation: Regulation) -> bool:
    try:
        return bool(possible_formats(players, regulation))
    except NoFormat:
        return False
