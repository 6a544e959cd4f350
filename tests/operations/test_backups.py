"""Copies of the database: taken while somebody writes, checked, put back, and refused when they are not whole."""

import sqlite3
import threading
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection, connections
from django.db.migrations.loader import MigrationLoader
from django.test import Client
from django.urls import reverse

from games.kernel import boards
from operations import backups, health, postgresql_copies, sqlite_copies
from referee.models import GameRecord, SealedVault
from tests.queue import work_off
from tests.referee.conftest import open_table
from tests.tools import need
from tests.tournament.conftest import a_tournament, give_rights, ready_to_draw, user
from tournament import live
from tournament.actions import rounds
from tournament.actions.brought_files import DatabaseShelf
from tournament.models import BroughtFile, LiveVersion, Season, TableStatus, Tournament
from tournament.states import TournamentState

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
    give_rights(person)
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


def test_a_copy_is_named_by_the_clock_of_its_place(keeper):
    assert backups.back_up(now=NOW).path.name == "sdadata-20261121-163000-000000.backup"


@pytest.mark.skipif(resource is None, reason="Windows has no modes")
def test_a_copy_is_its_owner_s_alone(keeper):
    assert backups.back_up(now=NOW).path.stat().st_mode & 0o777 == 0o600


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


@pytest.mark.parametrize(
    "harm",
    [
        "CREATE TRIGGER t AFTER INSERT ON django_session BEGIN UPDATE auth_user SET is_superuser = 1; END",
        "CREATE VIEW v AS SELECT * FROM auth_user",
        "CREATE VIRTUAL TABLE f USING fts5(a)",
        "DROP TABLE auth_user",
        "DROP TABLE tournament_membership",
        "UPDATE django_migrations SET name = '0001_other' WHERE app = 'tournament'",
        "DELETE FROM django_migrations",
    ],
)
def test_a_copy_with_foreign_parts_or_without_its_own_is_not_put_back(keeper, tmp_path, harm):
    if connection.vendor != "sqlite":
        pytest.skip("a copy of PostgreSQL is edited by its own programs alone")
    crafted = tmp_path / "crafted.backup"
    crafted.write_bytes(backups.back_up(now=NOW).path.read_bytes())
    with closing(sqlite3.connect(crafted)) as opened:
        opened.execute("PRAGMA foreign_keys = OFF")
        opened.execute(harm)
        opened.commit()
    Tournament.objects.update(name="Dopo la copia")
    with pytest.raises(backups.BackupError):
        backups.restore(crafted, now=NOW)
    assert names() == {"Dopo la copia"}
    with crafted.open("rb") as file:
        answer = keeper.post(reverse("put_back"), {"file": file, "sure": "on"})
    assert answer.status_code == 422
    assert keeper.get(reverse("system")).status_code == 200
    with closing(sqlite3.connect(backups.database())) as live:
        kinds = {kind for (kind,) in live.execute("SELECT type FROM sqlite_master")}
    assert kinds == {"table", "index"}


