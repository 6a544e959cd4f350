"""One rule says where the site may send, at the entry of an address and at each sending."""

import re
import socket
from pathlib import Path

import pytest
from django.conf import settings

from tournament.tasks import addresses

INSIDE = (
    "127.0.0.1", "10.0.0.1", "172.16.3.4", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "[::1]", "[::ffff:10.0.0.1]",
    "[fd00::1]", "[fe80::1]", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "\uff11\uff12\uff17.0.0.1", "localhost", "LOCALHOST.",
    "a.localhost", "redis", "nas.local", "metadata.google.internal", "router.home.arpa", "nas.lan",
)  # fmt: skip
"""Hosts that say by themselves that they are inside, as an address writes them."""


@pytest.mark.parametrize(
    ("address", "is_inside"),
    [
        ("93.184.215.14", False),
        ("2606:2800:21f:cb07:6820:80da:af6b:8b2c", False),
        ("64:ff9b::7f00:1", True),
        ("64:ff9b::5db8:d70e", True),
        ("64:ff9b:1::7f00:1", True),
        ("2002:7f00:1::", True),
        ("2002:c0a8:101::1", True),
        ("2001:0:7f00:1::", True),
        ("::127.0.0.1", True),
        ("::ffff:127.0.0.1", True),
        ("::ffff:93.184.215.14", True),
        ("224.0.0.1", True),
        ("239.255.255.250", True),
        ("ff02::1", True),
        ("ff0e::1", True),
        ("fe80::1%eth0", True),
        ("fc00::1", True),
        ("fec0::1", True),
        ("100.64.0.1", True),
        ("0.0.0.0", True),
        ("255.255.255.255", True),
        ("::", True),
    ],
)
def test_an_address_that_may_lead_inside_is_known(address, is_inside):
    assert addresses.is_inside(address) is is_inside


@pytest.mark.parametrize(
    "host", ["93.184.215.14", "[2606:2800:21f:cb07:6820:80da:af6b:8b2c]", "push.example.org", "fcm.googleapis.com"]
)
def test_a_host_of_the_internet_is_not_refused_and_its_name_not_resolved(monkeypatch, host):
    numeric = socket.getaddrinfo

    def resolving(*arguments, flags=0, **more):
        assert flags & socket.AI_NUMERICHOST, "a name server was asked"
        return numeric(*arguments, flags=flags, **more)

    monkeypatch.setattr(socket, "getaddrinfo", resolving)
    addresses.refuse_inside(host.strip("[]"))


@pytest.mark.parametrize("host", INSIDE)
def test_a_host_that_is_inside_is_refused_at_the_entry_and_at_the_sending(host):
    with pytest.raises(addresses.Unreachable):
        addresses.refuse_inside(host.strip("[]"))
    with pytest.raises(addresses.Unreachable):
        addresses.resolved(host.strip("[]"), 443, may_go_inside=False)


@pytest.mark.parametrize("found", [["10.0.0.1"], ["93.184.215.14", "::1"], ["64:ff9b::a00:1"]])
def test_a_name_that_leads_inside_is_refused_at_the_sending(monkeypatch, found):
    numeric = socket.getaddrinfo

    def resolving(host, port, *more, flags=0, **named):
        if flags:
            return numeric(host, port, *more, flags=flags, **named)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in found]

    monkeypatch.setattr(socket, "getaddrinfo", resolving)
    with pytest.raises(addresses.Unreachable):
        addresses.resolved("push.example.org", 443, may_go_inside=False)
    assert addresses.resolved("push.example.org", 443, may_go_inside=True) == found[0]


def test_nothing_else_of_the_site_opens_connections():
    opening = re.compile(r"create_connection|urlopen|HTTPSConnection|import requests|import httpx|\.connect\(\(")
    rooms = (settings.BASE_DIR / room for room in ("config", "operations", "referee", "tournament"))
    found = {
        path.relative_to(settings.BASE_DIR)
        for room in rooms
        for path in room.rglob("*.py")
        if opening.search(path.read_text())
    }
    own_address = Path("config/environment.py")  # of this machine, from its own tables: nothing is sent
    assert found == {Path("tournament/tasks/webhooks.py"), own_address}
