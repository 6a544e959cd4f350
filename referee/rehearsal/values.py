"""The input and output of a rehearsal."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal

from games.kernel.game import Game
from games.kernel.record import Record
from games.kernel.score import Sheet
from games.kernel.vault import Vault
from tournament.core.draw import Draw
from tournament.core.formats import Format, Stage
from tournament.core.ranking.qualification import Qualification, Tie
from tournament.core.regulation.schema import Regulation
from tournament.core.results import ResultRow, Standing, TableResult
from tournament.core.roster_fields import RosterRow


@dataclass(frozen=True, kw_only=True)
class Event:
    """The input of a rehearsal; `begins` is the moment on the sheets of the first round."""

    name: str
    people: Mapping[str, RosterRow]
    game: Game
    regulation: Regulation
    format: Format
    seed: int
    begins: datetime


@dataclass(frozen=True, kw_only=True)
class PlayedTable:
    """One finished game: its record, the secrets that the system dealt for it, and the score sheet of its seats."""

    number: int
    record: Record
    lines: tuple[bytes, ...]
    vault: Vault
    sheet: Sheet

    @property
    def seats(self) -> tuple[str, ...]:
        return self.record.header.seats

    def result(self, round_: int) -> TableResult:
        rows = (
            ResultRow(
                self.seats[row.seat],
                Decimal(row.points),
                tuple(map(Decimal, row.tiebreaks)),
                row.rank,
                row.status not in ("", "active"),
            )
            for row in self.sheet.rows
        )
        return TableResult(round_, self.number, tuple(rows))


@dataclass(frozen=True, kw_only=True)
class Lot:
    """A lot that settled a tie at the cut, and the order that it gave."""

    tie: Tie
    order: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class PlayedRound:
    number: int
    stage: Stage
    drawn: Draw
    tables: tuple[PlayedTable, ...]
    goes_on: Qualification | None
    lots: tuple[Lot, ...]
    table: tuple[Standing, ...]
    """The standings after this round."""
    byes: tuple[str, ...] = ()
    bye_results: tuple[TableResult, ...] = ()

    @property
    def title(self) -> str:
        return self.stage.title(self.number)

    @property
    def results(self) -> tuple[TableResult, ...]:
        """The sheets of its tables; a bye that is worth a win is a table of one."""
        return tuple(table.result(self.number) for table in self.tables) + self.bye_results


@dataclass
class Rehearsal:
    """A simulated event: its rounds in order."""

    event: Event
    rounds: list[PlayedRound] = field(default_factory=list)

    @property
    def champion(self) -> str:
        return self.rounds[-1].table[0].entrant


def people_of(rows: Iterable[RosterRow]) -> dict[str, RosterRow]:
    """Opaque ids for the rows of a roster, in its order, for records and draws."""
    return {f"p{number:03}": row for number, row in enumerate(rows, 1)}


def person_name(person: RosterRow) -> str:
    return " ".join(filter(None, (person.surname, person.name))) or person.nick


def table_name(round_: int, table: int) -> str:
    return f"R{round_}-T{table:02}"
