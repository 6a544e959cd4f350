"""`manage.py db_worker`: runs tasks of the queue, reports that it lives, and takes over tasks of dead workers."""

from django.utils.translation import gettext_noop
from django_tasks_db.management.commands import db_worker

from tournament.management.language import Translated, of_the_site
from tournament.tasks import worker


class Command(Translated, db_worker.Command):
    help = gettext_noop(
        "Svolge i lavori in coda: stampe, archivi, copie, messaggi ad altri programmi. Con PostgreSQL ne serve almeno uno."
    )

    def add_arguments(self, parser):
        super().add_arguments(parser)
        parser.set_defaults(queue_name="*")

    def handle(self, **options):
        with of_the_site(), worker.heartbeat(options["worker_id"]):
            super().handle(**options)
