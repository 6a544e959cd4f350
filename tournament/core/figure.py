"""A figure on a sheet, of which this layer knows only the size."""

from typing import Protocol


class Figure(Protocol):
    """`width` and `height` in points."""

    width: float
    height: float

    def scale(self, sx: float, sy: float) -> None: ...
