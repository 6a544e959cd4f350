"""Backups of the whole database, made and restored while the site runs.

A backup is one file: an SQLite database, or the output of `pg_dump` (`sqlite_copies.py`, `postgresql_copies.py`). It is written under a
temporary name, verified, and then renamed, so that an incomplete file is never listed. Restoring first backs up the present database.
"""

import os
import socket
import sqlite3
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Protocol

from django.apps import apps
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.db import DatabaseError, connection, connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone
from django.utils.translation import gettext as _
from django_tasks import task
from django_tasks_db.models import DBTaskResult

from operations import copies_elsewhere, postgresql_copies, sqlite_copies
from operations.copy_errors import BackupError
from operations.handed_out import secrets_stay
from tournament.models import Tournament
from tournament.tasks.worker import URGENT

__all__ = ["BackupError", "Copy", "back_up", "check", "copies", "restore"]


class Database(Protocol):
    """How one kind of database is copied; each of its functions raises BackupError."""

    SIGN: bytes
    dump: Callable[[Path], None]
    check: Callable[[Path], None]
    load: Callable[[Path], None]
    migrations: Callable[[Path], set[tuple[str, str]]]


UPGRADES_KEPT = 5
BEFORE_UPGRADE = "before-upgrade"
BEFORE_RESTORE = "before-restore"
DATABASES = {"sqlite": sqlite_copies, "postgresql": postgresql_copies}


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


def superseded(keep: int, where: Path | None = None) -> list[Copy]:
    """All but the newest `keep` in the folder. The copies of the last UPGRADES_KEPT upgrades are not among them."""
    found = copies(where)
    ways_back = [copy for copy in found if BEFORE_UPGRADE in copy.path.name][:UPGRADES_KEPT]
    return [copy for copy in found[keep:] if copy not in ways_back]


def back_up(to: Path | None = None, *, now: datetime, purpose: str = "") -> Copy:
    """Make a verified backup in `to`; its name ends in the `purpose`, a few words joined by hyphens. Raises BackupError.

    The operator's command for copies elsewhere runs before it returns; that it fails is reported, not raised.
    """
    into = to or folder()
    try:
        into.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=into, prefix=".half-") as half:
            draft = Path(half) / "copy"
            _database().dump(draft)
            check(draft)
            draft.chmod(0o600)
            at = timezone.localtime(now)  # as the clock on the wall shows it
            name = "-".join(filter(None, (f"sdadata-{at:%Y%m%d-%H%M%S-%f}", purpose)))
            final = _renamed_into_place(draft, into, name)
    except OSError as refused:
        raise BackupError(f"{into}: {refused.strerror or refused}") from refused
    except sqlite3.Error as refused:  # SQLite's error for a full disk
        raise BackupError(f"{into}: {refused}") from refused
    copies_elsewhere.send(final, now=now)
    return Copy(final, now, final.stat().st_size)


def check_folder(to: Path) -> None:
    """Raises BackupError for a folder in which a copy would not outlive the site's data: a disk that is not mounted, or their own."""
    values = {"folder": to}
    if not to.exists():
        text = _(
            "%(folder)s non c'è: se è su una chiavetta o su un altro disco, non è montato. Con --anywhere la cartella viene fatta."
        )
        raise BackupError(text % values)
    if to.stat().st_dev in {folder.stat().st_dev for folder in data_folders()}:
        text = _(
            "%(folder)s sta sullo stesso disco dei dati del sito, e la copia si perderebbe con loro: è montato quello giusto? "
            "Se va bene così, aggiungi --anywhere."
        )
        raise BackupError(text % values)


def data_folders() -> set[Path]:
    """Of the site's files, and of the database where it is a file."""
    return {Path(settings.VAR_DIR)} | ({Path(database()).parent} if connection.vendor == "sqlite" else set())


def is_empty() -> bool:
    """Whether the database has nothing that could be lost: no tables, or neither an account nor a tournament."""
    try:
        if not connection.introspection.table_names():
            return True
        return not get_user_model().objects.exists() and not Tournament.objects.exists()
    except DatabaseError:  # damaged, of another version, or away
        return False


@task(priority=URGENT)
def back_up_in_background() -> dict[str, str]:
    """A backup made by a worker of the queue: its `name` and the `machine` of that worker, or why it was `refused`."""
    try:
        return {"name": back_up(now=timezone.now()).path.name, "machine": socket.gethostname()}
    except BackupError as refused:
        return {"refused": str(refused)}


