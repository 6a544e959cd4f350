"""The progress of a print-out: its drawing reports it, the page shows it."""

from collections.abc import Callable

Progress = Callable[[int, int], object]
"""Called with the number of parts drawn and their total."""
