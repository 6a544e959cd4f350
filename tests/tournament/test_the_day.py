"""What goes wrong on the day: chairs left empty, wrong tables, late arrivals, contested penalties, standings to check."""

from datetime import timedelta
from decimal import Decimal

import pytest

from tests.drills import crowd
from tests.tournament.conftest import NOW, enter, lines_for, play, user
from tournament.actions import (
    chairs,
    checkin,
    judging,
    objections,
    penalties,
    results,
    roster,
    rounds,
    staff,
    tables,
    tournaments,
)
from tournament.errors import BadDraw, BadResult, NotNow, SomeoneElseMovedIt
from tournament.hooks import tables as table_hooks
from tournament.models import Entrant, LogEvent, Penalty, PenaltyRevision, Result, ResultRevision
from tournament.queries import drawing
from tournament.queries.incidents import late_in
from tournament.states import EntrantState, Role, RoundState, TableState


@pytest.fixture
def in_play(published, organizer):
    rounds.start(published, by=organizer, now=NOW)
    return published


def chair(round_, table: int, position: int = 1):
    return round_.seats.get(table__number=table, position=position)


# Somebody who does not come


def test_at_a_table_of_five_the_chair_of_who_is_gone_is_taken_away(published, organizer):
    before = drawing.tables_in_ids(published)
    gone = chair(published, 5, 2)
    chairs.vacate(gone, reason="non è venuto", by=organizer)
    after = drawing.tables_in_ids(published)
    assert after[:4] == before[:4]
    assert after[4] == tuple(one for one in before[4] if one != gone.entrant.public_id)
    assert sorted(seat.position for seat in published.seats.filter(table__number=5)) == [1, 2, 3, 4]


def test_at_a_table_of_four_somebody_comes_over_from_the_five(published, organizer):
    before = drawing.tables_in_ids(published)
    gone, mover = chair(published, 1, 3), chair(published, 5, 1)
    with pytest.raises(BadDraw):
        chairs.vacate(gone, reason="non è venuto", by=organizer)
    chairs.vacate(gone, mover=mover, reason="non è venuto", by=organizer)
    after = drawing.tables_in_ids(published)
    assert after[0] == (*before[0][:2], mover.entrant.public_id, before[0][3])
    assert after[4] == before[4][1:]
    assert after[1:4] == before[1:4]


def test_a_table_in_play_loses_nobody_and_lends_nobody(in_play, organizer):
    tables.begin(in_play.tables.get(number=5), by=organizer)
    for gone, mover in ((chair(in_play, 5), None), (chair(in_play, 1), chair(in_play, 5, 2))):
        with pytest.raises(NotNow):
            chairs.vacate(gone, mover=mover, reason="ritirato", by=organizer)
    assert in_play.seats.count() == 21


# Somebody at the wrong table


def test_who_rests_or_is_out_of_the_tournament_is_not_late(ready, organizer):
    first = rounds.draw(ready, seed="uno", by=organizer)
    play(first, organizer)
    rounds.close(first, by=organizer, now=NOW)
    second = rounds.draw(ready, seed="due", by=organizer)
    assert second.seats.count() == 5
    assert late_in(second) == []
    chairs.vacate(second.seats.first(), reason="prova", by=organizer)
    (late,) = late_in(second)
    assert not late.entrant.seats.filter(round=second).exists()


def test_who_played_at_the_wrong_table_stays_there_and_the_seating_says_so(in_play, organizer):
    for number in (1, 2):
        tables.begin(in_play.tables.get(number=number), by=organizer)
    one, other = chair(in_play, 1, 2), chair(in_play, 2, 4)
    chairs.put_right(one, other, reason="si erano scambiati", by=organizer)
    assert chair(in_play, 1, 2).entrant == other.entrant
    assert chair(in_play, 2, 4).entrant == one.entrant
    assert {table.state for table in in_play.tables.filter(number__lte=2)} == {TableState.PLAYING}


def test_once_a_table_has_counted_only_a_correction_helps(in_play, organizer):
    table = in_play.tables.get(number=1)
    results.enter_by_hand(table, lines=lines_for(table), ended_by="time", by=organizer)
    with pytest.raises(NotNow):
        chairs.put_right(chair(in_play, 1), chair(in_play, 2), reason="scambiati", by=organizer)


