"""A rehearsal: a whole day with people who do not exist, and nothing of it left in the house afterwards."""

import re

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from referee.demo.playing import drawn
from referee.models import Entry, GameRecord
from tests.tournament.conftest import NOW, a_tournament, choose_first_plan, ready_to_draw, user
from tournament.actions import login_limits, rehearsals, roster, rounds, seasons, tournaments
from tournament.core.regulation.schema import presets
from tournament.errors import NotNow
from tournament.hooks import tables as table_hooks
from tournament.imports import sample_people
from tournament.imports.roster import read_roster
from tournament.models import Person, Season, Tournament
from tournament.states import RoundState, TableState


def a_rehearsal(by, players: int = 12, preset: str = "risiko-torneo") -> Tournament:
    return rehearsals.begin(regulation=presets()[preset], players=players, name="Prova", by=by, now=NOW)


def started(tournament, by):
    choose_first_plan(tournament, by)
    round_ = rounds.draw(tournament, seed="seme", by=by)
    rounds.publish(round_, by=by)
    rounds.start(round_, by=by, now=NOW)
    return round_


def test_sample_people_are_all_different_and_the_same_for_the_same_seed():
    people = sample_people.people(400, seed="a")
    assert len({(one.surname, one.name) for one in people}) == 400
    assert people == sample_people.people(400, seed="a") != sample_people.people(400, seed="b")


def test_everybody_is_here_and_the_public_sees_nothing(organizer, client):
    tournament = a_rehearsal(organizer)
    assert tournament.entrants.present().count() == 12
    assert client.get(reverse("tournament:public", args=[tournament.slug])).status_code == 404


def test_an_account_holds_so_many_rehearsals_at_a_time(organizer, client, monkeypatch):
    monkeypatch.setattr(rehearsals, "MOST_AT_ONCE", 1)
    first = a_rehearsal(organizer, players=4)
    client.force_login(organizer)
    address, wanted = reverse("tournament:new_rehearsal"), {"preset": "risiko-torneo", "players": 4}
    answer = client.post(address, wanted)
    assert (answer.status_code, Tournament.objects.count()) == (422, 1)
    assert "buttane via una" in answer.content.decode()

    rehearsals.throw_away(first, by=organizer)
    assert client.post(address, wanted).status_code == 302


def test_an_account_begins_so_many_rehearsals_in_a_quarter_of_an_hour_also_where_it_deletes_them(
    organizer, client, monkeypatch
):
    monkeypatch.setattr(login_limits, "REHEARSALS_OF_AN_ACCOUNT", 2)
    client.force_login(organizer)
    address, wanted = reverse("tournament:new_rehearsal"), {"preset": "risiko-torneo", "players": 4}
    for _rehearsal in range(2):
        assert client.post(address, wanted).status_code == 302
        rehearsals.throw_away(Tournament.objects.get(), by=organizer)
    answer = client.post(address, wanted)
    assert (answer.status_code, Tournament.objects.count()) == (422, 0)
    assert "riprova fra un quarto d" in answer.content.decode()

    client.force_login(user("maria"))
    assert client.post(address, wanted).status_code == 302


def test_the_directory_and_the_seasons_never_hear_of_it(organizer):
    tournament = a_rehearsal(organizer)
    assert not Person.objects.exists()
    season = seasons.create(by=organizer, name="Stagione")
    with pytest.raises(NotNow, match="Una prova non conta"):
        seasons.count(season, tournament=tournament, grade="", by=organizer)
    real = a_tournament(organizer)
    assert seasons.count(season, tournament=real, grade="", by=organizer).tournament == real
    assert Season.objects.count() == 1


@pytest.mark.parametrize("preset", ["risiko-torneo", "iperisiko", "fabrisiko", "arba", "fatal"])
def test_a_day_goes_to_its_champion_with_nobody_at_the_tables(organizer, preset):
    tournament = a_rehearsal(organizer, players=8 if preset == "arba" else 12, preset=preset)
    plan = choose_first_plan(tournament, organizer)
    for number in range(1, len(plan.stages) + 1):
        round_ = drawn(tournament, f"seme {number}", by=organizer)
        rounds.publish(round_, by=organizer)
        rounds.start(round_, by=organizer, now=NOW)
        assert rehearsals.play(round_, by=organizer, is_time_up=lambda: False) == 0
        assert set(round_.tables.values_list("state", flat=True)) == {TableState.SIGNED}
        rounds.close(round_, by=organizer, now=NOW)
    tournaments.finish(tournament, by=organizer)


def test_a_table_of_a_rehearsal_always_plays_the_same_game_and_its_neighbour_another(organizer):
    here, there = started(a_rehearsal(organizer), organizer).tables.order_by("number")[:2]
    once = table_hooks.simulated_game(here)
    assert table_hooks.simulated_game(here) == once != table_hooks.simulated_game(there)


def test_playing_stops_when_the_time_is_up_and_goes_on_later(organizer):
    round_ = started(a_rehearsal(organizer), organizer)
    answers = iter([False, True])
    assert rehearsals.play(round_, by=organizer, is_time_up=lambda: next(answers)) == round_.tables.count() - 1
    assert rehearsals.play(round_, by=organizer, is_time_up=lambda: False) == 0


def test_no_real_table_plays_by_itself_and_no_real_tournament_is_thrown_away(organizer):
    tournament = ready_to_draw(a_tournament(organizer), 12, organizer)
    round_ = rounds.draw(tournament, seed="seme", by=organizer)
    rounds.publish(round_, by=organizer)
    rounds.start(round_, by=organizer, now=NOW)
    with pytest.raises(NotNow, match="non è una prova"):
        rehearsals.play(round_, by=organizer, is_time_up=lambda: False)
    with pytest.raises(NotNow, match="non è una prova"):
        rehearsals.throw_away(tournament, by=organizer)
    assert Tournament.objects.filter(pk=tournament.pk).exists()


