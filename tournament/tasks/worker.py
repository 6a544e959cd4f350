"""Work outside requests: print-outs, archives, backups, webhooks.

A task is enqueued in the database in the transaction of its act. Over SQLite a thread of the site runs it, and ends when the queue
is empty; over PostgreSQL `manage.py db_worker` does, in any number of processes and machines. A worker reports every few seconds
that it lives, and tasks of a silent one are run again: a task must be able to run twice.
"""

import logging
import threading
from collections.abc import Iterator
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

from tournament.models import LivingWorker

SOON = 10
"""The priority of tasks for which a person waits."""
BEAT = timedelta(seconds=5)
SILENCE = timedelta(seconds=20)
"""A worker without a heartbeat for this long counts as dead."""
MOST_TRIES = 3
"""A task that was interrupted this often counts as the cause."""
KEPT = timedelta(hours=24)
PATIENCE = timedelta(seconds=30)
LONGEST_NAP_SECONDS = 60

log = logging.getLogger(__name__)
_lock = threading.Lock()
_called = threading.Event()
_hand: threading.Thread | None = None
_serves = False


class CutShort(Exception):
    """The worker of the task died, and so did those before it."""


# Who runs the queue


def serve() -> None:
    """This process serves requests from now on; it takes over tasks of an earlier one."""
    global _serves
    if not _serves:
        _serves = True
        wake()


def retire() -> None:
    """Begin no more tasks in this process."""
    global _serves
    _serves = False
    _called.set()


@receiver(task_enqueued)
def call_when_on_disk(sender, **_more: object) -> None:
    transaction.on_commit(wake, robust=True)


def wake() -> None:
    """Ensure that a thread of this process runs the queue, where that is its task."""
    global _hand
    if not (_serves and settings.WORKS_IN_THREAD):
        return
    with _lock:
        _called.set()
        if _hand is None:
            _hand = threading.Thread(target=_work_until_done, name="work", daemon=True)
            _hand.start()


def work_off(name: str | None = None) -> None:
    """Run everything that is due, one task after the other."""
    Worker(
        queue_names=["*"], excluded_queue_names=[], interval=0, batch=True, backend_name="default", startup_delay=False,
        max_tasks=None, worker_id=name or get_random_string(32),
    ).run()  # fmt: skip


def _work_until_done() -> None:
    global _hand
    try:
        while _serves and not _is_done():
            _called.clear()
            _called.wait(BEAT.total_seconds())
    except Exception:
        log.exception("work in the background")
    finally:
        with _lock:
            if _hand is threading.current_thread():
                _hand = None
        connection.close()


def _is_done() -> bool:
    """Works until nothing waits, each time under another name, so that tasks interrupted by a database fault are taken over."""
    name = get_random_string(32)
    try:
        with alive(name):
            _work_as(name)
    except DatabaseError:  # the database is locked, full or unavailable: wait
        log.warning("work in the background: the database is away")
        connection.close()
        return False
    return True


def _work_as(name: str) -> None:
    global _hand
    while _serves:
        _called.clear()
        work_off(name)
        wait = seconds_to_the_next(now=timezone.now())
        with _lock:
            if wait is None and not _called.is_set():
                _hand = None
                return
        _called.wait(min(wait or 0, LONGEST_NAP_SECONDS))


def seconds_to_the_next(*, now: datetime) -> float | None:
    """The time until something may be due: a task, or one whose worker may be dead. None when nothing is left."""
    if DBTaskResult.objects.ready().exists():
        return 0
    waits = [BEAT.total_seconds()] if DBTaskResult.objects.running().exists() else []
    later = DBTaskResult.objects.filter(status=TaskResultStatus.READY).order_by("run_after").first()
    waits += [(later.run_after - now).total_seconds()] if later else []
    return max(min(waits), 0) if waits else None


# Interrupted tasks


@contextmanager
def alive(name: str) -> Iterator[None]:
    """Meanwhile `name` reports that it lives, and tasks of dead workers are taken over."""
    _beat(name)
    stop = threading.Event()
    keeper = threading.Thread(target=_keep, args=(name, stop), name=f"keeper of {name[:6]}", daemon=True)
    keeper.start()
    try:
        yield
    finally:
        stop.set()
        keeper.join()
        LivingWorker.objects.filter(name=name).delete()


def _keep(name: str, stop: threading.Event) -> None:
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
    LivingWorker.objects.update_or_create(name=name, defaults={"seen_at": now})
    take_up(now=now)


def take_up(*, now: datetime) -> int:
    """Requeue tasks of dead workers, or mark them failed after too many interruptions; returns how many. Deletes old results."""
    living = set(LivingWorker.objects.filter(seen_at__gte=now - SILENCE).values_list("name", flat=True))
    cut = [task for task in DBTaskResult.objects.running() if task.worker_ids[-1] not in living]
    for task in cut:
        # Claimed by its worker, so that of two workers that notice only one takes it over.
        held = DBTaskResult.objects.running().filter(pk=task.pk, worker_ids=task.worker_ids)
        if len(task.worker_ids) < MOST_TRIES:
            held.update(status=TaskResultStatus.READY)
        elif held.update(status=TaskResultStatus.FAILED):
            task.set_failed(CutShort())
            task_finished.send(sender=type(task.task.get_backend()), task_result=task.task_result)
    LivingWorker.objects.filter(seen_at__lt=now - KEPT).delete()
    DBTaskResult.objects.finished().filter(finished_at__lt=now - KEPT).delete()
    return len(cut)


def waiting_in_vain(*, now: datetime) -> int:
    """The number of due tasks while no worker lives."""
    if LivingWorker.objects.filter(seen_at__gte=now - SILENCE).exists():
        return 0
    return DBTaskResult.objects.ready().filter(enqueued_at__lt=now - PATIENCE).count()