def test_the_chair_of_a_record_keeps_its_id_and_changes_its_person(in_play, organizer, monkeypatch):
    heard = []
    monkeypatch.setattr(table_hooks, "_record_checks", [lambda table: table.number == 2])
    monkeypatch.setattr(
        table_hooks, "_seat_listeners", [lambda seat, was, by: heard.append((seat.table.number, seat.position, was))]
    )
    one, other = chair(in_play, 1), chair(in_play, 2)
    chairs.put_right(one, other, reason="scambiati", by=organizer)
    assert (chair(in_play, 2).entrant, chair(in_play, 2).record_id) == (one.entrant, other.entrant.public_id)
    assert (chair(in_play, 1).entrant, chair(in_play, 1).record_alias) == (other.entrant, "")
    assert heard == [(2, 1, other.entrant.number)]
    assert in_play.tournament.log.first().data["recorded"] == [2]
    chairs.put_right(chair(in_play, 1), chair(in_play, 2), reason="era giusto", by=organizer)
    assert (chair(in_play, 2).entrant, chair(in_play, 2).record_alias) == (other.entrant, "")


# Late, reserve, back again


def test_an_arrival_after_the_deadline_is_marked_late_and_not_turned_away(tournament, organizer):
    early, late, reserve = enter(tournament, 3, EntrantState.EXPECTED)
    checkin.set_deadline(tournament, until=NOW, by=organizer)
    checkin.mark(early, state=EntrantState.PRESENT, by=organizer, now=NOW)
    checkin.mark(late, state=EntrantState.PRESENT, by=organizer, now=NOW + timedelta(minutes=1))
    checkin.mark(reserve, state=EntrantState.RESERVE, by=organizer, now=NOW - timedelta(minutes=1))
    assert list(tournament.entrants.values_list("state", "is_late")) == [
        ("present", False),
        ("present", True),
        ("reserve", False),
    ]
    checkin.mark(late, state=EntrantState.EXPECTED, by=organizer, now=NOW + timedelta(minutes=2))
    late.refresh_from_db()
    assert not late.is_late


def test_who_came_in_time_is_not_late_for_becoming_a_reserve_afterwards(tournament, organizer):
    early, late = enter(tournament, 2, EntrantState.EXPECTED)
    checkin.set_deadline(tournament, until=NOW, by=organizer)
    after = NOW + timedelta(minutes=1)
    checkin.mark(early, state=EntrantState.PRESENT, by=organizer, now=NOW)
    checkin.mark(late, state=EntrantState.PRESENT, by=organizer, now=after)
    for person in (early, late):
        checkin.mark(person, state=EntrantState.RESERVE, by=organizer, now=after)
    assert list(tournament.entrants.values_list("state", "is_late")) == [("reserve", False), ("reserve", True)]
    checkin.mark(late, state=EntrantState.PRESENT, by=organizer, now=after)
    assert list(tournament.entrants.values_list("state", "is_late")) == [("reserve", False), ("present", True)]


@pytest.mark.parametrize(("minutes", "late"), [(0, False), (1, True)])
def test_all_who_are_marked_at_once_after_the_deadline_are_late_like_anybody(tournament, organizer, minutes, late):
    enter(tournament, 2, EntrantState.EXPECTED)
    checkin.set_deadline(tournament, until=NOW, by=organizer)
    now = NOW + timedelta(minutes=minutes)
    checkin.mark_all(tournament, was=EntrantState.EXPECTED, to=EntrantState.PRESENT, by=organizer, now=now)
    assert set(tournament.entrants.values_list("is_late", flat=True)) == {late}
    assert ("late" in tournament.log.first().data) is late
    checkin.mark_all(tournament, was=EntrantState.PRESENT, to=EntrantState.MISSING, by=organizer, now=now)
    assert set(tournament.entrants.values_list("is_late", flat=True)) == {False}


def test_check_in_closes_once_and_opens_again(tournament, organizer):
    with pytest.raises(NotNow):
        checkin.close(tournament, by=organizer, now=NOW)
    tournaments.open_checkin(tournament, by=organizer)
    checkin.close(tournament, by=organizer, now=NOW)
    assert checkin.is_after_deadline(tournament, NOW - timedelta(hours=1))
    with pytest.raises(NotNow):
        checkin.close(tournament, by=organizer, now=NOW)
    checkin.reopen(tournament, by=organizer)
    assert not checkin.is_after_deadline(tournament, NOW)


def test_fee_and_consent_are_noted(tournament, organizer):
    (person,) = enter(tournament, 1)
    checkin.note(person, has_paid=True, by=organizer)
    checkin.note(person, has_consented=True, by=organizer)
    person.refresh_from_db()
    assert (person.has_paid, person.has_consented) == (True, True)
    with pytest.raises(TypeError):
        checkin.note(person, is_late=True, by=organizer)


