"""The queue of work in a test."""

import time
from unittest import mock

from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from tournament.tasks import worker

PATIENCE = 20.0  # s


def end_worker() -> None:
    """A site that a test served enabled this process's own worker; it must not take the tasks of the next test."""
    worker.disable()
    if working := worker._thread:
        working.join(PATIENCE)


def work_off(name: str | None = None) -> None:
    """Worked off inside the test's own transaction: the worker would close its connection in between. What the process's own worker had
    begun by then is waited for.
    """
    with mock.patch("django_tasks_db.management.commands.db_worker.close_old_connections"):
        worker.run_due_tasks(name)
    until = time.monotonic() + PATIENCE
    while DBTaskResult.objects.filter(status=TaskResultStatus.RUNNING).exists() and time.monotonic() < until:
        time.sleep(0.02)