FUNCTION = "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE auth_user SET is_superuser = true; RETURN NULL; END $$"


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite's parts are above")
@pytest.mark.parametrize(
    ("harm", "heal"),
    [
        (FUNCTION, "DROP FUNCTION f()"),
        (
            f"{FUNCTION}; CREATE TRIGGER t AFTER INSERT ON django_session EXECUTE FUNCTION f()",
            "DROP TRIGGER t ON django_session; DROP FUNCTION f()",
        ),
        ("CREATE VIEW v AS SELECT * FROM auth_user", "DROP VIEW v"),
        (
            "CREATE RULE r AS ON DELETE TO tournament_houseevent DO INSTEAD NOTHING",
            "DROP RULE r ON tournament_houseevent",
        ),
        ("CREATE POLICY p ON auth_user USING (false)", "DROP POLICY p ON auth_user"),
    ],
)
def test_a_copy_with_parts_that_act_by_themselves_is_not_put_back(keeper, harm, heal):
    """Whoever puts back a copy that somebody else has made does not see what else it would do, from then on."""
    with connection.cursor() as cursor:
        cursor.execute(harm)
    crafted = backups.back_up(now=NOW).path
    with connection.cursor() as cursor:
        cursor.execute(heal)
    Tournament.objects.update(name="Dopo la copia")
    with pytest.raises(backups.BackupError, match="non è di questo sito"):
        backups.restore(crafted, now=NOW)
    assert names() == {"Dopo la copia"}


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite's parts are above")
@pytest.mark.parametrize(
    ("section", "harm"),
    [
        ("pre-data", "COPY public.auth_user TO PROGRAM '{command}';"),
        ("data", "COPY public.auth_user FROM PROGRAM '{command}' --  FROM stdin;"),
        ("data", "COPY public.auth_user (id) TO PROGRAM '{command}' --  FROM stdin;"),
        ("post-data", "DO $$ BEGIN COPY public.auth_user TO PROGRAM '{command}'; END $$;"),
    ],
)
def test_a_crafted_statement_is_not_run_even_for_a_superuser(keeper, tmp_path, monkeypatch, section, harm):
    """What an archive holds under an entry is what its author wrote there, whatever its table of contents says."""
    made = tmp_path / "made"
    copy = backups.back_up(now=NOW).path
    run = postgresql_copies._run

    def crafted(*command: str) -> str:
        printed = run(*command)
        if f"--section={section}" in command:
            script = Path(next(one for one in command if one.startswith("--file=")).removeprefix("--file="))
            script.write_text(f"{harm.format(command=f'touch {made}')}\n{script.read_text()}")
        return printed

    monkeypatch.setattr(postgresql_copies, "_run", crafted)
    Tournament.objects.update(name="Dopo la copia")
    with pytest.raises(backups.BackupError, match="non è di questo sito"):
        backups.restore(copy, now=NOW)
    assert not made.exists()
    assert names() == {"Dopo la copia"}


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


LATER = {"tournament": "tests.operations.later_migrations"}
"""A table that refers to older ones, a column more, one of another type, and an index less."""
LATER_WITH_LESS = LATER | {"referee": "tests.operations.later_migrations_of_records"}
"""And a column of the records less."""


@pytest.fixture
def later_version(settings):
    """The site upgraded to a later version; `settings` is that of the later version until the older one is put back."""
    settings.MIGRATION_MODULES = LATER
    call_command("migrate", verbosity=0)
    yield settings
    settings.MIGRATION_MODULES = LATER
    call_command("migrate", "tournament", latest(), verbosity=0, without_copy=True)


def latest() -> str:
    settings.MIGRATION_MODULES, ours = {}, settings.MIGRATION_MODULES
    try:
        return max(name for app, name in MigrationLoader(None).disk_migrations if app == "tournament")
    finally:
        settings.MIGRATION_MODULES = ours


def test_a_copy_of_an_older_version_is_brought_up_to_this_one(keeper, later_version):
    old = backups.copies()[-1]
    Tournament.objects.update(name="Dopo la copia")
    with old.path.open("rb") as file:
        assert keeper.post(reverse("put_back"), {"file": file, "is_sure": "on"}).status_code == 302
    assert names() == {"Prima della copia"}
    assert "later" in columns(TableStatus)
    assert health.is_ready()


def test_the_way_back_from_an_upgrade_is_one_command_and_so_is_the_way_forth(keeper, later_version, capsys):
    (copy,) = backups.copies()
    assert copy.path.stem.endswith(f"before-upgrade-tournament-{latest()[:4]}-to-9001")
    Tournament.objects.update(name="Dopo la copia")
    later_version.MIGRATION_MODULES = {}
    call_command("rollback")
    assert names() == {"Prima della copia"}
    assert "later" not in columns(TableStatus)
    assert columns(Season) == {field.column for field in Season._meta.local_concrete_fields}
    assert health.is_ready()
    later_version.MIGRATION_MODULES = LATER
    call_command("restore", str(next(one for one in backups.copies() if "before-restore" in one.path.name).path))
    assert names() == {"Dopo la copia"}
    assert "later" in columns(TableStatus)
    assert health.is_ready()


