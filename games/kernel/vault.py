"""Sealed secrets: what the system dealt is committed to in the record and kept, with its salt, in a file beside it.

A commitment is the SHA-256 of a 128-bit salt and the value: without the salt sixteen objectives could be tried in a millisecond.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from pathlib import Path

import msgspec
from msgspec import Struct

from games.kernel.breaches import Breach, impossible

SALT_BYTES = 16


class Secret(Struct, frozen=True):
    """One sealed value: whose it is, what kind (`objective`, `hand`…), the salt in hex and the value."""

    seat: int
    kind: str
    value: str
    salt: str


class Vault(Struct, frozen=True):
    secrets: tuple[Secret, ...] = ()

    def of(self, seat: int, kind: str) -> tuple[Secret, ...]:
        return tuple(secret for secret in self.secrets if secret.seat == seat and secret.kind == kind)

    def to_bytes(self) -> bytes:
        return msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n"


def commitment(kind: str, value: str, salt: str) -> str:
    """Hex SHA-256 over `salt:kind:value`, each as text."""
    return hashlib.sha256(f"{salt}:{kind}:{value}".encode()).hexdigest()


def opens(sealed: str, kind: str, value: str, salt: str) -> bool:
    return len(salt) >= 2 * SALT_BYTES and hmac.compare_digest(commitment(kind, value, salt), sealed)


def opens_nothing(article: str) -> Breach:
    """A salt beside what it does not open: whoever reads the record tries with it what nobody has shown."""
    it, en = "un sale sta solo con ciò che apre", "a salt stands only with what it opens"
    return impossible(it, en, article)


def seal(kind: str, values: Iterable[str], salts: Iterable[bytes]) -> Vault:
    """One secret a seat, in seat order. Salts come from the caller: `secrets.token_bytes(16)`, or a seed in rehearsals."""
    return Vault(
        tuple(
            Secret(seat, kind, value, salt.hex()) for seat, (value, salt) in enumerate(zip(values, salts, strict=True))
        )
    )


def commitments(vault: Vault, kind: str) -> tuple[str, ...]:
    return tuple(commitment(kind, one.value, one.salt) for one in vault.secrets if one.kind == kind)


def read(path: Path) -> Vault:
    """Raises `ValueError` when the file is no vault."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Vault)
    except (msgspec.DecodeError, OSError) as error:
        raise ValueError(f"{path}: not a vault file: {error}") from error
