"""Reproducible randomness: uniform integers from a published seed."""

import hashlib
import struct
from collections.abc import Iterator, MutableSequence
from itertools import count
from typing import TypeVar

ENGINE = "sdadata draw 4"
"""The version of generator and search: every change of what a seed gives raises it."""
T = TypeVar("T")
WORDS = struct.Struct(">4Q").unpack


class Rng:
    """Uniform integers from SHA-256 in counter mode, easy to implement in another program.

    Block k is SHA-256("sdadata draw 4" LF seed LF k in decimal); each block gives four 64-bit big-endian words.
    """

    def __init__(self, seed: str):
        self._seed = seed.encode()
        self._words = self._all_words()

    def _all_words(self) -> Iterator[int]:
        common = hashlib.sha256(b"%b\n%b\n" % (ENGINE.encode(), self._seed))
        for number in count():
            block = common.copy()
            block.update(b"%d" % number)
            yield from WORDS(block.digest())

    def word(self) -> int:
        """The next 64 bits."""
        return next(self._words)

    def below(self, limit: int) -> int:
        """A uniform integer from 0 to limit - 1, by rejection of biased words."""
        fair = (1 << 64) - (1 << 64) % limit
        for word in self._words:
            if word < fair:
                return word % limit
        raise AssertionError("the stream has no end")

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Fisher-Yates from the last place down."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
