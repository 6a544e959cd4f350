"""Accounts that a rehearsal or the demo made: any account may rehearse, so such a name is nobody's, and gives way to a real one."""

from itertools import count

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import ProtectedError

from tournament.models import AccountOrigin, HouseEvent, LogEvent, Membership, Tournament
from tournament.states import Role

RENAME = "accounts.rename"
MADE_BY_DEMO = "demo.load"
"""The verb of the log line of a tournament that the demo made."""
SUFFIX = ".prova"


def gives_way(user, by) -> bool:
    """Whether the name of this account is free for `by`: a rehearsal or the demo made it, it has no role at a real event and no right over
    the site, and `by` does not organize where it has one.
    """
    if not AccountOrigin.objects.filter(user=user).exclude(kind=AccountOrigin.Kind.EVENT).exists():
        return False
    if user.is_superuser or user.is_staff or user.house_grants.exists() or _real_roles(user).exists():
        return False
    organized = Membership.objects.filter(user=by, role=Role.ORGANIZER, tournament__memberships__user=user)
    return not organized.exists()


def _real_roles(user):
    return user.memberships.filter(tournament__is_rehearsal=False).exclude(
        tournament__in=LogEvent.objects.filter(verb=MADE_BY_DEMO).values("tournament")
    )


@transaction.atomic
def make_way(user, *, by) -> str:
    """Give the account another name, which is returned; its password, sessions and rehearsals stay. What real events offered to the name
    was not meant for it.
    """
    was = user.get_username()
    user.username = _free_name(was)
    user.save(update_fields=["username"])
    user.invitations.filter(tournament__is_rehearsal=False).delete()
    HouseEvent.objects.create(actor=by, verb=RENAME, subject=f"{was} \u2192 {user.username}"[:150])
    return user.username


def _free_name(was: str) -> str:
    names = (f"{was[:130]}{SUFFIX}{number or ''}" for number in count())
    return next(name for name in names if not get_user_model().objects.filter(username__iexact=name).exists())


def remove_unused(rehearsal: Tournament) -> int:
    """Delete the accounts that this rehearsal made and that are nothing elsewhere; returns how many."""
    removed = 0
    for user in get_user_model().objects.filter(
        origin__tournament=rehearsal, origin__kind=AccountOrigin.Kind.REHEARSAL
    ):
        if _is_nothing_elsewhere(user, rehearsal):
            try:
                with transaction.atomic():
                    user.delete()
                removed += 1
            except ProtectedError:
                continue
    return removed


def _is_nothing_elsewhere(user, rehearsal: Tournament) -> bool:
    others = (
        user.memberships.exclude(tournament=rehearsal),
        user.invitations.exclude(tournament=rehearsal),
        user.house_grants.all(),
        LogEvent.objects.filter(actor=user).exclude(tournament=rehearsal),
    )
    return not (user.is_superuser or user.is_staff or any(rows.exists() for rows in others))
