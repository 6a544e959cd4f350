"""`manage.py retention`: erases personal data of events whose retention has ended, expired sessions and print-outs. For a timer."""

from django.core.management.base import CommandParser
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from tournament.actions import prints, push
from tournament.actions import privacy as acts
from tournament.management.language import Translated, of_the_site
from tournament.privacy import retention


class Command(Translated):
    help = gettext_noop(
        "Cancella le persone dei tornei la cui conservazione è finita, e quel che resta di vecchie sessioni e stampe."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--dry-run", action="store_true", help=_("dice che cosa cancellerebbe, e non cancella niente")
        )

    def handle(self, *args, dry_run: bool, **options) -> None:
        now = timezone.now()
        if dry_run:
            due = [(one, retention.named(one).count()) for one in retention.overdue(timezone.localdate(now))]
        else:
            with of_the_site():
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
