"""A tournament and its staff: made, moved from state to state, finished; who may do what in it."""

import threading
from contextlib import suppress

import msgspec
import pytest
from django.db import connections

from tests.tournament.conftest import NOW, a_tournament, last_verb, lines_for, play, state_of
from tournament.actions import regulations, results, rounds, staff, tables, tournaments
from tournament.errors import BadRules, NotNow, SomeoneElseMovedIt, WrongState
from tournament.states import Role, TournamentState

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


def test_a_game_shorter_than_the_pre_alarm_takes_the_pre_alarm_with_it(tournament, organizer):
    tournaments.set_minutes(tournament, minutes=3, by=organizer)
    assert (tournament.rules.minutes, tournament.rules.pre_alarm) == (3, 2)


def test_a_part_that_does_not_fit_the_rest_of_a_regulation_is_a_refusal(tournament, organizer):
    with pytest.raises(BadRules):
        regulations.change_part(
            tournament, pre_alarm=9000, reason="-", by=organizer, verb=tournaments.SET_MINUTES, subject=0
        )


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
    with pytest.raises(WrongState):
        tournaments.reopen(tournament, by=organizer)
    tournaments.back_to_draft(tournament, by=organizer)
    assert state_of(tournament) == TournamentState.DRAFT
    with pytest.raises(WrongState):
        tournaments.finish(tournament, by=organizer)


def test_a_tournament_with_a_draw_does_not_go_back_to_preparation(draft, organizer):
    """In preparation its rounds could be played, and no next one drawn."""
    with pytest.raises(NotNow):
        tournaments.back_to_draft(draft.tournament, by=organizer)
    rounds.discard(draft, by=organizer, reason="prova")
    tournaments.back_to_draft(draft.tournament, by=organizer)
    assert state_of(draft.tournament) == TournamentState.DRAFT


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


@pytest.mark.django_db(transaction=True)
def test_two_organizers_who_remove_each_other_at_once_leave_one(tournament, organizer, judge, monkeypatch):
    staff.grant(tournament, user=judge, role=Role.ORGANIZER, by=organizer)
    both, read, refused = threading.Barrier(2), staff._organizers, []

    def read_together(tournament) -> set[int]:
        found = read(tournament)
        with suppress(threading.BrokenBarrierError):
            both.wait(1.0)
        return found

    def remove(user) -> None:
        try:
            staff.revoke(tournament.memberships.get(user=user), by=user)
        except NotNow as refusal:
            refused.append(str(refusal))
        finally:
            connections.close_all()

    monkeypatch.setattr(staff, "_organizers", read_together)
    hands = [threading.Thread(target=remove, args=(user,)) for user in (organizer, judge)]
    for hand in hands:
        hand.start()
    for hand in hands:
        hand.join()
    assert (tournament.memberships.count(), len(refused)) == (1, 1)


def test_a_role_that_is_gone_is_not_taken_back_twice(tournament, organizer, judge):
    membership = staff.grant(tournament, user=judge, role=Role.JUDGE, by=organizer)
    stale = tournament.memberships.get(pk=membership.pk)
    staff.revoke(membership, by=organizer)
    with pytest.raises(SomeoneElseMovedIt):
        staff.revoke(stale, by=organizer)
    assert tournament.log.filter(verb="staff.revoke").count() == 1


def test_a_judge_without_a_role_leaves_his_tables(playing_table, organizer, judge):
    staff.revoke(playing_table.round.tournament.memberships.get(user=judge), by=organizer)
    playing_table.refresh_from_db()
    assert playing_table.judge is None
