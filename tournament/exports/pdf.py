"""Seatings, standings and score sheets on paper."""

from collections.abc import Callable, Sequence
from copy import copy
from decimal import Decimal
from html import escape

from reportlab.lib import colors
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Flowable, KeepTogether, PageBreak, Paragraph, Spacer, Table, TableStyle

from tournament.core.formatting import format_figure, moment, with_minus_sign
from tournament.core.translation import translated as _
from tournament.documents.sheets import (
    ScoreRow,
    ScoreSheetPage,
    SeatingSheet,
    SeatingTable,
    StandingsRow,
    StandingsSheet,
)
from tournament.exports.paper import (
    FIGURE,
    FIGURE_HEAD,
    HEADING,
    NARROW_HEAD,
    PADDING,
    SMALL,
    STRONG,
    TEXT,
    WIDTH,
    Progress,
    QrCode,
    cell,
    document,
    figures_head,
    grid,
    heading,
    register_fonts,
)

MOST_OF_A_BOARD = 85 * mm
FEW_ROUNDS = 5
"""Up to so many rounds of standings have their whole names at the heads of their columns."""
FIGURE_PADDING = 2.5 * mm
LEAST_FOR_NAMES = 40 * mm
MOST_FOR_TOTALS, MOST_FOR_REACHED = 34 * mm, 32 * mm
RANKS, TOTALS, REACHED = 10 * mm, 22 * mm, 20 * mm


def seatings_pdf(sheet: SeatingSheet) -> bytes:
    """The tables of a round, then everybody by name with the table's number."""
    return _seatings(sheet, lambda: [*by_table(sheet), PageBreak(), *by_name(sheet)])


def seatings_by_table_pdf(sheet: SeatingSheet) -> bytes:
    return _seatings(sheet, lambda: by_table(sheet))


def seatings_by_name_pdf(sheet: SeatingSheet) -> bytes:
    return _seatings(sheet, lambda: by_name(sheet))


def _seatings(sheet: SeatingSheet, story: Callable[[], list[Flowable]]) -> bytes:
    register_fonts()
    return document(story(), sheet.tournament, _seating_footer(sheet))


def by_table(sheet: SeatingSheet) -> list[Flowable]:
    return [*heading(sheet.tournament, _seating_subtitle(sheet)), *map(seating_table, sheet.tables)]


def by_name(sheet: SeatingSheet) -> list[Flowable]:
    return [*heading(sheet.tournament, _seating_subtitle(sheet)), seating_by_name(sheet)]


def standings_pdf(sheet: StandingsSheet) -> bytes:
    """The standings, the head of the table repeated on every page."""
    register_fonts()
    story = [*heading(sheet.tournament, _standings_subtitle(sheet)), standings_table(sheet)]
    if sheet.note:
        story += [Spacer(0, 3 * mm), Paragraph(escape(sheet.note), SMALL)]
    return document(story, sheet.tournament, _("Classifica del %s") % moment(sheet.made_at))


def score_sheet_pdf(page: ScoreSheetPage) -> bytes:
    return score_sheets_pdf((page,))


def score_sheets_pdf(pages: Sequence[ScoreSheetPage], progress: Progress | None = None) -> bytes:
    """One page a table."""
    register_fonts()
    story: list[Flowable] = []
    for page in pages:
        story += [*score_sheet_story(page), PageBreak()]
    return document(story[:-1], pages[0].tournament if pages else "", _("Referto"), progress)


# Seatings


def _seating_subtitle(sheet: SeatingSheet) -> str:
    title = _("%(round)s, sorteggio n. %(number)d") % {"round": sheet.round_name, "number": sheet.draw_number}
    return _("BOZZA: %s") % title if sheet.is_draft else title


def _seating_footer(sheet: SeatingSheet) -> str:
    seed = _("seme %s") % sheet.seed if sheet.seed else ""
    return " · ".join(filter(None, (_("Tavoli del %s") % moment(sheet.made_at), seed, sheet.note)))


