"""The timetable with its breaks, two halls, and the prizes of the standings."""

from datetime import UTC, datetime, time, timedelta
from io import BytesIO
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook

from tests.tournament.conftest import NOW, choose_first_plan, enter, play
from tests.tournament.exports.test_print_outs import read
from tournament.actions import day_plan, rounds, screen_links, tournaments
from tournament.core.formats.timetable import Break, timetable
from tournament.core.regulation.schema import presets
from tournament.errors import NotNow
from tournament.exports import prizes_pdf, seatings_pdf, seatings_xlsx
from tournament.models import Entrant, Part, Result, ScreenLink, Venue
from tournament.queries.day_plan import timetable_of, venue_of
from tournament.queries.printed_sheets import diplomas
from tournament.queries.prizes import doubtful_prizes, prize_sheet
from tournament.queries.projector import BUILDERS, ProjectorView
from tournament.queries.sheets import score_sheet, seating_sheet

NINE = datetime(2026, 3, 14, 9, 0, tzinfo=UTC)


def slot_rows(slots) -> list[str]:
    return [f"{slot.begins:%H:%M}-{slot.ends:%H:%M} {slot.title}" for slot in slots]


def test_rounds_follow_each_other_with_pauses_and_breaks():
    slots = timetable(
        NINE, ["Turno 1", "Turno 2", "Finale"], {1: 90, 2: 90, 3: 120}, pause=20,
        breaks=[Break(0, 15, "Benvenuto"), Break(1, 60, "Pranzo"), Break(1, 10, "Foto")],
    )  # fmt: skip
    assert slot_rows(slots) == [
        "09:00-09:15 Benvenuto", "09:15-10:45 Turno 1", "10:45-11:45 Pranzo", "11:45-11:55 Foto",
        "11:55-13:25 Turno 2", "13:45-15:45 Finale",
    ]  # fmt: skip


def test_a_round_that_began_late_moves_what_follows():
    slots = timetable(NINE, ["Turno 1", "Turno 2"], {1: 60, 2: 60}, pause=10, started={1: NINE + timedelta(minutes=25)})
    assert slot_rows(slots) == ["09:25-10:25 Turno 1", "10:35-11:35 Turno 2"]


@pytest.mark.parametrize(
    ("day", "hours"),
    [
        (24, ["23:00-00:30 Turno 1", "01:00-02:30 Turno 2", "02:30-02:30 Cena", "02:30-04:00 Turno 3"]),
        (25, ["23:00-00:30 Turno 1", "01:00-02:30 Turno 2", "02:30-03:30 Cena", "03:30-05:00 Turno 3"]),
    ],
)
def test_an_hour_is_an_hour_in_the_night_in_which_the_clocks_go_back(day, hours):
    begins = datetime(2026, 10, day, 23, 0, tzinfo=ZoneInfo("Europe/Rome"))
    slots = timetable(
        begins, ["Turno 1", "Turno 2", "Turno 3"], {1: 90, 2: 90, 3: 90}, pause=30, breaks=[Break(2, 60, "Cena")]
    )
    assert slot_rows(slots) == hours


def test_the_timetable_of_a_tournament_has_the_rounds_of_its_plan(ready, organizer):
    assert timetable_of(ready) == []
    day_plan.plan(ready, begins=time(10), pause=30, breaks=[Break(1, 60, "Pranzo")], by=organizer)
    assert slot_rows(timetable_of(ready)) == [
        "10:00-11:30 Turno 1", "11:30-12:30 Pranzo", "12:30-14:00 Finale",
    ]  # fmt: skip


def test_the_clock_of_a_round_under_way_moves_the_timetable(ready, organizer):
    day_plan.plan(ready, begins=time(10), pause=30, breaks=[], by=organizer)
    round_ = rounds.draw(ready, seed="seme", by=organizer)
    rounds.publish(round_, by=organizer)
    rounds.start(round_, by=organizer, now=NOW)
    assert timetable_of(ready)[0].begins == NOW


def test_a_table_is_in_one_hall(ready, organizer):
    day_plan.set_venues(ready, venues=[("Sala B", 4, 9), ("Sala A", 1, 3)], by=organizer)
    halls = list(ready.venues.all())
    assert [venue_of(halls, table) for table in (1, 3, 4, 9, 10)] == ["Sala A", "Sala A", "Sala B", "Sala B", ""]
    with pytest.raises(NotNow, match="Il tavolo 3 è in due sale: Sala A e Sala B"):
        day_plan.set_venues(ready, venues=[("Sala A", 1, 3), ("Sala B", 3, 9)], by=organizer)
    assert Venue.objects.count() == 2


