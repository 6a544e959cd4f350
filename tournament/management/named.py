"""The tournament that somebody names on the command line."""

import re

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from tournament.models import Tournament

AS_MANY_AS_A_SCREEN_HOLDS = 20


def tournament_named(code: str) -> Tournament:
    """By its code, or by any address of it. Raises CommandError with the newest tournaments that there are."""
    in_address = re.search(r"/t/(\w+)/", code)
    found = Tournament.objects.filter(slug=in_address[1] if in_address else code).first()
    if found:
        return found
    newest = Tournament.objects.order_by("-pk")[:AS_MANY_AS_A_SCREEN_HOLDS]
    known = "".join(f"\n  {one.slug}  {one.name}" for one in newest)
    if not known:
        raise CommandError(_("Nessun torneo ha il codice %s.") % code)
    raise CommandError(_("Nessun torneo ha il codice %s. Ci sono:") % code + known)