def seating_table(table: SeatingTable) -> Flowable:
    rows = [[cell(str(seat.position), FIGURE), cell(seat.name), cell(seat.club)] for seat in table.seats]
    ruled = Table(rows, colWidths=[10 * mm, 95 * mm, WIDTH - 105 * mm])
    ruled.setStyle(TableStyle([*PADDING, ("LINEBELOW", (0, 0), (-1, -1), 0.25, colors.black)]))
    title = escape(" · ".join(filter(None, (_("Tavolo %d") % table.number, table.hall))))
    return KeepTogether([Paragraph(title, HEADING), ruled, Spacer(0, 4 * mm)])


def seating_by_name(sheet: SeatingSheet) -> Flowable:
    halls = [cell(_("Sala"), STRONG)] if sheet.has_halls else []
    head = [cell(_("Giocatore"), STRONG), cell(_("Club"), STRONG), *halls, *figures_head(_("Tavolo"), _("Sedia"))]
    rows = [
        [
            cell(seat.name),
            cell(seat.club),
            *(cell(table.hall) for _column in halls),
            cell(str(table.number), FIGURE),
            cell(str(seat.position), FIGURE),
        ]
        for seat, table in sheet.by_name()
    ]
    names, hall = (68 * mm, [34 * mm]) if halls else (85 * mm, [])
    return grid([head, *rows], [names, WIDTH - names - sum(hall) - 36 * mm, *hall, 18 * mm, 18 * mm])


# Standings


def _standings_subtitle(sheet: StandingsSheet) -> str:
    title = _("CLASSIFICA PROVVISORIA") if sheet.is_provisional else _("Classifica definitiva")
    closed = _("tavoli chiusi %(closed)d su %(all)d") % {"closed": sheet.tables_closed, "all": sheet.tables}
    return " · ".join(filter(None, (title, sheet.progress.words, closed, *sheet.pending, sheet.regulation)))


def standings_table(sheet: StandingsSheet) -> Flowable:
    names = [cell(_("Giocatore"), STRONG), cell(_("Club"), STRONG)]
    names += [cell(_("Turno"), STRONG)] if sheet.has_reached else []
    rounds = _heads_of_rounds(sheet)
    widths, shrunk = _standings_widths(sheet, rounds)
    figure = ParagraphStyle("points", parent=FIGURE, fontSize=FIGURE.fontSize * shrunk)
    head = [*figures_head("#"), *names, *figures_head(*rounds, _("Totale"))]
    return grid([head, *(_standings_row(row, sheet, figure) for row in sheet.rows)], widths)


def _standings_row(row: StandingsRow, sheet: StandingsSheet, figure: ParagraphStyle) -> list[Flowable | str]:
    texts: list[Flowable | str] = [str(row.rank) if row.is_ranked else "–", cell(_name(row)), cell(row.club)]
    texts += [cell(row.reached_in_words)] if sheet.has_reached else []
    points = (_points(points, is_discarded, sheet.round_decimals, figure) for points, is_discarded in row.cells)
    total = _total(row, sheet)
    return [*texts, *points, cell(total, FIGURE) if row.penalty else total]


def _name(row: StandingsRow) -> str:
    return f"{row.name} «{row.nick}»" if row.nick and row.name else row.name or row.nick


def _total(row: StandingsRow, sheet: StandingsSheet) -> str:
    taken = _(" (pen. %s)") % format_figure(row.penalty) if row.penalty else ""
    return with_minus_sign(format_figure(row.total, sheet.decimals)) + taken


def _points(points: Decimal | None, is_discarded: bool, decimals: int, style: ParagraphStyle) -> Flowable | str:
    text = with_minus_sign(format_figure(points, decimals))
    if is_discarded:
        return Paragraph(f"<strike>{escape(text)}</strike>", style)
    return text if style.fontSize == FIGURE.fontSize else cell(text, style)


