"""What the database says must never happen, each rule broken once and kept once."""

from decimal import Decimal

import pytest
from django.db import IntegrityError, transaction

from tests.tournament.conftest import NOW
from tournament.models import (
    ClockEvent,
    Entrant,
    LogEvent,
    Membership,
    Penalty,
    Result,
    ResultRevision,
    Round,
    Seat,
    Table,
    TableStatus,
    Tournament,
)
from tournament.states import Role, RoundState


def refused(constraint: str, write) -> None:
    """SQLite names the columns of a unique constraint and the name of a check; PostgreSQL names both."""
    with pytest.raises(IntegrityError) as caught, transaction.atomic():
        write()
    message = str(caught.value)
    assert constraint in message or "UNIQUE constraint failed" in message


def a_round(tournament, number=1, **fields) -> Round:
    return Round.objects.create(**{"tournament": tournament, "number": number, "minutes": 90, **fields})


def closed(tournament, number=1) -> Round:
    return a_round(tournament, number, state=RoundState.CLOSED, closed_at=NOW)


def an_entrant(tournament, number=1, **fields) -> Entrant:
    return Entrant.objects.create(**{"tournament": tournament, "number": number, "surname": f"R{number}", **fields})


def a_seat(round_, table, entrant, position=1) -> Seat:
    return Seat.objects.create(round=round_, table=table, entrant=entrant, position=position)


@pytest.fixture
def seated(tournament):
    """A round with one table and one entrant in chair 1."""
    round_ = a_round(tournament)
    table = Table.objects.create(round=round_, number=1)
    return a_seat(round_, table, an_entrant(tournament))


def test_one_running_round_per_tournament(tournament):
    a_round(tournament, state=RoundState.RUNNING)
    refused("one_running_round_per_tournament", lambda: a_round(tournament, 2, state=RoundState.RUNNING))
    closed(tournament, 2)


def test_a_round_is_closed_before_the_next_is_drawn(tournament):
    a_round(tournament)
    refused("a_round_is_closed_before_the_next_is_drawn", lambda: a_round(tournament, 2))
    Round.objects.update(state=RoundState.CLOSED, closed_at=NOW)
    a_round(tournament, 2)


def test_round_numbers_are_given_once_a_tournament(tournament, organizer):
    closed(tournament)
    refused("round_numbers_are_given_once", lambda: a_round(tournament, 1))
    other = Tournament.objects.create(name="Altro", day="2026-03-15", game="g", regulation="{}")
    a_round(other, 1)


@pytest.mark.parametrize(
    ("constraint", "fields"),
    [
        ("round_numbers_start_at_one", {"number": 0}),
        ("a_round_lasts_at_least_a_minute", {"minutes": 0}),
        ("round_state_is_known", {"state": "forse"}),
        ("a_closed_round_says_when", {"state": RoundState.CLOSED}),
        ("a_closed_round_says_when", {"closed_at": NOW}),
    ],
)
def test_a_round_is_sound(tournament, constraint, fields):
    refused(constraint, lambda: a_round(tournament, **fields))
    a_round(tournament)


def test_one_seat_per_entrant_per_round(seated, tournament):
    other_table = Table.objects.create(round=seated.round, number=2)
    refused("one_seat_per_entrant_per_round", lambda: a_seat(seated.round, other_table, seated.entrant))
    a_seat(seated.round, other_table, an_entrant(tournament, 2))


def test_an_entrant_may_sit_again_in_another_round(seated, tournament):
    Round.objects.update(state=RoundState.CLOSED, closed_at=NOW)
    later = a_round(tournament, 2)
    a_seat(later, Table.objects.create(round=later, number=1), seated.entrant)
    assert seated.entrant.seats.count() == 2


def test_one_entrant_per_chair(seated, tournament):
    second = an_entrant(tournament, 2)
    refused("one_entrant_per_chair", lambda: a_seat(seated.round, seated.table, second, position=1))
    a_seat(seated.round, seated.table, second, position=2)


def test_chairs_are_counted_from_one(seated, tournament):
    second = an_entrant(tournament, 2)
    refused("chairs_are_counted_from_one", lambda: a_seat(seated.round, seated.table, second, position=0))


def test_table_numbers_are_given_once_a_round(seated):
    refused("table_numbers_are_given_once_a_round", lambda: Table.objects.create(round=seated.round, number=1))
    Table.objects.create(round=seated.round, number=2)


@pytest.mark.parametrize(
    ("constraint", "fields"),
    [("table_numbers_start_at_one", {"number": 0}), ("table_state_is_known", {"state": "rotto"})],
)
def test_a_table_is_sound(seated, constraint, fields):
    refused(constraint, lambda: Table.objects.create(**{"round": seated.round, "number": 2, **fields}))


def test_a_number_belongs_to_one_entrant(tournament):
    an_entrant(tournament, 1)
    refused("a_number_belongs_to_one_entrant", lambda: an_entrant(tournament, 1, surname="Bianchi"))
    an_entrant(tournament, 2, surname="Bianchi")


def test_a_person_enters_once_and_a_namesake_is_told_apart_by_nick(tournament):
    an_entrant(tournament, 1, surname="Rossi", name="Anna")
    refused("a_person_enters_once", lambda: an_entrant(tournament, 2, surname="Rossi", name="Anna"))
    an_entrant(tournament, 2, surname="Rossi", name="Anna", nick="la Rossa")