def test_a_reserve_is_not_drawn_and_takes_a_chair_when_one_is_free(published, organizer):
    (reserve,) = enter(published.tournament, 1, EntrantState.RESERVE)
    seat = chair(published, 2, 2)
    rounds.replace(seat, entrant=reserve, reason="non è venuto", by=organizer)
    reserve.refresh_from_db()
    assert (chair(published, 2, 2).entrant, reserve.state) == (reserve, EntrantState.PRESENT)


def test_who_left_comes_back(published, organizer):
    person = chair(published, 1).entrant
    roster.withdraw(person, reason="telefonata", by=organizer)
    roster.readmit(person, reason="falso allarme", by=organizer)
    person.refresh_from_db()
    assert person.state == EntrantState.PRESENT
    with pytest.raises(NotNow):
        roster.readmit(person, reason="ancora", by=organizer)


# Judges


def test_judges_go_to_no_table_of_their_club_or_of_their_own(published, organizer):
    player = chair(published, 1).entrant
    for name, fields in {
        "uno": {"club": "Il Dado", "most_tables": 5},
        "due": {"club": "La Torre", "most_tables": 5},
        "tre": {"club": "", "most_tables": 5, "entrant": player},
    }.items():
        member = staff.grant(published.tournament, user=user(name), role=Role.JUDGE, by=organizer)
        if playing := fields.pop("entrant", None):
            staff.plays(playing, user=member.user, by=organizer)
        judging.describe(member, by=organizer, **fields)
    uncovered = judging.draw(published, seed="x", by=organizer)
    members = {member.user_id: member for member in published.tournament.memberships.filter(role=Role.JUDGE)}
    for table in published.tables.all():
        people = [seat.entrant for seat in table.seats.all()]
        assert (table.judge_id is None) == (table.number in uncovered)
        if table.judge_id:
            judge = members[table.judge_id]
            assert judge.club not in {one.club for one in people} or not judge.club
            assert judge.entrant not in people


def test_who_plays_is_linked_in_every_role_and_with_nobody_else(published, organizer, judge):
    one, other = (chair(published, place).entrant for place in (1, 2))
    staff.grant(published.tournament, user=judge, role=Role.JUDGE, by=organizer)
    staff.plays(one, user=judge, by=organizer)
    staff.grant(published.tournament, user=judge, role=Role.HEAD_JUDGE, by=organizer)
    linked = published.tournament.memberships.filter(user=judge)
    assert {member.entrant for member in linked} == {one}
    staff.plays(other, user=judge, by=organizer)
    assert {member.entrant for member in linked.all()} == {other}
    with pytest.raises(NotNow, match="già collegato"):
        staff.plays(other, user=organizer, by=organizer)
    staff.plays_no_more(published.tournament, user=judge, by=organizer)
    assert {member.entrant for member in linked.all()} == {None}


def test_a_table_in_play_keeps_its_judge(in_play, organizer, judge):
    member = staff.grant(in_play.tournament, user=judge, role=Role.JUDGE, by=organizer)
    judging.describe(member, most_tables=2, by=organizer)
    first = in_play.tables.get(number=1)
    tables.assign_judge(first, judge=judge, by=organizer)
    tables.begin(first, by=organizer)
    assert len(judging.draw(in_play, seed="x", by=organizer)) == 3
    assert in_play.tables.filter(judge=judge).count() == 2
    assert in_play.tables.get(number=1).judge == judge


def test_judges_are_drawn_for_more_than_a_thousand_players(judge, organizer):
    tournament = crowd.fill(1_004, 1, rounds=1)
    tournament.rounds.update(state=RoundState.PUBLISHED, closed_at=None)
    round_ = tournament.rounds.get()
    round_.tables.update(state=TableState.WAITING)
    member = staff.grant(tournament, user=judge, role=Role.JUDGE, by=organizer)
    judging.describe(member, most_tables=3, by=organizer)
    assert len(judging.draw(round_, seed="x", by=organizer)) == 251 - 3


def test_without_judges_there_is_nothing_to_draw(published, organizer):
    with pytest.raises(BadDraw):
        judging.draw(published, seed="x", by=organizer)


# Penalties


@pytest.fixture
def penalty(tournament, organizer) -> Penalty:
    (person,) = enter(tournament, 1)
    return penalties.add(person, points=Decimal(10), reason="ritardo", by=organizer)


