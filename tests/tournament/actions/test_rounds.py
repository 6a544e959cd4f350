"""A round from its publication to its closing, and who goes on from it."""

from decimal import Decimal

import pytest

from tests.tournament.conftest import NOW, a_tie_for_the_last_place, enter, lines_for, play, state_of
from tournament.actions import checkin, results, roster, rounds, tables
from tournament.actions.results import ResultLine
from tournament.errors import BadDraw, NotNow, TieToDecide, WrongState
from tournament.models import Round, Seat
from tournament.queries.results import qualification_of, qualifiers
from tournament.queries.sheets import qualifier_rows
from tournament.states import EntrantState, RoundState, TournamentState


def test_publishing_sets_the_tournament_under_way_and_can_be_taken_back(draft, organizer):
    rounds.publish(draft, by=organizer)
    assert (state_of(draft), state_of(draft.tournament)) == (RoundState.PUBLISHED, TournamentState.RUNNING)
    rounds.unpublish(draft, by=organizer, reason="errore")
    assert state_of(draft) == RoundState.DRAFT


def test_a_page_left_open_moves_a_round_by_no_other_arrow(draft, organizer):
    """Each act leaves one state alone: what an older page still offers is refused, and the round stays."""
    with pytest.raises(WrongState):
        rounds.call_back(draft, by=organizer, reason="pagina vecchia")
    rounds.publish(draft, by=organizer)
    with pytest.raises(WrongState):
        rounds.reopen(draft, by=organizer, reason="pagina vecchia")
    rounds.start(draft, by=organizer, now=NOW)
    for table in draft.tables.all():
        results.enter_by_hand(table, lines=lines_for(table), ended_by="time", by=organizer)
        results.sign(table, by=organizer)
    with pytest.raises(WrongState):
        rounds.publish(draft, by=organizer)
    assert state_of(draft) == RoundState.RUNNING
    rounds.close(draft, by=organizer, now=NOW)
    with pytest.raises(WrongState):
        rounds.start(draft, by=organizer, now=NOW)
    assert state_of(draft) == RoundState.CLOSED


def test_publishing_refuses_while_somebody_with_a_seat_is_away(draft, organizer):
    entrant = draft.seats.first().entrant
    checkin.mark(entrant, state=EntrantState.MISSING, by=organizer)
    with pytest.raises(NotNow):
        rounds.publish(draft, by=organizer)
    checkin.mark(entrant, state=EntrantState.PRESENT, by=organizer)
    rounds.publish(draft, by=organizer)


def test_a_no_show_is_replaced_by_somebody_who_is_here(draft, organizer):
    rounds.publish(draft, by=organizer)
    seat = draft.seats.first()
    expected, present = enter(draft.tournament, 1, EntrantState.EXPECTED)[0], enter(draft.tournament, 1)[0]
    with pytest.raises(BadDraw):
        rounds.replace(seat, entrant=expected, reason="assente", by=organizer)
    with pytest.raises(BadDraw):
        rounds.replace(seat, entrant=draft.seats.last().entrant, reason="assente", by=organizer)
    rounds.replace(seat, entrant=present, reason="assente", by=organizer)
    assert Seat.objects.get(pk=seat.pk).entrant == present


def test_a_table_that_has_begun_keeps_its_players(running, organizer):
    table = running.tables.first()
    late = enter(running.tournament, 1)[0]
    tables.begin(table, by=organizer)
    with pytest.raises(NotNow):
        rounds.replace(table.seats.first(), entrant=late, reason="tardi", by=organizer)
    with pytest.raises(NotNow):
        rounds.seat_late(table, entrant=late, reason="tardi", by=organizer)


def test_a_latecomer_sits_where_there_is_room(draft, organizer):
    first, second = enter(draft.tournament, 2)
    table = draft.tables.get(number=1)
    seat = rounds.seat_late(table, entrant=first, reason="treno", by=organizer)
    assert seat.position == 5
    with pytest.raises(BadDraw):
        rounds.seat_late(draft.tables.get(number=1), entrant=second, reason="treno", by=organizer)


