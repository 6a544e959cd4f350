"""The content of printed sheets and of pages that look like them, from the database."""

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db.models import Count, Q
from django.utils.translation import get_language

from tournament.core.formats import Stage
from tournament.core.formats.values import title_of
from tournament.core.results import MissingResults, Standing
from tournament.documents.sheets import (
    ScoreRow,
    ScoreSheetPage,
    SeatingSheet,
    SeatingTable,
    SeatRow,
    StandingsRow,
    StandingsSheet,
)
from tournament.hooks import tables as table_hooks
from tournament.labels.endings import endings_of
from tournament.models import Entrant, Round, Table, Tournament
from tournament.queries.day_plan import hall_of
from tournament.queries.draw_events import draws_made
from tournament.queries.results import format_of, qualification_of, standings_of
from tournament.queries.tables import tables_of
from tournament.states import RoundState, TableState


@dataclass(frozen=True)
class QualifierRow:
    """A qualifier, with the reason in words."""

    name: str
    club: str
    reason: str


def people_of(tournament: Tournament) -> dict[str, Entrant]:
    return {entrant.public_id: entrant for entrant in tournament.entrants.all()}


def seating_sheet(round_: Round, *, made_at: datetime) -> SeatingSheet:
    tables = tuple(
        SeatingTable(
            table.number,
            tuple(SeatRow(seat.position, str(seat.entrant), seat.entrant.club) for seat in table.seats.all()),
            hall_of(round_.tournament, table.number),
        )
        for table in tables_of(round_)
    )
    return SeatingSheet(
        tournament=round_.tournament.name,
        round_name=round_.name,
        made_at=made_at,
        tables=tables,
        seed=round_.seed,
        draw_number=_draws_made(round_),
        is_draft=round_.state == RoundState.DRAFT,
    )


def standings_sheet(tournament: Tournament, *, made_at: datetime) -> StandingsSheet:
    """The standings of every counted table; provisional until the round is closed and all its tables are signed."""
    people = people_of(tournament)
    lines = standings_of(tournament)
    rounds = max((score.round for line in lines for score in line.per_round if score), default=0)
    format_ = format_of(tournament)
    stages = format_.stages if format_ else ()
    closed, tables = tables_closed(tournament)
    return StandingsSheet(
        tournament=tournament.name,
        made_at=made_at,
        rounds=tuple(_round_name(number, stages) for number in range(1, rounds + 1)),
        rows=tuple(_standings_row(line, people[line.entrant], stages, rounds) for line in lines),
        tables_closed=closed,
        tables=tables,
    )


def tables_closed(tournament: Tournament) -> tuple[int, int]:
    """Signed tables out of those of the last published round; a table in dispute is not closed."""
    last = tournament.rounds.visible().last()
    if last is None:
        return 0, 0
    signed = Q(state=TableState.SIGNED, is_sub_judice=False)
    counts = last.tables.aggregate(closed=Count("pk", filter=signed), all=Count("pk"))
    return counts["closed"], counts["all"]


def score_sheet(table: Table, *, made_at: datetime, address: str = "") -> ScoreSheetPage:
    """The sheet that the table signs; at `address` anybody can compare the paper with the site."""
    seats = list(table.seats.select_related("entrant", "result").order_by("position"))
    results = [getattr(seat, "result", None) for seat in seats]
    counted = next((result for result in results if result), None)
    rules, language = table.round.tournament.rules, get_language() or settings.LANGUAGE_CODE
    recorded = table_hooks.record_summary_of(table) if counted and counted.head else table_hooks.RecordSummary()
    return ScoreSheetPage(
        tournament=table.round.tournament.name,
        round_name=table.round.name,
        table=table.number,
        hall=hall_of(table.round.tournament, table.number),
        game=rules.name.in_language(language),
        made_at=made_at,
        rows=tuple(_score_row(seat, result) for seat, result in zip(seats, results, strict=True)),
        tiebreak_names=tuple(name.in_language(language) for name in recorded.tiebreak_names),
        ended_by=endings_of(rules)[counted.ended_by] if counted else "",
        judge=table.judge.get_username() if table.judge else "",
        chain_head=counted.head if counted else "",
        entries=table.status.last_entry if counted and counted.head and hasattr(table, "status") else 0,
        address=address,
        board=recorded.board,
    )


def qualifier_rows(round_: Round) -> list[QualifierRow]:
    """The qualifiers in words, direct finalists first; empty while a table is missing."""
    try:
        qualification = qualification_of(round_)
    except MissingResults:
        return []
    people = people_of(round_.tournament)
    found = (*qualification.waiting, *qualification.everybody)
    return [QualifierRow(str(people[who.entrant]), people[who.entrant].club, who.reason) for who in found]


def _standings_row(line: Standing, person: Entrant, stages: tuple[Stage, ...], rounds: int) -> StandingsRow:
    """The standings with a column for each round up to the last with points: a final that is only drawn has none."""
    return StandingsRow(
        rank=line.rank,
        name=str(person),
        nick=person.public.nick,
        club=person.club,
        category=person.category,
        reached=_round_name(line.reached, stages) if line.reached else "",
        total=line.total,
        wins=line.wins,
        per_round=tuple(score.points if score else None for score in line.per_round[:rounds]),
        penalty=line.penalty,
    )


def _score_row(seat, result) -> ScoreRow:
    row = ScoreRow(seat=seat.position, name=str(seat.entrant), club=seat.entrant.club)
    if result is None:
        return row
    return ScoreRow(
        seat=seat.position,
        name=row.name,
        club=row.club,
        points=result.points,
        tiebreaks=result.tiebreak_values(),
        rank=result.rank,
        eliminated=result.is_eliminated,
    )


def _round_name(number: int, stages: tuple[Stage, ...]) -> str:
    return title_of(stages[number - 1].name if number <= len(stages) else "", number)


def _draws_made(round_: Round) -> int:
    """The number of draws of this round, discarded drafts included."""
    return max(1, draws_made(round_.tournament, round_.number))
