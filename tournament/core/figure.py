"""A picture on a sheet, known by its size alone: whoever draws the sheet knows what it is."""

from typing import Protocol


class Figure(Protocol):
    """`width` and `height` in points."""

    width: float
    height: float

    def scale(self, sx: float, sy: float) -> None: ...
