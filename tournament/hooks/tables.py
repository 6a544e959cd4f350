"""What other apps add to a table: links to their pages, and what they know of its game, without this app importing them."""

from collections.abc import Callable
from dataclasses import dataclass

from games.kernel.words import Words
from tournament.core.figure import Figure


@dataclass(frozen=True)
class TableLink:
    label: str
    url: str
    is_live: bool = False


# Links

_link_makers: list[Callable] = []
_page_link_makers: list[Callable] = []
_hall_link_makers: list[Callable] = []


def table_link(maker: Callable) -> Callable:
    """Register `maker(table, user, roles) -> TableLink | None`; it must not query, a list calls it for every table."""
    _link_makers.append(maker)
    return maker


def links_for(table, user, roles) -> list[TableLink]:
    return [link for maker in _link_makers if (link := maker(table, user, roles))]


def table_page_link(maker: Callable) -> Callable:
    """Register `maker(table, roles) -> TableLink | None`: a link that stands on the table's own page alone, not in lists."""
    _page_link_makers.append(maker)
    return maker


def page_links_for(table, roles) -> list[TableLink]:
    return [link for maker in _page_link_makers if (link := maker(table, roles))]


def hall_link(maker: Callable) -> Callable:
    """Register `maker(tournament) -> TableLink`: a page about every table of the hall, for whoever has a role."""
    _hall_link_makers.append(maker)
    return maker


def hall_links(tournament) -> list[TableLink]:
    return [maker(tournament) for maker in _hall_link_makers]


# The record of a table's game


@dataclass(frozen=True)
class RecordSummary:
    """What the record adds to the sheet that the players sign: the board at the end, the names of the tie-breaks, and how often the judge
    said that the table showed something else.
    """

    board: Figure | None = None
    tiebreak_names: tuple[Words, ...] = ()
    corrections: tuple[str, ...] = ()


_record_checks: list[Callable] = []
_summaries: list[Callable] = []
_simulators: list[Callable] = []


def has_record(check: Callable) -> Callable:
    """Register `check(table) -> bool`: whether a record of the game names the players who sit at the table now."""
    _record_checks.append(check)
    return check


def is_recorded(table) -> bool:
    return any(check(table) for check in _record_checks)


def record_summary(summary: Callable) -> Callable:
    """Register `summary(table, has_board) -> RecordSummary | None`; without `has_board` none is drawn."""
    _summaries.append(summary)
    return summary


def record_summary_of(table, *, has_board: bool = True) -> RecordSummary:
    return next((found for summary in _summaries if (found := summary(table, has_board))), RecordSummary())


def simulate_game(simulator: Callable) -> Callable:
    """Register `simulator(table) -> Sheet`: the score of a simulated game among those who sit there, for rehearsals."""
    _simulators.append(simulator)
    return simulator


def simulated_game(table):
    return _simulators[0](table)


# Events

_seat_listeners: list[Callable] = []
_deletion_listeners: list[Callable] = []


def on_seat_corrected(listener: Callable) -> Callable:
    """Register `listener(seat, was, by)`: at a recorded table `seat` was found to hold its entrant and not the one numbered `was`."""
    _seat_listeners.append(listener)
    return listener


def seat_corrected(seat, *, was: int, by) -> None:
    for listener in _seat_listeners:
        listener(seat, was=was, by=by)


def on_tables_deleted(listener: Callable) -> Callable:
    """Register `listener(tables)`: deletes what another app stores of these tables, when a rehearsal is deleted."""
    _deletion_listeners.append(listener)
    return listener


def tables_deleted(tables) -> None:
    for listener in _deletion_listeners:
        listener(tables)
