"""Roles offered to people: a new account has its role at once, an account that exists when its owner accepts."""

import secrets
from dataclasses import dataclass

from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy

from tournament.actions import accounts, staff
from tournament.actions.base import record
from tournament.core.log_verbs import log_verb
from tournament.errors import SomeoneElseMovedIt
from tournament.models import AccountOrigin, Invitation, Tournament
from tournament.models.tournament import CODE_LETTERS
from tournament.states import Role

INVITE = log_verb("staff.invite", gettext_lazy("ha invitato a un incarico"))
WITHDRAW = log_verb("staff.withdraw", gettext_lazy("ha ritirato l'invito a"))


def _role_text(role: str) -> str:
    return str(Role(role).label) if role in Role.values else role


ACCEPT = log_verb("staff.accept", gettext_lazy("ha accettato l'incarico:"), subject_text=_role_text)
DECLINE = log_verb("staff.decline", gettext_lazy("ha rifiutato l'incarico:"), subject_text=_role_text)


@dataclass(frozen=True)
class Invited:
    """What became of a name: `password` is set for an account made with the role, and is stored nowhere in clear; `is_waiting`
    where the owner of an account has to accept first; `renamed` is the new name of an account of a rehearsal that gave way.
    """

    username: str
    password: str = ""
    is_waiting: bool = False
    renamed: str = ""


def invite(tournament: Tournament, *, username: str, role: Role, by, here: str = "") -> Invited:
    """Offer a role to the account of this name, which is made if there is none. Who offers it to oneself has accepted it. An account that
    somebody else's rehearsal made does not hold its name against a real event: it is named anew.

    The password is hashed before the transaction: over SQLite every entry would wait for the hash.
    """
    user = get_user_model().objects.filter(username__iexact=username).first()
    if user is None:
        return _with_a_new_account(tournament, username, role, by)
    if not tournament.is_rehearsal and accounts.gives_way(user, by):
        return _with_a_new_account(tournament, username, role, by, in_the_way=user)
    if user == by:
        staff.grant(tournament, user=user, role=role, by=by, here=here)
        return Invited(user.get_username())
    return Invited(user.get_username(), is_waiting=_offer(tournament, user, role, by))


def _with_a_new_account(tournament: Tournament, username: str, role: Role, by, *, in_the_way=None) -> Invited:
    password = "-".join("".join(secrets.choice(CODE_LETTERS) for _letter in range(4)) for _group in range(3))
    model = get_user_model()
    user = model(username=model.normalize_username(username), password=make_password(password))
    kind = AccountOrigin.Kind.REHEARSAL if tournament.is_rehearsal else AccountOrigin.Kind.EVENT
    try:
        with transaction.atomic():
            renamed = accounts.make_way(in_the_way, by=by) if in_the_way else ""
            user.save()
            AccountOrigin.objects.create(user=user, kind=kind, tournament=tournament, made_by=by)
            staff.grant(tournament, user=user, role=role, by=by)
    except IntegrityError:  # somebody made an account of this name while its password was hashed
        raise SomeoneElseMovedIt from None
    return Invited(user.get_username(), password, renamed=renamed)


@transaction.atomic
def _offer(tournament: Tournament, user, role: Role, by) -> bool:
    """Whether an offer waits; none does for a role that the account has."""
    if tournament.memberships.filter(user=user, role=role).exists():
        return False
    _offered, is_new = tournament.invitations.get_or_create(user=user, role=role, defaults={"invited_by": by})
    if is_new:
        record(tournament, INVITE, by=by, subject=user, role=role)
    return True


@transaction.atomic
def accept(invitation: Invitation, *, here: str = "") -> None:
    """The owner takes the role: the other sessions and the passes of the account end."""
    _remove(invitation)
    staff.add_role(invitation.tournament, user=invitation.user, role=Role(invitation.role), here=here)
    record(invitation.tournament, ACCEPT, by=invitation.user, subject=invitation.role)


@transaction.atomic
def decline(invitation: Invitation) -> None:
    """Nothing changes for the owner; the organizer may ask again."""
    _remove(invitation)
    record(invitation.tournament, DECLINE, by=invitation.user, subject=invitation.role)


@transaction.atomic
def withdraw(invitation: Invitation, *, by) -> None:
    _remove(invitation)
    record(invitation.tournament, WITHDRAW, by=by, subject=invitation.user, role=invitation.role)


def _remove(invitation: Invitation) -> None:
    """Of two who answer at once the second is refused."""
    if not Invitation.objects.filter(pk=invitation.pk).delete()[0]:
        raise SomeoneElseMovedIt