@pytest.mark.parametrize(
    ("constraint", "fields"),
    [
        ("an_entrant_has_a_surname", {"surname": ""}),
        ("entrant_numbers_start_at_one", {"number": 0}),
        ("entrant_state_is_known", {"state": "boh"}),
    ],
)
def test_an_entrant_is_sound(tournament, constraint, fields):
    refused(constraint, lambda: an_entrant(tournament, **fields))
    an_entrant(tournament)


@pytest.mark.parametrize(
    ("constraint", "fields"),
    [
        ("a_tournament_has_a_name", {"name": ""}),
        ("a_tournament_has_a_game", {"game": ""}),
        ("a_tournament_has_a_regulation", {"regulation": ""}),
        ("tournament_state_is_known", {"state": "forse"}),
    ],
)
def test_a_tournament_is_sound(db, constraint, fields):
    sound = {"name": "Open", "day": "2026-03-14", "game": "g", "regulation": "{}"}
    refused(constraint, lambda: Tournament.objects.create(**{**sound, **fields}))
    Tournament.objects.create(**sound)


def test_a_role_is_given_once(tournament, organizer):
    refused(
        "a_role_is_given_once",
        lambda: Membership.objects.create(tournament=tournament, user=organizer, role=Role.ORGANIZER),
    )
    Membership.objects.create(tournament=tournament, user=organizer, role=Role.JUDGE)


def test_a_role_is_known(tournament, judge):
    refused("role_is_known", lambda: Membership.objects.create(tournament=tournament, user=judge, role="re"))


def test_a_clock_starts_once(seated):
    ClockEvent.objects.create(round=seated.round, kind="start", at=NOW)
    refused("a_clock_starts_once", lambda: ClockEvent.objects.create(round=seated.round, kind="start", at=NOW))
    ClockEvent.objects.create(round=seated.round, kind="pause", at=NOW)


@pytest.mark.parametrize("fields", [{"kind": "pause", "seconds": 60}, {"kind": "extend", "seconds": 0}])
def test_only_added_time_carries_seconds(seated, fields):
    refused("only_added_time_carries_seconds", lambda: ClockEvent.objects.create(round=seated.round, at=NOW, **fields))
    ClockEvent.objects.create(round=seated.round, at=NOW, kind="extend", seconds=60)


def test_a_table_alone_only_gets_added_time(seated):
    here = {"round": seated.round, "table": seated.table, "at": NOW}
    refused("a_table_alone_only_gets_added_time", lambda: ClockEvent.objects.create(**here, kind="pause"))
    ClockEvent.objects.create(**here, kind="extend", seconds=60)


@pytest.mark.parametrize(
    ("constraint", "fields"),
    [
        ("places_are_counted_from_one", {"rank": 0}),
        ("revisions_are_counted_from_one", {"revision": 0}),
        ("a_result_says_how_the_game_ended", {"ended_by": ""}),
    ],
)
def test_a_result_is_sound(seated, constraint, fields):
    sound = {"seat": seated, "points": Decimal("12.5"), "rank": 1, "ended_by": "time"}
    refused(constraint, lambda: Result.objects.create(**{**sound, **fields}))
    Result.objects.create(**sound)


def test_a_seat_has_one_result(seated):
    sound = {"seat": seated, "points": Decimal("12.5"), "rank": 1, "ended_by": "time"}
    Result.objects.create(**sound)
    refused("seat_id", lambda: Result.objects.create(**sound))


def test_a_correction_has_a_reason_and_is_kept_once(seated):
    sound = {"seat": seated, "revision": 1, "was": {}, "reason": "somma"}
    refused("a_correction_has_a_reason", lambda: ResultRevision.objects.create(**{**sound, "reason": ""}))
    ResultRevision.objects.create(**sound)
    refused("a_revision_is_kept_once", lambda: ResultRevision.objects.create(**sound))


@pytest.mark.parametrize(
    ("constraint", "fields"),
    [("a_penalty_takes_points_away", {"points": Decimal(-1)}), ("a_penalty_has_a_reason", {"reason": ""})],
)
def test_a_penalty_is_sound(seated, tournament, constraint, fields):
    sound = {"tournament": tournament, "entrant": seated.entrant, "points": Decimal(5), "reason": "ritardo"}
    refused(constraint, lambda: Penalty.objects.create(**{**sound, **fields}))
    Penalty.objects.create(**sound)


@pytest.mark.parametrize(
    ("constraint", "fields"),
    [("a_call_to_the_judge_says_when", {"call_reason": "dadi"}), ("recording_level_is_known", {"level": "poco"})],
)
def test_a_table_status_is_sound(seated, constraint, fields):
    refused(constraint, lambda: TableStatus.objects.create(table=seated.table, **fields))
    TableStatus.objects.create(table=seated.table, call_reason="dadi", called_at=NOW)


def test_a_log_event_says_what_was_done(tournament):
    refused("a_log_event_says_what_was_done", lambda: LogEvent.objects.create(tournament=tournament, verb=""))
    LogEvent.objects.create(tournament=tournament, verb="rounds.draw")


def test_an_entrant_with_a_seat_cannot_be_deleted(seated):
    with pytest.raises(Exception, match="protected"):
        seated.entrant.delete()
    assert Entrant.objects.filter(pk=seated.entrant.pk).exists()


def test_a_round_is_named_by_its_place_in_the_plan():
    assert [Round(number=2).name, Round(number=3, stage={"name": "final"}).name] == ["Turno 2", "Finale"]
