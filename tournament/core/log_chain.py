"""The chain of a tournament's log: each line holds the SHA-256 of the one before, with its own number, moment, verb and content.

The content enters by its digest alone: a person who is erased changes the words of a line and not the chain. Who acted is not in it,
since an account may be erased too.
"""

import json
from datetime import UTC, datetime
from hashlib import sha256


def content_digest(subject: str, data: object) -> str:
    """Of JSON without spaces, members in order, and letters as they are."""
    text = json.dumps([subject, data], ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def first_link(tournament: str) -> str:
    """What stands before the first line; `tournament` is its code."""
    return sha256(f"sdadata log {tournament}".encode()).hexdigest()


def link(before: str, *, number: int, at: datetime, verb: str, content: str) -> str:
    moment = at.astimezone(UTC).isoformat(timespec="microseconds")
    return sha256(f"{before} {number} {moment} {verb} {content}".encode()).hexdigest()
