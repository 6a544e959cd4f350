"""What the record of the final adds to the prize giving, without this app importing it."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.safestring import SafeString

from tournament.core.charts import Chart
from tournament.models import Table


@dataclass(frozen=True)
class PlayerAtTheEnd:
    """`mark` is the colour that the board gives the player; `place` 0 before the table has its result."""

    name: str
    mark: SafeString
    place: int = 0


@dataclass(frozen=True)
class EndOfGame:
    """How a game ended, for a large screen: `template` draws the last position from `board`, which is None where it is no map;
    `curve` is None where nothing grew.
    """

    template: str
    board: object
    players: tuple[PlayerAtTheEnd, ...]
    curve: Chart | None = None


_sources: list[Callable[[Table], EndOfGame | None]] = []


def end_of_game_source(source: Callable[[Table], EndOfGame | None]) -> Callable:
    """Register `source(table)`: the end of its recorded game, with nothing that is secret."""
    _sources.append(source)
    return source


def end_of_game(table: Table) -> EndOfGame | None:
    """None for a table on paper."""
    return next((found for source in _sources if (found := source(table))), None)
