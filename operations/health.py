"""Health checks of the machine, in words: each checks one thing and returns nothing while it is in order."""

import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from operations import backups, copies_elsewhere
from tournament.models import LiveVersion, TableStatus, Tournament
from tournament.states import TableState, TournamentState
from tournament.tasks import worker
from tournament.web.support.faults import database_fault

PROBE, PROBE_BYTES, PROBE_SECONDS = "probe", 256 * 1024, 5
LITTLE_ROOM = 500 * 1024**2
NO_ROOM = 50 * 1024**2
BACKUP_AFTER = timedelta(hours=2)
SILENT_AFTER = timedelta(minutes=20)


@dataclass(frozen=True)
class Finding:
    """A problem. `is_grave`: entries are at risk until somebody acts; `says` explains it to a person."""

    code: str
    text: str
    is_grave: bool = False


def findings(*, now: datetime) -> list[Finding]:
    """The problems of the machine, grave ones first. An unavailable database is one finding, without the checks that need it."""
    try:
        found = [finding for check in CHECKS for finding in check(now)]
    except DatabaseError:
        found = [_unreachable(), *disk(now)]
    return sorted(found, key=lambda finding: not finding.is_grave)


def is_ready() -> bool:
    """Whether this process is ready for requests: its database answers, has the tables that the code expects, and takes a write."""
    return not why_not_ready()


def why_not_ready() -> str:
    """For the log; empty where the process is ready."""
    try:
        if _pending_migrations():
            return "migrations"
        return "" if _can_write(int(time.monotonic() / PROBE_SECONDS)) else "disk"
    except (DatabaseError, InterfaceError) as fault:
        return database_fault(fault)


@lru_cache(maxsize=1)
def _can_write(_moment: int) -> bool:
    """Probes the disk of the site's files, or that of PostgreSQL. At most once in PROBE_SECONDS: anybody may ask."""
    if connection.vendor == "postgresql":
        LiveVersion.objects.update_or_create(topic=PROBE, defaults={"version": F("version") + 1}, create_defaults={})
    return all(map(_is_writable, backups.data_folders()))


def _is_writable(folder: Path) -> bool:
    try:
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(bytes(PROBE_BYTES))
            probe.flush()
            os.fsync(probe.fileno())
    except OSError:
        return False
    return True


def _unreachable() -> Finding:
    text = _("Il database non risponde: i tablet tengono in coda ciò che scrivono. Controlla che sia acceso.")
    return Finding("database", text, is_grave=True)


def migrations(now: datetime) -> Iterator[Finding]:
    if _pending_migrations():
        text = _("Il database è di un'altra versione del programma: ferma il sito ed esegui «manage.py migrate».")
        yield Finding("migrations", text, is_grave=True)


def _pending_migrations() -> list:
    executor = MigrationExecutor(connection)
    return executor.migration_plan(executor.loader.graph.leaf_nodes())


def disk(now: datetime) -> Iterator[Finding]:
    free = shutil.disk_usage(Path(settings.VAR_DIR)).free
    megabytes = {"free": free // 1024**2}
    if free < NO_ROOM:
        text = _("Sul disco restano %(free)s MB: libera spazio subito, o le scritture si fermano.") % megabytes
        yield Finding("disk", text, is_grave=True)
    elif free < LITTLE_ROOM:
        yield Finding("disk", _("Sul disco restano %(free)s MB: bastano per oggi, non per molto.") % megabytes)


def copies(now: datetime) -> Iterator[Finding]:
    """Only while a tournament runs: a recent backup matters then."""
    if not Tournament.objects.filter(state=TournamentState.RUNNING).exists():
        return
    newest = next(iter(backups.copies()), None)
    if machine := backups.machine_of_last_requested():
        text = _(
            "Le copie nascono sulla macchina «%(machine)s», dove lavora il servizio in background, e da qui non si vedono: "
            "guarda là quanto sono vecchie, o portale altrove con SDADATA_AFTER_COPY."
        )
        yield Finding("backup", text % {"machine": machine})
    elif newest is None:
        yield Finding("backup", _("C'è un torneo in corso e nessuna copia di sicurezza: fanne una qui sotto."))
    elif now - newest.made_at > BACKUP_AFTER:
        hours = int((now - newest.made_at) / timedelta(hours=1))
        text = ngettext("L'ultima copia è di %(n)s ora fa.", "L'ultima copia è di %(n)s ore fa.", hours) % {"n": hours}
        yield Finding("backup", text)


def copies_sent_elsewhere(now: datetime) -> Iterator[Finding]:
    """The operator's command after a copy failed the last time."""
    last = copies_elsewhere.outcome()
    if last and last.fault:
        text = _(
            "La copia %(name)s è solo su questa macchina: il comando che la porta altrove non è riuscito (%(fault)s)."
        )
        yield Finding("copy_elsewhere", text % {"name": last.name, "fault": last.fault})


def silent_tables(tournaments: Iterable[Tournament], *, now: datetime) -> Iterator[Finding]:
    """A tablet without battery looks like a table that thinks: somebody should check."""
    silent = TableStatus.objects.filter(
        table__round__tournament__in=tournaments, table__state=TableState.PLAYING, last_entry_at__lt=now - SILENT_AFTER
    )
    for status in silent.select_related("table__round__tournament"):
        minutes = int((now - status.last_entry_at) / timedelta(minutes=1))
        values = {"table": status.table.number, "tournament": status.table.round.tournament, "n": minutes}
        yield Finding("silent", _("%(tournament)s, tavolo %(table)s: niente da %(n)s minuti. Passa a vedere.") % values)


def work(now: datetime) -> Iterator[Finding]:
    """Queued print-outs and backups that no worker takes."""
    if many := worker.overdue_tasks(now=now):
        text = ngettext(
            "C'è %(n)s lavoro in coda e nessuno lo prende: avvia «manage.py db_worker».",
            "Ci sono %(n)s lavori in coda e nessuno li prende: avvia «manage.py db_worker».",
            many,
        )
        yield Finding("work", text % {"n": many})


CHECKS: tuple[Callable[[datetime], Iterator[Finding]], ...] = (
    migrations,
    disk,
    copies,
    copies_sent_elsewhere,
    work,
)
