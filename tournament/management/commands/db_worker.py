"""`manage.py db_worker`: runs tasks of the queue, reports that it lives, and takes over tasks of dead workers."""

from django_tasks_db.management.commands import db_worker

from tournament.tasks import worker


class Command(db_worker.Command):
    help = (
        "Works the queue off: print-outs, archives, copies, messages to other programs. One at least over PostgreSQL."
    )

    def add_arguments(self, parser):
        super().add_arguments(parser)
        parser.set_defaults(queue_name="*")

    def handle(self, **options):
        with worker.heartbeat(options["worker_id"]):
            super().handle(**options)
