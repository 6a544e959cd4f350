"""The address on a badge: it opens one player's own page, cannot be guessed, and is stored nowhere.

It is an HMAC of the entrant's public id under the site's secret key, so that badges can be printed again; raising `phone_version`
revokes the old ones.
"""

from django.utils.crypto import constant_time_compare, salted_hmac

from tournament.models import Entrant

SALT = "tournament.phones"
SIGNED = 20
"""Hexadecimal digits of the signature: 80 bits."""


def token_of(entrant: Entrant) -> str:
    return entrant.public_id + _signature(entrant)


def entrant_of(token: str) -> Entrant | None:
    """The entrant of a badge; None for a forged or revoked address."""
    public_id, signature = token[:-SIGNED], token[-SIGNED:]
    entrant = Entrant.objects.select_related("tournament").filter(public_id=public_id).first()
    if entrant is None or not constant_time_compare(signature, _signature(entrant)):
        return None
    return entrant


def _signature(entrant: Entrant) -> str:
    return salted_hmac(SALT, f"{entrant.public_id}:{entrant.phone_version}", algorithm="sha256").hexdigest()[:SIGNED]