def _short(round_name: str) -> str:
    """The head of one of many columns: the number of a round, or the letter of a semifinal or final."""
    number = round_name.rpartition(" ")[2]
    return number if number.isdecimal() else round_name[:1]


def _standings_widths(sheet: StandingsSheet, rounds: Sequence[str]) -> tuple[list[float], float]:
    """Each column is as wide as what stands in it, and names take what is left. Where the figures of many rounds would leave
    them too little, these are printed smaller, by the factor that comes second, and are never broken."""
    columns = _widths_of_rounds(sheet, rounds)
    names, clubs = _widths_of_names(sheet)
    is_narrow = _beside_names(sheet) + sum(columns) + LEAST_FOR_NAMES > WIDTH
    totals, reached = (TOTALS, REACHED) if is_narrow else (_width_of_totals(sheet), _width_of_reached(sheet))
    beside = [RANKS, totals, *([reached] if sheet.has_reached else [])]
    left = max(WIDTH - sum(beside) - sum(columns), LEAST_FOR_NAMES)
    padding = FIGURE_PADDING * len(columns)
    shrunk = min(1, (WIDTH - sum(beside) - left - padding) / max(sum(columns) - padding, 1))
    columns = [(one - FIGURE_PADDING) * shrunk + FIGURE_PADDING for one in columns]
    share = min(max(names / (names + clubs), 0.5), 0.75)
    return [RANKS, left * share, left * (1 - share), *beside[2:], *columns, totals], shrunk


def _heads_of_rounds(sheet: StandingsSheet) -> tuple[str, ...]:
    """Their names, or a sign of each where there are many or where names of players would be broken for them."""
    taken = _beside_names(sheet) + sum(_widths_of_rounds(sheet, sheet.rounds)) + sum(_widths_of_names(sheet))
    is_narrow = len(sheet.rounds) > FEW_ROUNDS or taken > WIDTH
    return tuple(map(_short, sheet.rounds)) if is_narrow else sheet.rounds


def _widths_of_rounds(sheet: StandingsSheet, heads: Sequence[str]) -> list[float]:
    written = [[format_figure(points, sheet.round_decimals) for points in row.per_round] for row in sheet.rows]
    return [_wide([row[number] for row in written], head) for number, head in enumerate(heads)]


def _beside_names(sheet: StandingsSheet) -> float:
    return RANKS + _width_of_totals(sheet) + (_width_of_reached(sheet) if sheet.has_reached else 0)


def _width_of_totals(sheet: StandingsSheet) -> float:
    return min(_wide([_total(row, sheet) for row in sheet.rows], _("Totale")), MOST_FOR_TOTALS)


def _width_of_reached(sheet: StandingsSheet) -> float:
    return min(_wide([row.reached_in_words for row in sheet.rows], _("Turno")), MOST_FOR_REACHED)


def _widths_of_names(sheet: StandingsSheet) -> tuple[float, float]:
    return _wide([_name(row) for row in sheet.rows], ""), _wide([row.club for row in sheet.rows], _("Club"))


def _wide(texts: Sequence[str], title: str) -> float:
    """The width of a column that breaks none of its texts."""
    widest = max((stringWidth(text, FIGURE.fontName, FIGURE.fontSize) for text in texts), default=0)
    return max(widest, stringWidth(title, FIGURE_HEAD.fontName, FIGURE_HEAD.fontSize)) + FIGURE_PADDING


# Score sheet


def score_sheet_story(page: ScoreSheetPage) -> list[Flowable]:
    title = _("%(round)s, tavolo %(table)d") % {"round": page.round_name, "table": page.table}
    return [
        *heading(page.tournament, " · ".join(filter(None, (title, page.hall, page.game)))),
        _score_grid(page),
        Spacer(0, 4 * mm),
        *(Paragraph(escape(text), TEXT) for text in _score_facts(page)),
        Spacer(0, 4 * mm),
        *_board(page),
        Spacer(0, 10 * mm),
        _signatures(page),
        Spacer(0, 8 * mm),
        *_anchor(page),
    ]


