"""A seed that nobody can choose: a secret committed to in public before check-in closes, and dice thrown in the hall after.

The organizer draws a secret and publishes its commitment; the hall throws dice; only then is the secret published. Whoever
holds the secret cannot change it without breaking the commitment, whoever throws the dice does not know it.

    commitment = SHA-256("sdadata commitment 1" LF secret)
    seed       = SHA-256("sdadata seed 1" LF secret LF dice LF number)        both in lower-case hexadecimal

The secret is lower-case hexadecimal, at least 32 digits (128 bits); dice are digits from 1 to 6 in the order thrown; the
number counts draws and redraws of the tournament from 1, so that every one of them has a seed of its own.
"""

import hashlib
import hmac
import re
import secrets

import msgspec

from tournament.core.translation import translated as _

LEAST_DIGITS = 32
SECRET = re.compile(rf"[0-9a-f]{{{LEAST_DIGITS},128}}")
DICE = re.compile(r"[1-6]+")
LEAST_DICE = 3


class BadCommitment(ValueError):
    """A secret that is too short, impossible dice, or a secret that does not open the commitment."""


class Commitment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The parts of a seed once all are public: the digest published first, its secret, the dice and the number of the draw."""

    digest: str = msgspec.field(name="commitment")
    secret: str
    dice: str
    number: int

    @property
    def seed(self) -> str:
        """Raises BadCommitment when the secret is not the one committed to."""
        if not is_opened_by(self.digest, self.secret):
            raise BadCommitment(_("Il segreto non è quello del codice pubblicato"))
        return seed_of(self.secret, self.dice, self.number)


def new_secret() -> str:
    """128 bits from the system, in hexadecimal."""
    return secrets.token_hex(LEAST_DIGITS // 2)


def commitment_of(secret: str) -> str:
    """The commitment, published before the dice. Raises BadCommitment."""
    return _digest("sdadata commitment 1", _checked(secret))


def is_opened_by(digest: str, secret: str) -> bool:
    """Whether the secret opens the commitment. Raises BadCommitment for an invalid secret."""
    return hmac.compare_digest(commitment_of(secret), digest)


def seed_of(secret: str, dice: str, number: int) -> str:
    """The seed of the tournament's draw of this number. Spaces and commas between the dice do not matter."""
    if number < 1:
        raise BadCommitment(_("I sorteggi si contano da 1"))
    return _digest("sdadata seed 1", _checked(secret), parse_dice(dice), str(number))


def parse_dice(dice: str) -> str:
    """The dice as digits. Raises BadCommitment."""
    digits = re.sub(r"[\s,;-]+", "", dice)
    if not DICE.fullmatch(digits) or len(digits) < LEAST_DICE:
        raise BadCommitment(_("Servono almeno %d dadi, da 1 a 6, nell'ordine del lancio") % LEAST_DICE)
    return digits


def _checked(secret: str) -> str:
    if not SECRET.fullmatch(secret):
        raise BadCommitment(_("Il segreto ha almeno %d cifre esadecimali minuscole (128 bit)") % LEAST_DIGITS)
    return secret


def _digest(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()
