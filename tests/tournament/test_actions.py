"""The actions: each refusal with its twin, a way back for every arrow, a line of the log for every act."""

from datetime import timedelta
from decimal import Decimal

import msgspec
import pytest

from tests.tournament.conftest import NOW, a_tournament, choose_first_plan, enter, lines_for, play, user
from tournament.actions import (
    checkin,
    clocks,
    penalties,
    plan,
    privacy,
    regulations,
    results,
    roster,
    rounds,
    screens,
    staff,
    tables,
    tournaments,
)
from tournament.actions.results import Line
from tournament.errors import (
    BadDraw,
    BadResult,
    BadRoster,
    NotNow,
    ReasonMissing,
    SomeoneElseMovedIt,
    TieToDecide,
    WrongState,
)
from tournament.models import ClockEvent, Entrant, LiveVersion, Penalty, Result, ResultRevision, Round, Seat
from tournament.queries.clocks import clock_of, clock_of_table
from tournament.queries.results import going_on, qualification_of, standings_of
from tournament.roster import read_roster
from tournament.states import EntrantState, Role, RoundState, TableState, TournamentState

CSV = "Cognome;Nome;Club\nRossi;Anna;Il Dado\nBianchi;Ugo;\n"
CSV_WITH_A_BAD_ROW = "Cognome;Nome;Club\nRossi;Anna;Il Dado\n;Senza Cognome;\nVerdi;Ada;\n"


def sheet(text: str):
    return read_roster(text.encode(), "iscritti.csv")


def last_verb(tournament) -> str:
    return tournament.log.first().verb


def state_of(row) -> str:
    return type(row).objects.get(pk=row.pk).state


# Tournaments


def test_whoever_makes_a_tournament_is_its_organizer(tournament, organizer):
    membership = tournament.memberships.get()
    assert (membership.user, membership.role) == (organizer, Role.ORGANIZER)
    assert (tournament.state, last_verb(tournament)) == (TournamentState.DRAFT, "tournament.create")


def test_a_tournament_keeps_its_own_copy_of_the_regulation(tournament, organizer):
    before = tournament.rules
    tournaments.set_minutes(tournament, minutes=105, by=organizer)
    assert tournament.rules == msgspec.structs.replace(before, minutes=105, version=2)
    assert a_tournament(organizer).rules == before
    newest, first = tournament.regulation_versions.all()
    assert (newest.reason, newest.by) == ("durata delle partite: 105 minuti", organizer)
    assert first.regulation.minutes == before.minutes
    regulations.restore_of(tournament, number=1, reason="era giusto prima", by=organizer)
    assert tournament.rules.minutes == before.minutes


def test_minutes_that_stay_the_same_make_no_version(tournament, organizer):
    tournaments.set_minutes(tournament, minutes=tournament.rules.minutes, by=organizer)
    assert not tournament.regulation_versions.exists()


def test_editing_changes_what_it_names_and_refuses_a_field_with_a_door_of_its_own(tournament, organizer):
    tournaments.edit(tournament, by=organizer, name="Open d'autunno", place="Bologna")
    tournament.refresh_from_db()
    assert (tournament.name, tournament.place) == ("Open d'autunno", "Bologna")
    with pytest.raises(TypeError):
        tournaments.edit(tournament, by=organizer, state="finished")


def test_the_day_goes_forward_and_back(tournament, organizer):
    tournaments.open_checkin(tournament, by=organizer)
    tournaments.back_to_draft(tournament, by=organizer)
    assert state_of(tournament) == TournamentState.DRAFT
    with pytest.raises(WrongState):
        tournaments.finish(tournament, by=organizer)


def test_finishing_refuses_while_a_round_is_open(running, organizer):
    tournament = running.tournament
    with pytest.raises(NotNow):
        tournaments.finish(tournament, by=organizer)
    for table in running.tables.all():
        results.enter_by_hand(table, lines=lines_for(table), ended_by="time", by=organizer)
        results.sign(table, by=organizer)
    rounds.close(running, by=organizer, now=NOW)
    tournaments.finish(tournament, by=organizer)
    tournaments.reopen(tournament, by=organizer)
    assert state_of(tournament) == TournamentState.RUNNING