def test_going_back_to_the_draft_is_refused_once_a_table_plays(running, organizer):
    tables.begin(running.tables.first(), by=organizer)
    with pytest.raises(NotNow):
        rounds.call_back(running, by=organizer, reason="errore")


def test_a_start_given_too_early_is_called_back(running, organizer):
    rounds.call_back(running, by=organizer, reason="mancano i dadi")
    assert (state_of(running), running.clock_events.count()) == (RoundState.PUBLISHED, 0)
    rounds.unpublish(running, by=organizer, reason="errore")
    assert state_of(running) == RoundState.DRAFT


def test_close_refuses_while_a_table_is_open(draft, organizer):
    play(draft, organizer, sign=False)
    for table in draft.tables.all()[1:]:
        results.sign(table, by=organizer)
    with pytest.raises(NotNow, match=r": 1\."):
        rounds.close(draft, by=organizer, now=NOW)
    results.sign(draft.tables.first(), by=organizer)
    rounds.close(draft, by=organizer, now=NOW)
    assert Round.objects.get(pk=draft.pk).closed_at == NOW


def test_a_table_in_dispute_holds_no_other_table_up(draft, organizer):
    play(draft, organizer, sign=False)
    first, *rest = draft.tables.all()
    for table in rest:
        results.sign(table, by=organizer)
    tables.dispute(first, by=organizer, reason="armate contate male")
    rounds.close(draft, by=organizer, now=NOW)
    assert state_of(draft) == RoundState.CLOSED


def test_reopening_is_refused_once_the_next_round_is_drawn(draft, organizer):
    play(draft, organizer)
    rounds.close(draft, by=organizer, now=NOW)
    following = rounds.advance(draft, seed="s", by=organizer)
    with pytest.raises(NotNow):
        rounds.reopen(draft, by=organizer, reason="errore")
    rounds.discard(following, by=organizer, reason="errore")
    rounds.reopen(draft, by=organizer, reason="errore")
    assert (state_of(draft), Round.objects.get(pk=draft.pk).closed_at) == (RoundState.RUNNING, None)


def test_after_the_final_there_is_nothing_to_draw(ready, organizer):
    for number in range(len(ready.format["stages"])):
        round_ = rounds.draw(ready, seed=str(number), by=organizer)
        play(round_, organizer)
        rounds.close(round_, by=organizer, now=NOW)
    with pytest.raises(NotNow):
        rounds.draw(ready, seed="s", by=organizer)


# Who goes on


def test_those_who_go_on_are_seated_in_the_next_round(draft, organizer):
    play(draft, organizer)
    rounds.close(draft, by=organizer, now=NOW)
    through_ids = sorted(qualifiers(draft))
    following = rounds.advance(draft, seed="s", by=organizer)
    assert sorted(following.seats.values_list("entrant__public_id", flat=True)) == through_ids
    assert len(through_ids) == following.seats.count() == sum(following.stage["tables"])


def test_who_gives_up_is_replaced_by_the_next_of_the_same_table(draft, organizer):
    play(draft, organizer)
    rounds.close(draft, by=organizer, now=NOW)
    table = draft.tables.first()
    by_place = [seat.entrant for seat in table.seats.order_by("result__rank")]
    through = draft.stage["through"]
    roster.withdraw(by_place[0], by=organizer, reason="treno")
    expected = {one.public_id for one in by_place[1 : through + 1]}
    here = {one.public_id for one in by_place}
    assert set(qualifiers(draft)) & here == expected
    following = rounds.advance(draft, seed="s", by=organizer)
    assert not following.seats.filter(entrant=by_place[0]).exists()


