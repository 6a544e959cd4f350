"""The club's logo on the sheets to fill in: given, replaced, removed."""

from base64 import b64encode

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy

from tournament.actions.base import record
from tournament.core.log_verbs import log_verb
from tournament.models import ClubLogo, Tournament

GIVE = log_verb("logo.give", gettext_lazy("ha messo il logo sui referti"))
REMOVE = log_verb("logo.remove", gettext_lazy("ha tolto il logo dai referti"))


@transaction.atomic
def give(tournament: Tournament, *, picture: bytes, by) -> None:
    """`picture` is a small PNG, see `exports.logo_png`; the one before is replaced."""
    fields = {"picture": b64encode(picture).decode(), "at": timezone.now()}
    ClubLogo.objects.update_or_create(tournament=tournament, defaults=fields)
    record(tournament, GIVE, by=by, subject=tournament.name)


@transaction.atomic
def remove(tournament: Tournament, *, by) -> None:
    """Nothing happens where there is none."""
    if ClubLogo.objects.filter(tournament=tournament).delete()[0]:
        record(tournament, REMOVE, by=by, subject=tournament.name)
