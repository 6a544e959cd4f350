"""What the site holds about a person: told in one file, erased everywhere but in the chain, and kept no longer than said."""

import json
from datetime import timedelta
from decimal import Decimal
from io import StringIO

import pytest
from django.core import serializers
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from config import environment
from games.kernel.acts import Note
from referee.actions import records
from referee.archive.event import archive_of
from referee.archive.verify import faults_of
from referee.models import Entry
from tests.referee.conftest import Recorder, open_table
from tests.tournament.conftest import a_tournament, enter, user
from tournament.actions import directory, house, penalties, roster
from tournament.actions import privacy as acts
from tournament.errors import NotNow
from tournament.models import Entrant, Objection, PrintJob, Season, Tournament
from tournament.privacy import retention
from tournament.privacy.subject_data import APPS, personal_data_of
from tournament.queries.season import ranking_of
from tournament.states import HouseRight, TournamentState

SURNAME, NAME, NICK, CLUB = "Quattrocchimarini", "Ermenegildina", "Zefirelda", "Dadi d'Acciaio"


@pytest.fixture
def known(running, organizer, judge):
    """Somebody at a recorded table, known by name in every field into which people type."""
    tournament, table = running.tournament, running.tables.first()
    one = table.seats.get(position=1).entrant
    roster.edit(one, by=organizer, surname=SURNAME, name=NAME, nick=NICK, club=CLUB)
    directory.recognise([one])
    row = open_table(table, organizer)
    recorder = Recorder(row, organizer, seed=3)
    recorder.record_many(6)
    note = Note(text=f"{SURNAME} chiede una pausa")
    records.append(row, client_key="nota", expected_seq=recorder.ahead.seq, by_seat="judge", act=note, by=organizer)
    row.flags.create(seq=1, words=f"{NAME} {SURNAME} ha pescato due volte")
    penalties.add(one, points=Decimal(1), reason=f"{NICK} è in ritardo", by=organizer)
    Objection.objects.create(round=running, entrant=one, text=f"Sono {SURNAME} {NAME}: ho 40 punti")
    PrintJob.objects.create(tournament=tournament, kind="badge", state="ready", file=SURNAME.encode())
    return one


def everything_stored(without: tuple = ()) -> str:
    from django.apps import apps

    models = [model for app in APPS for model in apps.get_app_config(app).get_models() if model not in without]
    return "".join(serializers.serialize("json", model._base_manager.all(), ensure_ascii=False) for model in models)


def test_one_file_tells_everything_held_about_a_person(client, known, organizer):
    client.force_login(organizer)
    answer = client.get(reverse("tournament:entrant_export", args=[known.tournament.slug, known.public_id]))
    assert answer["Content-Disposition"].startswith("attachment")
    (data,) = answer.json()["tournaments"]
    holding = data["data"]
    assert holding["tournament.Entrant"][0]["surname"] == SURNAME
    assert {"tournament.Seat", "tournament.Penalty", "tournament.Objection", "tournament.Person"} <= set(holding)
    assert holding["records"][0]["lines"], "the lines that were entered for the seat"
    assert [line["verb"] for line in holding["log"]] == ["roster.edit", "penalties.add"]


def test_the_file_names_nobody_else(client, known, organizer):
    other = known.seats.get().table.seats.get(position=2).entrant
    text = json.dumps(personal_data_of(known), default=str, ensure_ascii=False)
    assert SURNAME in text
    assert other.surname not in text
    assert organizer.username not in text


def test_what_others_hold_is_counted_and_not_told(client, known, organizer):
    stranger = user("altrove")
    elsewhere = a_tournament(stranger, name="Altrove")
    roster.add(elsewhere, by=stranger, surname=SURNAME, name=NAME, nick=NICK, club=CLUB)
    client.force_login(organizer)
    data = client.get(reverse("tournament:entrant_export", args=[known.tournament.slug, known.public_id])).json()
    assert (len(data["tournaments"]), data["tournaments_of_others"]) == (1, 1)


