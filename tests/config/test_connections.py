"""What a connection may cost: one that owes a request ends, and when all places are taken the heaviest address gives one up."""

import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import uvicorn

from config import connections
from config.connections import BoundedProtocol, Places, holder
from config.serve import DEFAULTS
from config.threads import ThreadedHandler

ROOT = Path(__file__).parents[2]
HEAD = b"GET / HTTP/1.1\r\nHost: a\r\n"


async def application(scope: dict, receive, send) -> None:
    """Answers a request once its body is whole; `/stream` goes on answering."""
    while (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"begun ", "more_body": scope["path"] == "/stream"})
    if scope["path"] == "/stream":
        await receive()


@pytest.fixture
def site(monkeypatch) -> Iterator[tuple[str, int]]:
    yield from serve(application, monkeypatch)


@pytest.fixture
def site_of_django(monkeypatch) -> Iterator[tuple[str, int]]:
    yield from serve(ThreadedHandler(), monkeypatch)


def serve(application: Callable, monkeypatch) -> Iterator[tuple[str, int]]:
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.2)
    monkeypatch.setattr(connections, "BODY_SECONDS", 0.4)
    monkeypatch.setattr(connections, "CHECK_SECONDS", 0.02)
    monkeypatch.setattr(BoundedProtocol, "places", None)
    listening = socket.create_server(("127.0.0.1", 0))
    waits = {"timeout_keep_alive": 1, "timeout_graceful_shutdown": 1}
    server = uvicorn.Server(
        uvicorn.Config(application, http=BoundedProtocol, lifespan="off", log_level="error", **waits)
    )
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    yield listening.getsockname()
    server.should_exit = True
    thread.join(10)
    listening.close()


def is_closed_within(connection: socket.socket, seconds: float) -> bool:
    connection.settimeout(seconds)
    try:
        while connection.recv(4096):
            pass
    except TimeoutError:
        return False
    except ConnectionError:
        return True
    return True


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        HEAD,
        b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc",
        HEAD + b"\r\n" + HEAD,
    ],
    ids=["nothing", "half a head", "half a body", "half a second request"],
)
def test_who_owes_a_request_is_let_go(site, begun):
    with socket.create_connection(site) as connection:
        connection.sendall(begun)
        assert is_closed_within(connection, 5)


@pytest.mark.parametrize("method", [b"GET", b"POST"])
def test_a_body_whose_length_is_said_twice_ends_its_connection(site_of_django, method):
    """What follows it is never read as a request of its own."""
    with socket.create_connection(site_of_django) as connection:
        connection.sendall(
            method
            + b" / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
            + HEAD
            + b"\r\n"
        )
        connection.settimeout(5)
        answer = b""
        while part := connection.recv(4096):
            answer += part
    assert re.findall(rb"HTTP/1.1 (\d+)", answer) == [b"400"]


def test_a_head_that_drips_is_let_go_too(site):
    def drip() -> None:
        for _step in range(200):
            connection.sendall(b"X")
            time.sleep(0.05)

    with socket.create_connection(site) as connection:
        connection.sendall(HEAD)
        with pytest.raises(ConnectionError):
            drip()


