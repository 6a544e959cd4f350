"""`manage.py reset_login_limits`: ends every refusal after too many log-in attempts."""

from django.core.management.base import BaseCommand

from tournament.actions import login_limits


class Command(BaseCommand):
    help = "Lets everybody try passwords and codes again who is shut out after too many tries."

    def handle(self, *args: object, **options: object) -> None:
        self.stdout.write(f"Counters reset: {login_limits.reset()}")
