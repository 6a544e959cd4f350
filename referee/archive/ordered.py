"""The archive of an event made in the background, for its organizer to fetch when it is ready."""

from django.utils import translation
from django_tasks import task

from referee.archive.event import archive_of, records_to_withhold
from tournament.actions import prints
from tournament.models import PrintJob
from tournament.tasks.worker import URGENT


@task(priority=URGENT)
def pack_event(job: int, *, language: str) -> None:
    print_job = PrintJob.objects.select_related("tournament").filter(pk=job, state=PrintJob.State.WORKING).first()
    if print_job is None:  # deleted with old jobs, or packed before the worker could report it
        return
    with translation.override(language):
        withheld = records_to_withhold(print_job.tournament)
        prints.make(print_job, lambda progress: archive_of(print_job.tournament, progress, withheld=withheld))
