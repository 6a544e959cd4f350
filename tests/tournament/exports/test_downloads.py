"""What leaves for other programs: opened again, by the programs that read them."""

import csv
import io
import tracemalloc
from decimal import Decimal

import openpyxl
import pytest
from django.urls import reverse

from tests.tournament.conftest import NOW, enter, play
from tournament.actions import penalties, rounds
from tournament.documents.table import Page
from tournament.exports.tables import csv_lines, workbook
from tournament.imports.roster import read_roster
from tournament.models import Entrant, Tournament
from tournament.queries.lists import LISTS


def body(response) -> bytes:
    return b"".join(response.streaming_content) if response.streaming else response.content


def got(client, tournament, what: str, kind: str) -> bytes:
    return body(client.get(reverse("tournament:spreadsheet", args=[tournament.slug, what, kind])))


def sheets(data: bytes) -> dict[str, list[tuple]]:
    book = openpyxl.load_workbook(io.BytesIO(data))
    return {sheet.title: list(sheet.iter_rows(values_only=True)) for sheet in book.worksheets}


@pytest.fixture
def played(draft, organizer):
    Entrant.objects.filter(number=1).update(surname="=1+1", name="Èva", club="+39")
    play(draft, organizer)
    penalties.add(draft.tournament.entrants.get(number=2), points=Decimal("2.5"), reason="ritardo", by=organizer)
    return draft.tournament


def test_the_workbook_of_the_event_has_a_sheet_for_each_list(olga, played):
    found = sheets(got(olga, played, "tutto", "xlsx"))
    assert list(found) == ["Iscritti", "Sedie", "Risultati", "Classifica", "Penalità"]
    assert [len(rows) - 1 for rows in found.values()] == [20, 20, 20, 20, 1]
    assert found["Risultati"][1][:2] == (1, 1)
    assert found["Penalità"][1][4] == 2.5


@pytest.mark.parametrize("what", LISTS)
def test_each_list_says_the_same_as_csv_and_as_workbook(olga, played, what):
    text = got(olga, played, what, "csv").decode("utf-8-sig")
    lines = list(csv.reader(io.StringIO(text, newline=""), delimiter=";"))
    (rows,) = sheets(got(olga, played, what, "xlsx")).values()
    assert [len(line) for line in lines] == [len(row) for row in rows]
    assert lines[0] == list(rows[0])


def test_a_name_that_looks_like_a_formula_stays_a_name(olga, played):
    book = openpyxl.load_workbook(io.BytesIO(got(olga, played, "iscritti", "xlsx")))
    cell = book.worksheets[0]["B2"]
    assert (cell.value, cell.data_type) == ("=1+1", "s")
    assert ";'=1+1;Èva;" in got(olga, played, "iscritti", "csv").decode("utf-8-sig")


def test_a_roster_that_went_out_comes_in_again(olga, played):
    Entrant.objects.filter(number=1).update(surname="Rossi", club="", nick="@rossi")
    for kind in ("csv", "xlsx"):
        sheet = read_roster(got(olga, played, "iscritti", kind), f"iscritti.{kind}")
        assert sheet.errors == ()
        assert next((row.surname, row.name, row.nick) for row in sheet.rows) == ("Rossi", "Èva", "@rossi")
        assert len(sheet.rows) == 20


def test_five_thousand_rows_are_never_held_together(olga, tournament):
    enter(tournament, 5000)
    response = olga.get(reverse("tournament:spreadsheet", args=[tournament.slug, "iscritti", "csv"]))
    assert response.streaming
    tracemalloc.start()
    lines = sum(1 for _line in csv_lines(("a",), LISTS["iscritti"](tournament).rows()))
    _now, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert lines == 5001
    assert most < 3_000_000
    assert (
        len(
            sheets(body(olga.get(reverse("tournament:spreadsheet", args=[tournament.slug, "iscritti", "xlsx"]))))[
                "Iscritti"
            ]
        )
        == 5001
    )


def test_figures_are_numbers_in_a_workbook_and_have_a_comma_in_csv():
    with workbook([Page("Uno", ("a", "b"), [(Decimal("0.32"), "=x")])]) as file:
        assert sheets(file.read())["Uno"][1] == (0.32, "=x")
    figures = [Decimal("-0.32"), Decimal("31.0000"), Decimal("100"), Decimal("0E-4"), Decimal("12.5000")]
    assert list(csv_lines(("a",), [figures]))[1] == b"-0,32;31;100;0;12,5\r\n"


def test_a_list_that_does_not_exist_is_not_found(olga, tournament):
    for what, kind in (("altro", "csv"), ("tutto", "csv")):
        assert olga.get(reverse("tournament:spreadsheet", args=[tournament.slug, what, kind])).status_code == 404


# Report, calendar, frame


def test_the_report_is_for_everybody_and_for_nobody_where_the_day_is_private(client, played):
    url = reverse("tournament:report", args=[played.slug])
    assert client.get(url).content.startswith(f"001 code         {played.slug}\n".encode())
    Tournament.objects.update(is_public=False)
    assert client.get(url).status_code == 404


def test_the_calendar_has_the_day_and_the_rounds_that_began(client, draft, organizer):
    Tournament.objects.update(name="Torneo; di primavera, " + "lungo " * 12, place="Fabriano")
    url = reverse("tournament:calendar", args=[draft.tournament.slug])
    assert client.get(url).content.count(b"BEGIN:VEVENT") == 1
    rounds.publish(draft, by=organizer)
    rounds.start(draft, by=organizer, now=NOW)
    text = client.get(url).content
    assert text.count(b"BEGIN:VEVENT") == 2
    assert b"DTSTART;VALUE=DATE:20260314\r\n" in text
    assert b"DTSTART:20260314T093000Z\r\n" in text
    assert b"SUMMARY:Torneo\\; di primavera\\, " in text
    assert max(len(line) for line in text.split(b"\r\n")) <= 75


def test_an_event_of_the_calendar_is_the_same_by_every_name_of_the_site(client, draft, settings):
    """Else a phone that follows it by the laptop's address and by sdadata.local has each round twice."""
    settings.ALLOWED_HOSTS = ["*"]
    url = reverse("tournament:calendar", args=[draft.tournament.slug])
    texts = {client.get(url, headers={"host": host}).content for host in ("192.0.2.7:8000", "sdadata.local:8000")}
    assert len(texts) == 1


def test_standings_may_stand_in_a_frame_of_another_site_and_nothing_else_may(client, played):
    frame = client.get(reverse("tournament:embedded", args=[played.slug]))
    assert "X-Frame-Options" not in frame
    assert "frame-ancestors *" in frame["Content-Security-Policy"]
    assert b"<form" not in frame.content
    assert frame.content.count(b"<script") == frame.content.count(b'<script src="/static/js/vendor/htmx') == 1
    page = client.get(reverse("tournament:standings", args=[played.slug]))
    assert page["X-Frame-Options"] == "DENY"


def test_a_private_tournament_is_in_no_frame_not_even_for_its_organizer(olga, played):
    Tournament.objects.update(is_public=False)
    assert olga.get(reverse("tournament:embedded", args=[played.slug])).status_code == 404
