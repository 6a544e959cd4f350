"""`manage.py reset_login_limits`: ends every refusal after too many log-in attempts."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournament.actions import login_limits
from tournament.management.language import Translated


class Command(Translated):
    help = gettext_noop("Lascia riprovare password e codici a chi è stato fermato dopo troppi tentativi.")

    def handle(self, *args: object, **options: object) -> None:
        self.stdout.write(_("Contatori azzerati: %d") % login_limits.reset())
