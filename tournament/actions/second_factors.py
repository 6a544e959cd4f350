"""The second step of a log-in: six digits of a phone (RFC 6238), or a recovery code where the phone is lost.

Of django-otp only the algorithm is used: its own rows hold keys and recovery codes in clear, and its limits are not this site's.
"""

import base64
import secrets
from datetime import datetime
from urllib.parse import quote, urlencode

from django.db import transaction
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django_otp.oath import TOTP

from tournament.actions import passes, sessions
from tournament.actions.base import take_turns
from tournament.errors import NotNow, SomeoneElseMovedIt
from tournament.models import HouseEvent, RecoveryCode, SecondFactor
from tournament.models.tournament import CODE_LETTERS

ENROL, LEAVE, RESET = "factor.enrol", "factor.leave", "factor.reset"
NEW_CODES, RECOVERY, REFUSED = "factor.new_codes", "factor.recovery", "factor.refused"

ISSUER = "Sdadata"
STEP_SECONDS = 30
STEPS_OFF = 1
"""A phone's clock may be half a minute off, either way."""
RECOVERY_CODES = 10


def new_nonce() -> str:
    return secrets.token_urlsafe(32)


def key_of(nonce: str) -> bytes:
    """Twenty bytes, as authenticators expect."""
    return salted_hmac("tournament.second_factors", nonce, algorithm="sha256").digest()[:20]


def shown_key(nonce: str) -> str:
    """In base32, to be typed where no camera is."""
    return base64.b32encode(key_of(nonce)).decode("ascii")


def address_for_phones(username: str, nonce: str) -> str:
    """The `otpauth://` address that the QR code contains."""
    label = quote(f"{ISSUER}:{username}")
    return f"otpauth://totp/{label}?{urlencode({'secret': shown_key(nonce), 'issuer': ISSUER})}"


@transaction.atomic
def enrol(user, *, nonce: str, digits: str, here: str, now: datetime) -> list[str]:
    """Begin to ask for digits; returns the recovery codes. Other sessions of the account end. Raises NotNow for wrong digits."""
    step = _step_of(digits, nonce, after=0, now=now)
    if step is None:
        raise NotNow(_("Le cifre non sono queste: guarda che l'ora del telefono sia giusta."))
    factor, is_new = SecondFactor.objects.get_or_create(user=user, defaults={"nonce": nonce, "last_step": step})
    if not is_new:
        raise SomeoneElseMovedIt
    _log(ENROL, user, by=user)
    sessions.end_all(user, but=here)
    passes.void_of(user)
    return _new_codes(factor)


def accepts(factor: SecondFactor, given: str, *, now: datetime) -> bool:
    """Use up these digits or this recovery code; False if they are wrong or were used, also for a concurrent second use."""
    given = "".join(given.split()).lower().replace("-", "")
    step = _step_of(given, factor.nonce, after=factor.last_step, now=now)
    if step is not None:
        return bool(SecondFactor.objects.filter(pk=factor.pk, last_step__lt=step).update(last_step=step))
    if not RecoveryCode.objects.filter(factor=factor, code_hash=_hash_of(given)).delete()[0]:
        return False
    _log(RECOVERY, factor.user, by=factor.user)
    return True


@transaction.atomic
def renew_codes(factor: SecondFactor) -> list[str]:
    take_turns(factor)
    factor.codes.all().delete()
    _log(NEW_CODES, factor.user, by=factor.user)
    return _new_codes(factor)


@transaction.atomic
def leave(factor: SecondFactor) -> None:
    """The owner ends it; enrolling again is the way back."""
    _remove(factor)
    _log(LEAVE, factor.user, by=factor.user)


@transaction.atomic
def reset(factor: SecondFactor, *, by) -> None:
    """Somebody else ends it for an owner without phone and codes; sessions and passes of the account end. `by` is None for the machine's
    operator.
    """
    if by is not None and by == factor.user:
        raise NotNow(_("Il proprio secondo passo si toglie dalla sua pagina, con le cifre."))
    _remove(factor)
    _log(RESET, factor.user, by=by)
    sessions.end_all(factor.user)
    passes.void_of(factor.user)


def log_refusals(user) -> None:
    """The tries at the digits are used up: somebody knows the password."""
    _log(REFUSED, user, by=None)


def _step_of(digits: str, nonce: str, *, after: int, now: datetime) -> int | None:
    """The time step of these digits, if it is later than `after`."""
    if not (len(digits) == 6 and digits.isascii() and digits.isdecimal()):
        return None
    clock = TOTP(key_of(nonce), step=STEP_SECONDS)
    clock.time = now.timestamp()
    return clock.t() if clock.verify(int(digits), tolerance=STEPS_OFF, min_t=after + 1) else None


def _new_codes(factor: SecondFactor) -> list[str]:
    codes = ["".join(secrets.choice(CODE_LETTERS) for _letter in range(10)) for _code in range(RECOVERY_CODES)]
    RecoveryCode.objects.bulk_create(RecoveryCode(factor=factor, code_hash=_hash_of(code)) for code in codes)
    return [f"{code[:5]}-{code[5:]}" for code in codes]


def _hash_of(code: str) -> str:
    return salted_hmac("tournament.recovery_codes", code, algorithm="sha256").hexdigest()


def _remove(factor: SecondFactor) -> None:
    if not SecondFactor.objects.filter(pk=factor.pk).delete()[0]:
        raise SomeoneElseMovedIt


def _log(verb: str, user, *, by) -> None:
    HouseEvent.objects.create(actor=by, verb=verb, subject=user.get_username())
