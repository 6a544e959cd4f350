"""Every file of a rehearsal: draws, records, score sheets, standings."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

import msgspec

from referee.rehearsal.summary import drawn_data, summary
from referee.rehearsal.values import Event, PlayedRound, PlayedTable, Rehearsal, person_name, table_name
from tournament.core.results import Standing
from tournament.core.translation import translated as _
from tournament.documents.sheets import (
    ScoreRow,
    ScoreSheetPage,
    SeatingSheet,
    SeatingTable,
    SeatRow,
    StandingsRow,
    StandingsSheet,
)
from tournament.exports import (
    score_sheets_pdf,
    score_sheets_xlsx,
    seatings_pdf,
    seatings_xlsx,
    standings_pdf,
    standings_xlsx,
)

BREAK = timedelta(minutes=30)


def files(rehearsal: Rehearsal) -> Iterator[tuple[str, bytes]]:
    """Every file of the rehearsal with its path below the chosen folder."""
    for round_ in rehearsal.rounds:
        yield from _draw_files(rehearsal.event, round_)
        yield from _record_files(round_)
        yield from _sheet_files(rehearsal.event, round_)
        yield from _standings_files(rehearsal.event, round_)
    yield "summary.json", _json(summary(rehearsal))


def _draw_files(event: Event, round_: PlayedRound) -> Iterator[tuple[str, bytes]]:
    sheet = seating_sheet(event, round_)
    yield f"draw/R{round_.number}.json", _json(drawn_data(round_))
    yield f"draw/R{round_.number}.pdf", seatings_pdf(sheet)
    yield f"draw/R{round_.number}.xlsx", seatings_xlsx(sheet)


def _record_files(round_: PlayedRound) -> Iterator[tuple[str, bytes]]:
    for table in round_.tables:
        name = table_name(round_.number, table.number)
        yield f"records/{name}.jsonl", b"".join(line + b"\n" for line in (table.record.header_line, *table.lines))
        if table.vault.secrets:
            yield f"records/{name}.vault.json", table.vault.to_bytes()


def _sheet_files(event: Event, round_: PlayedRound) -> Iterator[tuple[str, bytes]]:
    pages = [score_page(event, round_, table) for table in round_.tables]
    for page in pages:
        yield f"sheets/{table_name(round_.number, page.table)}.pdf", score_sheets_pdf((page,))
    yield f"sheets/R{round_.number}.xlsx", score_sheets_xlsx(pages, _closed_at(event, round_))


def _standings_files(event: Event, round_: PlayedRound) -> Iterator[tuple[str, bytes]]:
    name = "final" if round_.goes_on is None else f"R{round_.number}"
    sheet = standings_sheet(event, round_)
    yield f"standings/{name}.pdf", standings_pdf(sheet)
    yield f"standings/{name}.xlsx", standings_xlsx(sheet)


def _json(value: Any) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n"


# Sheets


def _drawn_at(event: Event, round_: PlayedRound) -> datetime:
    return event.begins + (round_.number - 1) * (timedelta(minutes=event.regulation.minutes) + BREAK)


def _closed_at(event: Event, round_: PlayedRound) -> datetime:
    return _drawn_at(event, round_) + timedelta(minutes=event.regulation.minutes)


def seating_sheet(event: Event, round_: PlayedRound) -> SeatingSheet:
    return SeatingSheet(
        tournament=event.name,
        round_name=round_.title,
        made_at=_drawn_at(event, round_),
        tables=tuple(SeatingTable(place, _seats(event, ids)) for place, ids in enumerate(round_.drawn.tables, 1)),
        seed=round_.drawn.seed,
        note=_("Prova con partite simulate"),
    )


def _seats(event: Event, ids: Sequence[str]) -> tuple[SeatRow, ...]:
    return tuple(
        SeatRow(position=chair, name=person_name(event.people[who]), club=event.people[who].club)
        for chair, who in enumerate(ids, 1)
    )


def score_page(event: Event, round_: PlayedRound, table: PlayedTable) -> ScoreSheetPage:
    return ScoreSheetPage(
        tournament=event.name,
        round_name=round_.title,
        table=table.number,
        game=str(event.game.name),
        made_at=_closed_at(event, round_),
        rows=tuple(_score_row(event, table, row) for row in sorted(table.sheet.rows, key=lambda row: row.seat)),
        tiebreak_names=tuple(map(str, table.sheet.tiebreak_names)),
        ended_by=str(event.game.endings[table.sheet.ended_by]),
        chain_head=table.record.head,
        entries=table.record.seq,
        note=_("Prova con partite simulate"),
    )


def _score_row(event: Event, table: PlayedTable, row) -> ScoreRow:
    person = event.people[table.seats[row.seat]]
    return ScoreRow(
        seat=row.seat + 1,
        name=person_name(person),
        club=person.club,
        points=Decimal(row.points),
        tiebreaks=tuple(map(Decimal, row.tiebreaks)),
        rank=row.rank,
        eliminated=row.status not in ("", "active"),
    )


def standings_sheet(event: Event, round_: PlayedRound) -> StandingsSheet:
    rounds = len(event.format.stages)
    return StandingsSheet(
        tournament=event.name,
        made_at=_closed_at(event, round_),
        rounds=tuple(event.format.round_title(number) for number in range(1, rounds + 1)),
        rows=tuple(
            _standings_row(event, line, min(event.format.rounds_of_everybody, round_.number)) for line in round_.table
        ),
        tables_closed=len(round_.tables),
        tables=len(round_.tables),
        regulation=str(event.regulation.name.it),
        note=_("Prova con partite simulate"),
    )


def _standings_row(event: Event, line: Standing, everybody: int) -> StandingsRow:
    person = event.people[line.entrant]
    return StandingsRow(
        rank=line.rank,
        name=person_name(person),
        nick=person.nick,
        club=person.club,
        category=person.category,
        reached=event.format.round_title(max(line.reached, everybody)),
        total=line.total,
        wins=line.wins,
        per_round=tuple(score.gross if score else None for score in line.per_round),
        penalty=line.penalty,
        discarded=line.discarded,
    )
