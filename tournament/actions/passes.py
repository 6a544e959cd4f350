"""Passes and devices: log-ins by a code, and the end of sessions."""

import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.auth import get_user_model
from django.contrib.sessions.models import Session
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament import live
from tournament.actions.base import record, take_turns
from tournament.core.log_verbs import log_verb
from tournament.errors import NotNow
from tournament.models import AccountOrigin, Device, EntryPass, Membership, Tournament
from tournament.states import Role

ISSUE = log_verb("pass.issue", gettext_lazy("ha dato un lasciapassare a"))
END = log_verb("device.end", gettext_lazy("ha chiuso un dispositivo di"))

PASS_MINUTES = 15
_ATTEMPTS = 20  # attempts to find six digits that no open pass has


@dataclass(frozen=True)
class Issued:
    """A new pass, shown once: `token` goes into the link and its QR code, `code` is six digits."""

    token: str
    code: str
    expires_at: datetime


def hash_of(secret: str) -> str:
    return salted_hmac("tournament.passes", secret, algorithm="sha256").hexdigest()


def issue(membership: Membership, *, by, now: datetime, token: str | None = None) -> Issued:
    """Issue a pass for the account of this role. Its unused passes are revoked, except one with this token: that is issued again.

    Refused for an account of somebody's own, or with roles elsewhere: a pass sets a new password, and the organizer of one
    tournament must not log in as the organizer of another.
    """
    if not is_local_account(membership, by):
        raise NotNow(_("Questo account non vale solo per questo torneo: chi lo usa entra con la propria password."))
    return issue_unchecked(membership, by=by, now=now, token=token)


@transaction.atomic
def issue_unchecked(membership: Membership, *, by, now: datetime, token: str | None = None) -> Issued:
    """Create the pass; `issue` checks first whether it is allowed."""
    take_turns(membership)
    if token and (issued := _issued_before(membership, token, now)):
        return issued
    EntryPass.objects.filter(used_at__isnull=True, expires_at__lte=now).delete()
    membership.passes.filter(used_at__isnull=True).delete()
    issued = _with_a_free_code(membership, by, now + timedelta(minutes=PASS_MINUTES), token)
    record(membership.tournament, ISSUE, by=by, subject=membership.user, role=membership.role)
    return issued


def _issued_before(membership: Membership, token: str, now: datetime) -> Issued | None:
    """The pass with this token, where it was issued already. Raises NotNow where somebody has entered with it."""
    known = membership.passes.filter(token_hash=hash_of(token), expires_at__gt=now).first()
    if known is None:
        return None
    if known.used_at:
        raise NotNow(_("Con questo lasciapassare si è già entrati: fanne un altro."))
    code = next(code for code in _codes(token) if hash_of(code) == known.code_hash)
    return Issued(token, code, known.expires_at)


def is_local_account(membership: Membership, by) -> bool:
    return membership.user_id in local_accounts([membership], by)


def local_accounts(memberships: Iterable[Membership], by) -> set[int]:
    """The accounts among these that a tournament of `by` made, with roles only where `by` organizes, and no right of the house."""
    organized = Tournament.objects.filter(memberships__user=by, memberships__role=Role.ORGANIZER)
    members = {membership.user_id for membership in memberships}
    made = AccountOrigin.objects.filter(user__in=members, tournament__in=organized)
    users = set(made.values_list("user", flat=True))
    elsewhere = Membership.objects.filter(user__in=users).exclude(tournament__in=organized)
    of_the_house = Q(is_superuser=True) | Q(is_staff=True) | Q(house_grants__isnull=False)
    administrators = get_user_model().objects.filter(of_the_house, pk__in=users)
    return users - set(elsewhere.values_list("user", flat=True)) - set(administrators.values_list("pk", flat=True))


def _with_a_free_code(membership: Membership, by, expires_at: datetime, token: str | None) -> Issued:
    token = token or secrets.token_urlsafe(24)
    for code in _codes(token):
        try:
            with transaction.atomic():
                membership.passes.create(
                    token_hash=hash_of(token), code_hash=hash_of(code), expires_at=expires_at, made_by=by
                )
        except IntegrityError:
            continue
        return Issued(token, code, expires_at)
    raise NotNow(_("Troppi codici aperti: riprova tra un quarto d'ora."))


def _codes(token: str) -> Iterator[str]:
    """Six digits each that this site alone can work out, to be tried in this order: others may be taken."""
    for attempt in range(_ATTEMPTS):
        digest = salted_hmac("tournament.passes.code", f"{token} {attempt}", algorithm="sha256").digest()
        yield f"{int.from_bytes(digest) % 10**6:06d}"


def use(secret: str, *, now: datetime) -> Membership | None:
    """Use up the pass of this token or code and return its membership; None if there is none, also for a concurrent second use."""
    digest = hash_of(secret)
    open_passes = EntryPass.objects.filter(used_at__isnull=True, expires_at__gt=now)
    found = open_passes.filter(code_hash=digest).first() or open_passes.filter(token_hash=digest).first()
    if found is None or not open_passes.filter(pk=found.pk).update(used_at=now):
        return None
    return Membership.objects.select_related("user", "tournament").get(pk=found.membership_id)


def void_all() -> None:
    """Revoke every pass issued until now."""
    EntryPass.objects.filter(used_at__isnull=True).delete()


def void_of(user) -> None:
    """Revoke the open passes of an account."""
    EntryPass.objects.filter(used_at__isnull=True, membership__user=user).delete()


@transaction.atomic
def end(device: Device, membership: Membership, *, by) -> None:
    """Log this device out at its next request."""
    Session.objects.filter(session_key=device.session_key).delete()
    live.shut(membership.user)
    record(membership.tournament, END, by=by, subject=membership.user, label=device.label)
    device.delete()
