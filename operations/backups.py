"""Backups of the whole database, made and restored while the site runs.

A backup is one file: an SQLite database, or the output of `pg_dump`. It is written under a temporary name, verified, and then
renamed, so that an incomplete file is never listed. Restoring first backs up the present database.
"""

import os
import shutil
import sqlite3
import subprocess
import tempfile
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db import connection, connections
from django.utils import timezone
from django_tasks import task
from django_tasks_db.models import DBTaskResult

from operations.handed_out import secrets_stay
from tournament.tasks.worker import URGENT

FOREIGN = "SELECT name FROM sqlite_master WHERE type NOT IN ('table', 'index') OR sql LIKE 'CREATE VIRTUAL%' LIMIT 1"
"""Triggers, views and virtual tables, none of which a site's database has: a trigger would act in its place."""
SQLITE_SIGN = b"SQLite format 3\x00"
POSTGRESQL_SIGN = b"PGDMP"


class BackupError(Exception):
    """Nothing was changed; the text says why, for a person."""


@dataclass(frozen=True)
class Copy:
    path: Path
    made_at: datetime
    size: int


def folder() -> Path:
    return Path(settings.VAR_DIR) / "backups"


def copies(where: Path | None = None) -> list[Copy]:
    """The backups in the folder, newest first."""
    found = []
    for path in (where or folder()).glob("sdadata-*.backup"):
        stat = path.stat()
        found.append(Copy(path, datetime.fromtimestamp(stat.st_mtime, timezone.get_current_timezone()), stat.st_size))
    return sorted(found, key=lambda copy: (copy.made_at, copy.path.name), reverse=True)


def back_up(to: Path | None = None, *, now: datetime) -> Copy:
    """Make a verified backup in `to`. Raises BackupError."""
    into = to or folder()
    try:
        into.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=into, prefix=".half-") as half:
            draft = Path(half) / "copy"
            _dump(draft)
            check(draft)
            draft.chmod(0o600)
            final = _renamed_into_place(draft, into, f"sdadata-{now:%Y%m%d-%H%M%S-%f}")
    except OSError as refused:
        raise BackupError(f"{into}: {refused.strerror or refused}") from refused
    except sqlite3.Error as refused:  # SQLite's error for a full disk
        raise BackupError(f"{into}: {refused}") from refused
    return Copy(final, now, final.stat().st_size)


@task(priority=URGENT)
def back_up_in_background() -> dict[str, str]:
    """A backup made by a worker of the queue: its `name`, or why it was `refused`."""
    try:
        return {"name": back_up(now=timezone.now()).path.name}
    except BackupError as refused:
        return {"refused": str(refused)}


def last_requested() -> DBTaskResult | None:
    """The backup last requested with the button, pending or done."""
    return DBTaskResult.objects.filter(task_path=back_up_in_background.module_path).order_by("-enqueued_at").first()


def restore(source: Path, *, now: datetime) -> Copy:
    """Replace the database by `source`, migrated to this version. Returns the backup of the previous one; raises
    BackupError.
    """
    check(source)
    before = back_up(now=now)
    try:
        with secrets_stay():
            try:
                _load(source)
            finally:
                connections.close_all()
            call_command("migrate", verbosity=0)  # a backup made by an older version
            _check_columns()
    except Exception as refused:  # of a crafted copy migrations, or the first query, can fail with any type
        _load(before.path)
        connections.close_all()
        raise BackupError(f"{source}: {refused}; {before.path} holds what was there") from refused
    DBTaskResult.objects.filter(
        task_path=back_up_in_background.module_path
    ).delete()  # a backup task that was pending in the backup itself
    return before


def check(path: Path) -> None:
    """Raises BackupError unless the file is a complete backup for this kind of database."""
    try:
        with path.open("rb") as file:
            sign = file.read(16)
    except OSError as refused:
        raise BackupError(f"{path}: {refused.strerror}") from refused
    kind = {"sqlite": SQLITE_SIGN, "postgresql": POSTGRESQL_SIGN}[connection.vendor]
    if not sign.startswith(kind):
        raise BackupError(f"{path}: not a copy of a {connection.vendor} database")
    if connection.vendor == "sqlite":
        _check_sqlite(path)
    else:
        _run("pg_restore", "--list", str(path))


def _check_sqlite(path: Path) -> None:
    try:
        with closing(_open_read_only(path)) as opened:
            answer = opened.execute("PRAGMA integrity_check(1)").fetchone()[0]
            names = {name for (name,) in opened.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            foreign = opened.execute(FOREIGN).fetchone()
    except sqlite3.DatabaseError as damaged:
        raise BackupError(f"{path}: {damaged}") from damaged
    if answer != "ok":
        raise BackupError(f"{path}: {answer}")
    if "django_migrations" not in names:
        raise BackupError(f"{path}: not a copy of this site")
    if foreign:
        raise BackupError(f"{path}: {foreign[0]} is not of this site")


def _check_columns() -> None:
    """Every table that the site has, with its columns. Raises DatabaseError."""
    for model in apps.get_models():
        model._base_manager.first()


def _dump(draft: Path) -> None:
    if connection.vendor == "sqlite":
        # In one step: a reader of a WAL database blocks no writer, and in several steps the backup would restart at each write.
        with closing(sqlite3.connect(database())) as source, closing(sqlite3.connect(draft)) as target:
            source.backup(target)
            target.execute("PRAGMA journal_mode=DELETE")
    else:
        _run("pg_dump", "--format=custom", "--no-owner", f"--file={draft}", database())


def _load(source: Path) -> None:
    """In one transaction of the running database: readers see the old state or the new one."""
    if connection.vendor == "postgresql":
        _run(
            "pg_restore",
            "--clean",
            "--if-exists",
            "--no-owner",
            "--single-transaction",
            f"--dbname={database()}",
            str(source),
        )
        return
    connections.close_all()
    with (
        closing(_open_read_only(source)) as copy,
        closing(sqlite3.connect(database(), timeout=20)) as live,
    ):
        copy.backup(live)


def _open_read_only(path: Path) -> sqlite3.Connection:
    """Opened read-only by its URI, so that the path may contain any character."""
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)


def database() -> str:
    """The file, or the database name for PostgreSQL's programs; host and password are passed by the environment."""
    return str(connection.settings_dict["NAME"])


def _run(*command: str) -> None:
    program = shutil.which(command[0])
    if program is None:
        raise BackupError(f"{command[0]} is not installed")
    environment = {**os.environ, **_connection_arguments()}
    done = subprocess.run([program, *command[1:]], env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise BackupError(f"{command[0]}: {done.stderr.strip() or done.returncode}")


def _connection_arguments() -> dict[str, str]:
    """The site's connection parameters as the environment variables of PostgreSQL's programs."""
    from psycopg import pq

    variables = {one.keyword.decode(): one.envvar.decode() for one in pq.Conninfo.get_defaults() if one.envvar}
    ours = connection.get_connection_params()
    return {variables[name]: str(value) for name, value in ours.items() if name in variables and value}


def _renamed_into_place(draft: Path, into: Path, name: str) -> Path:
    """Synced to disk before it is renamed, since a stick may be removed at once; no backup replaces another."""
    with draft.open("rb+") as file:
        os.fsync(file.fileno())
    for final in (into / f"{name}{mark}.backup" for mark in ("", *(f"-{number}" for number in range(2, 100)))):
        if not final.exists():
            return draft.rename(final)
    raise BackupError(f"{into}: {name} is taken")
