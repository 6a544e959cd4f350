"""`manage.py demo`: loads a running event through the actions, once, and prints logins that work."""

import io
import json
import re
import stat
from pathlib import Path

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from referee.management.commands import demo as demo_command
from referee.models import GameRecord
from referee.records import cache as record_cache
from tournament.models import LogEvent, Result, Round, Table, Tournament
from tournament.states import EntrantState, RoundState, TableState, TournamentState

SMALL = """
[accounts]
organizer = "olga"
judge = "gino"

[[tournaments]]
key = "small"
name = "Prova"
regulation = "risiko-torneo"
roster = "few.csv"
rounds = [{ seed = "s", began_minutes_ago = 20, tables = [
    { number = 1, seed = 3, stops = 120 },
    { number = 2, seed = 4, by_hand = true },
] }]

[[tournaments]]
key = "later"
name = "Serale"
regulation = "risiko-torneo"
roster = "few.csv"
missing = 1
expected = 2
"""


@pytest.fixture
def script(tmp_path, settings) -> Path:
    """Eight people at two tables, one of them in play."""
    settings.VAR_DIR = tmp_path / "var"
    settings.VAR_DIR.mkdir()
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", "192.168.1.20", "testserver"]
    folder = tmp_path / "script"
    folder.mkdir()
    (folder / "event.toml").write_text(SMALL)
    (folder / "few.csv").write_text("cognome\n" + "".join(f"Cognome {letter}\n" for letter in "ABCDEFGH"))
    return folder


def demo(script: Path, **options) -> str:
    record_cache.clear()
    output = io.StringIO()
    call_command("demo", script=script, stdout=output, **options)
    return output.getvalue()


def login(text: str, username: str) -> str:
    return re.search(rf"{username}  (\S+)", text)[1]


def rows() -> dict[str, int]:
    stored = (Tournament, Round, Table, Result, LogEvent, GameRecord, get_user_model())
    return {model.__name__: model.objects.count() for model in stored}


@pytest.mark.django_db
def test_the_printed_logins_come_in_and_their_addresses_answer(script):
    output = demo(script, port=8123)
    for username in ("olga", "gino"):
        assert get_user_model().objects.get(username=username).check_password(login(output, username))
    assert "http://192.168.1.20:8123/" in output
    pages = re.findall(r"http://127\.0\.0\.1:8123(/\S*)", output)
    assert len(pages) == 8
    reader = Client()
    assert reader.post(reverse("login"), {"username": "gino", "password": login(output, "gino")}).status_code == 302
    answers = {page: reader.get(page).status_code for page in pages}
    desks = {page for page in pages if page.endswith("/segreteria/")}
    assert {page: status for page, status in answers.items() if page not in desks} == dict.fromkeys(
        set(pages) - desks, 200
    )
    assert reader.post(reverse("login"), {"username": "olga", "password": login(output, "olga")}).status_code == 302
    assert {reader.get(page).status_code for page in desks} == {200}


@pytest.mark.django_db
def test_run_again_it_changes_nothing_and_prints_the_same(script):
    output = demo(script)
    was = rows()
    again = demo(script)
    assert rows() == was
    assert again == output.partition("\n")[2]


@pytest.mark.django_db
def test_a_mid_game_record_replays_to_the_head_that_is_kept(script):
    demo(script)
    row = GameRecord.objects.get()
    record = record_cache.rebuild(row)
    assert (record.seq, record.head, record.ended_by) == (120, row.head, None)
    assert row.table.state == TableState.PLAYING


@pytest.mark.django_db
def test_the_second_tournament_is_in_check_in(script):
    demo(script)
    serale = Tournament.objects.get(name="Serale")
    states = [entrant.state for entrant in serale.entrants.all()]
    assert serale.state == TournamentState.CHECKIN
    assert sorted(states) == sorted([EntrantState.PRESENT] * 5 + [EntrantState.MISSING] + [EntrantState.EXPECTED] * 2)


