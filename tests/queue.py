"""The queue of work in a test."""

from unittest import mock

from tournament.tasks import worker


def work_off(name: str | None = None) -> None:
    """Worked off inside the test's own transaction: the worker would close its connection in between."""
    with mock.patch("django_tasks_db.management.commands.db_worker.close_old_connections"):
        worker.run_due_tasks(name)
