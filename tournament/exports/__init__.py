"""Draws the sheets of `tournament.documents` as PDF or XLSX."""

from tournament.exports.cards import badges_pdf, diplomas_pdf, table_cards_pdf
from tournament.exports.crosstable import crosstable_pdf
from tournament.exports.forms import score_forms_pdf
from tournament.exports.judges import judges_guide_pdf
from tournament.exports.lists import emergency_pdf, prizes_pdf
from tournament.exports.logo import MOST_PIXELS, NoPicture, TooManyPixels, logo_png
from tournament.exports.manuals import manuals_pdf
from tournament.exports.pdf import (
    score_sheet_pdf,
    score_sheets_pdf,
    seatings_by_name_pdf,
    seatings_by_table_pdf,
    seatings_pdf,
    standings_pdf,
)
from tournament.exports.rule_summary import rule_summary_pdf
from tournament.exports.social_card import social_card
from tournament.exports.xlsx import score_sheets_xlsx, seatings_xlsx, standings_xlsx

__all__ = [
    "MOST_PIXELS",
    "NoPicture",
    "TooManyPixels",
    "badges_pdf",
    "crosstable_pdf",
    "diplomas_pdf",
    "emergency_pdf",
    "judges_guide_pdf",
    "logo_png",
    "manuals_pdf",
    "prizes_pdf",
    "rule_summary_pdf",
    "score_forms_pdf",
    "score_sheet_pdf",
    "score_sheets_pdf",
    "score_sheets_xlsx",
    "seatings_by_name_pdf",
    "seatings_by_table_pdf",
    "seatings_pdf",
    "seatings_xlsx",
    "social_card",
    "standings_pdf",
    "standings_xlsx",
    "table_cards_pdf",
]
