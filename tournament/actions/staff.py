"""Who may do what at a tournament."""

import secrets
from dataclasses import dataclass

from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.actions.base import record
from tournament.core.log_verbs import log_verb
from tournament.errors import NotNow, SomeoneElseMovedIt
from tournament.models import Entrant, Membership, Table, Tournament
from tournament.models.tournament import CODE_LETTERS
from tournament.states import Role

GRANT = log_verb("staff.grant", gettext_lazy("ha dato un incarico a"))
REVOKE = log_verb("staff.revoke", gettext_lazy("ha tolto un incarico a"))
PLAYS = log_verb("staff.plays", gettext_lazy("ha segnato che un incaricato gioca col n."))
PLAYS_NO_MORE = log_verb("staff.plays_no_more", gettext_lazy("ha tolto il collegamento col n."))


@transaction.atomic
def grant(tournament: Tournament, *, user, role: Role, by) -> Membership:
    """Give a role; giving it twice changes nothing."""
    membership, is_new = Membership.objects.get_or_create(tournament=tournament, user=user, role=role)
    if is_new:
        _plays_on(membership)
        record(tournament, GRANT, by=by, subject=user, role=role)
    return membership


@transaction.atomic
def plays(entrant: Entrant, *, user, by) -> None:
    """Link a member of the staff to the entrant as whom the member plays: no role then opens the records of the own tables."""
    tournament = entrant.tournament
    memberships = tournament.memberships
    if memberships.filter(entrant=entrant).exclude(user=user).exists():
        raise NotNow(_("%s è già collegato a un altro incarico.") % entrant)
    if not memberships.filter(user=user).exclude(entrant=entrant).update(entrant=entrant):
        return
    record(tournament, PLAYS, by=by, subject=entrant.number, user=str(user))


@transaction.atomic
def plays_no_more(tournament: Tournament, *, user, by) -> None:
    linked = tournament.memberships.filter(user=user).exclude(entrant=None).select_related("entrant")
    for number in {member.entrant.number for member in linked}:
        record(tournament, PLAYS_NO_MORE, by=by, subject=number, user=str(user))
    linked.update(entrant=None)


def _plays_on(membership: Membership) -> None:
    """Another role of somebody who plays."""
    same = membership.tournament.memberships.filter(user=membership.user).exclude(entrant=None).first()
    if same:
        membership.entrant = same.entrant
        membership.save(update_fields=["entrant"])


@transaction.atomic
def revoke(membership: Membership, *, by) -> None:
    """Remove a role. A tournament keeps at least one organizer; a judge without a role loses the tables."""
    tournament = membership.tournament
    if membership.role == Role.ORGANIZER and _organizers(tournament) == {membership.pk}:
        raise NotNow(_("Serve almeno un organizzatore: prima nominane un altro."))
    if not tournament.memberships.filter(pk=membership.pk).delete()[0]:
        raise SomeoneElseMovedIt
    if not tournament.memberships.filter(user=membership.user).exists():
        Table.objects.filter(round__tournament=tournament, judge=membership.user).update(judge=None)
    record(tournament, REVOKE, by=by, subject=membership.user, role=membership.role)


def _organizers(tournament: Tournament) -> set[int]:
    """The organizers' memberships, locked: of two organizers who remove each other at once the second is refused."""
    organizers = tournament.memberships.select_for_update().filter(role=Role.ORGANIZER).order_by("pk")
    return set(organizers.values_list("pk", flat=True))


@dataclass(frozen=True)
class Invited:
    """A new role; `password` is set for an account created with it, and is stored nowhere in clear."""

    username: str
    password: str = ""


def invite(tournament: Tournament, *, username: str, role: Role, by) -> Invited:
    """Give a role to the account of this name, which is made if there is none.

    The password is hashed before the transaction: over SQLite every entry would wait for the hash.
    """
    user, password = get_user_model().objects.filter(username__iexact=username).first(), ""
    if user is None:
        password = "-".join("".join(secrets.choice(CODE_LETTERS) for _letter in range(4)) for _group in range(3))
        user = _account(username, password)
    with transaction.atomic():
        if password:
            user.save()
        grant(tournament, user=user, role=role, by=by)
    return Invited(username=user.get_username(), password=password)


def _account(username: str, password: str):
    """Not saved yet."""
    model = get_user_model()
    return model(username=model.normalize_username(username), password=make_password(password))
