"""`manage.py rollback`, run with the code of the version before: puts back the copy that was taken before the upgrade."""

from django.core.management.base import CommandError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from operations import backups
from tournament.management.language import Translated


class Command(Translated):
    help = gettext_noop(
        "Rimette l'ultima copia di prima di un aggiornamento che questa versione legge. Si esegue con la versione precedente."
    )

    def handle(self, *args: object, **options: object) -> None:
        try:
            copy = backups.before_upgrade()
            before = backups.restore(copy.path, now=timezone.now())
        except backups.BackupError as refused:
            raise CommandError(str(refused)) from refused
        made_at = f"{copy.made_at:%d/%m %H:%M}"
        self.stdout.write(
            _("%(file)s del %(made_at)s è di nuovo al suo posto.") % {"file": copy.path, "made_at": made_at}
        )
        text = _(
            "Quello che è stato inserito dopo è in %s; i tablet rimandano quello che hanno inserito i loro tavoli."
        )
        self.stdout.write(text % before.path)