def test_who_reads_a_stream_or_sends_a_long_body_stays(site):
    with socket.create_connection(site) as reader, socket.create_connection(site) as writer:
        reader.sendall(b"GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
        writer.sendall(b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n")
        for _step in range(9):
            writer.sendall(b"a")
            time.sleep(0.1)
        writer.settimeout(5)
        assert b"200 OK" in writer.recv(4096)
        assert not is_closed_within(reader, 0.2)


class Transport:
    def __init__(self) -> None:
        self.aborted = False

    def abort(self) -> None:
        self.aborted = True


class Connection:
    def __init__(self) -> None:
        self.transport = Transport()


def taken(places: Places, *addresses: str) -> list[Connection]:
    made = [Connection() for _address in addresses]
    for connection, address in zip(made, addresses, strict=True):
        places.take(connection, address)
    return made


def test_when_all_places_are_taken_the_heaviest_address_loses_its_oldest():
    places = Places(5, proxies=[])
    judge, *crowd = taken(places, "10.0.0.1", *["10.0.0.9"] * 40)
    (late,) = taken(places, "10.0.0.2")
    assert not judge.transport.aborted
    assert not late.transport.aborted
    assert [connection.transport.aborted for connection in crowd] == [True] * 37 + [False] * 3
    places.leave(late, "10.0.0.2")
    places.leave(crowd[0], "10.0.0.9")  # its place was taken from it before
    (again,) = taken(places, "10.0.0.9")
    assert not crowd[-3].transport.aborted
    assert not again.transport.aborted


def test_a_proxy_loses_nothing_to_others_and_takes_no_more_than_all_places():
    places = Places(3, proxies=["127.0.0.1", "10.1.0.0/16"])
    first, second, third = taken(places, "127.0.0.1", "127.0.0.1", "10.0.0.9")
    (fourth,) = taken(places, "10.1.2.3")
    assert [each.transport.aborted for each in (first, second, third, fourth)] == [False, False, True, False]
    (fifth,) = taken(places, "127.0.0.1")
    assert fifth.transport.aborted
    assert not first.transport.aborted


def test_a_connection_that_finds_no_place_costs_the_same_in_a_hall_of_two_thousand_phones(monkeypatch):
    """Each address was compared with the proxies anew: one phone that goes on opening connections held up everybody's answers."""
    compared = []
    places = Places(2_000, proxies=[])
    monkeypatch.setattr(
        places, "_proxies", type("Asked", (), {"__contains__": lambda _self, one: compared.append(one)})()
    )
    hall = taken(places, *(f"10.0.{number // 250}.{number % 250}" for number in range(2_000)))
    compared.clear()
    flood = taken(places, *["10.9.9.9"] * 200)
    assert sum(connection.transport.aborted for connection in hall) == 2
    assert [connection.transport.aborted for connection in flood] == [True] * 198 + [False] * 2
    assert compared == ["10.9.9.9"]


@pytest.mark.parametrize(
    ("client", "expected"),
    [
        (("10.0.0.9", 1), "10.0.0.9"),
        (("::ffff:10.0.0.9", 1), "10.0.0.9"),
        (("::1", 1), "::1"),
        (("2001:db8:1:2:3::4", 1), "2001:db8:1:2::"),
        (("fe80::1%eth0", 1), "fe80::"),
        (("/run/sdadata.sock", 0), "/run/sdadata.sock"),
        (None, ""),
    ],
)
def test_whose_place_it_is(client, expected):
    assert holder(client) == expected


def test_there_is_room_below_the_limit_of_files(monkeypatch):
    resource = pytest.importorskip("resource")
    limits = [(1024, 1024)]
    monkeypatch.setattr(resource, "getrlimit", lambda _what: limits[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda _what, new: limits.append(new))
    assert connections.allow_many_files() == 512
    limits.append((256, resource.RLIM_INFINITY))
    assert connections.allow_many_files() == connections.MOST
    assert limits[-1] == (connections.MOST + connections.OWN_FILES, resource.RLIM_INFINITY)
    limits.append((65536, 65536))
    assert connections.allow_many_files() == connections.MOST


def test_every_way_to_serve_the_site_bounds_its_connections():
    """`config.serve` does, and so does who starts uvicorn with its defaults; the bench's echo and the tests serve nobody else."""
    served = re.compile(r"-m[\", ]+uvicorn\b.*config\.asgi|-m config\.serve|uvicorn\.run\(\*\*DEFAULTS")
    paths = [
        "Makefile", "tools/serve-container", "docs/operations.md", "docs/operations/sdadata.service",
        "laptop/site.py",
    ]  # fmt: skip
    for path in paths:
        found = served.findall((ROOT / path).read_text())
        assert found, path
        assert not any("config.asgi" in each for each in found), path
    assert DEFAULTS["http"] == f"{BoundedProtocol.__module__}:{BoundedProtocol.__name__}"
    assert DEFAULTS["ws"] == "none"  # an upgraded connection would leave the protocol, and its place taken
