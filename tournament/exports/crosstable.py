"""The crosstable on paper: rounds side by side, six a block, so that a long event goes on in a second block."""

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, PageBreak

from tournament.core.formatting import format_figure, moment, with_minus_sign
from tournament.core.ordinals import ordinal
from tournament.core.translation import translated as _
from tournament.documents.crosstable import Crosstable, CrosstableCell, CrosstableRow
from tournament.exports.paper import FIGURE, STRONG, WIDTH, cell, document, figures_head, grid, heading, register_fonts

ROUNDS_SIDE_BY_SIDE = 6


def crosstable_pdf(sheet: Crosstable) -> bytes:
    register_fonts()
    subtitle = _("Risultati turno per turno, PROVVISORI") if sheet.is_provisional else _("Risultati turno per turno")
    subtitle = " · ".join(filter(None, (subtitle, sheet.progress.words)))
    blocks = range(0, max(1, len(sheet.rounds)), ROUNDS_SIDE_BY_SIDE)
    story: list[Flowable] = []
    for first in blocks:
        story += [*heading(sheet.tournament, subtitle), _block(sheet, first), PageBreak()]
    return document(story[:-1], sheet.tournament, _("Risultati del %s") % moment(sheet.made_at))


def _block(sheet: Crosstable, first: int) -> Flowable:
    rounds = sheet.rounds[first : first + ROUNDS_SIDE_BY_SIDE]
    head = [
        *figures_head("#"),
        cell(_("Giocatore"), STRONG),
        *figures_head(*(name for _number, name in rounds)),
        *figures_head(_("Totale")),
    ]
    rows = [_line(row, first, sheet.decimals) for row in sheet.rows]
    column = min(22 * mm, (WIDTH - 78 * mm) / max(1, len(rounds)))
    widths = [10 * mm, WIDTH - 28 * mm - column * len(rounds), *[column] * len(rounds), 18 * mm]
    return grid([head, *rows], widths)


def _line(row: CrosstableRow, first: int, decimals: int) -> list[Flowable | str]:
    cells = row.cells[first : first + ROUNDS_SIDE_BY_SIDE]
    return [
        str(row.rank) if row.is_ranked else "–",
        cell(row.name),
        *(cell(in_words(one, decimals), FIGURE) for one in cells),
        with_minus_sign(format_figure(row.total, decimals)),
    ]


def in_words(one: CrosstableCell | None, decimals: int = 0) -> str:
    """`T3 2º 14`: the table, the place there, the points."""
    if one is None:
        return "–"
    table = _("T%d") % one.table if one.table else _("senza giocare")
    return " ".join(
        filter(
            None, (table, ordinal(one.place) if one.place else "", with_minus_sign(format_figure(one.points, decimals)))
        )
    )