def test_entering_a_name_tells_nothing_that_others_wrote_about_it(client, known, organizer):
    """The nick is what the public sees of a minor, the points are of somebody else's season."""
    Season.objects.create(name="Stagione").carried.create(person=known.recognised.person, points=Decimal("70707.25"))
    stranger = user("altrove")
    elsewhere = a_tournament(stranger, name="Altrove")
    alike = roster.add(elsewhere, by=stranger, surname=SURNAME, name=NAME, club=CLUB)
    assert alike.recognised.person == known.recognised.person
    client.force_login(stranger)
    file = reverse("tournament:entrant_export", args=[elsewhere.slug, alike.public_id])
    answer = client.get(file).content.decode()
    assert [word for word in (NICK, "Stagione", "70707") if word in answer] == []
    house.grant(stranger, right=HouseRight.PEOPLE, by=organizer)
    client.force_login(stranger)
    assert NICK in client.get(file).content.decode()


def test_an_erased_person_is_found_nowhere_but_in_the_chained_note(known, organizer):
    assert acts.erase(known, by=organizer) == 1
    stored = everything_stored(without=(Entry,))
    assert [word for word in (SURNAME, NAME, NICK, CLUB) if word in stored] == []
    assert f"Giocatore {known.number} è in ritardo" in stored
    assert not PrintJob.objects.exists()


def test_records_verify_after_an_erasure_and_their_heads_stay(known, organizer):
    table = known.seats.get().table
    before = (table.record.head, table.record.header)
    acts.erase(known, by=organizer)
    table.record.refresh_from_db()
    assert (table.record.head, table.record.header) == before
    assert known.public_id in table.record.header
    assert list(faults_of(archive_of(known.tournament))) == []


def test_the_organizer_is_told_of_a_note_that_cannot_change(client, known, organizer):
    client.force_login(organizer)
    url = reverse("tournament:entrant_erase", args=[known.tournament.slug, known.public_id])
    page = client.post(url, follow=True).content.decode()
    assert "in una nota di un verbale" in page
    assert SURNAME not in page


def also_in_a_tournament_of(organizer) -> Entrant:
    elsewhere = a_tournament(organizer, name="Altrove")
    return roster.add(elsewhere, by=organizer, surname=SURNAME, name=NAME, nick=NICK, club=CLUB)


def test_a_person_is_erased_from_all_events_of_the_organizer_at_once(client, known, organizer):
    also_in_a_tournament_of(organizer)
    left = also_in_a_tournament_of(user("altrove"))
    client.force_login(organizer)
    card = reverse("tournament:entrant", args=[known.tournament.slug, known.public_id])
    page = client.get(card).content.decode()
    assert 'name="everywhere"' in page
    assert "Un altro torneo del sito, di un altro organizzatore, conserva il nome" in page
    url = reverse("tournament:entrant_erase", args=[known.tournament.slug, known.public_id])
    page = client.post(url, {"everywhere": "on"}, follow=True).content.decode()
    assert "Un altro torneo del sito ha ancora il nome." in page
    assert list(Entrant.objects.filter(surname=SURNAME)) == [left]


def test_an_erasure_at_one_event_alone_leaves_the_others(client, known, organizer):
    elsewhere = also_in_a_tournament_of(organizer)
    client.force_login(organizer)
    url = reverse("tournament:entrant_erase", args=[known.tournament.slug, known.public_id])
    assert "Un altro torneo del sito ha ancora il nome." in client.post(url, follow=True).content.decode()
    assert list(Entrant.objects.filter(surname=SURNAME)) == [elsewhere]


def test_the_directory_leads_to_the_card_in_the_last_event_of_the_keeper(client, known, organizer):
    card = reverse("tournament:entrant", args=[known.tournament.slug, known.public_id])
    house.grant(organizer, right=HouseRight.PEOPLE, by=organizer)
    client.force_login(organizer)
    assert f'href="{card}"' in client.get(reverse("tournament:people")).content.decode()


def test_a_season_keeps_the_points_of_an_erased_person_under_a_number(organizer, open_day):
    from tests.tournament.conftest import play
    from tournament.actions import rounds

    directory.recognise(open_day.entrants.all())
    season = Season.objects.create(name="Stagione")
    season.events.create(tournament=open_day)
    play(rounds.draw(open_day, seed="s", by=organizer), organizer)
    before = [(row.rank, row.total) for row in ranking_of(season)]
    first = Entrant.objects.get(tournament=open_day, recognised__person=ranking_of(season)[0].person)
    acts.erase(first, by=organizer)
    assert [(row.rank, row.total) for row in ranking_of(season)] == before
    assert str(ranking_of(season)[0].name) == f"Giocatore {first.number}"


