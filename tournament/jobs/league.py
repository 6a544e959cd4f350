"""Sends segments to the hub from the queue, and retries with growing waits until they arrive."""

import http.client
import json
from datetime import timedelta

from django.db import DataError, transaction
from django.db.models import Q
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver
from django.utils import timezone
from django_tasks import task

from tournament.actions import uplinks
from tournament.models import LogEvent, SeasonEvent, Uplink
from tournament.tasks import addresses
from tournament.tasks import webhooks as webhook_tasks

AT_ONCE = 50
MOST_POSTS = 200
FIRST_WAIT = timedelta(seconds=15)
LONGEST_WAIT = timedelta(hours=1)
QUIET = (
    "archive.",
    "checkin.",
    "clock.",
    "copies.",
    "prints.",
    "record.",
    "screens.",
    "staff.",
    "tables.",
    "webhooks.",
)
"""Log verbs that are frequent and change no standings; after all others changes are sent."""


LIES = (
    OSError, http.client.HTTPException, addresses.Unreachable, ValueError, KeyError, TypeError, OverflowError,
    RecursionError, DataError,
)  # fmt: skip
"""What an unreachable hub, or one that answers nonsense, raises."""


@task()
def send(uplink: int) -> str:
    """Make and send segments of what changed; returns the outcome for the queue. An unavailable hub is retried until it answers."""
    found = Uplink.objects.filter(pk=uplink).first()
    return "" if found is None else deliver(found)


def deliver(uplink: Uplink) -> str:
    """Empty when the hub has everything; otherwise the reason, and the row has the time of the next attempt."""
    uplinks.cut(uplink)
    try:
        for _post in range(MOST_POSTS):
            if not _exchanged(uplink):
                break
    except LIES as fault:
        return _later(uplink, webhook_tasks.why_not(fault))
    uplink.refresh_from_db()
    return uplink.answer


def _exchanged(uplink: Uplink) -> bool:
    """One post with its answer; returns whether there is more to send. An empty post asks what the hub has."""
    uplink.refresh_from_db()
    body = json.dumps({"segments": uplinks.parcels_of(uplink, most=AT_ONCE)}, ensure_ascii=False).encode()
    status, answer = webhook_tasks.exchange(uplink.url, body, headers={})
    if status != 200:
        raise ValueError(f"{status} {answer[:80]!r}")
    return uplinks.accept_reply(uplink, answer)


def _later(uplink: Uplink, why: str) -> str:
    """At most one pending attempt."""
    now = timezone.now()
    tries = uplink.tries + 1
    at = now + min(FIRST_WAIT * 2 ** min(tries - 1, 20), LONGEST_WAIT)
    due = Uplink.objects.filter(Q(next_try_at=None) | Q(next_try_at__lte=now), pk=uplink.pk)
    with transaction.atomic():
        Uplink.objects.filter(pk=uplink.pk).update(answer=why[:300])
        if due.update(tries=tries, next_try_at=at):
            send.using(run_after=at).enqueue(uplink.pk)
    return why


# Triggers


def wake(uplink: Uplink) -> None:
    """Enqueue the sending once the change is committed."""
    send.enqueue(uplink.pk)


@receiver(post_save, sender=Uplink)
def first_time(sender, instance: Uplink, created: bool, raw: bool = False, **_more: object) -> None:
    if created and not raw:
        wake(instance)


@receiver(post_save, sender=LogEvent)
def tell(sender, instance: LogEvent, created: bool, raw: bool = False, **_more: object) -> None:
    if raw or not created or instance.verb.startswith(QUIET):
        return
    for uplink in Uplink.objects.filter(season__events__tournament=instance.tournament_id):
        wake(uplink)


@receiver(post_save, sender=SeasonEvent)
@receiver(post_delete, sender=SeasonEvent)
def count_or_not(sender, instance: SeasonEvent, raw: bool = False, **_more: object) -> None:
    for uplink in () if raw else Uplink.objects.filter(season=instance.season_id):
        wake(uplink)