def test_the_way_back_from_an_upgrade_that_dropped_a_column(keeper, settings, capsys):
    settings.MIGRATION_MODULES = LATER_WITH_LESS
    call_command("migrate", verbosity=0)
    assert str(backups.copies()[0].path) in capsys.readouterr().out  # never in silence
    assert "paused_after" not in columns(GameRecord)
    settings.MIGRATION_MODULES = {}
    call_command("rollback")
    assert names() == {"Prima della copia"}
    assert "paused_after" in columns(GameRecord)
    assert health.is_ready()


def test_a_copy_of_a_later_version_is_refused_with_its_reason(keeper, later_version):
    later = backups.back_up(now=NOW)
    later_version.MIGRATION_MODULES = {}
    Tournament.objects.update(name="Dopo la copia")
    with later.path.open("rb") as file:
        answer = keeper.post(reverse("put_back"), {"file": file, "is_sure": "on"})
    assert answer.status_code == 422
    assert "tournament.9001_later_version" in answer.content.decode()
    assert names() == {"Dopo la copia"}
    assert "later" in columns(TableStatus)


def test_without_an_upgrade_there_is_nothing_to_roll_back(keeper):
    with pytest.raises(CommandError, match="non c'è un aggiornamento"):
        call_command("rollback")


def test_an_upgrade_without_room_for_its_copy_does_not_begin(keeper, settings, monkeypatch):
    def full(*args, **options):
        raise backups.BackupError("no space left")

    settings.MIGRATION_MODULES = LATER
    monkeypatch.setattr(backups, "back_up", full)
    with pytest.raises(CommandError, match="no space left"):
        call_command("migrate", verbosity=0)
    assert "later" not in columns(TableStatus)


def test_an_older_version_does_not_start_on_the_database_of_a_later_one(keeper, later_version):
    later_version.MIGRATION_MODULES = {}
    with pytest.raises(CommandError, match=r"più recente.*tournament\.9001_later_version.*rollback"):
        call_command("migrate", verbosity=0)
    assert "later" in columns(TableStatus)
    call_command("rollback")
    call_command("migrate", verbosity=0)
    assert names() == {"Prima della copia"}


def test_a_migration_that_changes_nothing_takes_no_copy(keeper):
    call_command("migrate", verbosity=0)
    assert backups.copies() == []


def test_old_copies_go_but_not_the_way_back(keeper, tmp_path):
    ways_back = [
        backups.back_up(tmp_path, now=NOW.replace(second=second), purpose=backups.BEFORE_UPGRADE) for second in range(7)
    ]
    for second in range(3):
        backups.back_up(tmp_path, now=NOW.replace(minute=40, second=second))
    call_command("backup", to=tmp_path, keep=2, anywhere=True)
    kept = {copy.path for copy in backups.copies(tmp_path)}
    assert kept - {copy.path for copy in ways_back} == {copy.path for copy in backups.copies(tmp_path)[:2]}
    assert kept & {copy.path for copy in ways_back} == {copy.path for copy in ways_back[-backups.UPGRADES_KEPT :]}


def columns(model) -> set[str]:
    with connection.cursor() as cursor:
        return {column.name for column in connection.introspection.get_table_description(cursor, model._meta.db_table)}


def test_the_commands_copy_and_put_back(keeper, tmp_path, capsys):
    for _time in range(3):
        call_command("backup", to=tmp_path / "stick", keep=2, anywhere=True)
    newest, second = backups.copies(tmp_path / "stick")
    assert newest.made_at >= second.made_at
    Tournament.objects.update(name="Dopo la copia")
    call_command("restore", str(newest.path))
    assert names() == {"Prima della copia"}
    with pytest.raises(CommandError):
        call_command("restore", str(tmp_path / "missing"))


@pytest.mark.parametrize(("folder", "reason"), [("stick", "non c'è"), (".", "sullo stesso disco")])
def test_a_copy_for_another_disk_does_not_land_on_that_of_the_data_in_silence(keeper, tmp_path, folder, reason):
    to = tmp_path / folder
    with pytest.raises(CommandError, match=f"{reason}.*--anywhere"):
        call_command("backup", to=to)
    assert not list(tmp_path.rglob("*.backup"))
    assert not (tmp_path / "stick").exists()
    call_command("backup", to=to, anywhere=True)
    assert len(backups.copies(to)) == 1


