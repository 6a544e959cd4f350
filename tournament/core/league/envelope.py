"""Segments: canonical bytes with the venue, a number, the link to the segment before and the digest of the content; signed with Ed25519.

The content itself stands outside the signed bytes, by its SHA-256 alone: once a newer segment tells of the same tournament the older
content may be dropped, at the venue and at the hub, and the chain still verifies. So a person who is erased is gone from the hub too.
"""

import base64
import binascii
import hmac
from datetime import datetime
from hashlib import sha256
from typing import Annotated

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import Meta

FORM = 1
MOST_SEGMENTS = 10_000_000
WHY = ("form", "site", "signature", "link", "fork", "content", "closed")
"""Why a segment is refused: unreadable, another venue's, an unknown signature, no link to the one before, a second version of a known
one, content that differs from its digest or is invalid, a closed venue.
"""
Digest = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Code = Annotated[str, Meta(min_length=1, max_length=16)]


class BadSegment(ValueError):
    """A segment is refused: `why` is one of `WHY`, the message names the place."""

    def __init__(self, why: str, detail: str = "") -> None:
        self.why, self.detail = why, detail
        super().__init__(f"{why}: {detail}" if detail else why)


class Envelope(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is signed. `content` is the SHA-256 of the sheet, `before` the link of the segment before."""

    form: int
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


def first_link(site: str) -> str:
    """The link before the first segment of a venue."""
    return digest(f"sdadata league {site}".encode())


def digest(data: bytes) -> str:
    return sha256(data).hexdigest()


# Keys


def private_key(secret: str) -> Ed25519PrivateKey:
    """Derived from the site's secret, so that no backup of the database contains it."""
    return Ed25519PrivateKey.from_private_bytes(
        hmac.digest(secret.encode(), b"sdadata league, key of the venue", "sha256")
    )


def public_text(key: Ed25519PrivateKey) -> str:
    """The public key as a person copies it from the venue's page to the hub's."""
    return base64.b64encode(key.public_key().public_bytes_raw()).decode()


def public_key(text: str) -> Ed25519PublicKey:
    """Raises BadSegment for an invalid public key."""
    try:
        return Ed25519PublicKey.from_public_bytes(base64.b64decode(text.strip(), validate=True))
    except (ValueError, binascii.Error):
        raise BadSegment("form", "not a public key") from None


def signature(data: bytes, key: Ed25519PrivateKey) -> str:
    return base64.b64encode(key.sign(data)).decode()


def is_signed(data: bytes, signed: str, by: str) -> bool:
    """Whether the signature of these bytes is valid for this public key."""
    try:
        public_key(by).verify(base64.b64decode(signed, validate=True), data)
    except (InvalidSignature, BadSegment, ValueError, binascii.Error):
        return False
    return True
