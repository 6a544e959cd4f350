"""Password hashes, one at a time in a process and at a low priority.

A hash takes as long as dozens of entries, and lets other Python threads run meanwhile; what it would take from them is the processor.
So a thread of its own computes it, which gives way at once to a thread with an entry (on Linux; elsewhere a thread has no priority).
A thread without privileges cannot raise its priority again, so the threads that answer requests keep theirs.
"""

import contextlib
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import get_native_id

from django.contrib.auth.hashers import PBKDF2PasswordHasher

NICENESS = 10
"""A tenth of the weight of other threads. At 19 nobody could log in to a machine that is busy with something else: a hundredth is left."""


class BackgroundPBKDF2PasswordHasher(PBKDF2PasswordHasher):
    """Django's hashes, as they are stored, computed in the hashing thread. Never within a transaction: others may be waiting there."""

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        return _hashing.submit(super().encode, password, salt, iterations).result()


def _yield_to_others() -> None:
    """On Linux the priority of a process is that of one thread, by its number."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, get_native_id(), NICENESS)


_hashing = ThreadPoolExecutor(1, thread_name_prefix="hashing", initializer=_yield_to_others)
