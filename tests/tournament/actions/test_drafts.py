"""A draft: the plan it waits for, the draw, and what changes in it before it is published."""

import pytest

from tests.tournament.conftest import NOW, choose_first_plan, enter, last_verb, play
from tournament.actions import checkin, plan, rounds, tournaments
from tournament.errors import BadDraw, NotNow, ReasonMissing
from tournament.models import Seat
from tournament.states import EntrantState, RoundState


def test_a_plan_is_one_of_those_for_the_people_present(tournament, organizer):
    enter(tournament, 20)
    tournaments.open_checkin(tournament, by=organizer)
    with pytest.raises(BadDraw):
        plan.choose(tournament, key="inventata", by=organizer)
    chosen = choose_first_plan(tournament, organizer)
    tournament.refresh_from_db()
    assert tournament.plan["key"] == chosen.key


def test_the_plan_does_not_change_under_a_draw(draft, organizer):
    with pytest.raises(NotNow):
        choose_first_plan(draft.tournament, organizer)
    rounds.discard(draft, by=organizer, reason="ritardatari")
    choose_first_plan(draft.tournament, organizer)


def test_drawing_waits_for_a_plan(tournament, organizer):
    enter(tournament, 20)
    tournaments.open_checkin(tournament, by=organizer)
    with pytest.raises(NotNow):
        rounds.draw(tournament, seed="s", by=organizer)
    choose_first_plan(tournament, organizer)
    assert rounds.draw(tournament, seed="s", by=organizer).state == RoundState.DRAFT


def test_drawing_waits_for_checkin(tournament, organizer):
    enter(tournament, 20)
    choose_first_plan(tournament, organizer)
    with pytest.raises(NotNow):
        rounds.draw(tournament, seed="s", by=organizer)
    tournaments.open_checkin(tournament, by=organizer)
    rounds.draw(tournament, seed="s", by=organizer)


def test_a_draft_seats_everybody_present_once(draft):
    assert draft.seats.count() == 20
    assert [table.seats.count() for table in draft.tables.all()] == list(draft.stage["tables"])
    for table in draft.tables.all():
        assert [seat.position for seat in table.seats.all()] == list(range(1, table.seats.count() + 1))


def test_the_same_seed_gives_the_same_tables(ready, organizer):
    def seatings(round_):
        return list(Seat.objects.filter(round=round_).values_list("table__number", "position", "entrant"))

    first = rounds.draw(ready, seed="pubblico", by=organizer)
    before = seatings(first)
    rounds.redraw(first, seed="altro", reason="prova", by=organizer)
    assert seatings(first) != before
    rounds.redraw(first, seed="pubblico", reason="prova", by=organizer)
    assert seatings(first) == before


def test_a_changed_field_asks_for_a_new_plan(ready, organizer):
    late = enter(ready, 1)[0]
    with pytest.raises(BadDraw):
        rounds.draw(ready, seed="s", by=organizer)
    checkin.mark(late, state=EntrantState.MISSING, by=organizer)
    rounds.draw(ready, seed="s", by=organizer)


def test_redrawing_needs_a_reason_and_a_draft(draft, organizer):
    with pytest.raises(ReasonMissing):
        rounds.redraw(draft, seed="s", reason="  ", by=organizer)
    rounds.publish(draft, by=organizer)
    with pytest.raises(NotNow):
        rounds.redraw(draft, seed="s", reason="errore", by=organizer)


def test_one_round_at_a_time(draft, organizer):
    with pytest.raises(NotNow):
        rounds.draw(draft.tournament, seed="s", by=organizer)
    play(draft, organizer)
    rounds.close(draft, by=organizer, now=NOW)
    assert rounds.draw(draft.tournament, seed="s", by=organizer).number == 2


def test_swapping_exchanges_two_chairs(draft, organizer):
    one, other = draft.tables.all()[0].seats.first(), draft.tables.all()[1].seats.last()
    rounds.swap(one, other, reason="parenti", by=organizer)
    here, there = (one.table_id, one.position), (other.table_id, other.position)
    one.refresh_from_db()
    other.refresh_from_db()
    assert ((one.table_id, one.position), (other.table_id, other.position)) == (there, here)
    assert last_verb(draft.tournament) == "rounds.swap"


def test_swapping_refuses_one_person_and_a_published_round(draft, organizer):
    one, other = draft.seats.all()[:2]
    with pytest.raises(BadDraw):
        rounds.swap(one, one, reason="errore", by=organizer)
    rounds.publish(draft, by=organizer)
    one, other = draft.seats.select_related("round").all()[:2]
    with pytest.raises(NotNow):
        rounds.swap(one, other, reason="parenti", by=organizer)
