"""Segments: canonical bytes with hub, season, venue, a number, the link to the segment before and the digest of the content; signed
with Ed25519.

The content itself stands outside the signed bytes, by its SHA-256 alone: once a newer segment tells of the same tournament the older
content may be dropped, at the venue and at the hub, and the chain still verifies. So a person who is erased is gone from the hub too.
"""

import base64
import binascii
import hmac
from datetime import datetime
from hashlib import sha256
from typing import Annotated
from urllib.parse import urlsplit

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import Meta

FORM = 2
MOST_SEGMENTS = 10_000_000
MOST_HOST = 260
WHY = ("form", "hub", "site", "signature", "link", "fork", "content", "closed")
"""Why a segment is refused: unreadable, for another hub or season, another venue's, an unknown signature, no link to the one before, a
second version of a known one, content that differs from its digest or is invalid, a closed venue.
"""
Digest = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Code = Annotated[str, Meta(min_length=1, max_length=16)]


class BadSegment(ValueError):
    """A segment is refused: `why` is one of `WHY`, the message names the place."""

    def __init__(self, why: str, detail: str = "") -> None:
        self.why, self.detail = why, detail
        super().__init__(f"{why}: {detail}" if detail else why)


class Envelope(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is signed. `content` is the SHA-256 of the sheet, `before` the link of the segment before.

    `hub` is the host to which the venue sends, and `season` the hub's: whoever receives a segment cannot pass it on to another hub.
    """

    form: int
    hub: Annotated[str, Meta(min_length=1, max_length=MOST_HOST)]
    season: Code
    site: Code
    seq: Annotated[int, Meta(ge=1, le=MOST_SEGMENTS)]
    before: Digest
    tournament: Code
    content: Digest
    at: datetime


def canonical(value: object) -> bytes:
    """The same value gives the same bytes: JSON without spaces, names in order."""
    return msgspec.json.encode(value, order="sorted")


def read(data: bytes) -> Envelope:
    """Raises BadSegment unless the bytes are those that `canonical` would write."""
    try:
        envelope = msgspec.json.decode(data, type=Envelope)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise BadSegment("form", str(fault)) from None
    if canonical(envelope) != data or envelope.form != FORM or envelope.at.tzinfo is None:
        raise BadSegment("form", "not canonical")
    return envelope


def first_link(season: str, site: str) -> str:
    """The link before the first segment of a venue in a season of a hub."""
    return digest(f"sdadata league {season} {site}".encode())


def hub_name(host: str) -> str:
    """The host of an address as both ends write it: without capitals and usual ports. Empty for what is no host."""
    try:
        parts = urlsplit(f"//{host}")
        name, port = parts.hostname or "", parts.port
    except ValueError:
        return ""
    return name if port in (None, 80, 443) else f"{name}:{port}"


def digest(data: bytes) -> str:
    return sha256(data).hexdigest()


# Keys

FIELD_PRIME = 2**255 - 19
SIGN_OF_X = 2**255
_ORDER_8 = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
LOW_ORDER = frozenset({0, 1, FIELD_PRIME - 1, _ORDER_8, FIELD_PRIME - _ORDER_8})
"""The y of the eight points whose order divides 8: under the identity one signature is valid for every message. RFC 8032 leaves their
refusal to the application, and OpenSSL accepts them.
"""


def private_key(secret: str) -> Ed25519PrivateKey:
    """Derived from the site's secret, so that no backup of the database contains it."""
    return Ed25519PrivateKey.from_private_bytes(
        hmac.digest(secret.encode(), b"sdadata league, key of the venue", "sha256")
    )


def public_text(key: Ed25519PrivateKey) -> str:
    """The public key as a person copies it from the venue's page to the hub's."""
    return base64.b64encode(key.public_key().public_bytes_raw()).decode()


def public_key(text: str) -> Ed25519PublicKey:
    """Raises BadSegment for an invalid public key, and for one under which anybody can sign."""
    try:
        data = base64.b64decode(text.strip(), validate=True)
        key = Ed25519PublicKey.from_public_bytes(data)
    except (ValueError, binascii.Error):
        raise BadSegment("form", "not a public key") from None
    y = int.from_bytes(data, "little") & ~SIGN_OF_X
    if y >= FIELD_PRIME or y in LOW_ORDER:
        raise BadSegment("form", "a weak public key")
    return key


def signature(data: bytes, key: Ed25519PrivateKey) -> str:
    return base64.b64encode(key.sign(data)).decode()


def is_signed(data: bytes, signed: str, by: str) -> bool:
    """Whether the signature of these bytes is valid for this public key."""
    try:
        public_key(by).verify(base64.b64decode(signed, validate=True), data)
    except (InvalidSignature, BadSegment, ValueError, binascii.Error):
        return False
    return True
