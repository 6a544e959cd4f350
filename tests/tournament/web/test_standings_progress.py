"""Wherever standings are shown it is said after which round they count, and whether they are final."""

import io
from datetime import date
from decimal import Decimal

import openpyxl
import pytest
from django.urls import reverse
from django.utils import timezone
from pypdf import PdfReader

from tests.tournament.conftest import CONFIRMED, NOW, give_rights, lines_for, play
from tournament.actions import results, rounds, screen_links, seasons
from tournament.core.identity import key_of
from tournament.documents.season_sheet import SeasonSheet, SeasonSheetRow
from tournament.documents.standings_progress import NOT_BEGUN, StandingsProgress
from tournament.exports.season import season_pdf
from tournament.models import Part
from tournament.queries import badge_tokens
from tournament.queries.sheets import standings_sheet
from tournament.states import HouseRight


def text_of(answer) -> str:
    """Of a page, a PDF or a workbook with its printed headings, with one space between words."""
    kind = answer["Content-Type"]
    if kind.startswith("application/pdf"):
        words = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.content)).pages)
    elif "spreadsheet" in kind:
        sheets = openpyxl.load_workbook(io.BytesIO(answer.content)).worksheets
        words = " ".join(sheet.oddHeader.left.text for sheet in sheets)
    else:
        words = answer.content.decode()
    return " ".join(words.split())


@pytest.fixture
def places(draft, organizer, client):
    """Every place of the event that shows standings, by name: what it says now."""
    tournament = draft.tournament
    slug, first = tournament.slug, draft.tables.first().seats.first().entrant
    tournament.entrants.update(club="Il Dado")
    _screen, token = screen_links.issue(tournament, by=organizer)
    screen_links.arrange(_screen, parts=[Part.STANDINGS], by=organizer)
    addresses = {
        "page": reverse("tournament:standings", args=[slug]),
        "pdf": reverse("tournament:standings_file", args=[slug, "pdf"]),
        "xlsx": reverse("tournament:standings_file", args=[slug, "xlsx"]),
        "crosstable": reverse("tournament:crosstable", args=[slug]),
        "crosstable on paper": reverse("tournament:crosstable_file", args=[slug]),
        "player": reverse("tournament:player", args=[slug, first.number]),
        "club": reverse("tournament:event_club", args=[slug, key_of("Il Dado", "")]),
        "embedded": reverse("tournament:embedded", args=[slug]),
        "own day": reverse("tournament:player_day", args=[slug]),
        "wall": reverse("tournament:projector", args=[token]),
    }
    client.get(reverse("tournament:phone", args=[badge_tokens.token_of(first)]))
    return lambda: {name: text_of(client.get(address)) for name, address in addresses.items()}


def test_every_place_says_after_which_round_its_standings_count(draft, organizer, places):
    rounds.publish(draft, by=organizer)
    rounds.start(draft, by=organizer, now=NOW)
    assert not any("dopo il turno" in text.lower() or "contat" in text for text in places().values())
    table = draft.tables.first()
    results.enter_by_hand(table, lines=lines_for(table), ended_by="time", by=organizer, confirmed=CONFIRMED)
    for name, text in places().items():
        assert "turno 1 di 2: contato 1 tavolo su 5" in text.lower(), name
        assert "provvisori" in text.lower(), name


def test_every_place_says_when_the_standings_are_final(draft, organizer, places):
    play(draft, organizer)
    rounds.close(draft, by=organizer, now=NOW)
    for name, text in places().items():
        assert "dopo il turno 1 di 2" in text.lower(), name
        assert "provvisori" in text.lower(), name
    final = rounds.advance(draft, seed="s", by=organizer)
    play(final, organizer)
    rounds.close(final, by=organizer, now=NOW)
    for name, text in places().items():
        assert "dopo il turno 2 di 2" in text.lower(), name
        assert "provvisori" not in text.lower(), name


def test_progress_in_words():
    assert NOT_BEGUN.words == ""
    assert StandingsProgress(3, 5).words == "dopo il turno 3 di 5"
    assert StandingsProgress(3, 5, 4, 3, 10).words == "turno 4 di 5: contati 3 tavoli su 10"


def test_a_round_that_is_only_drawn_does_not_count(draft, organizer):
    play(draft, organizer)
    rounds.close(draft, by=organizer, now=NOW)
    rounds.publish(rounds.advance(draft, seed="s", by=organizer), by=organizer)
    assert standings_sheet(draft.tournament, made_at=NOW).progress == StandingsProgress(1, 2, 0, 0, 1)


# Seasons


@pytest.fixture
def season(draft, organizer):
    give_rights(organizer, HouseRight.SEASONS)
    play(draft, organizer)
    rounds.close(draft, by=organizer, now=NOW)
    found = seasons.create(name="Stagione 2026", formula="total", is_public=True, by=organizer)
    seasons.count(found, tournament=draft.tournament, grade="open", by=organizer)
    return found


def test_a_season_says_after_how_many_events_it_counts(season, client):
    page = reverse("tournament:season", args=[season.code])
    files = [reverse("tournament:season_file", args=[season.code, kind]) for kind in ("pdf", "xlsx")]
    for address in (page, *files):
        assert "dopo un torneo" in text_of(client.get(address)).lower(), address


def test_a_season_is_shown_on_the_wall_of_its_events(season, draft, organizer, client):
    screen, token = screen_links.issue(draft.tournament, by=organizer)
    screen_links.arrange(screen, parts=[Part.SEASON], by=organizer)
    text = text_of(client.get(reverse("tournament:projector", args=[token])))
    assert "Stagione 2026" in text
    assert "dopo un torneo" in text
    names = [str(one) for one in draft.tournament.entrants.all()]
    assert all(name in text for name in names)


def test_a_private_season_is_on_no_wall(season, draft, organizer, client):
    season.is_public = False
    season.save()
    screen, token = screen_links.issue(draft.tournament, by=organizer)
    screen_links.arrange(screen, parts=[Part.SEASON], by=organizer)
    assert "Stagione 2026" not in text_of(client.get(reverse("tournament:projector", args=[token])))


def test_a_long_season_has_every_event_on_paper_with_its_day():
    cells = tuple((Decimal(number), number == 11) for number in range(1, 13))
    row = SeasonSheetRow(1, "Rossi Anna", "Il Dado", Decimal("120.5"), Decimal(0), cells, "pari in tutto")
    sheet = SeasonSheet(
        season="Stagione 2026",
        formula="somma dei punti",
        progress="dopo 12 tornei",
        made_at=timezone.localtime(NOW),
        events=tuple((f"Serata {number}", date(2026, number, 3)) for number in range(1, 13)),
        rows=(row,) * 60,
    )
    pages = [page.extract_text() for page in PdfReader(io.BytesIO(season_pdf(sheet))).pages]
    text = "\n".join(pages)
    assert len(pages) >= 4
    assert all("Giocatore" in page for page in pages)
    assert all(f"{number}. " in text and f"Serata {number}" in text for number in range(1, 13))
    assert "120,5" in text
    assert "12,0" in text