def test_finishing_refuses_while_a_table_is_in_dispute(draft, organizer):
    play(draft, organizer)
    rounds.close(draft, by=organizer, now=NOW)
    table = draft.tables.first()
    tables.dispute(table, by=organizer, reason="conteggio")
    with pytest.raises(NotNow):
        tournaments.finish(draft.tournament, by=organizer)
    tables.settle(table, by=organizer, reason="ricontato")
    tournaments.finish(draft.tournament, by=organizer)


def test_the_state_is_claimed_so_that_the_slower_of_two_hands_is_told(tournament, organizer):
    stale = type(tournament).objects.get(pk=tournament.pk)
    tournaments.open_checkin(tournament, by=organizer)
    with pytest.raises(SomeoneElseMovedIt):
        tournaments.open_checkin(stale, by=organizer)
    assert tournament.log.filter(verb="tournament.open_checkin").count() == 1


# Staff


def test_the_last_organizer_cannot_be_removed(tournament, organizer, judge):
    first = tournament.memberships.get()
    with pytest.raises(NotNow):
        staff.revoke(first, by=organizer)
    staff.grant(tournament, user=judge, role=Role.ORGANIZER, by=organizer)
    staff.revoke(first, by=judge)
    assert [one.user for one in tournament.memberships.all()] == [judge]


def test_a_judge_without_a_role_leaves_his_tables(playing_table, organizer, judge):
    staff.revoke(playing_table.round.tournament.memberships.get(user=judge), by=organizer)
    playing_table.refresh_from_db()
    assert playing_table.judge is None


def test_inviting_makes_an_account_once(tournament, organizer):
    made = staff.invite(tournament, username="nina", role=Role.JUDGE, by=organizer)
    again = staff.invite(tournament, username="Nina", role=Role.HEAD_JUDGE, by=organizer)
    nina = tournament.memberships.get(role=Role.JUDGE).user
    assert nina.check_password(made.password)
    assert (again.username, again.password) == ("nina", "")


# Roster and check-in


def test_a_roster_is_imported_whole(tournament, organizer):
    made = roster.import_rows(tournament, sheet=sheet(CSV), by=organizer)
    assert [(one.number, str(one), one.club) for one in made] == [(1, "Rossi Anna", "Il Dado"), (2, "Bianchi Ugo", "")]


def test_one_bad_row_stops_the_import_unless_bad_rows_are_left_out(tournament, organizer):
    with pytest.raises(BadRoster) as caught:
        roster.import_rows(tournament, sheet=sheet(CSV_WITH_A_BAD_ROW), by=organizer)
    assert [error.line for error in caught.value.errors] == [3]
    assert tournament.entrants.count() == 0
    made = roster.import_rows(tournament, sheet=sheet(CSV_WITH_A_BAD_ROW), by=organizer, skip_bad=True)
    assert [one.surname for one in made] == ["Rossi", "Verdi"]


def test_a_second_import_refuses_who_is_entered_already(tournament, organizer):
    roster.import_rows(tournament, sheet=sheet(CSV), by=organizer)
    more = "Cognome;Nome;Club\nROSSI;anna;Il Dado\nNeri;Ivo;\n"
    with pytest.raises(BadRoster):
        roster.import_rows(tournament, sheet=sheet(more), by=organizer)
    roster.import_rows(tournament, sheet=sheet(more), by=organizer, skip_bad=True)
    assert [(one.number, one.surname) for one in tournament.entrants.all()] == [
        (1, "Rossi"),
        (2, "Bianchi"),
        (3, "Neri"),
    ]


def test_a_namesake_needs_something_to_tell_him_apart(tournament, organizer):
    roster.add(tournament, by=organizer, surname="Rossi", name="Anna")
    with pytest.raises(BadRoster):
        roster.add(tournament, by=organizer, surname="Rossi", name="Anna")
    roster.add(tournament, by=organizer, surname="Rossi", name="Anna", nick="la Rossa", is_present=True)
    assert [one.state for one in tournament.entrants.all()] == [EntrantState.EXPECTED, EntrantState.PRESENT]


