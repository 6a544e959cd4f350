"""`sdadata.local`, asked for as a phone does: a question of multicast DNS, written byte by byte, on the loopback interface."""

import socket
import struct
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from zeroconf import Zeroconf

from laptop import mdns
from tests.tools import do_without

LOOPBACK = "127.0.0.1"
GROUP = ("224.0.0.251", 5353)
NAME = b"\x07sdadata\x05local\x00"
ADDRESS, INTERNET = 1, 1
IS_ANSWER = 0x8400


def asked(name: bytes = NAME) -> list[bytes]:
    """The addresses that answer within a second to whoever asks once, from a port of its own (RFC 6762, 6.7)."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asker:
        asker.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(LOOPBACK))
        asker.bind((LOOPBACK, 0))
        asker.settimeout(1)
        asker.sendto(struct.pack("!6H", 7, 0, 1, 0, 0, 0) + name + struct.pack("!2H", ADDRESS, INTERNET), GROUP)
        try:
            answer = asker.recv(9000)
        except TimeoutError:
            return []
    (number, flags, _questions, answers, *_others) = struct.unpack("!6H", answer[:12])
    assert (number, flags, answers >= 1) == (7, IS_ANSWER, True)
    record = struct.pack("!2H", ADDRESS, INTERNET)
    return [answer[at + 14 : at + 18] for at in range(12, len(answer) - 17) if _is_record(answer, at, record)]


def _is_record(answer: bytes, at: int, record: bytes) -> bool:
    """Type, class (with or without the bit that flushes caches) and a length of four: an address follows the time to live."""
    kind, family, size = struct.unpack("!2H4xH", answer[at + 4 : at + 14])
    return struct.pack("!2H", kind, family & 0x7FFF) == record and size == 4


@pytest.fixture(autouse=True)
def multicast():
    try:
        Zeroconf(interfaces=[LOOPBACK]).close()
    except OSError as refused:
        do_without(f"this machine has no multicast: {refused}")


@contextmanager
def published(addresses: list[str]) -> Iterator[str]:
    """The name once it is known, or ""."""
    names: list[str] = []
    with mdns.published(addresses, 8000, names.append):
        limit = time.monotonic() + mdns.PATIENCE / 1000 + 4
        while not names and time.monotonic() < limit:
            time.sleep(0.05)
        yield names[0] if names else ""


def test_a_phone_that_asks_for_the_name_gets_the_laptop_s_address_while_the_site_runs():
    with published([LOOPBACK]) as name:
        assert name == "sdadata.local"
        assert socket.inet_aton(LOOPBACK) in asked()
        assert asked(b"\x05other\x05local\x00") == []
    assert asked() == []


def test_a_second_laptop_leaves_the_name_to_the_first(monkeypatch):
    with published([LOOPBACK]) as first:
        monkeypatch.setattr(mdns, "_packed", lambda _addresses: [bytes([192, 168, 1, 9])])
        with published([LOOPBACK]) as second:
            assert (first, second) == ("sdadata.local", "")


@pytest.mark.parametrize("refused", [OSError("no such device"), RuntimeError("no loop")])
def test_a_machine_without_multicast_starts_all_the_same(monkeypatch, refused):
    def refuse(**_how):
        raise refused

    monkeypatch.setattr(mdns, "Zeroconf", refuse)
    names: list[str] = []
    with mdns.published([LOOPBACK], 8000, names.append):
        pass
    assert names == []


def test_a_machine_without_a_network_starts_all_the_same():
    names: list[str] = []
    with mdns.published([], 8000, names.append):
        pass
    assert names == []


def test_a_fault_of_the_site_is_not_swallowed():
    with pytest.raises(ZeroDivisionError), mdns.published([], 8000, print):
        raise ZeroDivisionError
