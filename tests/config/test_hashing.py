"""Password hashes give way to judges' entries."""

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import get_ident, get_native_id

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher, check_password, make_password

from config import hashing
from config.hashing import BackgroundPBKDF2PasswordHasher

OURS = "config.hashing.BackgroundPBKDF2PasswordHasher"


@pytest.fixture
def site_hashers(settings):
    """The tests have a fast hasher instead."""
    settings.PASSWORD_HASHERS = [OURS]


@pytest.fixture
def threads(monkeypatch) -> list[int]:
    """Where each hash was computed."""
    found: list[int] = []
    computed = PBKDF2PasswordHasher.encode

    def encode(self, password, salt, iterations=None):
        found.append(get_ident())
        return computed(self, password, salt, iterations)

    monkeypatch.setattr(PBKDF2PasswordHasher, "encode", encode)
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a priority for each thread")
def test_the_hashing_thread_gives_way_and_the_others_keep_their_priority():
    before = os.getpriority(os.PRIO_PROCESS, get_native_id())
    thread = hashing._hashing.submit(get_native_id).result()
    assert thread != get_native_id()
    assert os.getpriority(os.PRIO_PROCESS, thread) == max(hashing.NICENESS, before)
    assert os.getpriority(os.PRIO_PROCESS, get_native_id()) == before


def test_hashes_at_once_are_computed_one_after_another_in_that_thread(site_hashers, threads):
    with ThreadPoolExecutor(4) as many:
        list(many.map(make_password, ["una parola"] * 4))
    assert set(threads) == {hashing._hashing.submit(get_ident).result()}


def test_hashes_that_django_stored_are_valid_and_need_no_update(site_hashers):
    stored = PBKDF2PasswordHasher().encode("una parola", "sale" * 6)
    updated: list[str] = []
    assert check_password("una parola", stored, updated.append)
    assert not check_password("un'altra", stored, updated.append)
    assert updated == []
    assert BackgroundPBKDF2PasswordHasher().encode("una parola", "sale" * 6) == stored