def test_the_log_of_a_correction_holds_no_personal_data(tournament, organizer):
    entrant = roster.add(tournament, by=organizer, surname="Rossi")
    roster.edit(entrant, by=organizer, surname="Bianchi", club="Il Dado")
    event = tournament.log.first()
    assert (event.subject, event.data) == ("1", {"fields": ["surname", "club"]})


def test_a_person_can_be_forgotten_and_his_results_stay(draft, organizer):
    play(draft, organizer)
    entrant = draft.seats.first().entrant
    privacy.erase(entrant, by=organizer)
    assert (entrant.surname, entrant.name, entrant.club) == (f"Giocatore {entrant.number}", "", "")
    assert Result.objects.filter(seat__entrant=entrant).exists()


def test_whoever_has_a_seat_is_withdrawn_and_not_removed(draft, organizer):
    entrant = draft.seats.first().entrant
    with pytest.raises(NotNow):
        roster.remove(entrant, by=organizer)
    roster.withdraw(entrant, by=organizer, reason="febbre")
    assert state_of(entrant) == EntrantState.WITHDRAWN
    with pytest.raises(NotNow):
        roster.withdraw(entrant, by=organizer, reason="febbre")
    other = roster.add(draft.tournament, by=organizer, surname="Nuovo")
    roster.remove(other, by=organizer)
    assert not Entrant.objects.filter(pk=other.pk).exists()


def test_marking_twice_changes_nothing_and_can_be_taken_back(tournament, organizer):
    (entrant,) = enter(tournament, 1, EntrantState.EXPECTED)
    checkin.mark(entrant, state=EntrantState.PRESENT, by=organizer)
    checkin.mark(entrant, state=EntrantState.PRESENT, by=organizer)
    assert tournament.log.filter(verb="checkin.mark").count() == 1
    checkin.mark(entrant, state=EntrantState.EXPECTED, by=organizer)
    assert state_of(entrant) == EntrantState.EXPECTED


def test_everybody_expected_is_marked_at_once_and_the_others_stay(tournament, organizer):
    enter(tournament, 3, EntrantState.EXPECTED)
    (absent,) = enter(tournament, 1, EntrantState.MISSING)
    assert checkin.mark_all(tournament, was=EntrantState.EXPECTED, to=EntrantState.PRESENT, by=organizer) == 3
    assert tournament.entrants.present().count() == 3
    assert state_of(absent) == EntrantState.MISSING
    assert tournament.log.first().data["entrants"] == [1, 2, 3]


def test_the_slower_of_two_desks_is_told(tournament, organizer):
    (entrant,) = enter(tournament, 1, EntrantState.EXPECTED)
    stale = Entrant.objects.get(pk=entrant.pk)
    checkin.mark(entrant, state=EntrantState.PRESENT, by=organizer)
    with pytest.raises(SomeoneElseMovedIt):
        checkin.mark(stale, state=EntrantState.MISSING, by=organizer)


# Plan and draw


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


def test_publishing_sets_the_tournament_under_way_and_can_be_taken_back(draft, organizer):
    rounds.publish(draft, by=organizer)
    assert (state_of(draft), state_of(draft.tournament)) == (RoundState.PUBLISHED, TournamentState.RUNNING)
    rounds.unpublish(draft, by=organizer, reason="errore")
    assert state_of(draft) == RoundState.DRAFT


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
    for number in range(len(ready.plan["stages"])):
        round_ = rounds.draw(ready, seed=str(number), by=organizer)
        play(round_, organizer)
        rounds.close(round_, by=organizer, now=NOW)
    with pytest.raises(NotNow):
        rounds.draw(ready, seed="s", by=organizer)


# Who goes on


def test_those_who_go_on_are_seated_in_the_next_round(draft, organizer):
    play(draft, organizer)
    rounds.close(draft, by=organizer, now=NOW)
    going = sorted(going_on(draft))
    following = rounds.advance(draft, seed="s", by=organizer)
    assert sorted(following.seats.values_list("entrant__public_id", flat=True)) == going
    assert len(going) == following.seats.count() == sum(following.stage["tables"])


