"""Rights over the whole site: given and taken by name, each with a line in the log of the house."""

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils.translation import gettext as _

from tournament.actions import accounts, passes, sessions
from tournament.errors import NotNow, SomeoneElseMovedIt
from tournament.models import HouseEvent, HouseGrant
from tournament.states import HouseRight

GIVE, TAKE = "house.give", "house.take"


@transaction.atomic
def grant(user, *, right: HouseRight, by, here: str = "") -> None:
    """Give a right; giving it twice changes nothing. Sessions and passes of the account end, save the session `here`. Refused for an
    account that somebody's rehearsal made: whoever began it knows its password. The demo, at the machine itself, gives its account its own.
    """
    if user != by and accounts.gives_way(user, by):
        raise NotNow(_("Questo account l'ha fatto una prova: prima la persona accetti un incarico in un torneo vero."))
    _grant, is_new = HouseGrant.objects.get_or_create(user=user, right=right, defaults={"given_by": by})
    if is_new:
        _changed(user, GIVE, right=right, by=by, here=here)


@transaction.atomic
def revoke(grant: HouseGrant, *, by, here: str = "") -> None:
    """Take a right away. Somebody can always give rights: the last who may is not taken away."""
    if grant.right == HouseRight.ACCOUNTS and _givers() == {grant.pk} and not _operators().exists():
        raise NotNow(_("Qualcuno deve poter dare i diritti: prima dallo a un altro."))
    if not HouseGrant.objects.filter(pk=grant.pk).delete()[0]:
        raise SomeoneElseMovedIt
    _changed(grant.user, TAKE, right=grant.right, by=by, here=here)


def _changed(user, verb: str, *, right: str, by, here: str) -> None:
    HouseEvent.objects.create(actor=by, verb=verb, subject=user.get_username(), right=right)
    passes.void_of(user)
    sessions.end_all(user, but=here)


def _givers() -> set[int]:
    """Locked: of two who take the right from each other at once the second is refused."""
    givers = HouseGrant.objects.select_for_update().filter(right=HouseRight.ACCOUNTS).order_by("pk")
    return set(givers.values_list("pk", flat=True))


def _operators():
    return get_user_model().objects.filter(is_superuser=True, is_active=True)
