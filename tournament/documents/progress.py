"""How far a print-out is: its drawing reports it, the page shows it."""

from collections.abc import Callable

Progress = Callable[[int, int], object]
"""Called with the parts drawn so far, and how many there are."""