def test_who_gives_up_is_replaced_by_the_next_of_the_same_table(draft, organizer):
    play(draft, organizer)
    rounds.close(draft, by=organizer, now=NOW)
    table = draft.tables.first()
    by_place = [seat.entrant for seat in table.seats.order_by("result__rank")]
    through = draft.stage["through"]
    roster.withdraw(by_place[0], by=organizer, reason="treno")
    expected = {one.public_id for one in by_place[1 : through + 1]}
    here = {one.public_id for one in by_place}
    assert set(going_on(draft)) & here == expected
    following = rounds.advance(draft, seed="s", by=organizer)
    assert not following.seats.filter(entrant=by_place[0]).exists()


def a_tie_for_the_last_place(round_, organizer) -> list[str]:
    """Two share the last place that goes through at table 1; dice have not parted them."""
    through = round_.stage["through"]
    rounds.publish(round_, by=organizer)
    rounds.start(round_, by=organizer, now=NOW)
    for table in round_.tables.all():
        lines = lines_for(table)
        if table.number == 1:
            level = lines[through]
            lines[through] = Line(level.position, lines[through - 1].points, through, level.tiebreaks)
        results.enter_by_hand(table, lines=lines, ended_by="time", by=organizer)
        results.sign(table, by=organizer)
    rounds.close(round_, by=organizer, now=NOW)
    tied = round_.tables.get(number=1).seats.filter(result__rank=through)
    return [seat.entrant.public_id for seat in tied]


def test_a_tie_for_the_last_place_waits_for_a_decision(draft, organizer):
    tied = a_tie_for_the_last_place(draft, organizer)
    with pytest.raises(TieToDecide) as caught:
        rounds.advance(draft, seed="s", by=organizer)
    assert [sorted(tie.entrants) for tie in caught.value.tied] == [sorted(tied)]
    rounds.decide_tie(draft, order=[tied[1], tied[0]], reason="dadi 6 a 4", by=organizer)
    assert tied[1] in going_on(draft)
    assert tied[0] not in going_on(draft)
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


# The clock


def test_the_clock_is_read_from_its_events_alone(running, organizer):
    clocks.pause(running, by=organizer, now=NOW + timedelta(minutes=10))
    clocks.resume(running, by=organizer, now=NOW + timedelta(minutes=25))
    clocks.extend(running, minutes=5, by=organizer, now=NOW + timedelta(minutes=25))
    again = Round.objects.get(pk=running.pk)  # as after a restart
    reading = clock_of(again, now=NOW + timedelta(minutes=30))
    assert (reading.state, reading.elapsed) == ("running", timedelta(minutes=15))
    assert reading.remaining == timedelta(minutes=running.minutes + 5 - 15)


def test_the_clock_refuses_what_it_cannot_do(running, organizer):
    with pytest.raises(NotNow):
        clocks.resume(running, by=organizer, now=NOW)
    clocks.pause(running, by=organizer, now=NOW)
    with pytest.raises(NotNow):
        clocks.pause(running, by=organizer, now=NOW)
    clocks.resume(running, by=organizer, now=NOW)
    assert running.clock_events.count() == 3


@pytest.mark.parametrize("minutes", [0, -5, 241])
def test_minutes_added_are_bounded(running, organizer, minutes):
    with pytest.raises(NotNow):
        clocks.extend(running, minutes=minutes, by=organizer, now=NOW)
    clocks.extend(running, minutes=240, by=organizer, now=NOW)


def test_the_clock_does_not_go_before_the_start_of_the_round(draft, organizer):
    rounds.publish(draft, by=organizer)
    with pytest.raises(NotNow):
        clocks.start(draft, by=organizer, now=NOW)
    rounds.start(draft, by=organizer, now=NOW, with_clock=False)
    assert clock_of(draft, now=NOW).state == "waiting"
    clocks.start(draft, by=organizer, now=NOW)
    assert clock_of(draft, now=NOW).state == "running"


def test_a_slip_on_the_clock_is_taken_back(running, organizer):
    clocks.pause(running, by=organizer, now=NOW)
    clocks.take_back(running, by=organizer)
    assert clock_of(running, now=NOW).state == "running"
    assert running.tournament.log.first().data["kind"] == "pause"


def test_two_hands_on_the_clock_do_not_both_pause_it(running, organizer):
    stale = Round.objects.get(pk=running.pk)
    clocks.extend(running, minutes=1, by=organizer, now=NOW)
    with pytest.raises(SomeoneElseMovedIt):
        clocks.pause(stale, by=organizer, now=NOW)
    assert [event.kind for event in running.clock_events.all()] == ["start", "extend"]


