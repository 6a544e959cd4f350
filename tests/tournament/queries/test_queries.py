"""Reads across models, and how many queries the pages cost whatever the number of rows."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournament.conftest import NOW, a_tournament, enter, play, ready_to_draw
from tournament.actions import invitations, penalties, rounds, screen_links, tables, tournaments
from tournament.models import Table
from tournament.queries.projector import LEAST_SECONDS, MOST_ROWS, SECONDS_A_NAME, slides
from tournament.queries.results import met_before
from tournament.queries.sheets import seating_sheet, standings_sheet
from tournament.queries.tables import tables_in_words, tables_judged_by
from tournament.states import Role


def test_who_sat_together_has_met(draft, organizer):
    play(draft, organizer)
    rounds.close(draft, by=organizer, now=NOW)
    rounds.advance(draft, seed="s", by=organizer)
    met = met_before(2, draft.tournament)
    pairs_per_table = [n * (n - 1) // 2 for n in draft.stage["tables"]]
    assert sum(met.values()) == sum(pairs_per_table)
    assert met_before(1, draft.tournament) == {}


@pytest.mark.parametrize(
    ("sizes", "words"),
    [((4,), "1 tavolo da 4"), ((4, 4, 5), "2 tavoli da 4 e 1 da 5"), ((5, 4, 3), "1 tavolo da 3, 1 da 4 e 1 da 5")],
)
def test_tables_in_words(sizes, words):
    assert tables_in_words(sizes) == words


def test_a_judge_finds_the_tables_of_rounds_in_hand_alone(playing_table, judge, organizer):
    assert tables_judged_by(judge) == [playing_table]
    rounds.call_back(playing_table.round, by=organizer, reason="x")
    rounds.unpublish(playing_table.round, by=organizer, reason="x")
    assert tables_judged_by(judge) == []


def test_the_standings_are_provisional_until_every_table_is_signed(draft, organizer):
    play(draft, organizer, sign=False)
    sheet = standings_sheet(draft.tournament, made_at=NOW)
    assert (sheet.is_provisional, sheet.tables_closed, sheet.tables, len(sheet.rows)) == (True, 0, 5, 20)
    for table in draft.tables.all():
        Table.objects.filter(pk=table.pk).update(state="signed")
    assert standings_sheet(draft.tournament, made_at=NOW).pending == ("mancano 2 turni",)


def test_the_standings_are_final_after_the_last_round_with_nothing_in_dispute(draft, organizer):
    tournament = draft.tournament
    play(draft, organizer)
    rounds.close(draft, by=organizer, now=NOW)
    assert standings_sheet(tournament, made_at=NOW).pending == ("manca un turno",)
    final = rounds.advance(draft, seed="s", by=organizer)
    play(final, organizer)
    rounds.close(final, by=organizer, now=NOW)
    sheet = standings_sheet(tournament, made_at=NOW)
    assert (sheet.is_provisional, sheet.pending, sheet.tables_closed, sheet.tables) == (False, (), 6, 6)
    Table.objects.filter(pk=draft.tables.first().pk).update(is_sub_judice=True)
    sheet = standings_sheet(tournament, made_at=NOW)
    assert (sheet.is_provisional, sheet.pending) == (True, ("un tavolo sub judice",))


def test_a_round_that_nobody_has_points_of_has_no_column(draft, organizer):
    play(draft, organizer)
    rounds.close(draft, by=organizer, now=NOW)
    second = rounds.draw(draft.tournament, seed="altro", by=organizer)
    rounds.publish(second, by=organizer)
    sheet = standings_sheet(draft.tournament, made_at=NOW)
    assert (len(sheet.rounds), {len(row.per_round) for row in sheet.rows}) == (1, {1})


def test_drafts_do_not_show_in_the_standings(draft):
    assert standings_sheet(draft.tournament, made_at=NOW).rows == ()


def test_a_penalty_stands_once_beside_the_points_of_its_round(draft, organizer):
    play(draft, organizer)
    entrant = draft.tables.first().seats.get(position=1).entrant
    penalties.add(entrant, points=Decimal(4), reason="x", round_=draft, by=organizer)
    row = next(r for r in standings_sheet(draft.tournament, made_at=NOW).rows if r.name == str(entrant))
    assert (row.per_round[0], row.total, row.penalty) == (Decimal(49), Decimal(45), Decimal(4))


def test_the_seating_sheet_counts_the_draws_made(draft, organizer):
    assert (seating_sheet(draft, made_at=NOW).draw_number, seating_sheet(draft, made_at=NOW).is_draft) == (1, True)
    rounds.redraw(draft, seed="altro", reason="errore", by=organizer)
    rounds.publish(draft, by=organizer)
    assert (seating_sheet(draft, made_at=NOW).draw_number, seating_sheet(draft, made_at=NOW).is_draft) == (2, False)


# The projector


def test_the_projector_pages_and_never_scrolls(organizer):
    tournament = ready_to_draw(a_tournament(organizer), 60, organizer)
    round_ = rounds.draw(tournament, seed="s", by=organizer)
    rounds.publish(round_, by=organizer)
    visible = slides(tournament, round_, now=NOW)
    assert [slide.kind for slide in visible] == ["seatings"] * 2
    assert all(len(column) <= MOST_ROWS for slide in visible for column in slide.stacks)
    names = [row.name for slide in visible for row in slide.rows]
    assert names == sorted(names)
    assert len(names) == 60
    assert all(slide.seconds >= max(LEAST_SECONDS, SECONDS_A_NAME * len(slide.rows)) for slide in visible)


def test_the_projector_shows_what_the_hour_needs(draft, organizer):
    tournament = draft.tournament
    assert slides(tournament, None, now=NOW) == []
    rounds.publish(draft, by=organizer)
    rounds.start(draft, by=organizer, now=NOW)
    assert [slide.kind for slide in slides(tournament, draft, now=NOW)] == ["tables", "seatings"]
    rounds.call_back(draft, by=organizer, reason="x")
    rounds.unpublish(draft, by=organizer, reason="x")
    play(draft, organizer)
    assert [slide.kind for slide in slides(tournament, draft, now=NOW)] == ["tables", "standings"]
    rounds.close(draft, by=organizer, now=NOW)
    assert [slide.kind for slide in slides(tournament, draft, now=NOW)] == ["through", "standings"]


# Query budgets


def cost(client, url: str) -> int:
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert client.get(url).status_code == 200
    return len(queries)


@pytest.mark.parametrize("name", ["roster", "checkin"])
def test_a_list_of_people_costs_the_same_with_one_three_and_sixty(olga, tournament, name):
    url = reverse(f"tournament:{name}", args=[tournament.slug])
    enter(tournament, 1)
    one = cost(olga, url)
    enter(tournament, 2)
    three = cost(olga, url)
    enter(tournament, 57)
    assert one == three == cost(olga, url)
    assert one <= 7


@pytest.mark.parametrize("name", ["log", "desk", "penalties", "screen_links", "staff"])
def test_a_list_at_the_desk_costs_the_same_with_one_row_and_three(olga, tournament, organizer, judge, name):
    (entrant,) = enter(tournament, 1)

    def add_a_row(number: int):
        penalties.add(entrant, points=Decimal(1), reason="x", by=organizer)
        screen_links.issue(tournament, by=organizer)
        invitations.invite(tournament, username=f"arbitro{number}", role=Role.JUDGE, by=organizer)

    url = reverse(f"tournament:{name}", args=[tournament.slug])
    add_a_row(1)
    one = cost(olga, url)
    add_a_row(2)
    add_a_row(3)
    assert one == cost(olga, url)
    assert one <= 12


def test_the_home_page_costs_the_same_with_one_tournament_and_three(olga, organizer):
    a_tournament(organizer)
    one = cost(olga, "/")
    a_tournament(organizer, name="Secondo")
    a_tournament(organizer, name="Terzo")
    assert one == cost(olga, "/")


BUDGETS = {"round": 17, "public": 14, "standings": 15, "screen": 18, "standings_file": 11, "seatings_file": 10}


def addresses(tournament, token: str) -> dict[str, str]:
    slug = tournament.slug
    return {
        "round": reverse("tournament:round", args=[slug, 1]),
        "public": reverse("tournament:public", args=[slug]),
        "standings": reverse("tournament:standings", args=[slug]),
        "screen": reverse("tournament:projector", args=[token]),
        "standings_file": reverse("tournament:standings_file", args=[slug, "xlsx"]),
        "seatings_file": reverse("tournament:seatings_file", args=[slug, 1, "xlsx"]),
    }


@pytest.mark.parametrize("page", sorted(BUDGETS))
@pytest.mark.parametrize("people", [4, 13, 60])
def test_a_page_of_the_round_keeps_its_budget(olga, organizer, page, people, django_assert_max_num_queries):
    tournament = ready_to_draw(a_tournament(organizer), people, organizer)
    play(rounds.draw(tournament, seed="s", by=organizer), organizer)
    _screen, token = screen_links.issue(tournament, by=organizer)
    url = addresses(tournament, token)[page]
    olga.get(url)
    with django_assert_max_num_queries(BUDGETS[page]):
        assert olga.get(url).status_code == 200


def test_a_draft_of_sixty_keeps_its_budget(olga, organizer, django_assert_max_num_queries):
    tournament = ready_to_draw(a_tournament(organizer), 60, organizer)
    draft = rounds.draw(tournament, seed="s", by=organizer)
    with django_assert_max_num_queries(26):  # one counts whether the people are listed or typed
        assert olga.get(draft.get_absolute_url()).status_code == 200


def test_a_status_that_comes_with_a_move_costs_little(playing_table, django_assert_max_num_queries):
    tables.record_status(playing_table, giro="giro 1", last_entry=1, last_entry_at=NOW)
    with django_assert_max_num_queries(5):
        tables.record_status(playing_table, giro="giro 1", last_entry=2, last_entry_at=NOW + timedelta(minutes=1))


def test_a_finished_day_still_opens(draft, organizer, olga):
    play(draft, organizer)
    rounds.close(draft, by=organizer, now=NOW)
    tournaments.finish(draft.tournament, by=organizer)
    assert cost(olga, reverse("tournament:desk", args=[draft.tournament.slug])) <= 12
