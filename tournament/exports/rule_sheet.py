"""The rule sheet: a regulation on paper, with notes on its sources beside the fields."""

from datetime import datetime
from html import escape

from reportlab.lib import colors
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, KeepTogether, Paragraph, Spacer, Table, TableStyle

from tournament.core.formatting import moment
from tournament.core.translation import translated as _
from tournament.exports.paper import (
    HEADING,
    PADDING,
    SMALL,
    STRONG,
    TEXT,
    WIDTH,
    cell,
    document,
    heading,
    register_fonts,
)
from tournament.labels.rule_sheet import RuleLine, RuleSection, RuleSheet

LABELS = 62 * mm


def rule_sheet_pdf(sheet: RuleSheet, made_at: datetime) -> bytes:
    register_fonts()
    story = heading(sheet.tournament or sheet.name, _subtitle(sheet))
    for section in sheet.sections:
        story.append(_section(section))
    for note in sheet.notes:
        story += [Paragraph(escape(note), TEXT), Spacer(0, 1.5 * mm)]
    # A space after the last part could make a page of its own.
    return document(story[:-1] if sheet.notes else story, sheet.name, _("Scheda del regolamento, %s") % moment(made_at))


def _subtitle(sheet: RuleSheet) -> str:
    version = _("Regolamento, versione %d") % sheet.version
    return f"{sheet.name} · {version}" if sheet.tournament else version


def _section(section: RuleSection) -> Flowable:
    grid = Table([_row(line) for line in section.lines], colWidths=[LABELS, WIDTH - LABELS])
    grid.setStyle(TableStyle([*PADDING, ("VALIGN", (0, 0), (-1, -1), "TOP"), _RULE]))
    return KeepTogether([Paragraph(escape(section.title), HEADING), grid, Spacer(0, 4 * mm)])


_RULE = ("LINEBELOW", (0, 0), (-1, -1), 0.25, colors.black)


def _row(line: RuleLine) -> list:
    value = [cell(part) for part in line.value.split("\n")]
    return [cell(line.label, STRONG), [*value, *(cell(note, SMALL) for note in line.source_notes)]]