def test_minutes_given_back_to_a_table_are_its_own(running, organizer):
    first, second = running.tables.all()[:2]
    clocks.extend(running, minutes=7, by=organizer, now=NOW, table=first)
    left = [clock_of_table(table, now=NOW).remaining for table in (first, second)]
    assert left == [timedelta(minutes=running.minutes + 7), timedelta(minutes=running.minutes)]
    assert clock_of(running, now=NOW).remaining == timedelta(minutes=running.minutes)


# Tables and results


def test_a_judge_has_a_role_in_the_tournament(running, organizer, judge):
    table = running.tables.first()
    with pytest.raises(NotNow):
        tables.assign_judge(table, judge=judge, by=organizer)
    staff.grant(running.tournament, user=judge, role=Role.JUDGE, by=organizer)
    tables.assign_judge(table, judge=judge, by=organizer)
    tables.assign_judge(table, judge=None, by=organizer)
    assert running.tournament.log.first().data == {"round": 1, "was": "gino", "now": ""}


def test_a_table_begins_only_in_a_running_round(draft, organizer):
    rounds.publish(draft, by=organizer)
    table = draft.tables.first()
    with pytest.raises(NotNow):
        tables.begin(table, by=organizer)
    rounds.start(draft, by=organizer, now=NOW)
    tables.begin(draft.tables.first(), by=organizer)
    assert state_of(table) == TableState.PLAYING


def test_a_table_begun_by_mistake_goes_back_with_a_blank_status(running, organizer):
    table = running.tables.first()
    tables.begin(table, by=organizer)
    tables.record_status(table, giro="giro 2", last_entry=9, level="turn")
    tables.back_to_waiting(table, by=organizer, reason="tavolo sbagliato")
    table.refresh_from_db()
    assert (table.state, table.status.giro, table.status.last_entry, table.status.level) == ("waiting", "", 0, "turn")


def test_a_status_wakes_the_pages_and_writes_no_log(running):
    table = running.tables.first()
    lines = running.tournament.log.count()
    tables.record_status(table, giro="giro 2", phase_it="attacchi", is_last_giro=True, closing_threshold=5)
    assert running.tournament.log.count() == lines
    topics = set(LiveVersion.objects.values_list("topic", flat=True))
    assert {table.topic, running.tournament.tables_topic} <= topics
    with pytest.raises(TypeError):
        tables.record_status(table, objective="segreto")


def test_a_report_counts_the_table_and_keeps_the_head_of_its_record(running, organizer):
    table = running.tables.first()
    tables.begin(table, by=organizer)
    results.report(table, lines=lines_for(table), ended_by="dice", by=organizer, head="abc123")
    assert state_of(table) == TableState.COUNTED
    found = Result.objects.filter(seat__table=table).order_by("rank")
    assert [(one.rank, one.points, one.head, one.ended_by) for one in found][:2] == [
        (1, Decimal(89), "abc123", "dice"),
        (2, Decimal(79), "abc123", "dice"),
    ]


def test_a_report_is_refused_before_the_table_plays(running, organizer):
    table = running.tables.first()
    with pytest.raises(WrongState):
        results.report(table, lines=lines_for(table), ended_by="dice", by=organizer)
    results.enter_by_hand(table, lines=lines_for(table), ended_by="dice", by=organizer)
    assert state_of(table) == TableState.COUNTED


def bad_lines(lines: list[Line]) -> dict[str, list[Line]]:
    first, second, *rest = lines
    return {
        "one seat missing": lines[1:],
        "one seat twice": [first, first, *rest],
        "nobody first": [Line(line.position, line.points, line.rank + 1) for line in lines],
        "a place beyond the table": [*lines[:-1], Line(lines[-1].position, Decimal(1), 9)],
        "points that are no number": [Line(first.position, Decimal("NaN"), 1), second, *rest],
        "too many decimals": [Line(first.position, Decimal("100.00001"), 1), second, *rest],
        "fewer points, better place": [Line(first.position, Decimal(1), 1), second, *rest],
    }