def test_a_changed_penalty_keeps_what_it_was(penalty, organizer):
    penalties.revise(penalty, points=Decimal(5), why="primo ritardo", by=organizer)
    penalties.revoke(penalty, reason="treno soppresso", by=organizer)
    penalties.restore(penalty, reason="tolta per errore", by=organizer)
    assert [(row.was["points"], row.was["is_revoked"], row.reason) for row in PenaltyRevision.objects.all()] == [
        ("5", True, "tolta per errore"),
        ("5", False, "treno soppresso"),
        ("10", False, "primo ritardo"),
    ]
    penalty.refresh_from_db()
    assert (penalty.points, penalty.revoked_at) == (5, None)


def test_a_contested_penalty_is_sub_judice_until_it_is_decided(penalty, organizer):
    with pytest.raises(NotNow):
        penalties.uphold(penalty, why="x", by=organizer)
    penalties.appeal(penalty, text="ero in coda", by=organizer)
    with pytest.raises(NotNow):
        penalties.appeal(penalty, text="di nuovo", by=organizer)
    with pytest.raises(NotNow, match="ricorso"):
        tournaments.finish(penalty.tournament, by=organizer)
    penalties.uphold(penalty, why="la coda si prevede", by=organizer)
    assert not Penalty.objects.get().is_sub_judice
    assert Penalty.objects.get().appeal == "ero in coda"


def test_two_people_at_one_penalty(penalty, organizer):
    theirs = Penalty.objects.get()
    penalties.revise(penalty, points=Decimal(5), why="x", by=organizer)
    with pytest.raises(SomeoneElseMovedIt):
        penalties.revise(theirs, points=Decimal(7), why="y", by=organizer)


@pytest.mark.parametrize("points", ["-1", "NaN", "1.00001"])
def test_impossible_points_change_no_penalty(penalty, organizer, points):
    with pytest.raises(BadResult):
        penalties.revise(penalty, points=Decimal(points), why="x", by=organizer)
    assert not PenaltyRevision.objects.exists()


# Corrections, and the standings to check


@pytest.fixture
def closed(draft, organizer):
    play(draft, organizer)
    rounds.close(draft, by=organizer, now=NOW)
    return draft


def last_becomes_first(table):
    return lines_for(table, first=table.seats.count())


def test_a_preview_says_what_a_correction_changes_and_changes_nothing(closed, organizer):
    table = closed.tables.first()
    rows = list(Result.objects.values())
    version = table.version
    seen = results.preview(table, lines=last_becomes_first(table), by=organizer)
    assert (list(Result.objects.values()), ResultRevision.objects.count(), table.version) == (rows, 0, version)
    assert LogEvent.objects.filter(verb="results.correct").count() == 0
    assert results.correct(table, lines=last_becomes_first(table), reason="letti male", by=organizer) == seen
    assert seen.changes_qualifiers
    assert {move.entrant for move in seen.moves} >= {*seen.joined, *seen.left}
    assert (seen.late, seen.lucky) == ((), ())


def test_once_the_next_round_is_drawn_a_correction_says_who_would_have_been_in_it(closed, organizer):
    following = rounds.draw(closed.tournament, seed="due", by=organizer)
    seats = list(following.seats.values("pk", "entrant", "table", "position"))
    table = closed.tables.first()
    seen = results.correct(table, lines=last_becomes_first(table), reason="letti male", by=organizer)
    assert (seen.late, seen.lucky) == (seen.joined, seen.left)
    assert seen.late
    assert list(following.seats.values("pk", "entrant", "table", "position")) == seats


def test_nobody_draws_on_while_an_objection_waits_for_its_answer(closed, organizer):
    person = closed.seats.first().entrant
    objections.open_window(closed, minutes=10, by=organizer, now=NOW)
    assert closed.objections_until == NOW + timedelta(minutes=10)
    objection = objections.add(closed, entrant=person, text="ho 40 punti, non 30", by=organizer, now=NOW)
    with pytest.raises(NotNow, match="obiezione"):
        rounds.draw(closed.tournament, seed="due", by=organizer)
    objections.answer(objection, answer="corretto", by=organizer, now=NOW)
    with pytest.raises(NotNow):
        objections.answer(objection, answer="di nuovo", by=organizer, now=NOW)
    objections.close_window(closed, by=organizer)
    assert rounds.draw(closed.tournament, seed="due", by=organizer).number == 2


def test_the_standings_are_checked_after_the_round(running, organizer):
    with pytest.raises(NotNow):
        objections.open_window(running, minutes=10, by=organizer, now=NOW)
    with pytest.raises(NotNow):
        objections.add(running, entrant=Entrant.objects.first(), text="x", by=organizer, now=NOW)
    with pytest.raises(NotNow):
        objections.close_window(running, by=organizer)
