"""The content of printed sheets."""

import unicodedata
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from functools import cached_property
from typing import Literal

from tournament.core.figure import Figure
from tournament.core.formatting import decimals_of
from tournament.core.ordinals import ordinal
from tournament.core.translation import translated as _
from tournament.documents.paper_forms import PaperForm
from tournament.documents.standings_progress import NOT_BEGUN, StandingsProgress


@dataclass(frozen=True)
class SeatRow:
    """A player in a seat; seats count clockwise from 1."""

    position: int
    name: str
    club: str = ""


@dataclass(frozen=True)
class SeatingTable:
    """`hall` is the table's hall in a tournament with several."""

    number: int
    seats: tuple[SeatRow, ...]
    hall: str = ""


@dataclass(frozen=True, kw_only=True)
class SeatingSheet:
    """Who sits where in a round. `draw_number` counts the draws made for it; `made_at` is in the hall's time zone."""

    tournament: str
    round_name: str
    made_at: datetime
    tables: tuple[SeatingTable, ...]
    seed: str = ""
    draw_number: int = 1
    is_draft: bool = False
    note: str = ""

    @property
    def has_halls(self) -> bool:
        return any(table.hall for table in self.tables)

    def by_name(self) -> tuple[tuple[SeatRow, SeatingTable], ...]:
        """Everybody with the table, sorted by name without accents."""
        everybody = [(seat, table) for table in self.tables for seat in table.seats]
        return tuple(sorted(everybody, key=lambda pair: (alphabetical(pair[0].name), pair[1].number)))


@dataclass(frozen=True, kw_only=True)
class StandingsRow:
    """A line of the standings; `per_round` holds the points of each round before penalties, None where the player had no table.

    `place` is the one at the table of the round reached, where it decides; `discarded` are rounds, from 1; `why` says in a
    sentence why it stands before the next line, `why_after` why after the one before. `number` is the entrant's.
    """

    rank: int
    name: str
    nick: str = ""
    club: str = ""
    category: str = ""
    reached: str = ""
    total: Decimal = Decimal(0)
    wins: int = 0
    per_round: tuple[Decimal | None, ...] = ()
    penalty: Decimal = Decimal(0)
    place: int | None = None
    discarded: tuple[int, ...] = ()
    why: str = ""
    why_after: str = ""
    number: int = 0
    is_through: bool = False
    """Goes on from the round that is being played, whatever happens at the other tables."""

    @property
    def is_played(self) -> bool:
        return any(points is not None for points in self.per_round)

    @property
    def is_ranked(self) -> bool:
        """Whether a round counts already: before the first everybody would be level, and nobody stands before anybody."""
        return bool(self.per_round)

    @property
    def cells(self) -> list[tuple[Decimal | None, bool]]:
        """The points of each round, and whether they were discarded."""
        return [(points, number in self.discarded) for number, points in enumerate(self.per_round, 1)]

    @property
    def reached_in_words(self) -> str:
        """The round reached, with the placing there where it decides."""
        words = f"{self.reached}, {ordinal(self.place)}" if self.reached and self.place else self.reached
        return " · ".join((words, _("passa il turno"))) if self.is_through else words

    @property
    def marked_name(self) -> str:
        return f"✓ {self.name}" if self.is_through else self.name


@dataclass(frozen=True, kw_only=True)
class StandingsSheet:
    """The standings at `made_at`. `pending` says in words what is missing to make them final; nothing where they are.

    `has_reached` where somebody goes out on the way: elsewhere how far one came says nothing, and has no column.
    """

    tournament: str
    made_at: datetime
    rounds: tuple[str, ...]
    rows: tuple[StandingsRow, ...]
    tables_closed: int
    tables: int
    regulation: str = ""
    note: str = ""
    pending: tuple[str, ...] = ()
    has_reached: bool = True
    is_across_rounds: bool = False
    """Whether last games are compared of which some belong to the round that is played and some to the one before."""
    progress: StandingsProgress = NOT_BEGUN

    @property
    def is_provisional(self) -> bool:
        return bool(self.pending) or self.tables_closed < self.tables

    @property
    def state_in_words(self) -> str:
        """“provvisoria · dopo il turno 3 di 5”."""
        state = _("provvisoria") if self.is_provisional else _("definitiva")
        return " · ".join(filter(None, (state, self.progress.words)))

    @cached_property
    def decimals(self) -> int:
        """Of the column of totals."""
        return decimals_of(row.total for row in self.rows)

    @cached_property
    def round_decimals(self) -> int:
        """Of the columns of the rounds, all alike."""
        return decimals_of(points for row in self.rows for points in row.per_round)