def test_a_thrown_away_rehearsal_leaves_nothing_and_touches_nothing_else(organizer, open_a_record):
    real = ready_to_draw(a_tournament(organizer), 8, organizer)
    rounds.draw(real, seed="seme", by=organizer)
    tournament = a_rehearsal(organizer)
    round_ = started(tournament, organizer)
    open_a_record(round_.tables.first(), organizer)
    rehearsals.play(round_, by=organizer, is_time_up=lambda: False)
    rehearsals.throw_away(tournament, by=organizer)
    assert list(Tournament.objects.all()) == [real]
    assert real.rounds.get().tables.count() == 2
    assert not GameRecord.objects.exists()
    assert not Entry.objects.exists()


@pytest.fixture
def open_a_record():
    from referee.actions import openings

    def open_(table, by):
        chairs = list(table.seats.order_by("position").values_list("entrant__public_id", flat=True))
        return openings.open_record(table, seats=chairs, judge=0, by=by)

    return open_


# In the browser's terms


def test_the_page_begins_one_and_the_desk_leads_on(client, organizer):
    client.force_login(organizer)
    page = client.post(reverse("tournament:new_rehearsal"), {"preset": "risiko-torneo", "players": 20}, follow=True)
    assert "non è un torneo vero" in page.content.decode()
    assert "20 presenti" in page.content.decode()
    refused = client.post(reverse("tournament:new_rehearsal"), {"preset": "risiko-torneo", "players": 2})
    assert refused.status_code == 422
    assert Tournament.objects.count() == 1


def test_the_tables_of_a_round_play_at_a_button_and_the_rest_is_left_to_press_again(client, organizer, monkeypatch):
    client.force_login(organizer)
    round_ = started(a_rehearsal(organizer), organizer)
    address = reverse("tournament:play_rehearsal", args=[round_.tournament.slug, 1])
    assert address in client.get(round_.get_absolute_url()).content.decode()
    page = client.post(address, follow=True).content.decode()
    assert "Tutti i tavoli hanno giocato" in page
    assert address not in page
    round_.refresh_from_db()
    assert round_.state == RoundState.RUNNING


def test_a_real_round_offers_no_such_button(client, organizer):
    client.force_login(organizer)
    tournament = ready_to_draw(a_tournament(organizer), 12, organizer)
    round_ = rounds.draw(tournament, seed="seme", by=organizer)
    rounds.publish(round_, by=organizer)
    rounds.start(round_, by=organizer, now=timezone.now())
    assert "gioca-da-soli" not in client.get(round_.get_absolute_url()).content.decode()
    assert table_hooks.simulated_game(round_.tables.first()).rows


WAYS_IN = {
    "one by hand": lambda tournament, by: roster.add(tournament, by=by, surname="Uno", name="Di troppo"),
    "one file": lambda tournament, by: roster.import_rows(tournament, sheet=people_in_a_file("Di troppo"), by=by),
    "a file without its faulty rows": lambda tournament, by: roster.import_rows(
        tournament, sheet=people_in_a_file("Di troppo", "1"), by=by, skip_bad=True
    ),
}


def people_in_a_file(*names: str):
    return read_roster("\n".join(["Cognome", *names]).encode(), "iscritti.csv")


@pytest.mark.parametrize("way", WAYS_IN)
@pytest.mark.parametrize("is_rehearsal", [True, False])
def test_an_event_takes_so_many_people_and_no_more_whatever_way_they_come(organizer, monkeypatch, way, is_rehearsal):
    monkeypatch.setattr(roster, "MOST_IN_A_REHEARSAL" if is_rehearsal else "MOST_PEOPLE", 4)
    tournament = a_rehearsal(organizer, players=3) if is_rehearsal else a_tournament(organizer)
    while tournament.entrants.count() < 3:
        roster.add(tournament, by=organizer, surname=f"Altro {'abc'[tournament.entrants.count()]}")
    roster.add(tournament, by=organizer, surname="Ultimo", name="Che entra")
    with pytest.raises(NotNow, match="al più 4 iscritti"):
        WAYS_IN[way](tournament, organizer)
    assert tournament.entrants.count() == 4
    roster.remove(tournament.entrants.last(), by=organizer)
    WAYS_IN[way](tournament, organizer)
    assert tournament.entrants.count() == 4


def test_the_page_says_that_a_file_has_too_many_and_enters_nobody(organizer, client, monkeypatch):
    monkeypatch.setattr(roster, "MOST_IN_A_REHEARSAL", 4)
    tournament = a_rehearsal(organizer, players=3)
    client.force_login(organizer)
    url = reverse("tournament:roster_import", args=[tournament.slug])
    preview = client.post(url, {"pasted": "cognome\nVerdi\nNeri\n"}).content.decode()
    sheet = re.search(r'name="sheet" value="([^"]+)"', preview)[1]
    answer = client.post(url, {"sheet": sheet, "mode": "all"})
    assert "al più 4 iscritti" in answer.content.decode()
    assert tournament.entrants.count() == 3


def test_people_are_made_at_one_place():
    making = re.compile(r"\bEntrant\(|Entrant\.objects\.(?:bulk_)?create|entrants\.(?:bulk_)?create")
    rooms = (settings.BASE_DIR / room for room in ("config", "operations", "referee", "tournament"))
    found = {
        str(path.relative_to(settings.BASE_DIR))
        for room in rooms
        for path in room.rglob("*.py")
        if making.search(path.read_text())
    }
    assert found == {"tournament/actions/roster.py", "tournament/models/entrant.py"}