def test_a_free_word_inside_a_longer_one_stays(tournament, organizer):
    roster.add(tournament, by=organizer, surname="Rossi", name="Ada")
    one = tournament.entrants.get()
    tournament.announcements.create(text="Rossini ha vinto; Rossi e Ada  Rossi no; i rossi attaccano")
    acts.erase(one, by=organizer)
    text = tournament.announcements.get().text
    assert text == "Rossini ha vinto; Giocatore 1 e Giocatore 1 no; i rossi attaccano"


def test_spaces_typed_twice_hide_nobody_from_an_erasure(tournament, organizer):
    one = roster.add(tournament, by=organizer, surname="Rossi", name="Ada  Maria", nick="La  Furia")
    tournament.announcements.create(text="Chiama Rossi Ada Maria, cioè La Furia")
    acts.erase(one, by=organizer)
    assert tournament.announcements.get().text == "Chiama Giocatore 1, cioè Giocatore 1"


def test_a_label_longer_than_the_name_stays_within_the_field(tournament, organizer):
    one = roster.add(tournament, by=organizer, surname="Ada")
    tournament.announcements.create(text="Ada " + "!" * 196)
    acts.erase(one, by=organizer)
    text = tournament.announcements.get().text
    assert (text[:14], len(text)) == ("Giocatore 1 !!", 200)


# How long


def old(organizer, days: int, **more) -> Tournament:
    tournament = a_tournament(organizer, **more)
    enter(tournament, 3)
    Tournament.objects.filter(pk=tournament.pk).update(day=timezone.localdate() - timedelta(days=days))
    tournament.refresh_from_db()
    return tournament


def named(tournament) -> int:
    return retention.named(tournament).count()


def test_the_timer_erases_what_is_older_than_the_site_says(organizer, settings):
    settings.RETENTION_DAYS = 30
    fresh, past = old(organizer, 30), old(organizer, 31)
    result = StringIO()
    call_command("retention", "--dry-run", stdout=result)
    assert (named(fresh), named(past)) == (3, 3)
    assert past.slug in result.getvalue()
    assert fresh.slug not in result.getvalue()
    call_command("retention", stdout=StringIO())
    assert (named(fresh), named(past)) == (3, 0)
    call_command("retention", stdout=(again := StringIO()))
    assert past.slug not in again.getvalue()


def test_a_tournament_says_otherwise(organizer, settings):
    settings.RETENTION_DAYS = 30
    short, never = old(organizer, 5), old(organizer, 900)
    acts.keep_for(short, days=4, by=organizer)
    acts.keep_for(never, days=0, by=organizer)
    call_command("retention", stdout=StringIO())
    assert (named(short), named(never)) == (0, 3)


def test_more_days_than_there_are_keep_for_ever(organizer, settings):
    settings.RETENTION_DAYS = 9_999_999
    tournament = old(organizer, days=400)
    assert acts.erase_overdue(now=timezone.now()) == []
    assert named(tournament) == 3


def test_the_page_says_until_when_and_takes_another_number(client, tournament, organizer, settings):
    settings.RETENTION_DAYS = 30
    client.force_login(organizer)
    url = reverse("tournament:privacy", args=[tournament.slug])
    assert "Fino al 13 aprile 2026" in client.get(url).content.decode()
    client.post(url, {"keep_days": "10"})
    assert "Fino al 24 marzo 2026" in client.get(url).content.decode()
    assert client.post(url, {"keep_days": "99999"}).status_code == 422
    tournament.refresh_from_db()
    assert tournament.keep_days == 10


def test_names_go_by_hand_only_when_the_event_is_over(client, tournament, organizer):
    enter(tournament, 3)
    with pytest.raises(NotNow):
        acts.erase_everybody(tournament, by=organizer)
    Tournament.objects.filter(pk=tournament.pk).update(state=TournamentState.FINISHED)
    client.force_login(organizer)
    url = reverse("tournament:erase_everybody", args=[tournament.slug])
    client.post(url)
    assert named(tournament) == 3
    client.post(url, {"is_sure": "on"})
    assert named(tournament) == 0


def test_a_number_of_days_that_is_none_stops_the_site(monkeypatch):
    monkeypatch.setenv("SDADATA_RETENTION_DAYS", "due anni")
    with pytest.raises(ImproperlyConfigured, match="SDADATA_RETENTION_DAYS"):
        environment.number("SDADATA_RETENTION_DAYS", default=1)
    monkeypatch.setenv("SDADATA_RETENTION_DAYS", "90")
    assert environment.number("SDADATA_RETENTION_DAYS", default=1) == 90
