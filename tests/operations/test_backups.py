"""Copies of the database: taken while somebody writes, checked, put back, and refused when they are not whole."""

import threading
from datetime import UTC, datetime

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections
from django.test import Client
from django.urls import reverse

from operations import backups, health
from tests.queue import work_off
from tests.tools import need
from tests.tournament.conftest import a_tournament, user
from tournament import live
from tournament.models import LiveVersion, TableStatus, Tournament

try:
    import resource
except ImportError:  # on Windows
    resource = None

pytestmark = pytest.mark.django_db(transaction=True)

NOW = datetime(2026, 11, 21, 15, 30, tzinfo=UTC)


@pytest.fixture(autouse=True)
def folder(tmp_path, settings):
    """PostgreSQL's own programs are needed for its copies."""
    if connection.vendor == "postgresql":
        need("pg_dump")
    settings.VAR_DIR = tmp_path
    return tmp_path / "backups"


@pytest.fixture
def keeper():
    person = user("keeper")
    a_tournament(person, name="Prima della copia")
    client = Client()
    client.force_login(person)
    return client


def names() -> set[str]:
    return set(Tournament.objects.values_list("name", flat=True))


def test_what_is_put_back_is_what_was_copied(keeper):
    copy = backups.back_up(now=NOW)
    Tournament.objects.update(name="Dopo la copia")
    before = backups.restore(copy.path, now=NOW)
    assert names() == {"Prima della copia"}
    backups.restore(before.path, now=NOW)
    assert names() == {"Dopo la copia"}


def test_a_copy_taken_while_somebody_writes_is_whole():
    live.bump("written")
    stop = threading.Event()

    def write() -> None:
        while not stop.is_set():
            live.bump("written")
        connections.close_all()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        copies = [backups.back_up(now=NOW.replace(second=second)) for second in range(3)]
    finally:
        stop.set()
        writer.join()
    last = LiveVersion.objects.get(topic="written").version
    backups.restore(copies[-1].path, now=NOW)
    assert 1 <= LiveVersion.objects.get(topic="written").version <= last
    assert len(backups.copies()) == 4


@pytest.mark.skipif(connection.vendor != "postgresql", reason="a file has no way in")
def test_what_stands_behind_the_question_mark_of_the_address_holds_for_copies_too(keeper, monkeypatch):
    way_in = connection.settings_dict
    named = {"host": way_in["HOST"], "user": way_in["USER"], "sslmode": "disable"}
    monkeypatch.setitem(way_in, "OPTIONS", {**way_in["OPTIONS"], **named})
    for name in ("HOST", "USER"):
        monkeypatch.setitem(way_in, name, "")
    monkeypatch.setenv("PGHOST", "/nowhere")
    assert backups.back_up(now=NOW).size > 0


@pytest.mark.parametrize("harm", ["nonsense", "half", "empty"])
def test_a_damaged_copy_changes_nothing(keeper, tmp_path, harm):
    whole = backups.back_up(now=NOW).path.read_bytes()
    bad = tmp_path / "bad.backup"
    bad.write_bytes({"nonsense": b"nonsense" * 999, "half": whole[: len(whole) // 3], "empty": b""}[harm])
    with pytest.raises(backups.BackupError):
        backups.restore(bad, now=NOW)
    assert names() == {"Prima della copia"}


def test_a_folder_that_cannot_be_written_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(backups.BackupError):
        backups.back_up(tmp_path / "file", now=NOW)


@pytest.mark.parametrize("name", ["di sabato #2.backup", "50%25.backup"])
def test_a_copy_may_have_any_name(keeper, tmp_path, name):
    copy = backups.back_up(now=NOW).path.rename(tmp_path / name)
    Tournament.objects.update(name="Dopo la copia")
    beside = set(tmp_path.iterdir())
    backups.restore(copy, now=NOW)
    assert names() == {"Prima della copia"}
    assert set(tmp_path.iterdir()) == beside


@pytest.mark.skipif(resource is None, reason="no limit of file sizes here")
def test_a_folder_without_room_is_told(keeper):
    least = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100 * 1024, least[1]))
    try:
        with pytest.raises(backups.BackupError):
            backups.back_up(now=NOW)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, least)
    assert backups.copies() == []


def test_a_copy_of_an_older_version_is_brought_up_to_this_one(keeper, settings):
    old = backups.back_up(now=NOW)
    settings.MIGRATION_MODULES = {"tournament": "tests.operations.later_migrations"}
    try:
        call_command("migrate", verbosity=0)
        with old.path.open("rb") as file:
            assert keeper.post(reverse("put_back"), {"file": file, "is_sure": "on"}).status_code == 302
        assert "later" in columns(TableStatus)
        assert health.is_ready()
    finally:
        call_command("migrate", "tournament", "0001", verbosity=0)
    assert "later" not in columns(TableStatus)


def columns(model) -> set[str]:
    with connection.cursor() as cursor:
        return {column.name for column in connection.introspection.get_table_description(cursor, model._meta.db_table)}


def test_the_commands_copy_and_put_back(keeper, tmp_path, capsys):
    for _time in range(3):
        call_command("backup", to=tmp_path / "stick", keep=2)
    newest, second = backups.copies(tmp_path / "stick")
    assert newest.made_at >= second.made_at
    Tournament.objects.update(name="Dopo la copia")
    call_command("restore", str(newest.path))
    assert names() == {"Prima della copia"}
    with pytest.raises(CommandError):
        call_command("restore", str(tmp_path / "missing"))


def test_whoever_keeps_the_site_has_both_buttons(keeper):
    keeper.post(reverse("take_copy"))
    assert "in preparazione" in keeper.get(reverse("system")).content.decode()
    work_off()
    copy = backups.copies()[0]
    assert copy.path.name in keeper.get(reverse("system")).content.decode()
    data = b"".join(keeper.get(reverse("download_copy", args=[copy.path.name])).streaming_content)
    assert data == copy.path.read_bytes()
    Tournament.objects.update(name="Dopo la copia")
    with copy.path.open("rb") as file:
        assert keeper.post(reverse("put_back"), {"file": file, "is_sure": "on"}).status_code == 302
    assert names() == {"Prima della copia"}


def test_without_the_tick_or_a_whole_copy_nothing_is_put_back(keeper, tmp_path):
    bad = tmp_path / "bad.backup"
    bad.write_bytes(b"nonsense" * 999)
    with bad.open("rb") as file:
        assert keeper.post(reverse("put_back"), {"file": file, "is_sure": "on"}).status_code == 422
    with backups.back_up(now=NOW).path.open("rb") as file:
        assert keeper.post(reverse("put_back"), {"file": file}).status_code == 422
    assert names() == {"Prima della copia"}


def test_a_copy_is_no_business_of_one_organizer_among_many(keeper):
    a_tournament(user("other"), name="Di un altro")
    assert keeper.post(reverse("take_copy")).status_code == 403
    assert backups.copies() == []
