"""Somebody of the staff also plays: the two are linked, so that no role opens the own table."""

from django.db import transaction
from django.utils.translation import gettext as _

from referee.models import PlayingStaff
from tournament.actions.base import record as log
from tournament.errors import NotNow
from tournament.models import Entrant


@transaction.atomic
def link(entrant: Entrant, *, user, by) -> PlayingStaff:
    made, is_new = PlayingStaff.objects.get_or_create(entrant=entrant, defaults={"user": user})
    if not is_new and made.user_id != user.pk:
        raise NotNow(_("%s è già collegato a un altro incarico.") % entrant)
    log(entrant.tournament, "staff.plays", by=by, subject=entrant.number, user=str(user))
    return made


@transaction.atomic
def unlink(link: PlayingStaff, *, by) -> None:
    link.delete()
    log(link.entrant.tournament, "staff.plays_no_more", by=by, subject=link.entrant.number, user=str(link.user))