@dataclass(frozen=True, kw_only=True)
class ScoreRow:
    """A player's line of a score sheet; a figure to be filled in by hand is None."""

    seat: int
    name: str
    colour: str = ""
    club: str = ""
    points: Decimal | None = None
    tiebreaks: tuple[Decimal | None, ...] = ()
    rank: int | None = None
    eliminated: bool = False
    number: int = 0
    """The entrant's."""


@dataclass(frozen=True, kw_only=True)
class ScoreSheetPage:
    """One table's result with room for signatures. Whoever signs it signs `chain_head`, the anchor of the record."""

    tournament: str
    round_name: str
    table: int
    game: str
    made_at: datetime
    rows: tuple[ScoreRow, ...]
    hall: str = ""
    tiebreak_names: tuple[str, ...] = ()
    ended_by: str = ""
    judge: str = ""
    chain_head: str = ""
    entries: int = 0
    note: str = ""
    workings: tuple[str, ...] = ()
    """How points were worked out, a line a player."""
    address: str = ""
    board: Figure | None = None

    @property
    def is_counted(self) -> bool:
        return any(row.rank for row in self.rows)

    @property
    def by_place(self) -> list[ScoreRow]:
        """Best first, level ones by their points; by seat while nothing is counted."""
        return sorted(self.rows, key=lambda row: (row.rank or len(self.rows), -(row.points or 0), row.seat))

    @property
    def tiebreak_heads(self) -> tuple[str, ...]:
        """A name for every column of tie-breaks; columns without a name are numbered."""
        most = max((len(row.tiebreaks) for row in self.rows), default=0)
        unnamed = range(len(self.tiebreak_names) + 1, most + 1)
        return (*self.tiebreak_names, *(_("Spareggio %d") % number for number in unnamed))


@dataclass(frozen=True)
class PrizeRow:
    """A place with its player and prize, each of which may be empty."""

    place: int
    name: str
    club: str = ""
    title: str = ""
    total: Decimal | None = None
    members: tuple[str, ...] = ()
    """Of a team, those who have played."""


PrizeKind = Literal["teams", "field", "category"]


@dataclass(frozen=True)
class PrizeGroup:
    """The first places of the teams, of the whole field or of one category."""

    title: str
    rows: tuple[PrizeRow, ...]
    kind: PrizeKind = "category"


@dataclass(frozen=True, kw_only=True)
class PrizeSheet:
    tournament: str
    made_at: datetime
    groups: tuple[PrizeGroup, ...]
    is_provisional: bool = False

    @property
    def main(self) -> PrizeGroup | None:
        """The group whose first place has won the event: the teams where there are any."""
        return next((group for kind in ("teams", "field") for group in self.groups if group.kind == kind), None)


@dataclass(frozen=True)
class Badge:
    """The player's public name; `address` opens the player's page on a phone."""

    number: int
    surname: str
    name: str = ""
    club: str = ""
    address: str = ""


@dataclass(frozen=True, kw_only=True)
class BadgeSheet:
    tournament: str
    day: date
    badges: tuple[Badge, ...]


@dataclass(frozen=True, kw_only=True)
class Diploma:
    tournament: str
    place: str
    day: date
    rank: int
    group: str
    name: str
    club: str = ""


@dataclass(frozen=True)
class RosterLine:
    number: int
    name: str
    club: str
    category: str
    is_present: bool


@dataclass(frozen=True)
class RoundToCome:
    """A round that is not drawn yet: the sizes of its tables, and its advancement in words."""

    name: str
    tables: tuple[int, ...]
    rule: str = ""


@dataclass(frozen=True, kw_only=True)
class EmergencyPack:
    """All that is needed to finish the event by hand; `seating` is the current round, None before the first."""

    tournament: str
    made_at: datetime
    regulation: str
    minutes: int
    order: tuple[str, ...]
    scoring: tuple[str, ...]
    roster: tuple[RosterLine, ...]
    seating: SeatingSheet | None
    forms: tuple[PaperForm, ...]
    spare_form: PaperForm
    standings: StandingsSheet
    to_come: tuple[RoundToCome, ...]
    advancement_rules: tuple[tuple[str, str], ...]
    """The advancement of each round that is open or whose next is not drawn: its name and the rule in words."""


def alphabetical(text: str) -> str:
    """Sorts names without regard to case and accents."""
    return "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