def test_the_hall_is_on_paper_on_the_projector_and_on_every_page(draft, organizer, client):
    tournament = draft.tournament
    assert not seating_sheet(draft, made_at=NOW).has_halls
    del tournament.halls
    day_plan.set_venues(tournament, venues=[("Sala A", 1, 3), ("Veranda", 4, 9)], by=organizer)
    rounds.publish(draft, by=organizer)
    sheet = seating_sheet(draft, made_at=NOW)
    assert [table.hall for table in sheet.tables] == ["Sala A"] * 3 + ["Veranda"] * 2
    by_table, by_name = read(seatings_pdf(sheet))
    assert "Tavolo 4 · Veranda" in by_table
    assert by_name.count("Veranda") == 8
    rows = list(load_workbook(BytesIO(seatings_xlsx(sheet))).worksheets[0].values)
    assert {row[0] for row in rows[1:] if row[4] == "Sala A"} == {1, 2, 3}
    assert score_sheet(draft.tables.get(number=5), made_at=NOW).hall == "Veranda"
    _screen, token = screen_links.issue(tournament, by=organizer)
    for page in (reverse("tournament:projector", args=[token]), reverse("tournament:public", args=[tournament.slug])):
        assert "Veranda" in client.get(page).content.decode()
    client.force_login(organizer)
    assert "Veranda" in client.get(draft.get_absolute_url()).content.decode()


def test_prizes_go_to_the_places_of_the_field_and_of_the_categories(ready, organizer):
    Entrant.objects.filter(tournament=ready, number__gt=15).update(category="Junior")
    prizes = [("", 1, "Coppa"), ("", 2, "Targa"), ("Junior", 1, "Libro"), ("Senior", 1, "Niente")]
    day_plan.set_prizes(ready, prizes=prizes, by=organizer)
    round_ = rounds.draw(ready, seed="seme", by=organizer)
    play(round_, organizer)
    rounds.close(round_, by=organizer, now=NOW)
    sheet = prize_sheet(ready, made_at=NOW)
    assert [group.title for group in sheet.groups] == ["Classifica assoluta", "Junior", "Senior"]
    overall, juniors, seniors = (group.rows for group in sheet.groups)
    best = Result.objects.filter(rank=1).order_by("-points").first().seat.entrant
    assert [(row.place, row.title) for row in overall] == [(1, "Coppa"), (2, "Targa")]
    assert overall[0].name == str(best)
    assert [row.title for row in juniors] == ["Libro"]
    assert juniors[0].name in {str(one) for one in Entrant.objects.filter(tournament=ready, category="Junior")}
    assert [(row.name, row.title) for row in seniors] == [("", "Niente")]
    paper = " ".join(read(prizes_pdf(sheet)))
    slides = BUILDERS[Part.PRIZES](ProjectorView(ready, round_, NOW, ScreenLink()))
    screen = {(row.name, row.words) for slide in slides for row in slide.rows}
    page = Client().get(reverse("tournament:day_plan", args=[ready.slug])).content.decode()
    for row in (*overall, *juniors, *seniors):
        assert row.title in paper
        assert row.title in page
        assert (row.name or "—", row.title) in screen
    assert len(diplomas(ready, made_at=NOW)) == 3


def test_the_day_is_arranged_and_read_in_the_browser(ready, organizer, client):
    olga = Client()
    olga.force_login(organizer)
    edit = reverse("tournament:day_plan_edit", args=[ready.slug])
    posted = {
        "begins": "10:15", "pause": "20", "breaks": "dopo 1: 60 Pranzo al sacco", "venues": "1-3: Sala grande\n4-6: Bar",
        "prizes": "1: Coppa\nOver 60 1: Bastone da passeggio",
    }  # fmt: skip
    refused = olga.post(edit, posted)
    assert refused.status_code == 422
    assert "nessun iscritto è della categoria «Over 60»" in refused.content.decode().replace("&#x27;", "'")
    assert olga.post(edit, {**posted, "prizes_are_right": "on"}).status_code == 302
    page = client.get(reverse("tournament:day_plan", args=[ready.slug])).content.decode()
    for text in ("10:15", "Pranzo al sacco", "Sala grande", "Coppa", "Bastone da passeggio"):
        assert text in page
    form = olga.get(edit).content.decode()
    assert "dopo 1: 60 Pranzo al sacco" in form
    assert "Over 60 1: Bastone da passeggio" in form