def last_requested() -> DBTaskResult | None:
    """The backup last requested with the button, pending or done."""
    return DBTaskResult.objects.filter(task_path=back_up_in_background.module_path).order_by("-enqueued_at").first()


def machine_of_last_requested() -> str:
    """The other machine on which a worker made the backup last requested, where this machine does not see it; else ""."""
    requested = last_requested()
    outcome = (requested.return_value if requested else None) or {}
    machine = outcome.get("machine", "")
    if machine == socket.gethostname() or any(copy.path.name == outcome.get("name") for copy in copies()):
        return ""
    return machine


def restore(source: Path, *, now: datetime) -> Copy:
    """Replace the database by `source`, migrated to this version. Returns the backup of the previous one; raises
    BackupError.
    """
    check(source)
    check_version(source)
    before = back_up(now=now, purpose=BEFORE_RESTORE)
    try:
        with secrets_stay():
            try:
                _database().load(source)
            finally:
                connections.close_all()
            call_command("migrate", verbosity=0, without_copy=True)  # a backup made by an older version
            _check_columns()
    except Exception as refused:  # of a crafted copy migrations, or the first query, can fail with any type
        _database().load(before.path)
        connections.close_all()
        reason = _("%(reason)s; ciò che c'era prima è anche in %(path)s")
        raise BackupError(reason % {"reason": refused, "path": before.path}) from refused
    DBTaskResult.objects.filter(
        task_path=back_up_in_background.module_path
    ).delete()  # a backup task that was pending in the backup itself
    return before


def before_upgrade() -> Copy:
    """The newest copy taken before a migration that this version can read. Raises BackupError where there is none, and where the
    database is not of a later version.
    """
    if not later_than_this_version():
        raise BackupError(
            _(
                "Il database non è di una versione più recente di questa (%s): non c'è un aggiornamento da cui tornare indietro. "
                "Il comando si dà con la versione di prima."
            )
            % settings.VERSION
        )
    for copy in copies():
        if BEFORE_UPGRADE in copy.path.name and not later_migrations(copy.path):
            return copy
    raise BackupError(
        _("In %(folder)s non c'è una copia di prima di un aggiornamento che questa versione legga.")
        % {"folder": folder()}
    )


def check(path: Path) -> None:
    """Raises BackupError unless the file is a complete backup for this kind of database."""
    try:
        with path.open("rb") as file:
            sign = file.read(16)
    except OSError as refused:
        raise BackupError(f"{path}: {refused.strerror}") from refused
    database = _database()
    if not sign.startswith(database.SIGN):
        text = _("%(path)s: non è una copia di un database %(kind)s")
        raise BackupError(text % {"path": path, "kind": connection.vendor})
    database.check(path)


def check_version(path: Path) -> None:
    """Raises BackupError for a copy that a later version made: its tables have what this one would lose or stumble over."""
    if later := later_migrations(path):
        text = _("%(path)s: la copia è di una versione più recente del programma, con %(migrations)s")
        raise BackupError(text % {"path": path, "migrations": ", ".join(later)})


def later_migrations(path: Path) -> list[str]:
    """The migrations of the copy that this version does not have, as `app.name`."""
    return _unknown(_database().migrations(path))


def later_than_this_version() -> list[str]:
    """The migrations of the database itself that this version does not have: it would lose, or stumble over, what they made."""
    return _unknown(MigrationRecorder(connection).applied_migrations())


def _unknown(migrations: Iterable[tuple[str, str]]) -> list[str]:
    """Those of apps that were given up do not count."""
    known = set(MigrationLoader(None).disk_migrations)
    of_apps = {app for app, _name in known}
    return sorted(f"{app}.{name}" for app, name in set(migrations) - known if app in of_apps)


def _check_columns() -> None:
    """Every table that the site has, with its columns. Raises DatabaseError."""
    for model in apps.get_models():
        model._base_manager.first()


def _database() -> Database:
    return DATABASES[connection.vendor]


def database() -> str:
    """The file, or the database name for PostgreSQL's programs; host and password are passed by the environment."""
    return str(connection.settings_dict["NAME"])


def _renamed_into_place(draft: Path, into: Path, name: str) -> Path:
    """Synced to disk before it is renamed, since a stick may be removed at once; no backup replaces another."""
    with draft.open("rb+") as file:
        os.fsync(file.fileno())
    for final in (into / f"{name}{mark}.backup" for mark in ("", *(f"-{number}" for number in range(2, 100)))):
        if not final.exists():
            return draft.rename(final)
    raise BackupError(f"{into}: {name} is taken")