def test_a_folder_on_another_disk_takes_the_copy(keeper, tmp_path, monkeypatch):
    monkeypatch.setattr(backups, "data_folders", lambda: {Path("/dev")})
    call_command("backup", to=tmp_path)
    assert len(backups.copies(tmp_path)) == 1


def test_words_say_whether_there_was_anything_before(keeper, capsys):
    copy = backups.back_up(now=NOW).path
    call_command("restore", str(copy))
    assert "Quello che c'era prima: " in capsys.readouterr().out
    call_command("flush", interactive=False, verbosity=0)
    call_command("restore", str(copy))
    text = capsys.readouterr().out
    assert "Prima il database era vuoto" in text
    assert "Quello che c'era" not in text


def test_a_database_without_tables_is_empty_and_one_that_is_away_is_not(monkeypatch):
    monkeypatch.setattr(connection.introspection, "table_names", list)
    assert backups.is_empty()
    monkeypatch.undo()

    def away():
        raise OperationalError("could not connect to server")

    monkeypatch.setattr(connection.introspection, "table_names", away)
    assert not backups.is_empty()


def test_whoever_keeps_the_site_has_both_buttons(keeper):
    keeper.post(reverse("take_copy"))
    assert "in preparazione" in keeper.get(reverse("system")).content.decode()
    work_off()
    copy = backups.copies()[0]
    assert copy.path.name in keeper.get(reverse("system")).content.decode()
    if connection.vendor == "sqlite":
        data = b"".join(keeper.get(reverse("download_copy", args=[copy.path.name])).streaming_content)
        assert data.startswith(sqlite_copies.SIGN)
    Tournament.objects.update(name="Dopo la copia")
    with copy.path.open("rb") as file:
        assert keeper.post(reverse("put_back"), {"file": file, "is_sure": "on"}).status_code == 302
    assert names() == {"Prima della copia"}


def test_a_copy_made_on_another_machine_is_not_called_missing(keeper, monkeypatch):
    """The worker that made it has a folder of its own."""
    Tournament.objects.update(state=TournamentState.RUNNING)
    monkeypatch.setattr("socket.gethostname", lambda: "seconda")
    keeper.post(reverse("take_copy"))
    work_off()
    monkeypatch.setattr("socket.gethostname", lambda: "prima")
    here = keeper.get(reverse("system")).content.decode()
    assert "seconda" not in here
    backups.copies()[0].path.unlink()
    elsewhere = keeper.get(reverse("system")).content.decode()
    assert elsewhere.count("seconda") == 2  # where the copy is, and in place of "no copy"
    assert "nessuna copia di sicurezza" not in elsewhere
    assert "Copia fatta e controllata" in elsewhere


def test_without_the_tick_or_a_whole_copy_nothing_is_put_back(keeper, tmp_path):
    bad = tmp_path / "bad.backup"
    bad.write_bytes(b"nonsense" * 999)
    with bad.open("rb") as file:
        assert keeper.post(reverse("put_back"), {"file": file, "is_sure": "on"}).status_code == 422
    with backups.back_up(now=NOW).path.open("rb") as file:
        assert keeper.post(reverse("put_back"), {"file": file}).status_code == 422
    assert names() == {"Prima della copia"}


def test_organizing_every_tournament_gives_no_right_to_copies():
    person = user("other")
    a_tournament(person)
    client = Client()
    client.force_login(person)
    assert client.post(reverse("take_copy")).status_code == 403
    assert client.get(reverse("download_copy", args=["sdadata.backup"])).status_code == 403
    assert client.post(reverse("put_back")).status_code == 403
    assert reverse("take_copy") not in client.get(reverse("system")).content.decode()


def test_a_copy_holds_the_boards_that_organizers_brought(keeper, monkeypatch):
    monkeypatch.setattr(boards, "_shelf", DatabaseShelf())
    digest = boards.use("fabrisiko", "a board")
    copy = backups.back_up(now=NOW)
    BroughtFile.objects.all().delete()
    backups.restore(copy.path, now=NOW)
    assert (boards.in_use("fabrisiko"), boards.stored_text("fabrisiko", digest)) == (digest, "a board")


