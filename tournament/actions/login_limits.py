"""Limits of attempts at passwords, codes and digits, of rehearsals and of forms sent again: by name, by address and in all.

An attempt takes a place in each counter that concerns it, in one transaction that ends before any secret is compared, and
releases it on success. So concurrent attempts cannot exceed a limit, and where counting fails nothing is compared.
"""

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import IPv6Address, ip_address

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.crypto import salted_hmac

from tournament.actions import passes
from tournament.models import LoginCounter

SPAN = timedelta(minutes=15)
PASSWORDS_FOR_A_NAME = 10
"""For a name from one address, so that nobody can lock another out by typing the name."""
PASSWORDS_FROM_AN_ADDRESS = 60
"""A hall may reach the site from one address, and forty judges mistype."""
CODES_FROM_AN_ADDRESS = 10
SECOND_FACTORS_OF_AN_ACCOUNT = 10
"""From all addresses: whoever types them knows the password already."""
SCREEN_CODES_OF_AN_ACCOUNT = 20
"""Wrong ones: whoever found another's code would show an own tournament on a screen of another hall."""
HANDOVERS_OF_AN_ACCOUNT = 10
"""Wrong digits of one account at one event, which shut out that account and void nobody's digits. Digits hold for ten minutes, less than
SPAN: who guesses hits one of n tables that are being handed over with 10 n in a million. Forty judges who all guess while one table is:
400 in a million, and each leaves the own name behind.
"""
NEW_SCREENS_FROM_AN_ADDRESS = 40
"""A screen that waits asks for another code once in a quarter of an hour."""
REHEARSALS_OF_AN_ACCOUNT = 20
"""In a quarter of an hour, deleted ones too: each writes hundreds of people at once, for which entries wait over SQLite."""
CODES_IN_ALL = 50
"""Then every open pass is revoked: of a million codes, fifty attempts hit one of twenty open ones once in a thousand times."""
COMPLETE = 2
"""Of a form that is carried out once: 1 while it is."""
ALL_CODES = "codes"

Limits = Mapping[str, int]
logger = logging.getLogger(__name__)


class TooManyAttempts(Exception):
    """The attempt was refused before anything was compared."""


@dataclass(frozen=True)
class Attempt:
    """A try that has its places; `is_last` where it took the last one of a limit that shuts its sender out."""

    keys: tuple[str, ...]
    ends_at: Mapping[str, datetime]
    is_last: bool


def of_password(address: str, name: str) -> Limits:
    network = network_of(address)
    return {
        _key("password", network, name): PASSWORDS_FOR_A_NAME,
        _key("password", network): PASSWORDS_FROM_AN_ADDRESS,
    }


def of_code(address: str) -> Limits:
    return {_key("code", network_of(address)): CODES_FROM_AN_ADDRESS, ALL_CODES: CODES_IN_ALL}


def of_second_factor(user_pk: int) -> Limits:
    return {_key("second factor", str(user_pk)): SECOND_FACTORS_OF_AN_ACCOUNT}


def of_screen_code(user_pk: int) -> Limits:
    return {_key("screen code", str(user_pk)): SCREEN_CODES_OF_AN_ACCOUNT}


def of_handover(user_pk: int, tournament_pk: int) -> Limits:
    return {_key("handover", str(user_pk), str(tournament_pk)): HANDOVERS_OF_AN_ACCOUNT}


def of_rehearsal(user_pk: int) -> Limits:
    return {_key("rehearsal", str(user_pk)): REHEARSALS_OF_AN_ACCOUNT}


def of_new_screen(address: str) -> Limits:
    return {_key("new screen", network_of(address)): NEW_SCREENS_FROM_AN_ADDRESS}


def of_form(sender: str, path: str, body: str) -> Limits:
    """One and the same form, which is carried out once."""
    return {_key("form", sender, path, body): 1}


