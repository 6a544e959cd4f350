"""Tokens by which a program reads a tournament through the API."""

import hashlib
import secrets

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.actions.base import record, refuse_beyond, take_turns
from tournament.core.log_verbs import log_verb
from tournament.errors import NotNow
from tournament.models import ApiToken, Tournament

ISSUE = log_verb("programs.issue", gettext_lazy("ha dato un codice per l'API a"))
REVOKE = log_verb("programs.revoke", gettext_lazy("ha revocato il codice per l'API di"))

MOST = 10


def hash_of(token: str) -> str:
    """Long and random, so that a plain hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


@transaction.atomic
def issue(tournament: Tournament, *, label: str, by, token: str | None = None) -> tuple[ApiToken, str]:
    """Issue a token, which is not stored: a lost one is replaced by a new one. A given one, of a form that may arrive twice, is issued
    once."""
    token = token or secrets.token_urlsafe(32)
    take_turns(tournament)
    if found := tournament.api_tokens.filter(token_hash=hash_of(token)).first():
        if found.revoked_at is not None:
            raise NotNow(_("Il codice è già stato revocato."))
        return found, token
    refuse_beyond(
        MOST,
        tournament.api_tokens.filter(revoked_at=None),
        tournament,
        _("I codici sono al più %d: prima revocane uno."),
    )
    made = tournament.api_tokens.create(token_hash=hash_of(token), label=label[:60], created_by=by)
    record(tournament, ISSUE, by=by, subject=label)
    return made, token


@transaction.atomic
def revoke(token: ApiToken, *, by) -> None:
    if not ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=timezone.now()):
        raise NotNow(_("Il codice è già stato revocato."))
    record(token.tournament, REVOKE, by=by, subject=token.label)


def tournament_of(token: str) -> Tournament | None:
    """The token's row, or None if it was revoked or never issued."""
    found = ApiToken.objects.select_related("tournament").filter(token_hash=hash_of(token), revoked_at=None).first()
    return found.tournament if found else None
