"""Screens as their organizer arranges them: parts in order, letters, pause, announcements; each part says only what it may."""

import re
from collections import Counter
from decimal import Decimal

import pytest
from django.utils import timezone

from tests.tournament.conftest import NOW, a_tournament, choose_first_plan, play, url
from tests.tournament.pages import page_text, to
from tests.tournament.test_formats import begin, play_round
from tournament.actions import rounds, screen_links, tables, tournaments
from tournament.core.bracket_plot import LETTERS as BRACKET_LETTERS
from tournament.documents.sheets import StandingsRow, StandingsSheet
from tournament.errors import NotNow
from tournament.imports import sample_people
from tournament.models import Entrant, Part, ScreenLink, Tournament
from tournament.queries import projector
from tournament.queries.advancement import advancement_steps
from tournament.queries.projector import (
    LETTERS,
    LINE,
    ROOM,
    ROW,
    TITLE_LINE,
    ProjectorView,
    parts_of_the_moment,
    slides,
)
from tournament.queries.sheets import qualifier_rows
from tournament.states import TournamentState
from tournament.web.views.screen_links import moved

LONG_AND_SHORT = ("Cattaneo", "Riva", "Hohenlohe-Waldenburg", "Sorrentino", "Conte", "Montanari", "Quattrocchi", "Neri", "Esposito",
                  "Pellegrini", "Sala", "Valentini")  # fmt: skip
FIRST_NAMES = (
    "Ada",
    "Massimiliano",
    "Olga",
    "Ugo",
    "Maria Immacolata",
    "Rita",
    "Leo",
    "Elena",
    "Ciro",
    "Dino",
    "Tea",
    "Zoe",
)


def kinds(tournament, round_, **screen) -> list[str]:
    visible = slides(tournament, round_, now=timezone.localtime(), screen=ScreenLink(**screen))
    return list(dict.fromkeys(slide.kind for slide in visible))


@pytest.fixture
def screen(tournament, organizer) -> ScreenLink:
    return screen_links.issue(tournament, by=organizer, label="Sala grande")[0]


# What a screen shows


def test_a_screen_shows_its_parts_in_its_order(draft, organizer):
    play(draft, organizer)
    screen_links.announce(draft.tournament, text="Si mangia alle 13", by=organizer)
    assert kinds(draft.tournament, draft, parts=["standings", "announcements", "bracket"]) == [
        "standings",
        "announcements",
        "bracket",
    ]


def test_a_part_that_has_nothing_to_say_is_passed_over(running):
    assert kinds(running.tournament, running, parts=["prizes", "through", "calls", "tables"]) == ["tables"]


@pytest.mark.parametrize("part", [part for part in Part if part != Part.LIVE])
def test_no_screen_is_empty_between_rounds_and_at_the_end(draft, organizer, part):
    """Whatever its only part is: where that has nothing to show the screen follows the day."""
    play(draft, organizer)
    rounds.close(draft, by=organizer, now=NOW)
    assert kinds(draft.tournament, draft, parts=[part])
    Tournament.objects.update(state=TournamentState.FINISHED)
    draft.tournament.refresh_from_db()
    assert kinds(draft.tournament, draft, parts=[part])


def test_an_event_that_everybody_plays_to_the_end_has_no_road_to_a_final(organizer, olga):
    tournament = begin("open", 8, organizer)
    first = play_round(tournament, organizer)
    assert "bracket" not in kinds(tournament, first, parts=["bracket", "standings"])
    screen = screen_links.issue(tournament, by=organizer, label="Sala")[0]
    page = page_text(olga.get(to("screen_link_arrange", tournament, screen.pk)))
    assert str(Part.STANDINGS.label) in page.lower()
    assert str(Part.BRACKET.label) not in page.lower()


def test_a_screen_without_parts_follows_the_day(draft, organizer):
    tournament = draft.tournament
    rounds.publish(draft, by=organizer)
    assert kinds(tournament, draft) == ["seatings"]
    rounds.start(draft, by=organizer, now=NOW)
    assert kinds(tournament, draft) == ["tables", "seatings"]


