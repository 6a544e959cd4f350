"""Checks an event's rows against each other: the chain of the log, and results and penalties against the lines of the log and the records.

Points that were changed in the rows disagree with the line that the log holds of the same count; a log written anew has other heads; and
the points of a recorded table are counted again from its record.
"""

from collections import Counter
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation

from django.utils.translation import gettext as _

from games.kernel.breaches import Unreadable
from games.kernel.lines import read_header, split_head
from games.kernel.record import Record
from games.kernel.verify import verify_lines
from games.registry import UnknownGame, game
from referee.actions.counts import sheet_lines
from referee.errors import NotCounted
from referee.models import GameRecord
from tournament.actions import penalties, privacy, results
from tournament.core import log_chain
from tournament.core.formatting import plain_decimal
from tournament.models import LogEvent, Penalty, Result, Table, Tournament

CHANGES_OF_RESULT = (results.REPORT.key, results.CORRECT.key, results.REOPEN.key)


def faults_of_rows(tournament: Tournament) -> Iterator[str]:
    """Each fault in words. A log of an earlier version has no chain, and nothing is checked against it."""
    lines = list(tournament.log.filter(number__gte=1).order_by("number"))
    if not lines:
        return
    try:
        yield from _faults_of_chain(tournament, lines)
        yield from _faults_of_results(tournament, lines)
        yield from _faults_of_penalties(tournament, lines)
    except (AttributeError, TypeError, ValueError, LookupError):  # lines that a forger wrote may hold anything
        yield _("il registro non si legge")


def _faults_of_chain(tournament: Tournament, lines: list[LogEvent]) -> Iterator[str]:
    before = log_chain.first_link(tournament.slug)
    erasures = [line.number for line in lines if line.verb == privacy.FORGET.key]
    for number, line in enumerate(lines, 1):
        if line.number != number:
            yield _("registro, riga %d: manca") % number
            return
        if line.head != log_chain.link(before, number=number, at=line.at, verb=line.verb, content=line.content):
            yield _("registro, riga %d: la catena si spezza qui") % number
            return
        is_whole = line.content == log_chain.content_digest(line.subject, line.data)
        was_erased = line.is_erased and any(erasure > number for erasure in erasures)
        if not is_whole and not was_erased:
            yield _("registro, riga %d: è stata cambiata") % number
        before = line.head
    if tournament.log.exclude(number__gte=1).exists():
        yield _("registro: righe fuori dalla catena")


def _faults_of_results(tournament: Tournament, lines: list[LogEvent]) -> Iterator[str]:
    last: dict[tuple[int, str], LogEvent] = {}
    reports: dict[tuple[int, str], LogEvent] = {}
    for line in lines:
        if line.verb in CHANGES_OF_RESULT:
            place = (line.data.get("round", 0), line.subject)
            last[place] = line
            if line.verb == results.REPORT.key:
                reports[place] = line
    counted = set()
    for table in (
        Table.objects.filter(round__tournament=tournament).select_related("round").order_by("round__number", "number")
    ):
        found = results.logged_lines(table)
        place = (table.round.number, str(table.number))
        logged = last.get(place)
        due = logged.data.get("lines", []) if logged else []
        if found != due:
            yield _("%(round)s, tavolo %(table)d: il risultato non è quello del registro") % _place_of(table)
        if found:
            counted.add(table.pk)
            yield from _faults_of_count(table, reports.get(place))
    if Result.objects.filter(seat__round__tournament=tournament).exclude(seat__table__in=counted).exists():
        yield _("un risultato è di un tavolo che non c'è")


def _place_of(table: Table) -> dict[str, str | int]:
    return {"round": table.round.name, "table": table.number}


def _faults_of_count(table: Table, report: LogEvent | None) -> Iterator[str]:
    """The points that the log holds of the first count are those that the record gives, up to the head that was counted."""
    if report is None or not report.data.get("head"):
        return
    row = GameRecord.objects.filter(table=table).first()
    due = None if row is None else _counted_anew(row, report.data["head"])
    logged = [line[:6] for line in report.data.get("lines", [])]
    if due is None or due != logged:
        yield _("%(round)s, tavolo %(table)d: i punti contati non sono quelli del verbale") % _place_of(table)


def _counted_anew(row: GameRecord, head: str) -> list[list[object]] | None:
    """The lines that the record gives where its chain has this head; None where it never has, or cannot be counted."""
    lines = [line.encode() for line in row.entries.order_by("seq").values_list("line", flat=True)]
    ends = next((place for place, line in enumerate(lines, 1) if split_head(line)[1] == head), None)
    if ends is None or row.table is None:
        return None
    try:
        header = read_header(row.header.encode())
        record = Record(game(header.game), header)
        record.adopt_header_line(row.header.encode())
        if any(line.refusal is not None for line in verify_lines(record, lines[:ends])):
            return None
        counted = sheet_lines(row, record, record.score())
    except (Unreadable, UnknownGame, NotCounted, KeyError):
        return None
    people = {seat.position: seat.entrant.public_id for seat in row.table.seats.select_related("entrant")}
    return [
        [
            line.position, people[line.position], f"{plain_decimal(line.points):f}", line.rank,
            [f"{plain_decimal(value):f}" for value in line.tiebreaks], line.is_eliminated,
        ]
        for line in sorted(counted, key=lambda line: line.position)
    ]  # fmt: skip


def _faults_of_penalties(tournament: Tournament, lines: list[LogEvent]) -> Iterator[str]:
    """As many penalties as the log says were given to each entrant, with points that it says."""
    given: Counter[str] = Counter(line.subject for line in lines if line.verb == penalties.ADD.key)
    points = {
        (line.subject, _points(line.data.get("points")))
        for line in lines
        if line.verb in (penalties.ADD.key, penalties.REVISE.key)
    }
    rows = list(Penalty.objects.filter(tournament=tournament).select_related("entrant"))
    if Counter(str(one.entrant.number) for one in rows) != given:
        yield _("le penalità non sono quelle del registro")
    for one in rows:
        if (str(one.entrant.number), _points(one.points)) not in points:
            yield _("una penalità del n. %d non ha i punti del registro") % one.entrant.number


def _points(value: object) -> Decimal | None:
    try:
        return plain_decimal(Decimal(str(value)))
    except InvalidOperation:
        return None
