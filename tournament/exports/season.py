"""The ranking of a season on paper: its events side by side, eight a block, and below them which is which."""

from html import escape

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, KeepTogether, PageBreak, Paragraph, Spacer

from tournament.core.formatting import date_in_words, format_figure, moment, with_minus_sign
from tournament.core.translation import translated as _
from tournament.documents.season_sheet import SeasonSheet, SeasonSheetRow
from tournament.exports.paper import (
    FIGURE,
    HEADING,
    SMALL,
    STRONG,
    TEXT,
    WIDTH,
    cell,
    document,
    figures_head,
    grid,
    heading,
    register_fonts,
)

EVENTS_SIDE_BY_SIDE = 8
RANKS, TOTALS, CARRIED, MOST_FOR_EVENT = 10 * mm, 18 * mm, 18 * mm, 16 * mm
LEAST_FOR_NAMES = 44 * mm


def season_pdf(sheet: SeasonSheet) -> bytes:
    """Everybody with the total and the points of each event, what does not count struck through."""
    register_fonts()
    subtitle = " · ".join(filter(None, (_("Classifica della stagione"), sheet.progress, sheet.formula)))
    story: list[Flowable] = []
    for first in range(0, max(1, len(sheet.events)), EVENTS_SIDE_BY_SIDE):
        story += [*heading(sheet.season, subtitle), _block(sheet, first), PageBreak()]
    story[-1:] = [_legend(sheet)] if sheet.events else []
    return document(story, sheet.season, _("Classifica del %s") % moment(sheet.made_at))


def _block(sheet: SeasonSheet, first: int) -> Flowable:
    numbers = range(first + 1, min(first + EVENTS_SIDE_BY_SIDE, len(sheet.events)) + 1)
    beside = [RANKS, TOTALS, *([CARRIED] if sheet.has_carried else [])]
    column = min(MOST_FOR_EVENT, (WIDTH - sum(beside) - LEAST_FOR_NAMES) / max(1, len(numbers)))
    head = [*figures_head("#"), cell(_("Giocatore"), STRONG), *figures_head(_("Totale"))]
    head += figures_head(_("Riporto")) if sheet.has_carried else []
    widths = [RANKS, WIDTH - sum(beside) - column * len(numbers), *beside[1:], *[column] * len(numbers)]
    rows = [_line(row, sheet, first) for row in sheet.rows]
    return grid([[*head, *figures_head(*map(str, numbers))], *rows], widths)


def _line(row: SeasonSheetRow, sheet: SeasonSheet, first: int) -> list:
    below = " · ".join(filter(None, (row.club, row.tie)))
    name = [cell(row.name), cell(below, SMALL)] if below else cell(row.name)
    carried = [_figure(row.carried, sheet.decimals)] if sheet.has_carried else []
    points = [
        _struck(_figure(points, sheet.decimals)) if is_discarded else _figure(points, sheet.decimals)
        for points, is_discarded in row.cells[first : first + EVENTS_SIDE_BY_SIDE]
    ]
    return [str(row.rank), name, _figure(row.total, sheet.decimals), *carried, *points]


def _figure(points, decimals: int) -> str:
    return with_minus_sign(format_figure(points, decimals))


def _struck(text: str) -> Flowable | str:
    return Paragraph(f"<strike>{escape(text)}</strike>", FIGURE) if text else ""


def _legend(sheet: SeasonSheet) -> Flowable:
    lines = [
        Paragraph(escape(f"{number}. {date_in_words(day, 'j F Y')}, {title}"), TEXT)
        for number, (title, day) in enumerate(sheet.events, 1)
    ]
    return KeepTogether([Spacer(0, 5 * mm), Paragraph(escape(_("I tornei")), HEADING), *lines])
