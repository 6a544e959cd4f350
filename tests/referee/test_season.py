"""`manage.py demo --season N`: a season of events that are over, whose people, clubs, ratings and records can be looked at."""

import io
from pathlib import Path

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.urls import reverse

from games.registry import games
from referee.demo import season as season_of_demo
from referee.demo.season import read_season
from referee.models import Flag, GameRecord
from referee.records import cache as record_cache
from tournament.core.formats import possible_formats
from tournament.core.regulation.schema import presets
from tournament.imports.roster import read_roster
from tournament.models import LogEvent, Penalty, Person, Result, Season, Tournament
from tournament.queries import champions, hall_of_fame, memory
from tournament.states import TournamentState

FOLDER = Path("fixtures/demo")
DEMO = """
[accounts]
organizer = "olga"
judge = "gino"

[[tournaments]]
key = "small"
name = "Prova"
regulation = "risiko-torneo"
roster = "people.csv"
"""
SEASON = """
name = "Stagione"
roster = "people.csv"
without_consent = 1
weeks_apart = 2
best = 2
places = [10, 5, 1]
prizes = [{ place = 1, title = "Coppa" }]

[[events]]
key = "first"
name = "Primo"
place = "Sala"
regulation = "risiko-torneo"
players = 12
recorded = 1
infractions = 1
penalties = 1

[[events]]
key = "teams"
name = "Squadre"
place = "Sala"
regulation = "cns"
players = 15
recorded = 1
"""


@pytest.fixture
def script(tmp_path, settings) -> Path:
    settings.VAR_DIR = tmp_path / "var"
    settings.VAR_DIR.mkdir()
    folder = tmp_path / "script"
    folder.mkdir()
    (folder / "event.toml").write_text(DEMO)
    (folder / "season.toml").write_text(SEASON)
    people = "".join(f"Cognome {letter};Club {'XYZ'[place % 3]}\n" for place, letter in enumerate("ABCDEFGHIJKLMNOP"))
    (folder / "people.csv").write_text("cognome;club\n" + people)
    return folder


def play(script: Path, events: int) -> str:
    record_cache.clear()
    output = io.StringIO()
    call_command("demo", script=script, season=events, stdout=output)
    return output.getvalue()


def of_the_season() -> list[Tournament]:
    return list(Tournament.objects.filter(seasons__isnull=False).order_by("day"))


@pytest.mark.django_db
def test_events_are_over_and_everybody_who_consented_is_remembered(script, client):
    output = play(script, 2)
    season = Season.objects.get()
    address = reverse("tournament:season", args=[season.code])
    assert address in output
    first, teams = of_the_season()
    assert (first.name, teams.name) == ("Primo", "Squadre")
    assert {one.state for one in (first, teams)} == {TournamentState.FINISHED}
    assert (teams.day - first.day).days == 14
    assert (first.entrants.count(), teams.entrants.count()) == (12, 15)
    assert first.entrants.filter(has_consented=True).count() in (11, 12)

    won = champions.champions_of([first, teams])
    assert won.keys() == {first.pk, teams.pk}
    assert [one.code for one in won[teams.pk]] == [""]
    text = client.get(address).content.decode()
    for one in won[first.pk]:
        assert one.name in text
        page = client.get(reverse("tournament:person", args=[one.code])).content.decode()
        assert one.name in page
    for named in ("play_records", "rating"):
        assert client.get(reverse(f"tournament:{named}", args=["risiko"])).status_code == 200
    assert hall_of_fame.luck_of_people("risiko")
    assert "Più irregolarità registrate in una partita" in [one.title for one in hall_of_fame.play_records("risiko")]
    assert Penalty.objects.get().tournament == first
    for row in GameRecord.objects.all():
        assert record_cache.rebuild(row).head == row.head


@pytest.mark.django_db
def test_again_it_changes_nothing_and_more_events_follow(script):
    play(script, 1)
    (first,) = of_the_season()
    was = (LogEvent.objects.count(), Result.objects.count())
    play(script, 1)
    assert (LogEvent.objects.count(), Result.objects.count()) == was
    Season.objects.update(name="Un altro nome")
    play(script, 3)
    assert [one.name for one in of_the_season()].count("Primo") == 2  # the list of two begins anew
    assert Season.objects.get().events.count() == 3
    assert get_user_model().objects.count() == 2
    assert first in of_the_season()


@pytest.mark.django_db
def test_one_that_fails_leaves_the_events_before_it_and_goes_on_from_there(script, monkeypatch):
    broken, finish = [True], season_of_demo.tournaments.finish

    def fails_at_the_second(tournament, *, by):
        if tournament.name == "Squadre" and broken:
            raise season_of_demo.BadScript("rotto")
        finish(tournament, by=by)

    monkeypatch.setattr(season_of_demo.tournaments, "finish", fails_at_the_second)
    with pytest.raises(CommandError, match="rotto"):
        play(script, 2)
    assert [one.name for one in of_the_season()] == ["Primo"]
    broken.clear()
    play(script, 2)
    assert [one.name for one in of_the_season()] == ["Primo", "Squadre"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("was", "now", "message"),
    [
        ('regulation = "cns"', 'regulation = "none"', "regulation none"),
        ('roster = "people.csv"', 'roster = "nobody.csv"', "roster nobody.csv"),
        ("players = 12", "people = 12", "season.toml"),
    ],
)
def test_a_script_that_cannot_be_used_says_where(script, was, now, message):
    (script / "season.toml").write_text(SEASON.replace(was, now))
    with pytest.raises(CommandError, match=message):
        play(script, 2)
    assert not of_the_season()


def test_the_real_season_has_every_game_teams_a_bracket_and_only_formats_that_there_are():
    script = read_season(FOLDER)
    used = [presets()[one.regulation] for one in script.events]
    assert {one.game for one in used} == {slug for slug, game in games().items() if not game.is_example}
    assert any(one.teams for one in used)
    assert {"bracket", ""} == {one.format for one in script.events}
    people = read_roster((FOLDER / script.roster).read_bytes(), script.roster)
    assert not people.errors
    for event, regulation in zip(script.events, used, strict=True):
        assert event.players <= len(people.rows)
        if regulation.teams is None:
            keys = [one.key for one in possible_formats(event.players, regulation)]
            assert any(key.startswith(event.format) for key in keys)


@pytest.mark.slow
@pytest.mark.django_db
def test_the_real_season_fills_every_page_of_the_memory(script, client):
    play(FOLDER, 12)
    events = of_the_season()
    assert (len(events), {one.state for one in events}) == (12, {TournamentState.FINISHED})
    assert all(client.get(reverse("tournament:public", args=[one.slug])).status_code == 200 for one in events)
    for game in memory.games_played():
        assert memory.rating_list(game)
        assert hall_of_fame.play_records(game)
    regulars = [person for person in Person.objects.in_use() if memory.is_remembered(person)]
    assert len(regulars) > 30
    assert max(len(memory.memory_of(person).outings) for person in regulars) >= 8
    assert Flag.objects.exists()
