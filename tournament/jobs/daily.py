"""Work that is due once a day: the retention of personal data, old sessions and old print-outs.

The thread of a site over SQLite runs it, on a club's laptop too; a service over PostgreSQL has a timer (docs/operations.md).
"""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django_tasks import TaskResultStatus, task
from django_tasks_db.models import DBTaskResult

from tournament.actions import prints, privacy, push
from tournament.tasks.worker import register_scheduler

EVERY = timedelta(days=1)


@task()
def clean_up() -> None:
    """Erase what is past its retention, and enqueue the next time."""
    now = timezone.now()
    clean_up.using(run_after=now + EVERY).enqueue()
    privacy.erase_overdue(now=now)
    privacy.sweep(now=now)
    prints.sweep(now=now)
    push.sweep(now=now)


@register_scheduler
@transaction.atomic
def schedule() -> None:
    """Enqueue the first clean-up of a site; a time that passed while the site was off is due at its start."""
    waiting = (TaskResultStatus.READY, TaskResultStatus.RUNNING)
    if not DBTaskResult.objects.filter(task_path=clean_up.module_path, status__in=waiting).exists():
        clean_up.enqueue()
