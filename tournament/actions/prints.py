"""Print-outs that take a while: asked for, drawn outside the request, told how far they have got."""

import logging
import threading
from collections.abc import Callable
from datetime import timedelta

from django.db import connection, transaction
from django.utils import timezone, translation

from tournament import live
from tournament.exports.paper import Progress
from tournament.models import PrintJob, Tournament

Draw = Callable[[Progress], bytes]

KEPT = timedelta(hours=12)
LEAST_STEP = 5
"""Per cent: the pages that watch are told no more often."""

log = logging.getLogger(__name__)


def topic_of(tournament: Tournament) -> str:
    return f"prints-{tournament.slug}"


@transaction.atomic
def order(tournament: Tournament, *, kind: str, draw: Draw, by) -> PrintJob:
    """Begin a print-out once the order is on disk. Those of yesterday go."""
    tournament.prints.filter(at__lt=timezone.now() - KEPT).delete()
    job = PrintJob.objects.create(tournament=tournament, kind=kind, by=by)
    live.bump(topic_of(tournament))
    language = translation.get_language()
    transaction.on_commit(lambda: _in_the_background(job, draw, language))
    return job


def _in_the_background(job: PrintJob, draw: Draw, language: str | None) -> None:
    threading.Thread(target=_work, args=(job, draw, language), name=f"print-{job.pk}", daemon=True).start()


def _work(job: PrintJob, draw: Draw, language: str | None) -> None:
    try:
        with translation.override(language):
            make(job, draw)
    finally:
        connection.close()


def make(job: PrintJob, draw: Draw) -> None:
    """Draw it, here and now. A fault is told to the person who waits, and to the log in full."""
    try:
        file = draw(_told_to(job))
    except Exception:
        log.exception("print-out %s of %s", job.kind, job.tournament_id)
        _save(job, state=PrintJob.State.FAILED)
        return
    total = max(job.total, 1)
    _save(job, state=PrintJob.State.READY, file=file, done=total, total=total)


def _told_to(job: PrintJob) -> Progress:
    def tell(done: int, total: int) -> None:
        percent = done * 100 // total if total else 0
        if percent >= job.percent + LEAST_STEP or not job.total:
            _save(job, done=done, total=total)

    return tell


@transaction.atomic
def _save(job: PrintJob, **changes: object) -> None:
    for name, value in changes.items():
        setattr(job, name, value)
    job.save(update_fields=list(changes))
    live.bump(topic_of(job.tournament))
