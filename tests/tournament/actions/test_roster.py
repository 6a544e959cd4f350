"""Who is entered and who is here: imported, corrected, forgotten, withdrawn, marked."""

import pytest

from tests.tournament.conftest import enter, play, state_of
from tournament.actions import checkin, privacy, roster
from tournament.errors import BadRoster, NotNow, SomeoneElseMovedIt
from tournament.models import Entrant, Result
from tournament.roster import read_roster
from tournament.states import EntrantState

CSV = "Cognome;Nome;Club\nRossi;Anna;Il Dado\nBianchi;Ugo;\n"
CSV_WITH_A_BAD_ROW = "Cognome;Nome;Club\nRossi;Anna;Il Dado\n;Senza Cognome;\nVerdi;Ada;\n"


def sheet(text: str):
    return read_roster(text.encode(), "iscritti.csv")


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
