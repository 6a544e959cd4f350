"""`manage.py send_webhooks`: sends the messages that are due, for a timer of the machine."""

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from tournament import outbox


class Command(BaseCommand):
    help = "Send the messages to other programs that are due now."

    def handle(self, **options) -> None:
        many = 0
        while sent := outbox.deliver_due():
            many += sent
        self.stdout.write(_("Messaggi inviati o ritentati: %d") % many)
