"""`manage.py retention`: erases personal data of events whose retention has ended, expired sessions and print-outs. For a timer."""

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.actions import prints, push
from tournament.actions import privacy as acts
from tournament.privacy import retention


class Command(BaseCommand):
    help = "Erases the people of events that are older than they may be kept, and what is left of old sessions."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="say what would be erased, and erase nothing")

    def handle(self, *args, dry_run: bool, **options) -> None:
        now = timezone.now()
        if dry_run:
            due = [(one, retention.named(one).count()) for one in retention.overdue(timezone.localdate(now))]
        else:
            due = acts.erase_overdue(now=now)
            acts.sweep(now=now)
            prints.sweep(now=now)
            push.sweep(now=now)
        for tournament, many in due:
            values = {"code": tournament.slug, "day": tournament.day, "many": many}
            words = ngettext("%(code)s del %(day)s: %(many)d persona", "%(code)s del %(day)s: %(many)d persone", many)
            self.stdout.write(words % values)
        if not due:
            self.stdout.write(_("Niente da cancellare."))
