"""Prize list and emergency pack on paper."""

from html import escape

from reportlab.lib import colors
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, KeepTogether, PageBreak, Paragraph, Spacer, TableStyle

from tournament.core.formatting import format_figure, moment
from tournament.core.ordinals import ordinal
from tournament.core.translation import translated as _
from tournament.documents.progress import Progress
from tournament.documents.sheets import (
    EmergencyPack,
    PrizeGroup,
    PrizeSheet,
    RoundToCome,
    StandingsRow,
)
from tournament.exports.forms import FormFlowable
from tournament.exports.paper import (
    FIGURE,
    HEADING,
    PADDING,
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
from tournament.exports.pdf import by_name, by_table, standings_table

BLANK_ROWS = 10 * mm


def prizes_pdf(sheet: PrizeSheet) -> bytes:
    """The first places of the field and of each category, with their prizes or room for them."""
    register_fonts()
    subtitle = _("PREMI PROVVISORI") if sheet.is_provisional else _("Premi")
    story = [*heading(sheet.tournament, subtitle), *map(_prize_group, sheet.groups)]
    return document(story, sheet.tournament, _("Premi al %s") % moment(sheet.made_at))


def _prize_group(group: PrizeGroup) -> Flowable:
    head = [*figures_head("#"), cell(_("Giocatore"), STRONG), cell(_("Club"), STRONG), cell(_("Premio"), STRONG)]
    rows = [[cell(ordinal(row.place), FIGURE), cell(row.name), cell(row.club), cell(row.title)] for row in group.rows]
    table = grid([head, *rows], [12 * mm, 70 * mm, 48 * mm, WIDTH - 130 * mm], row_height=9 * mm)
    return KeepTogether([Paragraph(escape(group.title), HEADING), table, Spacer(0, 6 * mm)])


def emergency_pdf(pack: EmergencyPack, progress: Progress | None = None) -> bytes:
    """The rules, the players present, the seating, a sheet for each table, the standings, and the remaining rounds."""
    register_fonts()
    parts = [_how_to(pack), _roster(pack)]
    if pack.seating:
        parts += [by_table(pack.seating), by_name(pack.seating)]
    parts += [[FormFlowable(page)] for page in pack.forms]
    parts += [_standings(pack), *(_round_to_come(pack, round_) for round_ in pack.to_come)]
    parts.append([FormFlowable(pack.spare_form)])
    story = [flowable for part in parts for flowable in (*part, PageBreak())][:-1]
    return document(story, pack.tournament, _("Pacchetto d'emergenza del %s") % moment(pack.made_at), progress)


def _how_to(pack: EmergencyPack) -> list[Flowable]:
    steps = [
        _("Ogni tavolo finisce la partita: la durata è di %d minuti dall'inizio, e l'orologio da polso basta.")
        % pack.minutes,
        _("Alla fine compilate il referto del tavolo, con gli spareggi di chi è pari, e fate firmare tutti."),
        _("Riportate i punti nella classifica da completare e sommate."),
        _(
            "Per il turno seguente usate le pagine in fondo: chi passa, poi i tavoli per sorteggio a mano, carte o dadi."
        ),
        _("Per i turni seguenti fotocopiate il referto senza nomi, l'ultima pagina: uno per tavolo."),
        _("Tenete tutti i fogli firmati: quando il computer riparte, si inseriscono da «Referti di carta»."),
    ]
    return [
        *heading(pack.tournament, _("Finire la giornata a mano · %s") % pack.regulation),
        *(Paragraph(f"{number}. {escape(step)}", TEXT) for number, step in enumerate(steps, 1)),
        Spacer(0, 5 * mm),
        Paragraph(escape(_("Come si danno i punti")), HEADING),
        *(Paragraph(f"– {escape(line)}", TEXT) for line in pack.scoring),
        Spacer(0, 5 * mm),
        Paragraph(escape(_("Come si ordina la classifica: si confronta una voce alla volta")), HEADING),
        *(Paragraph(f"{number}. {escape(key)}", TEXT) for number, key in enumerate(pack.order, 1)),
        *_advancement_rules(pack),
    ]


def _advancement_rules(pack: EmergencyPack) -> list[Flowable]:
    if not pack.advancement_rules:
        return []
    rules = (Paragraph(f"– {escape(name)}: {escape(rule)}", TEXT) for name, rule in pack.advancement_rules)
    return [Spacer(0, 5 * mm), Paragraph(escape(_("Chi passa il turno")), HEADING), *rules]


def _roster(pack: EmergencyPack) -> list[Flowable]:
    head = [*figures_head(_("N.")), *(cell(title, STRONG) for title in (_("Iscritto"), _("Club"), _("Categoria")))]
    head.append(cell(_("Presente"), STRONG))
    rows = [
        [
            cell(str(line.number), FIGURE),
            cell(line.name),
            cell(line.club),
            cell(line.category),
            cell(_box(line.is_present)),
        ]
        for line in pack.roster
    ]
    return [
        *heading(pack.tournament, _("Iscritti")),
        grid([head, *rows], [12 * mm, 68 * mm, 52 * mm, 28 * mm, WIDTH - 160 * mm]),
    ]


def _box(is_ticked: bool) -> str:
    return "☒" if is_ticked else "☐"


def _standings(pack: EmergencyPack) -> list[Flowable]:
    """The standings as they are, then the same people by name with empty columns for what is still to be played."""
    sheet = pack.standings
    title = _("Classifica da completare")
    open_rounds = [round_.name for round_ in pack.to_come] or [_("Punti")]
    head = [cell(_("Giocatore"), STRONG), *figures_head(_("Finora")), *(cell(name, STRONG) for name in open_rounds)]
    head.append(cell(_("Totale"), STRONG))
    empty = [""] * (len(open_rounds) + 1)
    by_surname = sorted(sheet.rows, key=lambda row: row.name)
    rows = [[cell(row.name), cell(_so_far(row), FIGURE), *map(cell, empty)] for row in by_surname]
    width = (WIDTH - 82 * mm) / len(empty)
    to_fill = grid([head, *rows], [60 * mm, 22 * mm, *[width] * len(empty)], row_height=7 * mm)
    boxes = [("INNERGRID", (0, 1), (-1, -1), 0.25, colors.black)]
    to_fill.setStyle(TableStyle(boxes))
    now = [
        *heading(pack.tournament, _("Classifica al %s") % moment(sheet.made_at)),
        standings_table(sheet),
        PageBreak(),
    ]
    return [*(now if sheet.rows else []), *heading(pack.tournament, title), to_fill]


def _so_far(row: StandingsRow) -> str:
    return format_figure(row.total) if any(points is not None for points in row.per_round) else ""


def _round_to_come(pack: EmergencyPack, round_: RoundToCome) -> list[Flowable]:
    tables = [_empty_table(number, size) for number, size in enumerate(round_.tables, 1)]
    rule = [Paragraph(escape(round_.rule), TEXT), Spacer(0, 4 * mm)] if round_.rule else []
    return [*heading(pack.tournament, round_.name), *rule, *tables]


def _empty_table(number: int, size: int) -> Flowable:
    head = [cell(title, STRONG) for title in ("", _("Giocatore"), _("Punti"), _("Spareggi"), _("Piazz."), _("Firma"))]
    rows = [[cell(str(seat), FIGURE), *[cell("")] * 5] for seat in range(1, size + 1)]
    widths = [8 * mm, 66 * mm, 22 * mm, 28 * mm, 16 * mm, WIDTH - 140 * mm]
    table = grid([head, *rows], widths, row_height=BLANK_ROWS)
    table.setStyle(TableStyle([*PADDING, ("INNERGRID", (0, 1), (-1, -1), 0.25, colors.black)]))
    return KeepTogether([Paragraph(_("Tavolo %d") % number, HEADING), table, Spacer(0, 5 * mm)])
