"""Who is entered and who is here: imported, corrected, forgotten, withdrawn, marked."""

import threading
from contextlib import suppress
from decimal import Decimal

import pytest
from django.db import connections

from tests.tournament.conftest import enter, play, state_of
from tournament.actions import checkin, penalties, privacy, roster
from tournament.errors import BadRoster, NotNow, SomeoneElseMovedIt
from tournament.imports.roster import read_roster
from tournament.models import Bye, Entrant, Result, Round
from tournament.states import EntrantState

CSV = "Cognome;Nome;Club\nRossi;Anna;Il Dado\nBianchi;Ugo;\n"
CSV_WITH_A_BAD_ROW = "Cognome;Nome;Club\nRossi;Anna;Il Dado\n;Senza Cognome;\nVerdi;Ada;\n"


def sheet(text: str):
    return read_roster(text.encode(), "iscritti.csv")


def test_a_roster_is_imported_whole(tournament, organizer):
    made = roster.import_rows(tournament, sheet=sheet(CSV), by=organizer)
    assert [(one.number, str(one), one.club) for one in made] == [(1, "Rossi Anna", "Il Dado"), (2, "Bianchi Ugo", "")]


def test_a_second_file_that_says_more_brings_nobody_twice(tournament, organizer):
    roster.import_rows(tournament, sheet=sheet("Cognome;Nome\nRossi;Anna\nBianchi;Ugo\n"), by=organizer)
    fuller = sheet("Cognome;Nome;Nick;Club\nROSSI;Anna;annina;Il Dado\nBianchi;Ugo;;La Torre\nVerdi;Ada;;\n")
    assert [error.line for error in roster.already_entered(tournament, fuller)] == [2, 3]
    made = roster.import_rows(tournament, sheet=fuller, by=organizer, skip_bad=True)
    assert [str(one) for one in made] == ["Verdi Ada"]


def test_a_homonym_of_another_club_comes_with_a_second_file(tournament, organizer):
    roster.import_rows(tournament, sheet=sheet("Cognome;Nome;Club\nRossi;Anna;Il Dado\n"), by=organizer)
    made = roster.import_rows(tournament, sheet=sheet("Cognome;Nome;Club\nRossi;Anna;La Torre\n"), by=organizer)
    assert [one.club for one in made] == ["La Torre"]


def test_one_bad_row_stops_the_import_unless_bad_rows_are_left_out(tournament, organizer):
    with pytest.raises(BadRoster) as caught:
        roster.import_rows(tournament, sheet=sheet(CSV_WITH_A_BAD_ROW), by=organizer)
    assert [error.line for error in caught.value.errors] == [3]
    assert tournament.entrants.count() == 0
    made = roster.import_rows(tournament, sheet=sheet(CSV_WITH_A_BAD_ROW), by=organizer, skip_bad=True)
    assert [one.surname for one in made] == ["Rossi", "Verdi"]


@pytest.mark.django_db(transaction=True)
def test_two_desks_enter_two_people_at_once(tournament, organizer, monkeypatch):
    both, next_number, refused = threading.Barrier(2), roster._next_number, []

    def read_together(tournament, many: int) -> int:
        found = next_number(tournament, many)
        with suppress(threading.BrokenBarrierError):
            both.wait(1.0)
        return found

    def enter_one(surname: str) -> None:
        try:
            roster.add(tournament, by=organizer, surname=surname)
        except BadRoster as refusal:
            refused.append(str(refusal))
        finally:
            connections.close_all()

    monkeypatch.setattr(roster, "_next_number", read_together)
    desks = [threading.Thread(target=enter_one, args=(surname,)) for surname in ("Rossi", "Verdi")]
    for desk in desks:
        desk.start()
    for desk in desks:
        desk.join()
    assert refused == []
    assert sorted(tournament.entrants.values_list("number", flat=True)) == [1, 2]


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
    roster.add(
        tournament, by=organizer, surname="Rossi", name="Anna", nick="la Rossa", is_present=True, is_namesake=True
    )
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


def test_whoever_rests_or_has_a_penalty_is_withdrawn_and_not_removed(tournament, organizer):
    resting, punished = enter(tournament, 2)
    round_ = Round.objects.create(tournament=tournament, number=1, minutes=90)
    Bye.objects.create(round=round_, entrant=resting)
    penalties.add(punished, points=Decimal(5), reason="ritardo", by=organizer)
    for entrant in (resting, punished):
        with pytest.raises(NotNow, match="si può solo ritirare"):
            roster.remove(entrant, by=organizer)
        assert Entrant.objects.filter(pk=entrant.pk).exists()


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
