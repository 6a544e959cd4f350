"""The rng of a draw: words of a seed that anybody can make again, and whole numbers that favour none."""

import hashlib

import pytest

from tournament.core.draw import Rng

SEED = "seme"
BLOCKS = [hashlib.sha256(f"sdadata draw 4\n{SEED}\n{number}".encode()).digest() for number in (0, 1)]
WORDS = [int.from_bytes(block[at : at + 8], "big") for block in BLOCKS for at in (0, 8, 16, 24)]


def test_words_are_those_of_the_digests_in_turn():
    rng = Rng(SEED)
    assert [rng.word() for _word in WORDS] == WORDS


def test_a_number_below_a_limit_is_what_a_word_leaves():
    rng = Rng(SEED)
    assert [rng.below(10) for _word in WORDS] == [word % 10 for word in WORDS]


@pytest.mark.parametrize("limit", [3, 10, 2**63 + 1])
def test_a_word_that_would_favour_the_small_ones_is_thrown_away(limit, monkeypatch):
    over = 2**64 // limit * limit
    rng = Rng(SEED)
    monkeypatch.setattr(rng, "_words", iter([2**64 - 1, over, over - 1]))
    assert rng.below(limit) == limit - 1


def test_a_limit_that_divides_the_words_throws_none_away(monkeypatch):
    rng = Rng(SEED)
    monkeypatch.setattr(rng, "_words", iter([2**64 - 1, 0]))
    assert [rng.below(8), rng.below(8)] == [7, 0]