def test_who_loses_one_tie_can_lose_the_next(draft, organizer):
    """Two share the second place of table 1, and whoever stays behind is level with the third of table 2."""
    draft.stage = {"name": "round-1", "tables": [4] * 5, "through": 2, "runners_up": 1}
    draft.save(update_fields=["stage"])
    level = {1: (50, 30, 30, 5), 2: (50, 40, 30, 5)}
    rounds.publish(draft, by=organizer)
    rounds.start(draft, by=organizer, now=NOW)
    for table in draft.tables.all():
        points = level.get(table.number, (9, 8, 7, 6))
        lines = [ResultLine(seat, Decimal(value), 1 + points.index(value)) for seat, value in enumerate(points, 1)]
        results.enter_by_hand(table, lines=lines, ended_by="time", by=organizer, confirmed="si decide ai dadi")
        results.sign(table, by=organizer)
    rounds.close(draft, by=organizer, now=NOW)
    chairs = {(seat.table.number, seat.position): seat.entrant.public_id for seat in draft.seats.all()}
    anna, bea, carla = chairs[1, 2], chairs[1, 3], chairs[2, 3]
    rounds.decide_tie(draft, order=[anna, bea], reason="dadi", by=organizer)
    assert {*qualification_of(draft).tied[0].entrants} == {bea, carla}
    rounds.decide_tie(draft, order=[carla, bea], reason="dadi", by=organizer)
    assert [who.entrant for who in qualification_of(draft).runners_up] == [carla]
    assert anna in qualifiers(draft)
    assert bea not in qualifiers(draft)


def test_level_ones_who_would_step_in_wait_for_a_decision(draft, organizer):
    """The winner of table 1 leaves, and two share the second place behind him."""
    draft.stage = {"name": "round-1", "tables": [4] * 5, "through": 1}
    draft.save(update_fields=["stage"])
    rounds.publish(draft, by=organizer)
    rounds.start(draft, by=organizer, now=NOW)
    for table in draft.tables.all():
        points = (50, 30, 30, 5) if table.number == 1 else (9, 8, 7, 6)
        lines = [ResultLine(seat, Decimal(value), 1 + points.index(value)) for seat, value in enumerate(points, 1)]
        results.enter_by_hand(table, lines=lines, ended_by="time", by=organizer, confirmed="si decide ai dadi")
        results.sign(table, by=organizer)
    rounds.close(draft, by=organizer, now=NOW)
    assert qualification_of(draft).is_settled, "nobody has left, and nothing hangs on them"
    winner, anna, bea, _last = [seat.entrant for seat in draft.seats.filter(table__number=1).order_by("position")]
    roster.withdraw(winner, reason="treno", by=organizer)
    with pytest.raises(TieToDecide) as caught:
        rounds.advance(draft, seed="s", by=organizer)
    (tie,) = caught.value.tied
    assert (tie.by, set(tie.entrants)) == ("reserve", {anna.public_id, bea.public_id})
    assert not {anna.public_id, bea.public_id} & set(qualifiers(draft))
    (row,) = [row for row in qualifier_rows(draft) if row.name == str(winner)]
    assert row.reason.startswith("ha lasciato il torneo: i dadi dicono chi entra fra ")
    rounds.decide_tie(draft, order=[bea.public_id, anna.public_id], reason="dadi 6 a 4", by=organizer)
    assert bea.public_id in qualifiers(draft)
    rounds.advance(draft, seed="s", by=organizer)


def test_a_tie_for_the_last_place_waits_for_a_decision(draft, organizer):
    tied = a_tie_for_the_last_place(draft, organizer)
    with pytest.raises(TieToDecide) as caught:
        rounds.advance(draft, seed="s", by=organizer)
    assert [sorted(tie.entrants) for tie in caught.value.tied] == [sorted(tied)]
    rounds.decide_tie(draft, order=[tied[1], tied[0]], reason="dadi 6 a 4", by=organizer)
    assert tied[1] in qualifiers(draft)
    assert tied[0] not in qualifiers(draft)
    rounds.advance(draft, seed="s", by=organizer)


def test_a_decision_names_only_the_equals_and_can_be_taken_back(draft, organizer):
    tied = a_tie_for_the_last_place(draft, organizer)
    stranger = draft.tables.get(number=2).seats.first().entrant.public_id
    with pytest.raises(BadDraw):
        rounds.decide_tie(draft, order=[tied[0], stranger], reason="dadi", by=organizer)
    rounds.decide_tie(draft, order=tied, reason="dadi", by=organizer)
    assert qualification_of(draft).is_settled
    rounds.forget_tie(draft, by=organizer)
    assert not qualification_of(draft).is_settled