# Copies that people carry away


needs_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL's copies go whole or not at all")


@pytest.fixture
def holder():
    person = get_user_model().objects.create_superuser("holder", password="una parola che nessuno sa")
    client = Client()
    client.force_login(person)
    return client


def downloaded(client: Client, **query: str):
    name = backups.back_up(now=NOW).path.name
    answer = client.get(reverse("download_copy", args=[name]), query)
    return b"".join(answer.streaming_content) if answer.status_code == 200 else answer.status_code


def secrets_of_the_site(client: Client) -> list[bytes]:
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    passwords = get_user_model().objects.exclude(password__startswith="!").values_list("password", flat=True)
    return [session.encode(), *(one.encode() for one in passwords)]


@pytest.fixture
def sealed(keeper):
    """A game in play with objectives that the system dealt."""
    by = get_user_model().objects.get(username="keeper")
    tournament = ready_to_draw(a_tournament(by, name="In corso"), 8, by)
    round_ = rounds.draw(tournament, seed="uno", by=by)
    rounds.publish(round_, by=by)
    rounds.start(round_, by=by, now=NOW)
    tournament.options = {"claim_how": "declared"}
    tournament.save()
    return open_table(round_.tables.first(), by, seal=True, rng=Random(3))


@needs_sqlite
def test_what_is_downloaded_opens_no_door_and_tells_no_secret(keeper, holder, sealed):
    vault = sealed.sealed_vault.vault
    for client in (keeper, holder):
        data = downloaded(client)
        assert data.startswith(sqlite_copies.SIGN)
        assert [secret for secret in (*secrets_of_the_site(holder), vault.encode()) if secret in data] == []
    assert all(secret in downloaded(holder, intera="1") for secret in (*secrets_of_the_site(holder), vault.encode()))


def test_a_whole_copy_is_for_who_holds_the_site(keeper, holder):
    assert downloaded(keeper, intera="1") == 403
    assert len(downloaded(holder, intera="1")) > 1000


@pytest.mark.skipif(connection.vendor != "postgresql", reason="a copy of SQLite is stripped")
def test_a_copy_that_cannot_be_stripped_is_for_who_holds_the_site(keeper):
    assert downloaded(keeper) == 403


@needs_sqlite
def test_a_stripped_copy_put_back_finds_the_passwords_and_secrets_again(keeper, holder, sealed, tmp_path):
    copy = tmp_path / "away.backup"
    copy.write_bytes(downloaded(keeper))
    password = get_user_model().objects.get(username="holder").password
    vault = sealed.sealed_vault.vault
    get_user_model().objects.create_user("later", password="entrato dopo la copia")
    with copy.open("rb") as file:
        assert keeper.post(reverse("put_back"), {"file": file, "is_sure": "on"}).status_code == 302
    assert get_user_model().objects.get(username="holder").password == password
    assert not get_user_model().objects.filter(username="later").exists()
    assert SealedVault.objects.get().vault == vault


def test_every_copy_is_in_the_log_with_who_took_it(keeper, holder):
    downloaded(holder, intera="1")
    keeper.post(reverse("take_copy"))
    if connection.vendor == "sqlite":
        downloaded(keeper)
    found = dict(Tournament.objects.get().log.filter(verb__startswith="copies.").values_list("verb", "actor__username"))
    due = {"copies.take_whole": "holder", "copies.make": "keeper"}
    assert found == (due | {"copies.take": "keeper"} if connection.vendor == "sqlite" else due)
    with backups.copies()[0].path.open("rb") as file:
        holder.post(reverse("put_back"), {"file": file, "is_sure": "on"})
    assert Tournament.objects.get().log.filter(verb="copies.put_back", actor__username="holder").exists()


def test_a_refused_download_is_in_no_log(keeper):
    downloaded(keeper, intera="1")
    assert not Tournament.objects.get().log.filter(verb__startswith="copies.").exists()
