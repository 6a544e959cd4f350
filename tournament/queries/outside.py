"""What may be told of a table in play to whoever is not of the staff. A table that is followed late is late everywhere outside: its
giro, the closing and the last giro are told by its own page or slide alone, which are as late as the organizer set them.

The pause is told at once, as the clock is, and so is a result that was counted: it is public.
"""

from collections.abc import Callable
from typing import TypeVar

from tournament.models import Part, Round, ScreenLink, Table, TableStatus, Tournament
from tournament.permissions import entrants_of
from tournament.states import TableState

Found = TypeVar("Found")

MOST_TABLES_WITH_GIRO = 12
MOST_LIVE_TABLES = 2
"""A screen shows tables live where the round has no more than these: the final."""


def status_outside(table: Table, screen: ScreenLink | None = None) -> TableStatus | None:
    """The status as the public may know it, or whoever stands before this screen. Only a table in play is late."""
    status: TableStatus | None = getattr(table, "status", None)
    if status is None or table.state != TableState.PLAYING or not is_late(table, screen):
        return status
    return TableStatus(paused_at=status.paused_at, paused_after=status.paused_after)


def known_outside(table: Table) -> TableStatus | None:
    """The status as the page has worked it out already, such as for a screen with a delay of its own; or for everybody."""
    known = vars(table)
    found: TableStatus | None = known["status_outside"] if "status_outside" in known else status_outside(table)
    return found


def tells_giro(round_: Round) -> bool:
    """Whether phones hear of each giro: in a hall of more tables they would fetch their page without a pause."""
    return table_count(round_) <= MOST_TABLES_WITH_GIRO


def table_count(round_: Round) -> int:
    """How many tables the round has, asked once for each page."""
    return _once(round_, "_table_count", round_.tables.count)


def is_late(table: Table, screen: ScreenLink | None = None) -> bool:
    """Whether the table is followed with a delay: on this screen; without one, on its page or on any screen of the hall."""
    if screen is not None:
        return bool(screen.live_delay) and _is_shown_live(table.round)
    broadcast = getattr(table, "broadcast", None)
    return bool(broadcast and broadcast.is_open and broadcast.delay) or _is_late_on_a_screen(table.round)


def sits_at_live_table(user, tournament: Tournament) -> bool:
    """Whether a member of the staff plays at a table that screens show."""
    round_ = tournament.rounds.visible().last()
    if user is None or round_ is None or not _is_shown_live(round_):
        return False
    return round_.seats.filter(entrant__in=entrants_of(user, tournament)).exists()


def _is_late_on_a_screen(round_: Round) -> bool:
    def ask() -> bool:
        screens = ScreenLink.objects.filter(tournament=round_.tournament_id, revoked_at=None, live_delay__gt=0)
        return any(not screen.parts or Part.LIVE in screen.parts for screen in screens) and _is_shown_live(round_)

    return _once(round_, "_is_late_on_a_screen", ask)


def _is_shown_live(round_: Round) -> bool:
    return table_count(round_) <= MOST_LIVE_TABLES


def _once(round_: Round, name: str, ask: Callable[[], Found]) -> Found:
    """Asked once for all tables that share their round."""
    known: dict[str, Found] = round_.__dict__
    if name not in known:
        known[name] = ask()
    return known[name]