@pytest.mark.django_db
def test_passwords_are_made_up_anew_and_kept_for_nobody_else(script, settings):
    first = demo(script)
    stored = settings.VAR_DIR / "demo.json"
    assert stat.S_IMODE(stored.stat().st_mode) == 0o600
    assert json.loads(stored.read_text())["passwords"] == {name: login(first, name) for name in ("olga", "gino")}
    stored.unlink()
    text = (script / "event.toml").read_text()
    (script / "event.toml").write_text(text.replace('"olga"', '"ada"').replace('"gino"', '"ivo"'))
    second = demo(script)
    assert len({login(first, "olga"), login(first, "gino"), login(second, "ada"), login(second, "ivo")}) == 4


@pytest.mark.django_db
def test_a_password_that_was_changed_is_no_longer_printed(script):
    output = demo(script)
    olga = get_user_model().objects.get(username="olga")
    olga.set_password("tutta un'altra")
    olga.save()
    again = demo(script)
    assert login(output, "olga") not in again
    assert "changepassword olga" in again
    assert login(again, "gino") == login(output, "gino")


@pytest.mark.django_db
def test_with_its_file_lost_the_demo_says_so_and_opens_new_screens(script, settings):
    output = demo(script)
    (settings.VAR_DIR / "demo.json").unlink()
    again = demo(script)
    assert "changepassword olga" in again
    screens = [set(re.findall(r"/schermo/(\S+)/", text)) for text in (output, again)]
    assert len(screens[0]) == len(screens[1]) == 2
    assert not screens[0] & screens[1]


@pytest.mark.django_db
def test_a_spoilt_file_is_named(script, settings):
    (settings.VAR_DIR / "demo.json").write_text("{")
    with pytest.raises(CommandError, match=r"demo\.json"):
        demo(script)
    assert Tournament.objects.count() == 0


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("was", "now", "message"),
    [
        ('roster = "few.csv"\nmissing', 'roster = "none.csv"\nmissing', "roster none.csv"),
        ('roster = "few.csv"\nmissing', 'roster = "bad.csv"\nmissing', "righe da correggere"),
        ('regulation = "risiko-torneo"', 'regulation = "nessuno"', "regulation nessuno"),
        ("missing = 1", 'missing = "uno"', "missing"),
    ],
)
def test_a_script_that_fails_says_where_and_leaves_nothing(script, settings, was, now, message):
    (script / "bad.csv").write_text("cognome\nUno\n=1+1\n")
    (script / "event.toml").write_text((script / "event.toml").read_text().replace(was, now))
    with pytest.raises(CommandError, match=message):
        demo(script)
    assert (Tournament.objects.count(), get_user_model().objects.count()) == (0, 0)
    assert not (settings.VAR_DIR / "demo.json").exists()


@pytest.mark.django_db
def test_the_real_script_has_finished_running_and_unplayed_tables(settings, script):
    output = demo(Path("fixtures/demo"))
    first, second = Round.objects.order_by("number")
    assert (first.state, second.state) == (RoundState.CLOSED, RoundState.RUNNING)
    assert [table.state for table in second.tables.order_by("number")] == ["signed", "playing", "playing", "waiting"]
    running = GameRecord.objects.filter(table__round=second, table__state=TableState.PLAYING)
    assert sorted(running.values_list("seq", flat=True)) == [305, 430]
    for row in GameRecord.objects.all():
        assert record_cache.rebuild(row).head == row.head
    signed = Table.objects.get(round=second, number=1)
    assert {result.head for result in Result.objects.filter(seat__table=signed)} == {signed.record.head}
    organizer = get_user_model().objects.get(username="organizzatore")
    assert organizer.check_password(login(output, "organizzatore"))


@pytest.mark.django_db
def test_it_prepares_the_site_first_where_that_is_wanted(script, settings, monkeypatch):
    commands = []
    monkeypatch.setattr(demo_command, "call_command", lambda name, **options: commands.append(name))
    first, second = demo(script, prepare=True, language="en").splitlines()[:2]
    assert commands == ["collectstatic", "migrate"]
    assert (first, second) == ("Collecting the static files…", "Preparing the database…")