@pytest.mark.parametrize(("many", "most"), [(12, 1), (40, 2), (144, 6)])
def test_standings_of_many_stand_in_columns_of_few_pages(draft, monkeypatch, many, most):
    """Everybody with place and total; whoever has room on one page has the points of every round too."""
    names = [f"{surname} {name}" for surname in LONG_AND_SHORT for name in FIRST_NAMES][:many]
    rows = tuple(
        StandingsRow(rank=at, name=name, reached="Turno 1", total=Decimal(1000 - at), per_round=(Decimal(1),) * 3)
        for at, name in enumerate(names, 1)
    )
    sheet = StandingsSheet(
        tournament="Torneo", made_at=NOW, rounds=("1", "2", "3"), rows=rows, tables_closed=1, tables=1
    )
    monkeypatch.setattr(projector, "standings_sheet", lambda *_args, **_more: sheet)
    found = slides(draft.tournament, draft, now=timezone.localtime(), screen=ScreenLink(parts=[Part.STANDINGS]))
    assert len(found) <= most
    assert bool(found[0].stacks) == (len(rows) > 12)
    shown = [row.name for slide in found for row in slide.rows]
    assert shown == names


def test_at_the_end_of_the_day_the_prizes_come_first(draft, organizer):
    hall = ProjectorView(draft.tournament, draft, NOW, ScreenLink())
    draft.tournament.state = "finished"
    assert parts_of_the_moment(hall) == (Part.PRIZES, Part.STANDINGS)


@pytest.mark.parametrize("size", LETTERS)
def test_larger_letters_leave_fewer_rows(running, size):
    found = slides(
        running.tournament, running, now=timezone.localtime(), screen=ScreenLink(parts=["seatings"], size=size)
    )
    most = (ROOM + TITLE_LINE) / (LETTERS[size][0] * LINE + ROW)
    assert max(len(stack) for slide in found for stack in slide.stacks) <= most
    assert sum(len(slide.rows) for slide in found) == 20


def test_the_seatings_of_144_take_at_most_five_pages(organizer):
    tournament = a_tournament(organizer)
    people = sample_people.people(144, seed="schermo")
    Entrant.objects.bulk_create(
        Entrant(tournament=tournament, number=number, surname=one.surname, name=one.name, state="present")
        for number, one in enumerate(people, 1)
    )
    tournaments.open_checkin(tournament, by=organizer)
    choose_first_plan(tournament, organizer)
    round_ = rounds.draw(tournament, seed="s", by=organizer)
    rounds.publish(round_, by=organizer)
    found = slides(tournament, round_, now=NOW, screen=ScreenLink(parts=["seatings"]))
    assert len(found) <= 5
    assert {float(slide.height) for slide in found} <= {4.8, 5.1}, "52 px on a screen of 1080 lines"
    seats = {(str(seat.entrant), seat.table.number, seat.position) for seat in round_.seats.all()}
    assert {(row.name, row.table, row.seat) for slide in found for stack in slide.stacks for row in stack} == seats


def test_no_more_columns_than_the_pages_need_and_many_long_words_have_wider_ones(running):
    def pages() -> list:
        return slides(running.tournament, running, now=NOW, screen=ScreenLink(parts=["seatings"]))

    def add(many: int, surname: str) -> None:
        numbers = range(running.tournament.entrants.count() + 1, running.tournament.entrants.count() + many + 1)
        table = running.tables.last()
        for place, number in enumerate(numbers, running.seats.count()):
            entrant = running.tournament.entrants.create(
                number=number, surname=surname, name=f"N{number}", state="present"
            )
            running.seats.create(table=table, position=place, entrant=entrant)

    assert [(slide.columns, len(slide.rows)) for slide in pages()] == [(2, 20)]
    add(14, "Rossi")
    assert [(slide.columns, len(slide.rows)) for slide in pages()] == [(3, 34)]
    add(1, "Quattrocchimarinidelboscovecchio")
    assert [(slide.columns, len(slide.rows)) for slide in pages()] == [(3, 35)], "one of thirty-five is drawn small"
    add(2, "Quattrocchimarinidelboscovecchio")
    assert sorted((slide.columns, len(slide.rows)) for slide in pages()) == [(2, 17), (2, 20)]


