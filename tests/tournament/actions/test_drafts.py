"""A draft: the plan it waits for, the draw, and what changes in it before it is published."""

from decimal import Decimal

import pytest

from tests.tournament.conftest import NOW, choose_first_plan, enter, last_verb, lines_for, play, set_rules
from tournament.actions import chairs, checkin, formats, penalties, results, rounds, tables, tournaments
from tournament.errors import BadDraw, NotNow, ReasonMissing
from tournament.models import Round, Seat
from tournament.states import EntrantState, RoundState


def test_a_plan_is_one_of_those_for_the_people_present(tournament, organizer):
    enter(tournament, 20)
    tournaments.open_checkin(tournament, by=organizer)
    with pytest.raises(BadDraw):
        formats.choose(tournament, key="inventata", by=organizer)
    chosen = choose_first_plan(tournament, organizer)
    tournament.refresh_from_db()
    assert tournament.format["key"] == chosen.key


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


@pytest.fixture
def counted_by_mistake(running, organizer):
    """A draft again, after a table of it was counted, reopened and put back."""
    table = running.tables.get(number=2)
    results.enter_by_hand(table, lines=lines_for(table), ended_by="time", by=organizer)
    results.reopen(table, by=organizer, reason="tavolo sbagliato")
    tables.back_to_waiting(table, by=organizer, reason="tavolo sbagliato")
    rounds.call_back(running, by=organizer, reason="tavolo sbagliato")
    rounds.unpublish(running, by=organizer, reason="tavolo sbagliato")
    return running


def test_a_draft_whose_table_had_counted_is_changed_by_hand_alone(counted_by_mistake, organizer):
    draft = counted_by_mistake
    before = set(draft.tables.values_list("pk", flat=True))
    with pytest.raises(NotNow, match=r"resta agli atti, i tavoli: 2\. Cambia"):
        rounds.redraw(draft, seed="altro", by=organizer, reason="prova")
    draft.refresh_from_db()
    with pytest.raises(NotNow, match=r"resta agli atti, i tavoli: 2\. Cambia"):
        rounds.discard(draft, by=organizer, reason="prova")
    draft.refresh_from_db()
    assert set(draft.tables.values_list("pk", flat=True)) == before
    one, other = draft.seats.filter(table__number__in=(2, 3), position=1).order_by("table__number")
    rounds.swap(one, other, by=organizer, reason="prova")
    rounds.publish(Round.objects.get(pk=draft.pk), by=organizer)


def test_a_chair_at_which_somebody_had_scored_is_given_to_another_and_not_taken_away(counted_by_mistake, organizer):
    seat = counted_by_mistake.seats.filter(table__number=2).first()
    set_rules(counted_by_mistake.tournament, table_sizes=(3, 4))
    with pytest.raises(NotNow, match="Al tavolo 2 si era già contato"):
        chairs.vacate(seat, by=organizer, reason="assente")
    other = counted_by_mistake.seats.filter(table__number=3).first()
    chairs.vacate(other, by=organizer, reason="assente")
    (substitute,) = enter(counted_by_mistake.tournament, 1)
    rounds.replace(Seat.objects.get(pk=seat.pk), entrant=substitute, by=organizer, reason="assente")
    assert Seat.objects.get(pk=seat.pk).entrant == substitute


def test_discarding_a_draft_takes_its_penalties_off_the_total(draft, organizer):
    late = draft.seats.first().entrant
    rounds.publish(draft, by=organizer)
    penalty = penalties.add(late, points=Decimal(5), round_=draft, reason="ritardo", by=organizer)
    rounds.unpublish(draft, by=organizer, reason="errore")
    rounds.discard(draft, by=organizer, reason="ritardatari")
    penalty.refresh_from_db()
    assert (penalty.round, penalty.points, penalty.revisions.get().reason) == (None, Decimal(5), "ritardatari")
    assert not Round.objects.exists()