@pytest.mark.parametrize("ended_by", ["objective", "rival", "territories"])
def test_who_wins_outright_comes_first_whatever_the_points(running, organizer, ended_by):
    table = running.tables.first()
    winner, second, third, *rest = lines_for(table)
    winner = Line(winner.position, Decimal(3), 1)
    swapped = [winner, Line(second.position, Decimal(4), 2), third, *rest]
    with pytest.raises(BadResult):
        results.enter_by_hand(table, lines=swapped, ended_by=ended_by, by=organizer)
    table.refresh_from_db()
    results.enter_by_hand(table, lines=[winner, second, third, *rest], ended_by=ended_by, by=organizer)
    results.correct(table, lines=[winner, second, third, *rest], reason="riletto", by=organizer)
    with pytest.raises(BadResult):
        results.correct(table, lines=swapped, reason="riletto", by=organizer)


@pytest.mark.parametrize(
    "case",
    [
        "one seat missing",
        "one seat twice",
        "nobody first",
        "a place beyond the table",
        "points that are no number",
        "too many decimals",
        "fewer points, better place",
    ],
)
def test_a_result_fits_its_table(running, organizer, case):
    table = running.tables.first()
    lines = lines_for(table)
    with pytest.raises(BadResult):
        results.enter_by_hand(table, lines=bad_lines(lines)[case], ended_by="time", by=organizer)
    assert (state_of(table), Result.objects.count()) == (TableState.WAITING, 0)
    table.refresh_from_db()
    results.enter_by_hand(table, lines=lines, ended_by="time", by=organizer)


def test_a_signature_is_taken_back_with_a_reason(draft, organizer):
    play(draft, organizer)
    table = draft.tables.first()
    with pytest.raises(ReasonMissing):
        results.unsign(table, by=organizer, reason="")
    results.unsign(table, by=organizer, reason="errore di somma")
    results.sign(table, by=organizer)
    rounds.close(draft, by=organizer, now=NOW)
    table.round.refresh_from_db()
    with pytest.raises(NotNow):
        results.unsign(table, by=organizer, reason="errore di somma")


def test_a_reopened_table_keeps_what_was_counted_as_a_revision(running, organizer):
    table = running.tables.first()
    results.enter_by_hand(table, lines=lines_for(table), ended_by="time", by=organizer)
    results.reopen(table, by=organizer, reason="contato prima della sdadata")
    assert (state_of(table), Result.objects.count()) == (TableState.PLAYING, 0)
    results.report(table, lines=lines_for(table, first=2), ended_by="dice", by=organizer)
    assert {result.revision for result in Result.objects.all()} == {2}
    assert ResultRevision.objects.filter(revision=1).count() == table.seats.count()


def test_a_correction_says_who_goes_through_now(draft, organizer):
    play(draft, organizer)
    rounds.close(draft, by=organizer, now=NOW)
    table = draft.tables.first()
    by_place = [seat.entrant.public_id for seat in table.seats.order_by("result__rank")]
    through, count = draft.stage["through"], len(by_place)
    last_first = count  # the last becomes first, everybody else goes down one place
    done = results.correct(table, lines=lines_for(table, first=last_first), reason="punti letti male", by=organizer)
    assert (done.joined, done.left) == ((by_place[-1],), (by_place[through - 1],))
    assert ResultRevision.objects.get(seat__entrant__public_id=by_place[0]).was["rank"] == 1
    assert {result.revision for result in Result.objects.filter(seat__table=table)} == {2}


def test_a_correction_that_changes_nobody_says_so(draft, organizer):
    play(draft, organizer)
    table = draft.tables.first()
    done = results.correct(table, lines=lines_for(table), reason="ricontato", by=organizer)
    assert not done.changes_who_goes_on
    with pytest.raises(ReasonMissing):
        results.correct(table, lines=lines_for(table), reason="", by=organizer)


def test_a_correction_elsewhere_does_not_touch_a_game_in_progress(draft, organizer):
    play(draft, organizer)
    rounds.close(draft, by=organizer, now=NOW)
    following = rounds.advance(draft, seed="s", by=organizer)
    rounds.publish(following, by=organizer)
    rounds.start(following, by=organizer, now=NOW)
    seats = list(following.seats.values_list("pk", "table", "position", "entrant"))
    table = draft.tables.first()
    count = table.seats.count()
    assert results.correct(table, lines=lines_for(table, first=count), reason="x", by=organizer).changes_who_goes_on
    assert list(following.seats.values_list("pk", "table", "position", "entrant")) == seats