def test_a_page_stays_as_long_as_the_organizer_wants_and_never_too_short_to_read(running):
    def seconds(least: int) -> int:
        screen = ScreenLink(parts=["seatings"], least_seconds=least)
        return slides(running.tournament, running, now=timezone.localtime(), screen=screen)[0].seconds

    assert (seconds(8), seconds(30)) == (8, 30)


def test_calls_come_longest_wait_first_and_say_no_reason(running, organizer):
    for number, minute in ((3, 20), (1, 10)):
        table = running.tables.get(number=number)
        tables.begin(table, by=organizer)
        tables.record_status(table, call_reason="segreto", called_at=NOW.replace(minute=minute))
    (slide,) = slides(running.tournament, running, now=timezone.localtime(), screen=ScreenLink(parts=["calls"]))
    assert [call.table for call in slide.rows] == [1, 3]
    assert "segreto" not in repr(slide.rows)


def test_the_road_names_who_goes_on_once_a_round_is_closed(draft, organizer):
    tournament = draft.tournament
    steps = advancement_steps(tournament, most_names=11)
    assert [step.names for step in steps] == [()] * len(steps)
    play(draft, organizer)
    rounds.close(draft, by=organizer, now=NOW)
    first = advancement_steps(tournament, most_names=3)[0]
    assert (len(first.names), first.are_through) == (3, True)
    assert first.more == len(advancement_steps(tournament, most_names=99)[0].names) - 3


def test_the_road_has_the_tables_of_the_round_with_origin_and_points_and_leaves_nobody_out(
    draft, organizer, monkeypatch
):
    tournament = draft.tournament
    play(draft, organizer)
    found = [table for slide in road_of(tournament, draft) for table in slide.rows]
    assert {row.name for table in found for row in table.rows} == {
        str(seat.entrant) for table in draft.tables.all() for seat in table.seats.all()
    }
    assert all(row.points for table in found for row in table.rows)
    rounds.close(draft, by=organizer, now=NOW)
    through = [row.name for slide in road_of(tournament, draft) for row in slide.rows]
    assert through == [row.name for row in qualifier_rows(draft)]
    following = rounds.draw(tournament, seed="s", by=organizer)
    rounds.publish(following, by=organizer)
    monkeypatch.setattr(projector, "MORE_DRAWN", -9)
    pages = road_of(tournament, following)
    found = [table for slide in pages for table in slide.rows]
    assert sorted(row.name for table in found for row in table.rows) == sorted(through)
    assert all(re.fullmatch(r"T\d+ · \dº", row.origin) for table in found for row in table.rows)
    assert [name for name, is_now in pages[0].road if is_now] == [following.name]
    assert min(float(slide.height) for slide in pages) >= 3.6


def test_from_the_second_round_on_the_wall_draws_the_bracket(organizer):
    """Everybody of the last two rounds stands in a box, the lines lead to who plays on, and no letter is smaller than asked for."""
    tournament = begin("arba", 16, organizer, "bracket")
    draft = play_round(tournament, organizer)
    assert all(slide.drawing is None for slide in road_of(tournament, draft))
    following = rounds.draw(tournament, seed="s", by=organizer)
    rounds.publish(following, by=organizer)
    pages = road_of(tournament, following)
    assert all(slide.drawing for slide in pages)
    boxes = [box for slide in pages for box in slide.drawing.plot.boxes]
    drawn = Counter((box.round.number, row.row.number) for box in boxes for row in box.rows)
    assert drawn == Counter(
        (one.number, seat.entrant.number) for one in (draft, following) for seat in one.seats.select_related("entrant")
    )
    assert sum(
        len(slide.drawing.plot.lines) + sum(len(box.exits) for box in slide.drawing.plot.boxes) for slide in pages
    ) == (following.seats.count())
    assert min(BRACKET_LETTERS * slide.drawing.scale for slide in pages) >= 3.6


