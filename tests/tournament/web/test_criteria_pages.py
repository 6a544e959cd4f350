"""The pages before a draw: which tables, by what criteria, who is kept apart."""

import pytest

from tests.tournament.conftest import NOW, a_tournament, enter, play, set_rules
from tests.tournament.pages import page_text, to
from tournament.actions import rounds
from tournament.core.draw.transcript import decode
from tournament.core.formats import possible_formats
from tournament.models import Tournament
from tournament.queries import drawing
from tournament.queries.drawing import criteria_of
from tournament.queries.results import format_of


def test_twenty_players_read_that_fives_repeat_and_fours_do_not(olga, ready):
    set_rules(ready, format="rounds", advance=())
    page = page_text(olga.get(to("table_splits", ready)))
    assert page.index("5 tavoli da 4") < page.index("4 tavoli da 5")
    assert ">12<" in page


def test_eleven_players_read_that_fours_and_fives_do_not_seat_them(olga, tournament):
    enter(tournament, 11)
    page = page_text(olga.get(to("table_splits", tournament)))
    assert "11 giocatori non si possono dividere in tavoli da 4 o 5" in page
    assert "1×3 + 2×4" in page


def test_the_formats_of_a_field_are_found_once_for_all_its_splits(olga, tournament, monkeypatch):
    """A field of 400 has 1,374 splits: the page took a minute, and its thread as long."""
    enter(tournament, 40)
    found = []
    monkeypatch.setattr(drawing, "possible_formats", lambda *field: found.append(field) or possible_formats(*field))
    assert page_text(olga.get(to("table_splits", tournament))).count("4 e") > 1
    assert len(found) == 1


def test_tables_are_chosen_at_the_adviser_before_the_draw(olga, organizer, open_day):
    enter(open_day, 4)
    url = to("table_splits", open_day)
    assert "Gioca con questi tavoli" in page_text(olga.get(url))
    olga.post(url, {"sizes": "5-5-5-5"})
    open_day.refresh_from_db()
    assert format_of(open_day).stages[0].tables == (5, 5, 5, 5)
    assert "Scelti" in page_text(olga.get(url))
    first = rounds.draw(open_day, seed="uno", by=organizer)
    assert [table.seats.count() for table in first.tables.all()] == [5] * 4
    assert decode(open_day.draw_events.get().transcript.encode()).request.sizes == (5, 5, 5, 5)
    olga.post(url, {"sizes": "4-4-4-4-4"})
    open_day.refresh_from_db()
    assert format_of(open_day).stages[1].tables == (5, 5, 5, 5)
    play(first, organizer)
    rounds.close(first, by=organizer, now=NOW)
    olga.post(url, {"sizes": "4-4-4-4-4"})
    event = open_day.log.get(verb="plan.choose_tables")
    assert (event.actor, event.data["was"], event.data["tables"]) == (organizer, [5] * 4, [4] * 5)
    open_day.refresh_from_db()
    assert rounds.draw(open_day, seed="due", by=organizer).tables.count() == 5


def test_a_size_that_the_regulation_lacks_is_allowed_by_a_version_of_its_own(olga, organizer):
    tournament = a_tournament(organizer)
    set_rules(tournament, table_sizes=(4, 5))
    enter(tournament, 11)
    url = to("table_splits", tournament)
    assert "non ha tavoli da 3" in page_text(olga.get(url))
    olga.post(url, {"sizes": "3-4-4"})
    tournament = Tournament.objects.get(pk=tournament.pk)
    assert tournament.rules.table_sizes == (4, 5, 3)
    assert tournament.regulation_versions.first().reason == "per i presenti servono tavoli da 3"
    assert format_of(tournament).stages[0].tables == (3, 4, 4)


@pytest.mark.parametrize("sizes", ["", "4-4", "3-3-5", "cinque", "4" * 40])
def test_tables_that_do_not_seat_those_present_are_not_chosen(olga, ready, sizes):
    before = format_of(ready)
    olga.post(to("table_splits", ready), {"sizes": sizes})
    ready.refresh_from_db()
    assert format_of(ready) == before
    assert not ready.regulation_versions.exists()


def test_a_trial_shows_two_plans_where_two_wishes_conflict(olga, tournament):
    enter(tournament, 13)
    set_rules(tournament, format="rounds", advance=())
    part = page_text(olga.get(to("table_split_trial", tournament, 1)))
    assert "nessuno si ritrova" in part
    assert "tavoli grandi divisi fra tutti" in part
    assert olga.get(to("table_split_trial", tournament, 9)).status_code == 404


def test_the_criteria_are_arranged_step_by_step_and_saved_as_a_version(olga, ready):
    url = to("criteria", ready)
    order = "rematch,club"
    for move in ("in:region", "up:region", "up:region", "out:club", "up:region"):
        page = olga.get(url, {"order": order, "move": move})
        order = page.context["order"]
    assert order == "region,rematch"
    ready.refresh_from_db()
    assert criteria_of(ready, 1) == ("rematch", "club")
    text = page_text(page)
    assert text.index('value="down:region"') < text.index('value="down:rematch"') < text.index('value="in:club"')
    answer = olga.post(url, {"order": order, "rounds": "one", "reason": "vengono da tre regioni"})
    assert answer.status_code == 302
    ready.refresh_from_db()
    del ready.rules
    assert [criteria_of(ready, number) for number in (1, 2)] == [("region", "rematch"), ("rematch", "club")]
    newest, first = ready.regulation_versions.all()
    assert (newest.reason, first.regulation.criteria_for(1)) == ("vengono da tre regioni", ("rematch", "club"))
    assert "non è ancora salvato" not in page_text(olga.get(url))
    assert "non è ancora salvato" in page_text(olga.get(url, {"order": "club"}))


@pytest.mark.parametrize("move", ["", "up:", "up:region", "in:rematch", "sideways:club", "in:nonsense"])
def test_a_move_that_cannot_be_arranges_nothing(olga, ready, move):
    page = olga.get(to("criteria", ready), {"move": move})
    assert (page.context["order"], page.context["is_changed"]) == ("rematch,club", False)


@pytest.mark.parametrize("order", ["club,club", "nonsense"])
def test_an_order_that_cannot_be_is_not_saved(olga, ready, order):
    olga.post(to("criteria", ready), {"order": order, "rounds": "all"})
    ready.refresh_from_db()
    assert criteria_of(ready, 1) == ("rematch", "club")
    assert not ready.regulation_versions.exists()


def test_a_pair_is_kept_apart_and_let_go(olga, ready):
    one, other = ready.entrants.all()[:2]
    olga.post(to("apart", ready), {"one": one.pk, "other": other.pk})
    pair = ready.apart_pairs.get()
    assert str(one) in page_text(olga.get(to("apart", ready)))
    again = olga.post(to("apart", ready), {"one": other.pk, "other": one.pk})
    assert again.status_code == 422
    olga.post(to("apart_forget", ready, pair.pk))
    assert not ready.apart_pairs.exists()