def network_of(address: str) -> str:
    """Who has an IPv6 address has its whole /64. What is no address (a socket's client) is one sender."""
    try:
        found = ip_address(address)
    except ValueError:
        return ""
    if not isinstance(found, IPv6Address):
        return str(found)
    return str(found.ipv4_mapped or int(found) >> 64)


def begin(limits: Limits, *, now: datetime) -> Attempt:
    """Count this attempt. Raises TooManyAttempts; when the limit of codes in all is reached, every open pass is revoked first."""
    if _is_shut_out(limits, now):
        raise TooManyAttempts
    attempt = _counted(limits, now)
    if isinstance(attempt, Attempt):
        return attempt
    if attempt == {ALL_CODES}:
        _void_passes()
        return begin(limits, now=now)
    raise TooManyAttempts


def release(attempt: Attempt) -> None:
    """Release the places of a successful attempt. A counter of another time span is not changed."""
    for key in attempt.keys:
        counter = LoginCounter.objects.filter(key=key, ends_at=attempt.ends_at[key], used__gt=0)
        counter.update(used=F("used") - 1)


def complete(attempt: Attempt) -> None:
    """What was to be carried out once is: whoever waits for its end reads this."""
    for key in attempt.keys:
        LoginCounter.objects.filter(key=key, ends_at=attempt.ends_at[key]).update(used=COMPLETE)


def is_complete(key: str) -> bool:
    return LoginCounter.objects.filter(key=key, used=COMPLETE, ends_at__gt=timezone.now()).exists()


def reset() -> int:
    """Reset every counter; returns how many there were."""
    return LoginCounter.objects.all().delete()[0]


def _is_shut_out(limits: Limits, now: datetime) -> bool:
    """Whether a limit of this sender is reached. Only read: over SQLite entries wait for each write, and a sender that is shut out may
    go on for hours.
    """
    own = LoginCounter.objects.filter(key__in=limits.keys() - {ALL_CODES}, ends_at__gt=now)
    return any(counter.used >= limits[counter.key] for counter in own)


@transaction.atomic(durable=True)
def _counted(limits: Limits, now: datetime) -> Attempt | set[str]:
    """A place in each counter, or none: then the counters that are full."""
    _forget_ended(now)
    counters = _locked(limits, now)
    if full := {counter.key for counter in counters if counter.used >= limits[counter.key]}:
        return full
    for counter in counters:
        counter.used += 1
        counter.save()
    is_last = any(counter.used == limits[counter.key] for counter in counters if counter.key != ALL_CODES)
    ends_at = {counter.key: counter.ends_at for counter in counters}
    return Attempt(tuple(sorted(ends_at)), ends_at, is_last)


def _locked(keys: Iterable[str], now: datetime) -> list[LoginCounter]:
    """The counters, each begun anew where its span is over.

    Writing a key locks its row, always in the same order: the second of two tries at once waits here, and then reads what the
    first has written.
    """
    new = [LoginCounter(key=key, ends_at=now + SPAN) for key in sorted(keys)]
    LoginCounter.objects.bulk_create(new, update_conflicts=True, unique_fields=["key"], update_fields=["key"])
    counters = list(LoginCounter.objects.filter(key__in=keys))
    for counter in counters:
        if counter.ends_at <= now:
            counter.used, counter.ends_at = 0, now + SPAN
    return counters


def _forget_ended(now: datetime) -> None:
    """A row that another attempt has locked is reset by that one."""
    ended = LoginCounter.objects.select_for_update(skip_locked=True).filter(ends_at__lte=now)
    LoginCounter.objects.filter(key__in=list(ended.values_list("key", flat=True))).delete()


@transaction.atomic
def _void_passes() -> None:
    logger.warning("%d wrong codes within %s: every open pass is void", CODES_IN_ALL, SPAN)
    passes.void_all()
    LoginCounter.objects.filter(key=ALL_CODES).delete()


def _key(*parts: str) -> str:
    return salted_hmac("tournament.login_limits", "\n".join(parts), algorithm="sha256").hexdigest()
