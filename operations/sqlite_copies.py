"""Copies of an SQLite database: a database file of its own, which no other program is needed for."""

import sqlite3
from contextlib import closing
from pathlib import Path

from django.db import connection, connections
from django.utils.translation import gettext as _

from operations.copy_errors import BackupError

SIGN = b"SQLite format 3\x00"
FOREIGN = "SELECT name FROM sqlite_master WHERE type NOT IN ('table', 'index') OR sql LIKE 'CREATE VIRTUAL%' LIMIT 1"
"""Triggers, views and virtual tables, none of which a site's database has: a trigger would act in its place."""


def dump(draft: Path) -> None:
    # In one step: a reader of a WAL database blocks no writer, and in several steps the backup would restart at each write.
    with closing(sqlite3.connect(_database())) as source, closing(sqlite3.connect(draft)) as target:
        source.backup(target)
        target.execute("PRAGMA journal_mode=DELETE")


def check(path: Path) -> None:
    """Raises BackupError unless the file is a complete copy with nothing foreign in it."""
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
        raise BackupError(_("%(path)s: non è una copia di questo sito") % {"path": path})
    if foreign:
        raise BackupError(_("%(path)s: %(part)s non è di questo sito") % {"path": path, "part": foreign[0]})


def migrations(path: Path) -> set[tuple[str, str]]:
    """The migrations, as (app, name), that the copy's database had."""
    try:
        with closing(_open_read_only(path)) as opened:
            return {(str(app), str(name)) for app, name in opened.execute("SELECT app, name FROM django_migrations")}
    except sqlite3.DatabaseError as damaged:
        raise BackupError(f"{path}: {damaged}") from damaged


def load(source: Path) -> None:
    """In one transaction of the running database: readers see the old state or the new one."""
    connections.close_all()
    with closing(_open_read_only(source)) as copy, closing(sqlite3.connect(_database(), timeout=20)) as live:
        copy.backup(live)


def _database() -> str:
    return str(connection.settings_dict["NAME"])


def _open_read_only(path: Path) -> sqlite3.Connection:
    """Opened read-only by its URI, so that the path may contain any character."""
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