def road_of(tournament, round_):
    return slides(tournament, round_, now=timezone.localtime(), screen=ScreenLink(parts=["bracket"]))


# Arranging


@pytest.mark.parametrize(
    ("order", "after"),
    [
        ("up:b", ["b", "a", "c"]), ("down:b", ["a", "c", "b"]), ("up:a", ["a", "b", "c"]), ("down:c", ["a", "b", "c"]),
        ("out:b", ["a", "c"]), ("auto:", []), ("up:x", None), ("nonsense", None), ("add:a", None),
    ],
)  # fmt: skip
def test_each_button_moves_one_part(order, after):
    assert moved(["a", "b", "c"], order) == after


def test_the_organizer_adds_moves_and_takes_out_parts(olga, screen):
    page = url("screen_link_arrange", screen.tournament.slug, screen.pk)
    for move in ("add:standings", "add:seatings", "up:seatings"):
        olga.post(page, {"move": move})
    screen.refresh_from_db()
    assert screen.parts == ["seatings", "standings"]
    assert screen.tournament.log.first().verb == "screens.arrange"
    olga.post(page, {"move": "auto:"})
    screen.refresh_from_db()
    assert screen.parts == []


def test_a_part_that_does_not_exist_changes_nothing(screen, organizer):
    for parts in (["standings", "standings"], ["caffè"]):
        with pytest.raises(NotNow):
            screen_links.arrange(screen, parts=parts, by=organizer)


def test_a_revoked_screen_is_not_arranged(screen, organizer):
    screen_links.revoke(screen, by=organizer)
    with pytest.raises(NotNow):
        screen_links.arrange(screen, parts=["standings"], by=organizer)


@pytest.mark.parametrize("seconds", ["7", "121", "otto"])
def test_a_dwell_that_nobody_can_read_is_refused(olga, screen, seconds):
    data = {"least_seconds": seconds, "size": "large", "delay": "0", "delay_in": "minutes"}
    olga.post(url("screen_link_set_up", screen.tournament.slug, screen.pk), data)
    screen.refresh_from_db()
    assert (screen.least_seconds, screen.size) == (8, "normal")


def test_only_the_hash_of_a_screen_token_is_kept(tournament, organizer):
    screen, token = screen_links.issue(tournament, by=organizer, label="Sala grande")
    assert len(token) >= 32
    assert token not in str(vars(screen))
    assert screen.token_hash == screen_links.hash_of(token)
    screen_links.revoke(screen, by=organizer)
    with pytest.raises(NotNow):
        screen_links.revoke(screen, by=organizer)


# Announcements


def test_an_announcement_is_posted_and_taken_down(olga, tournament, organizer):
    olga.post(url("announcement_add", tournament.slug), {"text": "  Si   mangia alle 13 "})
    (posted,) = tournament.announcements.all()
    assert posted.text == "Si mangia alle 13"
    assert kinds(tournament, None, parts=["announcements"]) == ["announcements"]
    olga.post(url("announcement_remove", tournament.slug, posted.pk))
    assert kinds(tournament, None, parts=["announcements"]) == []
    with pytest.raises(NotNow):
        screen_links.take_down(posted, by=organizer)


def test_an_empty_announcement_is_refused(tournament, organizer):
    with pytest.raises(NotNow):
        screen_links.announce(tournament, text="   ", by=organizer)


def test_an_announcement_is_seen_before_the_first_round(client, screen, organizer):
    tournaments.open_checkin(screen.tournament, by=organizer)
    fresh, token = screen_links.issue(screen.tournament, by=organizer)
    screen_links.announce(fresh.tournament, text="Benvenuti", by=organizer)
    assert "Benvenuti" in client.get(url("projector", token)).content.decode()
