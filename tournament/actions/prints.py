"""Print-outs and archives made in the background: requested, produced, with their progress."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import transaction
from django.dispatch import receiver
from django.utils.translation import gettext as _
from django_tasks import TaskResult, TaskResultStatus
from django_tasks.base import Task
from django_tasks.signals import task_finished

from tournament import live
from tournament.documents.progress import Progress
from tournament.errors import NotNow
from tournament.models import PrintJob, Tournament

Draw = Callable[[Progress], bytes]

ARCHIVE = "archivio"
RETENTION = timedelta(hours=12)
MOST_AT_ONCE = 3
"""Of a kind and event: one worker makes them all, and those of other events, and the notifications, wait behind them."""
LEAST_STEP = 5
"""Per cent between two progress events."""

log = logging.getLogger(__name__)


def topic_of(tournament: Tournament) -> str:
    return f"prints-{tournament.slug}"


@transaction.atomic
def order(tournament: Tournament, *, kind: str, task: Task, by, **details: object) -> PrintJob:
    """Enqueue `task(job, **details)`. Failed jobs of the same kind are deleted. Raises NotNow while too many of the kind are being made."""
    Tournament.objects.select_for_update().get(pk=tournament.pk)
    if tournament.prints.filter(kind=kind, state=PrintJob.State.WORKING).count() >= MOST_AT_ONCE:
        raise NotNow(_("Se ne stanno già preparando %d: aspetta che siano pronte.") % MOST_AT_ONCE)
    tournament.prints.filter(kind=kind, state=PrintJob.State.FAILED).delete()
    job = PrintJob.objects.create(tournament=tournament, kind=kind, by=by)
    job.task = task.enqueue(job.pk, **details).id
    job.save(update_fields=["task"])
    live.bump(topic_of(tournament))
    return job


def sweep(*, now: datetime) -> int:
    """Delete the print-outs whose retention has ended; returns how many."""
    return PrintJob.objects.filter(at__lt=now - RETENTION).delete()[0]


def make(job: PrintJob, draw: Draw) -> None:
    """Produce the file now. A failure is reported to the person who waits, and in full to the log."""
    try:
        file = draw(_progress_of(job))
    except Exception:
        log.exception("print-out %s of %s", job.kind, job.tournament_id)
        _save(job, state=PrintJob.State.FAILED)
        return
    total = max(job.total, 1)
    _save(job, state=PrintJob.State.READY, file=file, done=total, total=total)


def _progress_of(job: PrintJob) -> Progress:
    def report(done: int, total: int) -> None:
        percent = done * 100 // total if total else 0
        if percent >= job.percent + LEAST_STEP or not job.total:
            _save(job, done=done, total=total)

    return report


@receiver(task_finished)
def record_failure(sender, task_result: TaskResult, **_more: object) -> None:
    """Mark a job whose work was interrupted, so that it does not seem to be in progress."""
    if task_result.status == TaskResultStatus.FAILED:
        for job in PrintJob.objects.filter(task=task_result.id, state=PrintJob.State.WORKING).defer("file"):
            _save(job, state=PrintJob.State.FAILED)


@transaction.atomic
def _save(job: PrintJob, **changes: object) -> None:
    for name, value in changes.items():
        setattr(job, name, value)
    job.save(update_fields=list(changes))
    live.bump(topic_of(job.tournament))
