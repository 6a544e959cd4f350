"""Phones that a player asked to be notified on: asking, no more, and what has a message sent.

None of this is in the log of the event: who wants a message on the own phone is nobody's business.
"""

import base64
import binascii
from datetime import datetime, timedelta

from cryptography.hazmat.primitives.asymmetric import ec
from django.db import transaction
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournament.actions import chairs, results, rounds, tournaments
from tournament.actions.base import take_turns
from tournament.errors import NotNow
from tournament.models import Entrant, LogEvent, PushSubscription
from tournament.queries.phone_moments import moment_of
from tournament.states import TournamentState
from tournament.tasks import push as push_tasks

MOST = 4
"""Phones of one player; with one more the oldest goes."""
KEPT_DAYS = 7
"""After a finished event: a tournament that is reopened the day after still finds its phones."""
NEWS = (
    rounds.PUBLISH,
    rounds.UNPUBLISH,
    rounds.REPLACE,
    rounds.SEAT_LATE,
    rounds.CLOSE,
    chairs.VACATE,
    chairs.PUT_RIGHT,
    results.CORRECT,
    tournaments.FINISH,
)
"""Acts after which something may be new for a player. Whether it is, the moments say (tournament/queries/phone_moments.py)."""


@transaction.atomic
def subscribe(entrant: Entrant, *, endpoint: str, p256dh: str, auth: str) -> PushSubscription:
    """This phone from now on, in the language of its page; what stands on the page already is not sent.

    Raises NotNow for an address or keys that no browser gives. A phone that was another player's is this one's now, where it has
    the keys: whoever knows its address alone does not take it from that player.
    """
    if entrant.tournament.state == TournamentState.FINISHED:
        raise NotNow(_("Il torneo è concluso: non c'è più niente da avvisare."))
    if len(endpoint) > 1000 or not push_tasks.is_usable(endpoint) or not _are_keys(p256dh, auth):
        raise NotNow(_("Il browser ha dato un indirizzo per gli avvisi che non si può usare."))
    take_turns(entrant)
    of_another = PushSubscription.objects.filter(endpoint=endpoint).exclude(entrant=entrant).first()
    if of_another is not None and (of_another.p256dh, of_another.auth) != (p256dh, auth):
        raise NotNow(_("Il browser ha dato un indirizzo per gli avvisi che non si può usare."))
    now = moment_of(entrant)
    values = {
        "entrant": entrant,
        "p256dh": p256dh,
        "auth": auth,
        "language": get_language() or "it",
        "moment": now.key if now else "",
        "failures": 0,
    }
    phone, _is_new = PushSubscription.objects.update_or_create(endpoint=endpoint, defaults=values)
    others = entrant.push_subscriptions.exclude(pk=phone.pk).order_by("-pk").values_list("pk", flat=True)
    entrant.push_subscriptions.filter(pk__in=list(others)[MOST - 1 :]).delete()
    return phone


def unsubscribe(entrant: Entrant, pk: int) -> None:
    """Nothing more to this phone."""
    entrant.push_subscriptions.filter(pk=pk).delete()


def unsubscribe_everywhere(entrant: Entrant) -> None:
    entrant.push_subscriptions.all().delete()


def sweep(*, now: datetime) -> int:
    """Delete the phones of events that are over; returns how many."""
    before = timezone.localdate(now) - timedelta(days=KEPT_DAYS)
    over = PushSubscription.objects.filter(
        entrant__tournament__state=TournamentState.FINISHED, entrant__tournament__day__lt=before
    )
    return over.delete()[0]


@receiver(post_save, sender=LogEvent)
def announce(sender, instance: LogEvent, created: bool, raw: bool = False, **_more: object) -> None:
    if raw or not created or instance.verb not in {verb.key for verb in NEWS}:
        return
    if PushSubscription.objects.filter(entrant__tournament=instance.tournament_id).exists():
        push_tasks.announce.enqueue(instance.tournament_id)


def _are_keys(p256dh: str, auth: str) -> bool:
    """A point of P-256 without compression, and sixteen bytes."""
    try:
        point, secret = _decoded(p256dh), _decoded(auth)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except (ValueError, binascii.Error):
        return False
    return len(point) == 65 and len(secret) == 16 and len(p256dh) <= 100 and len(auth) <= 40


def _decoded(text: str) -> bytes:
    padded = text + "=" * (-len(text) % 4)
    return base64.b64decode(padded.encode("ascii"), altchars=b"-_", validate=True)
