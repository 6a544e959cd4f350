"""What games doubt in results that reached this site without passing a form: by an archive, or from a venue of a league."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import gettext as _

from games.kernel.paper import NO_SEAT, POINTS, PaperFault
from tournament.core.formats.values import title_of
from tournament.core.league.sheet import Sheet
from tournament.core.regulation.schema import Regulation, from_json
from tournament.core.results import TableResult
from tournament.errors import Doubt
from tournament.labels.endings import endings_of
from tournament.models import Result, Table, Tournament
from tournament.queries.game_paper import GamePaper, in_readers_language
from tournament.states import TableState

NOT_PLAYED = "walkover"


@dataclass(frozen=True)
class DoubtfulTable:
    """Rounds and tables count from 1; `title` names the round, `doubts` are in the reader's language."""

    round: int
    table: int
    doubts: tuple[Doubt, ...]
    title: str

    def __str__(self) -> str:
        where = _("%(round)s, tavolo %(table)d") % {"round": self.title, "table": self.table}
        return f"{where}: {'; '.join(map(in_words, self.doubts))}"


def in_words(doubt: Doubt) -> str:
    return _("sedia %(n)d, %(text)s") % {"n": doubt.position, "text": doubt.text} if doubt.position else doubt.text


def doubt_of(fault: PaperFault, positions: Sequence[int]) -> Doubt:
    """The fault at the chair where it stands; positions are those of the lines."""
    position = 0 if fault.seat == NO_SEAT else positions[fault.seat]
    return Doubt(position, fault.field, in_readers_language(fault.words))


def doubtful_tables(tournament: Tournament) -> list[DoubtfulTable]:
    """The tables of which the game doubts what was typed and nobody has confirmed it; the count of a record is not doubted."""
    counted = Table.objects.filter(round__tournament=tournament, state__in=(TableState.COUNTED, TableState.SIGNED))
    tables = counted.with_seats().select_related("round__tournament").order_by("round__number", "number")
    found = []
    for table in tables:
        table.round.tournament = tournament
        results = [seat.result for seat in table.seats.all() if hasattr(seat, "result")]
        if doubts := doubts_of_results(table, results):
            found.append(DoubtfulTable(table.round.number, table.number, doubts, table.round.name))
    return found


def doubts_of_results(table: Table, results: Sequence[Result]) -> tuple[Doubt, ...]:
    """What the game doubts in results that are stored; nothing once somebody has confirmed them."""
    ordered = sorted(results, key=lambda result: result.seat.position)
    if not ordered or ordered[0].head or ordered[0].confirmation or ordered[0].ended_by == NOT_PLAYED:
        return ()
    paper = GamePaper.of_table(table, len(ordered))
    if paper is None:
        return ()
    positions = [result.seat.position for result in ordered]
    faults = paper.faults(ordered[0].ended_by, [paper.line_of(result) for result in ordered])
    return tuple(doubt_of(fault, positions) for fault in faults)


def doubtful_in_sheet(sheet: Sheet) -> list[DoubtfulTable]:
    """The tables of a venue's tournament with points that the game cannot give, however the game ended: a venue sends no more."""
    if sheet.is_withdrawn:
        return []
    rounds = len(sheet.format.stages) if sheet.format else max((one.round for one in sheet.results), default=0)
    found = _impossible_points(sheet.rules, sheet.results, rounds)
    return [
        DoubtfulTable(
            table.round,
            table.table,
            tuple(doubt_of(fault, range(1, len(table.rows) + 1)) for fault in faults),
            sheet.format.round_title(table.round) if sheet.format else title_of("", table.round),
        )
        for table, faults in found
    ]


@lru_cache(maxsize=2048)
def _impossible_points(
    regulation: str, results: tuple[TableResult, ...], rounds: int
) -> tuple[tuple[TableResult, tuple[PaperFault, ...]], ...]:
    """A league's page asks again for every tournament of every venue, and those seldom change."""
    rules = from_json(regulation, source="")
    found = ((one, tuple(_faults_of_points(rules, one, rounds))) for one in results if one.is_played)
    return tuple((one, faults) for one, faults in found if faults)


def _faults_of_points(rules: Regulation, result: TableResult, rounds: int) -> Iterator[PaperFault]:
    paper = GamePaper.of(rules, len(result.rows), rules.changed_in(result.round, rounds))
    if paper is None or _is_walkover(result):
        return
    lines = [paper.line({}, points=row.points, is_eliminated=row.eliminated) for row in result.rows]
    first, *others = (_of_points(paper.faults(ending, lines)) for ending in endings_of(rules) if ending != NOT_PLAYED)
    yield from (fault for fault in dict.fromkeys(first) if all(fault in faults for faults in others))


def _is_walkover(result: TableResult) -> bool:
    """A venue does not say how a game ended; where nobody has points nobody played."""
    return all(row.points == 0 for row in result.rows)


def _of_points(faults: Iterable[PaperFault]) -> list[PaperFault]:
    return [fault for fault in faults if fault.field == POINTS]
