"""Webhooks of a tournament: their addresses, and the messages to be sent.

A message is written in the transaction of its act, so that none is lost and none reports an act that was rolled back. It says
that something happened; the program reads the API for details.
"""

import base64
import hashlib
import json
import secrets
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.actions.base import record, refuse_beyond, take_turns
from tournament.core.log_verbs import announced_keys, log_verb
from tournament.errors import NotNow
from tournament.models import Delivery, LogEvent, Tournament, Webhook
from tournament.tasks import addresses
from tournament.tasks import webhooks as webhook_tasks

ADD = log_verb("webhooks.add", gettext_lazy("ha aggiunto un programma da avvisare, il n."))
REVOKE = log_verb("webhooks.revoke", gettext_lazy("non avvisa più il programma n."))

MOST = 5


@transaction.atomic
def add(tournament: Tournament, *, url: str, by, seed: str | None = None) -> Webhook:
    """Add an address with a secret of its own, which is shown once. A given seed, of a form that may arrive twice, adds one."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.username:
        raise NotNow(_("Serve un indirizzo che comincia con https:// o http://, senza nome utente."))
    refuse_inside(parts.hostname)
    secret = new_secret(seed)
    take_turns(tournament)
    if found := tournament.webhooks.filter(secret=secret, revoked_at=None).first():
        return found
    refuse_beyond(
        MOST,
        tournament.webhooks.filter(revoked_at=None),
        tournament,
        _("Gli indirizzi sono al più %d: prima togline uno."),
    )
    webhook = Webhook.objects.create(tournament=tournament, url=url, secret=secret)
    record(tournament, ADD, by=by, subject=webhook.pk)
    return webhook


def refuse_inside(host: str) -> None:
    """Raises NotNow for a host of the site's own network, unless the operator allows them."""
    try:
        if not settings.WEBHOOKS_MAY_GO_INSIDE:
            addresses.refuse_inside(host)
    except addresses.Unreachable:
        raise NotNow(
            _(
                "Questo indirizzo è della rete dove sta il sito, e da qui non si chiama: chi gestisce il sito può permetterlo."
            )
        ) from None


@transaction.atomic
def revoke(webhook: Webhook, *, by) -> None:
    """Stop sending, including messages that wait."""
    if not Webhook.objects.filter(pk=webhook.pk, revoked_at=None).update(revoked_at=timezone.now()):
        raise NotNow(_("L'indirizzo è già stato tolto."))
    webhook.deliveries.filter(state=Delivery.State.WAITING).update(state=Delivery.State.GIVEN_UP)
    record(webhook.tournament, REVOKE, by=by, subject=webhook.pk)


@receiver(post_save, sender=LogEvent)
def tell(sender, instance: LogEvent, created: bool, raw: bool = False, **_more: object) -> None:
    """Every line of the log whose verb is announced becomes a message to each address: names, reasons and penalties are in none."""
    if raw or not created or instance.verb not in announced_keys():
        return
    webhooks = list(Webhook.objects.filter(tournament=instance.tournament_id, revoked_at=None))
    if not webhooks:
        return
    for delivery in Delivery.objects.bulk_create(Delivery(webhook=one, body=_body(instance)) for one in webhooks):
        webhook_tasks.deliver.enqueue(delivery.pk)


def _body(event: LogEvent) -> str:
    what = {"id": event.pk, "event": event.verb, "tournament": event.tournament.slug, "at": event.at.isoformat()}
    return json.dumps(what)


def new_secret(seed: str | None = None) -> str:
    """In the form of Standard Webhooks: a prefix and 32 random bytes in base64."""
    drawn = hashlib.sha256(seed.encode()).digest() if seed else secrets.token_bytes(32)
    return webhook_tasks.SECRET_PREFIX + base64.b64encode(drawn).decode()