def test_a_table_without_a_result_cannot_be_corrected(running, organizer):
    table = running.tables.first()
    with pytest.raises(NotNow):
        results.correct(table, lines=lines_for(table), reason="x", by=organizer)


def test_a_dispute_is_opened_and_settled_once(running, organizer):
    table = running.tables.first()
    with pytest.raises(NotNow):
        tables.settle(table, by=organizer, reason="x")
    tables.dispute(table, by=organizer, reason="x")
    with pytest.raises(NotNow):
        tables.dispute(table, by=organizer, reason="x")
    tables.settle(table, by=organizer, reason="ricontato")


# Penalties and screens


def test_a_penalty_lowers_the_total_until_it_is_revoked(draft, organizer):
    play(draft, organizer)
    entrant = draft.seats.first().entrant

    def total():
        return next(line.total for line in standings_of(draft.tournament) if line.entrant == entrant.public_id)

    before = total()
    penalty = penalties.add(entrant, points=Decimal("2.5"), reason="ritardo", by=organizer)
    assert total() == before - Decimal("2.5")
    penalties.revoke(penalty, by=organizer, reason="scusato")
    assert total() == before
    with pytest.raises(NotNow):
        penalties.revoke(penalty, by=organizer, reason="scusato")


@pytest.mark.parametrize("points", ["-1", "NaN", "Infinity", "0.00001", "1000000"])
def test_a_penalty_is_a_sound_figure(tournament, organizer, points):
    (entrant,) = enter(tournament, 1)
    with pytest.raises(BadResult):
        penalties.add(entrant, points=Decimal(points), reason="x", by=organizer)
    penalties.add(entrant, points=Decimal(0), reason="richiamo", by=organizer)
    assert Penalty.objects.count() == 1


def test_a_penalty_belongs_to_a_round_of_its_own_tournament(draft, organizer):
    other = a_tournament(organizer, name="Altro")
    (stranger,) = enter(other, 1)
    with pytest.raises(BadResult):
        penalties.add(stranger, points=Decimal(1), reason="x", round_=draft, by=organizer)
    penalties.add(draft.seats.first().entrant, points=Decimal(1), reason="x", round_=draft, by=organizer)


def test_only_the_hash_of_a_screen_token_is_kept(tournament, organizer):
    screen, token = screens.issue(tournament, by=organizer, label="Sala grande")
    assert len(token) >= 32
    assert token not in str(vars(screen))
    assert screen.token_hash == screens.hash_of(token)
    screens.revoke(screen, by=organizer)
    with pytest.raises(NotNow):
        screens.revoke(screen, by=organizer)


def test_every_act_of_a_day_has_an_actor_and_a_line(draft, organizer):
    play(draft, organizer)
    rounds.close(draft, by=organizer, now=NOW)
    events = list(draft.tournament.log.order_by("pk"))
    assert {event.actor for event in events} == {organizer}
    per_table = ["tables.begin", "results.report", "results.sign"]
    assert [event.verb for event in events] == [
        "tournament.create",
        "tournament.open_checkin",
        "plan.choose",
        "rounds.draw",
        "rounds.publish",
        "rounds.start",
        "clock.start",
        *(per_table * draft.tables.count()),
        "rounds.close",
    ]


def test_a_refused_act_writes_nothing(running, organizer):
    before = (running.tournament.log.count(), ClockEvent.objects.count())
    with pytest.raises(NotNow):
        rounds.close(running, by=organizer, now=NOW)
    assert (running.tournament.log.count(), ClockEvent.objects.count()) == before


def test_a_judge_of_another_tournament_cannot_be_seated_here(running, organizer):
    other = a_tournament(organizer, name="Altro")
    stranger = user("ugo")
    staff.grant(other, user=stranger, role=Role.JUDGE, by=organizer)
    with pytest.raises(NotNow):
        tables.assign_judge(running.tables.first(), judge=stranger, by=organizer)
