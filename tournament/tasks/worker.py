"""Work outside requests: print-outs, archives, backups, webhooks, daily cleaning.

A task is enqueued in the database in the transaction of its act. Over SQLite a thread of the site runs it, periodic work too; over
PostgreSQL `manage.py db_worker` does, in any number of processes and machines. A worker reports every few seconds that it lives, and
tasks of a silent one are run again: a task must be able to run twice.
"""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.dispatch import receiver
from django.utils import timezone
from django.utils.crypto import get_random_string
from django_tasks import TaskResultStatus
from django_tasks.signals import task_enqueued, task_finished
from django_tasks_db.management.commands.db_worker import Worker
from django_tasks_db.models import DBTaskResult

from tournament.models import WorkerHeartbeat

URGENT = 10
"""The priority of tasks for which a person waits."""
BEAT = timedelta(seconds=5)
SILENCE = timedelta(seconds=20)
"""A worker without a heartbeat for this long counts as dead."""
MOST_TRIES = 3
"""A task that was interrupted this often counts as the cause."""
RETENTION = timedelta(hours=24)
PATIENCE = timedelta(seconds=30)
LONGEST_NAP_SECONDS = 60

log = logging.getLogger(__name__)
_lock = threading.Lock()
_wake_up = threading.Event()
_thread: threading.Thread | None = None
_is_enabled = False
_schedulers: list[Callable[[], None]] = []


class Abandoned(Exception):
    """The worker of the task died, and so did those before it."""


def register_scheduler(schedule: Callable[[], None]) -> Callable[[], None]:
    """The site's thread calls it before it works: it enqueues periodic work that is not in the queue. Must be able to run twice."""
    _schedulers.append(schedule)
    return schedule


# Who runs the queue


def enable() -> None:
    """This process serves requests from now on; it takes over tasks of an earlier one."""
    global _is_enabled
    if not _is_enabled:
        _is_enabled = True
        ensure_worker()


def disable() -> None:
    """Begin no more tasks in this process."""
    global _is_enabled
    _is_enabled = False
    _wake_up.set()


@receiver(task_enqueued)
def ensure_worker_on_commit(sender, **_more: object) -> None:
    transaction.on_commit(ensure_worker, robust=True)


def ensure_worker() -> None:
    """Ensure that a thread of this process runs the queue, where that is its task."""
    global _thread
    if not (_is_enabled and settings.WORKS_IN_THREAD):
        return
    with _lock:
        _wake_up.set()
        if _thread is None:
            _thread = threading.Thread(target=_run, name="work", daemon=True)
            _thread.start()


def run_due_tasks(name: str | None = None) -> None:
    """Run everything that is due, one task after the other."""
    Worker(
        queue_names=["*"], excluded_queue_names=[], interval=0, batch=True, backend_name="default", startup_delay=False,
        max_tasks=None, worker_id=name or get_random_string(32),
    ).run()  # fmt: skip


def _run() -> None:
    global _thread
    try:
        while _is_enabled and not _run_until_empty():
            _wake_up.clear()
            _wake_up.wait(BEAT.total_seconds())
    except Exception:
        log.exception("work in the background")
    finally:
        with _lock:
            if _thread is threading.current_thread():
                _thread = None
        connection.close()


def _run_until_empty() -> bool:
    """Works until nothing waits, each time under another name, so that tasks interrupted by a database fault are taken over."""
    name = get_random_string(32)
    try:
        with heartbeat(name):
            for schedule in _schedulers:
                schedule()
            _run_as(name)
    except DatabaseError:  # the database is locked, full or unavailable: wait
        log.warning("work in the background: the database is away")
        connection.close()
        return False
    return True


def _run_as(name: str) -> None:
    global _thread
    while _is_enabled:
        _wake_up.clear()
        run_due_tasks(name)
        wait = seconds_until_due(now=timezone.now())
        with _lock:
            if wait is None and not _wake_up.is_set():
                _thread = None
                return
        _wake_up.wait(min(wait or 0, LONGEST_NAP_SECONDS))


def seconds_until_due(*, now: datetime) -> float | None:
    """The time until something may be due: a task, or one whose worker may be dead. None when nothing is left."""
    if DBTaskResult.objects.ready().exists():
        return 0
    waits = [BEAT.total_seconds()] if DBTaskResult.objects.running().exists() else []
    later = DBTaskResult.objects.filter(status=TaskResultStatus.READY).order_by("run_after").first()
    waits += [(later.run_after - now).total_seconds()] if later else []
    return max(min(waits), 0) if waits else None


# Interrupted tasks


@contextmanager
def heartbeat(name: str) -> Iterator[None]:
    """Meanwhile `name` reports that it lives, and tasks of dead workers are taken over."""
    _beat(name)
    stop = threading.Event()
    beating = threading.Thread(target=_beat_until, args=(name, stop), name=f"keeper of {name[:6]}", daemon=True)
    beating.start()
    try:
        yield
    finally:
        stop.set()
        beating.join()
        WorkerHeartbeat.objects.filter(name=name).delete()


def _beat_until(name: str, stop: threading.Event) -> None:
    try:
        while not stop.wait(BEAT.total_seconds()):
            try:
                _beat(name)
            except DatabaseError:  # the database is unavailable: wait
                log.warning("no beat of the worker: the database is away")
                connection.close()
    finally:
        connection.close()


def _beat(name: str) -> None:
    now = timezone.now()
    WorkerHeartbeat.objects.update_or_create(name=name, defaults={"seen_at": now})
    requeue_abandoned(now=now)


def requeue_abandoned(*, now: datetime) -> int:
    """Requeue tasks of dead workers, or mark them failed after too many interruptions; returns how many. Deletes old results."""
    alive = set(WorkerHeartbeat.objects.filter(seen_at__gte=now - SILENCE).values_list("name", flat=True))
    abandoned = [task for task in DBTaskResult.objects.running() if task.worker_ids[-1] not in alive]
    for task in abandoned:
        # Claimed by its worker, so that of two workers that notice only one takes it over.
        claimed = DBTaskResult.objects.running().filter(pk=task.pk, worker_ids=task.worker_ids)
        if len(task.worker_ids) < MOST_TRIES:
            claimed.update(status=TaskResultStatus.READY)
        elif claimed.update(status=TaskResultStatus.FAILED):
            task.set_failed(Abandoned())
            task_finished.send(sender=type(task.task.get_backend()), task_result=task.task_result)
    WorkerHeartbeat.objects.filter(seen_at__lt=now - RETENTION).delete()
    DBTaskResult.objects.finished().filter(finished_at__lt=now - RETENTION).delete()
    return len(abandoned)


def living_workers(*, now: datetime) -> int:
    """How many workers reported lately, the site's own thread over SQLite among them."""
    return WorkerHeartbeat.objects.filter(seen_at__gte=now - SILENCE).count()


def overdue_tasks(*, now: datetime) -> int:
    """The number of due tasks while no worker lives."""
    if living_workers(now=now):
        return 0
    return DBTaskResult.objects.ready().filter(enqueued_at__lt=now - PATIENCE).count()
