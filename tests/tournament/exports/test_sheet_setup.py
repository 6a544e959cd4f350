"""Every sheet of every workbook as Excel opens and prints it: A4, as wide as the paper, head and names in sight."""

import io
import subprocess

import openpyxl
import pytest
from django.conf import settings
from django.urls import reverse
from openpyxl.utils import coordinate_to_tuple

from tests.tournament.conftest import NOW, give_rights, play
from tests.tournament.exports.test_exports import SCORE
from tournament.actions import rounds, seasons
from tournament.documents.table import Page
from tournament.exports import score_sheets_xlsx
from tournament.exports.sheet_setup import PORTRAIT_WIDTH
from tournament.exports.tables import workbook
from tournament.queries.lists import LISTS
from tournament.states import HouseRight

WIDE_PAPER = ("Cognome e nome di chi gioca", "Club di chi gioca", "Quello che se ne dice")


@pytest.fixture
def played(draft, organizer):
    play(draft, organizer)
    rounds.close(draft, by=organizer, now=NOW)
    return draft.tournament


def addresses(tournament, season) -> list[str]:
    slug = tournament.slug
    return [
        reverse("tournament:standings_file", args=[slug, "xlsx"]),
        reverse("tournament:seatings_file", args=[slug, 1, "xlsx"]),
        reverse("tournament:gestione_file", args=[slug]),
        reverse("tournament:season_file", args=[season.code, "xlsx"]),
        *(reverse("tournament:spreadsheet", args=[slug, what, "xlsx"]) for what in ("tutto", *LISTS)),
    ]


def sheets_of(data: bytes) -> list:
    return openpyxl.load_workbook(io.BytesIO(data)).worksheets


def has_setup(sheet) -> bool:
    """The names end where the panes are frozen: nobody's name is behind a figure that moves."""
    row, column = coordinate_to_tuple(sheet.freeze_panes)
    widths = [sheet.column_dimensions[letter].width for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[: sheet.max_column]]
    return (
        (row, sheet.print_title_rows) == (2, "$1:$1")
        and 1 < column <= sheet.max_column + 1
        and int(sheet.page_setup.paperSize) == 9
        and sheet.page_setup.orientation == ("landscape" if sum(widths) > PORTRAIT_WIDTH else "portrait")
        and (sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight) == (1, 0)
        and sheet.sheet_properties.pageSetUpPr.fitToPage
    )


def test_every_sheet_of_the_site_is_ready_to_be_read_and_printed(client, organizer, played):
    client.force_login(organizer)
    give_rights(organizer, HouseRight.SEASONS)
    season = seasons.create(name="Stagione & Co.", formula="total", by=organizer)
    seasons.count(season, tournament=played, grade="open", by=organizer)
    found, wrong = 0, []
    for address in addresses(played, season):
        answer = client.get(address)
        data = b"".join(answer.streaming_content) if answer.streaming else answer.content
        for sheet in sheets_of(data):
            found += 1
            if not has_setup(sheet):
                wrong.append((address, sheet.title, sheet.freeze_panes))
    wrong += [sheet.title for sheet in sheets_of(score_sheets_xlsx((SCORE,), NOW)) if not has_setup(sheet)]
    assert wrong == []
    assert found >= 16


def test_names_and_head_stay_in_sight_in_the_standings(client, played):
    sheet = sheets_of(client.get(reverse("tournament:standings_file", args=[played.slug, "xlsx"])).content)[0]
    assert sheet.freeze_panes == "C2"
    assert [cell.value for cell in sheet[1]][:2] == ["Pos.", "Giocatore"]
    assert sheet.oddHeader.left.text == f"{played.name} · Classifica provvisoria · dopo il turno 1 di 2"


def test_the_heading_of_a_sheet_may_hold_an_ampersand():
    with workbook([Page("Uno", WIDE_PAPER, [("x" * 60, "y", "z" * 60)], 1, "Dadi & Pedine")]) as file:
        sheet = openpyxl.load_workbook(file).worksheets[0]
    assert sheet.oddHeader.left.text == "Dadi && Pedine"
    assert sheet.page_setup.orientation == "landscape"
    assert sheet["A2"].alignment.wrap_text


def test_no_workbook_is_filled_elsewhere():
    found = subprocess.run(
        ["git", "grep", "-l", "create_sheet", "--", "*.py", ":!tests", ":!bench"],
        cwd=settings.BASE_DIR, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert found.stdout.split() == ["tournament/exports/tables.py", "tournament/exports/xlsx.py"]