def _score_grid(page: ScoreSheetPage) -> Flowable:
    ties = len(page.tiebreak_heads)
    figures = [cell(title, NARROW_HEAD) for title in (_("Punti"), *page.tiebreak_heads, _("Piazz."))]
    head = [cell("", STRONG), cell(_("Giocatore"), STRONG), *figures, cell(_("Firma"), STRONG)]
    widths = [14 * mm, *[min(20 * mm, 63 * mm / max(ties, 1))] * ties, 14 * mm]
    names = WIDTH - 8 * mm - sum(widths) - 38 * mm
    rows = [_score_row(row, ties) for row in page.rows]
    return grid([head, *rows], [8 * mm, names, *widths, 38 * mm], row_height=13 * mm)


def _score_row(row: ScoreRow, tiebreaks: int) -> list:
    figures = [*row.tiebreaks, *[None] * tiebreaks][:tiebreaks]
    rank = "" if row.rank is None else str(row.rank)
    return [
        cell(str(row.seat), FIGURE),
        [cell(row.name), cell(" · ".join(_asides(row)), SMALL)],
        cell(with_minus_sign(format_figure(row.points)), FIGURE),
        *(cell(format_figure(figure), FIGURE) for figure in figures),
        cell(rank, FIGURE),
        cell(""),
    ]


def _asides(row: ScoreRow) -> list[str]:
    return [text for text in (row.colour, row.club, _("eliminato") if row.eliminated else "") if text]


def _score_facts(page: ScoreSheetPage) -> list[str]:
    ended = _("Fine della partita: %s") % page.ended_by if page.ended_by else ""
    return [text for text in (ended, *page.workings, page.note) if text]


def _signatures(page: ScoreSheetPage) -> Flowable:
    judge = _("Arbitro del tavolo: %s") % page.judge if page.judge else _("Arbitro del tavolo")
    ruled = Table([[cell(judge), "", cell(_("Capo arbitro"))]], colWidths=[WIDTH * 0.45, WIDTH * 0.1, WIDTH * 0.45])
    lines = [("LINEABOVE", (column, 0), (column, 0), 0.5, colors.black) for column in (0, 2)]
    ruled.setStyle(TableStyle([*PADDING, *lines]))
    return ruled


def _anchor(page: ScoreSheetPage) -> list[Flowable]:
    """The link from the paper to the record: the head of its chain, and the address where anybody can compare it."""
    lines = [Paragraph(_("Stampato il %s") % moment(page.made_at), SMALL)]
    if page.chain_head:
        chain = _("Verbale: %(entries)d righe, codice di controllo %(head)s") % {
            "entries": page.entries,
            "head": page.chain_head,
        }
        lines.insert(0, Paragraph(escape(chain), SMALL))
    if not page.address:
        return lines
    lines.append(Paragraph(escape(_("Confronta questo foglio con %s") % page.address), SMALL))
    side = 24 * mm
    ruled = Table([[QrCode(page.address, side), lines]], colWidths=[side + 4 * mm, WIDTH - side - 4 * mm])
    ruled.setStyle(TableStyle([*PADDING, ("LEFTPADDING", (0, 0), (0, 0), 0)]))
    return [ruled]


def _board(page: ScoreSheetPage) -> list[Flowable]:
    """The final board, scaled to the remaining room of the sheet."""
    if page.board is None:
        return []
    scale = min(WIDTH / page.board.width, MOST_OF_A_BOARD / page.board.height)
    board = copy(page.board)
    board.width, board.height = page.board.width * scale, page.board.height * scale
    board.scale(scale, scale)
    return [board, Spacer(0, 4 * mm)]
