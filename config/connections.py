"""What a connection may cost the site: uvicorn's protocol with a limit on waiting, and room for everybody when there are too many.

uvicorn alone waits without end for the head of a request and for a body that never comes, and accepts until the process has no file
left: then no tablet connects and no database opens. One telephone in the hall's network can open that many connections. So a
connection that owes a request is closed after a while, and when all places are taken, the address that holds most of them loses its
oldest. Behind a proxy everybody comes from one address, which therefore loses nothing; the proxy bounds its own connections.
"""

import asyncio
import ipaddress
from contextlib import suppress

from django.conf import settings
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.auto import AutoHTTPProtocol

HEAD_SECONDS = 20.0
"""From the connection, or from the first byte of a further request, to the end of the request's head."""
BODY_SECONDS = 30.0
"""Without a byte of a body that the site is ready to read."""
CHECK_SECONDS = 5.0
MOST = 10_000
"""Connections of a process, five times the readers of the largest final that was tried."""
OWN_FILES = 256 + 2048
"""Of the process's files, those that no connection takes: databases, pages on disk, pipes, and what uvicorn's backlog lets in before
the first of them is counted."""


def allow_many_files() -> int:
    """Raise this process's limit of open files as far as it may, and return how many connections fit below it."""
    try:
        import resource
    except ImportError:  # Windows, where sockets do not count as files
        return MOST
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST + OWN_FILES
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):  # macOS refuses more than its kernel's own limit
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return MOST if soft == resource.RLIM_INFINITY else max(1, min(MOST, soft - min(OWN_FILES, soft // 2)))


class Places:
    """The connections of a process, oldest first, by the address of their other end."""

    def __init__(self, most: int, proxies: list[str]) -> None:
        self._most = most
        self._proxies = ProxyHeadersMiddleware(_nothing, trusted_hosts=proxies).trusted_hosts
        self._by_address: dict[str, dict[BoundedProtocol, None]] = {}
        self._by_load: dict[int, dict[str, None]] = {}  # the addresses that hold so many, but for proxies
        self._exempt: set[str] = set()
        self._taken = 0

    def take(self, connection: "BoundedProtocol", address: str) -> None:
        """Closes a connection when all places are taken: the one in question if nobody but proxies holds any."""
        if self._taken >= self._most and not self._make_room():
            connection.transport.abort()
            return
        connections = self._by_address.setdefault(address, {})
        connections[connection] = None
        self._taken += 1
        self._weigh(address, len(connections) - 1, len(connections))

    def leave(self, connection: "BoundedProtocol", address: str) -> None:
        connections = self._by_address.get(address)
        if connections is None or connection not in connections:
            return
        del connections[connection]
        self._taken -= 1
        self._weigh(address, len(connections) + 1, len(connections))
        if not connections:
            del self._by_address[address]

    def _weigh(self, address: str, was: int, now: int) -> None:
        """Thousands of addresses are not counted anew for each connection that finds no place: they are in order all the time."""
        if was == 0 and address in self._proxies:
            self._exempt.add(address)
        if address in self._exempt:
            if now == 0:
                self._exempt.remove(address)
            return
        if was:
            alike = self._by_load[was]
            del alike[address]
            if not alike:
                del self._by_load[was]
        if now:
            self._by_load.setdefault(now, {})[address] = None

    def _make_room(self) -> bool:
        if not self._by_load:
            return False
        heaviest = next(iter(self._by_load[max(self._by_load)]))
        oldest = next(iter(self._by_address[heaviest]))
        self.leave(oldest, heaviest)
        oldest.transport.abort()
        return True


async def _nothing(*_call: object) -> None:
    """An application that is never called: uvicorn offers its list of trusted hosts as part of the middleware alone."""


def holder(client: tuple[str, int] | None) -> str:
    """Whose place it is: an IPv4 address, or the network that one household or device has of IPv6."""
    if client is None:
        return ""
    try:
        address = ipaddress.ip_address(client[0].partition("%")[0])
    except ValueError:
        return client[0]
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        if not address.is_loopback:
            return str(ipaddress.ip_network((address, 64), strict=False).network_address)
    return str(address)


class BoundedProtocol(AutoHTTPProtocol):  # type: ignore[misc, valid-type]  # which of uvicorn's two depends on what is installed
    """One connection. `places` is the process's own, made with its first connection."""

    places: Places | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:
        super().connection_made(transport)
        if BoundedProtocol.places is None:
            BoundedProtocol.places = Places(allow_many_files(), settings.PROXIES)
        self._holder = holder(self.client)
        BoundedProtocol.places.take(self, self._holder)
        self._head_since: float | None = self.loop.time()
        self._received_at = self.loop.time()
        self._check = self.loop.call_later(CHECK_SECONDS, self._close_if_overdue)

    def connection_lost(self, exc: Exception | None) -> None:
        self._check.cancel()
        assert BoundedProtocol.places is not None
        BoundedProtocol.places.leave(self, self._holder)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._received_at = self.loop.time()
        if self._head_since is None and self._is_between_requests():
            self._head_since = self._received_at
        super().data_received(data)
        if not self._is_between_requests():
            self._head_since = None

    def _is_between_requests(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _close_if_overdue(self) -> None:
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return
        now = self.loop.time()
        if self._is_between_requests():
            is_overdue = self._head_since is not None and now - self._head_since > HEAD_SECONDS
        else:
            owes_body = self.cycle.more_body and not self.flow.read_paused
            is_overdue = owes_body and now - self._received_at > BODY_SECONDS
        if is_overdue:
            self.transport.abort()
        else:
            self._check = self.loop.call_later(CHECK_SECONDS, self._close_if_overdue)