@pytest.mark.parametrize(
    ("field", "typed", "fault"),
    [
        ("breaks", "a pranzo", "dopo 1: 60 Pranzo"),
        ("venues", "9-2: Sala", "dal più piccolo al più grande"),
        ("venues", "1-4: A\n3-8: B", "in due sale"),
        ("prizes", "Coppa", "1: Coppa"),
        ("begins", "alle dieci", "ora valida"),
    ],
)
def test_what_cannot_be_understood_is_refused_at_its_field(ready, organizer, field, typed, fault):
    olga = Client()
    olga.force_login(organizer)
    posted = {"begins": "10:15", "pause": "20", field: typed}
    answer = olga.post(reverse("tournament:day_plan_edit", args=[ready.slug]), posted)
    assert answer.status_code == 422
    assert fault in answer.content.decode()
    assert not ready.venues.exists()


def test_prizes_need_no_hour_and_an_hour_can_be_taken_away(ready, organizer):
    olga = Client()
    olga.force_login(organizer)
    edit = reverse("tournament:day_plan_edit", args=[ready.slug])
    assert olga.post(edit, {"begins": "", "prizes": "1: Coppa"}).status_code == 302
    assert (timetable_of(ready), ready.prize_list.get().title) == ([], "Coppa")
    olga.post(edit, {"begins": "10:00", "pause": "20", "prizes": "1: Coppa"})
    assert timetable_of(ready)
    olga.post(edit, {"begins": "", "prizes": "1: Coppa"})
    assert timetable_of(ready) == []
    assert olga.post(edit, {"begins": "", "breaks": "dopo 1: 60 Pranzo", "prizes": ""}).status_code == 422


@pytest.mark.parametrize(
    ("prize", "is_doubtful"),
    [
        (("", 20, "Ultimo"), False),
        (("", 21, "Oltre"), True),
        (("junior ", 5, "Libro"), False),
        (("Junior", 6, "Libro"), True),
    ],
)
def test_a_prize_that_nobody_could_win_is_doubted(ready, prize, is_doubtful):
    Entrant.objects.filter(tournament=ready, number__gt=15).update(category="Junior")
    assert bool(doubtful_prizes(ready, [prize])) == is_doubtful


def test_a_roster_that_is_still_empty_doubts_no_prize(tournament):
    assert doubtful_prizes(tournament, [("Junior", 1, "Libro"), ("", 40, "Coppa")]) == []


def test_a_category_in_two_spellings_is_one_list_of_prizes(draft, organizer):
    play(draft, organizer)
    draft.tournament.entrants.filter(number__lte=6).update(category="Under 18")
    day_plan.set_prizes(draft.tournament, prizes=[("under 18", 1, "Libro"), ("Under 18", 2, "Penna")], by=organizer)
    (group,) = prize_sheet(draft.tournament, made_at=NOW).groups
    assert [(row.place, row.title) for row in group.rows if row.place <= 2][:1] == [(1, "Libro")]
    assert {row.title for row in group.rows} == {"Libro", "Penna"}


def test_what_is_saved_again_leaves_no_line_in_the_log(ready, organizer):
    for _again in range(2):
        day_plan.plan(ready, begins=time(9), pause=20, breaks=[Break(0, 15, "Pausa")], by=organizer)
        day_plan.set_venues(ready, venues=[("Sala", 1, 5)], by=organizer)
        day_plan.set_prizes(ready, prizes=[("", 1, "Coppa"), ("", 2, "Targa")], by=organizer)
    assert [ready.log.filter(verb=verb).count() for verb in ("day.plan", "day.set_venues", "day.set_prizes")] == [
        1,
        1,
        1,
    ]
    day_plan.set_prizes(ready, prizes=[("", 1, "Targa"), ("", 2, "Coppa")], by=organizer)
    assert ready.log.filter(verb="day.set_prizes").count() == 2


def test_the_nights_of_a_league_are_on_days_of_their_own(organizer):
    league = tournaments.create(name="Lega", day=NOW.date(), regulation=presets()["league"], by=organizer)
    enter(league, 12)
    tournaments.open_checkin(league, by=organizer)
    choose_first_plan(league, organizer)
    day_plan.plan(league, begins=time(21), pause=30, breaks=[], by=organizer)
    slots = timetable_of(league)
    assert {f"{slot.begins:%H:%M}-{slot.ends:%H:%M}" for slot in slots} == {"21:00-22:30"}
    assert [slot.title for slot in slots][-2:] == ["Semifinale", "Finale"]
    assert [slot.is_dated for slot in slots] == [True] + [False] * 9
    page = Client().get(reverse("tournament:day_plan", args=[league.slug])).content.decode()
    assert page.count("data da fissare") == 9
