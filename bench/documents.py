"""Documents: score sheets, standings and a workbook, beside the same content drawn by reportlab and openpyxl alone."""

import io
import json
import resource
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

from bench import hall
from bench.measure import Figure, Section, Work, in_turns, span

SHEETS, STANDINGS, ROWS = 250, 1_000, 5_000
MADE = datetime(2026, 3, 14, 18, 30, tzinfo=UTC)
MEMORY = 256
"""The limit in MiB of a process that draws one of them."""


def section() -> Section:
    with hall.site():
        figures = [*ratios()]
    peaks = {name: _peak_of(name) for name in WORKS}
    figures += [
        Figure(
            f"memory of a process that draws it: {TITLES[name]}",
            f"{peak:.0f} MiB",
            f"limit {MEMORY} MiB",
            MEMORY / peak,
            needs=1.0,
        )
        for name, peak in peaks.items()
    ]
    return Section(
        "Documents",
        figures,
        [
            "Beside: the same words and figures as plain strings in one table of reportlab's platypus, or one a page, in "
            "the same font; and `append` of the same rows with openpyxl. No heads, no wrapping, no QR codes, no widths, no "
            "neutralised formulas.",
        ],
    )


def ratios() -> Iterator[Figure]:
    for name, (ours, theirs) in WORKS.items():
        mine, other, ratio = in_turns(ours(), theirs(), 3)
        yield Figure(TITLES[name], span(mine), f"bare {span(other)}", ratio, f"documents/{name}")


# -- what is drawn


def _sheets():
    from tournament.documents.sheets import ScoreRow, ScoreSheetPage

    for table in range(1, SHEETS + 1):
        rows = tuple(
            ScoreRow(
                seat=seat,
                name=f"Cognòme{table:03} Àda {seat}",
                colour="rosso",
                club="Il Dado",
                points=Decimal(100 - seat) + Decimal("0.25"),
                tiebreaks=(Decimal(9), Decimal(31)),
                rank=seat,
            )
            for seat in range(1, 5)
        )
        yield ScoreSheetPage(
            tournament="Torneo di Primavera",
            round_name="Primo turno",
            table=table,
            game="RisiKo! Torneo",
            made_at=MADE,
            rows=rows,
            tiebreak_names=("territori", "carri"),
            ended_by="tempo",
            judge="Gino Fischietti",
            chain_head=f"{table:064x}",
            entries=612,
        )


def _standings(rows: int):
    from tournament.documents.sheets import StandingsRow, StandingsSheet

    figures = (Decimal("44.25"), Decimal(100), None)
    return StandingsSheet(
        tournament="Torneo di Primavera",
        made_at=MADE,
        rounds=("1º turno", "2º turno", "Finale"),
        rows=tuple(
            StandingsRow(
                rank=rank,
                name=f"Cognòme{rank:04} Àda",
                club=f"Club {rank % 7}",
                total=Decimal("144.25"),
                wins=1,
                per_round=figures,
            )
            for rank in range(1, rows + 1)
        ),
        tables_closed=rows // 4,
        tables=rows // 4,
    )


# -- ours, and the bare libraries


def _our_sheets() -> Work:
    from tournament.exports import score_sheets_pdf

    pages = list(_sheets())
    return lambda: bool(score_sheets_pdf(pages))


def _our_standings() -> Work:
    from tournament.exports import standings_pdf

    sheet = _standings(STANDINGS)
    return lambda: bool(standings_pdf(sheet))


def _our_workbook() -> Work:
    from tournament.exports import standings_xlsx

    sheet = _standings(ROWS)
    return lambda: bool(standings_xlsx(sheet))


def _bare_sheets() -> Work:
    tables = [
        [
            [
                page.tournament,
                page.round_name,
                str(page.table),
                page.game,
                page.ended_by,
                page.judge,
                str(page.made_at),
            ],
            *([str(r.rank), r.name, r.colour, r.club, str(r.points), *map(str, r.tiebreaks)] for r in page.rows),
            [page.chain_head, "", "", "", "", "", str(page.entries)],
        ]
        for page in _sheets()
    ]
    return lambda: _drawn(tables)


def _bare_standings() -> Work:
    rows = [[str(value) for value in row] for row in _plain_rows(STANDINGS)]
    return lambda: _drawn([rows])


def _drawn(tables: list[list[list[str]]]) -> int:
    from reportlab.platypus import PageBreak, SimpleDocTemplate, Table

    from tournament.exports.paper import PLAIN, register_fonts

    register_fonts()
    story = []
    for rows in tables:
        story += [Table(rows, style=[("FONT", (0, 0), (-1, -1), PLAIN, 9)]), PageBreak()]
    SimpleDocTemplate(io.BytesIO()).build(story)
    return 1


def _plain_rows(many: int) -> list[list]:
    return [[r.rank, r.name, r.club, *r.per_round, r.wins, r.total] for r in _standings(many).rows]


def _bare_workbook() -> Work:
    rows = _plain_rows(ROWS)

    def run() -> int:
        from openpyxl import Workbook

        book = Workbook(write_only=True)
        page = book.create_sheet()
        for row in rows:
            page.append(row)
        book.save(io.BytesIO())
        return 1

    return run


WORKS = {
    "sheets": (_our_sheets, _bare_sheets),
    "standings": (_our_standings, _bare_standings),
    "workbook": (_our_workbook, _bare_workbook),
}
TITLES = {
    "sheets": f"{SHEETS} score sheets, PDF",
    "standings": f"standings of {STANDINGS:,} players, PDF",
    "workbook": f"a workbook of {ROWS:,} rows",
}


# -- memory, each in a process of its own


def _peak_of(name: str) -> float:
    """The peak MiB of a fresh process that draws one of them."""
    result = subprocess.run(
        [sys.executable, "-m", "bench.documents", name], check=True, capture_output=True, text=True
    ).stdout
    return float(json.loads(result.splitlines()[-1]))


def main() -> None:
    with hall.site():
        WORKS[sys.argv[1]][0]()()
    print(json.dumps(_own_peak()))


def _own_peak() -> float:
    """MiB of this program alone: on Linux `getrusage` also counts the memory of the parent process."""
    status = Path("/proc/self/status")
    if not status.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
    return int(line.split()[1]) / 1024


if __name__ == "__main__":
    main()
