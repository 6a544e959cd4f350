"""`sdadata.local` on the hall's network, by multicast DNS: a name to type where the address is a row of digits.

Networks for guests often drop multicast, and some phones ask for no such name: the address stays what is printed first. Nothing
here may prevent the site from starting: without multicast there is no name, and that is all.
"""

import logging
import socket
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from zeroconf import AddressResolverIPv4, IPVersion, ServiceInfo, Zeroconf

from config.environment import NAME_ON_NETWORK

KIND = "_http._tcp.local."
PATIENCE = 2000
"""Milliseconds for an answer of another machine that has the name already."""
log = logging.getLogger("sdadata.mdns")


@contextmanager
def published(addresses: Sequence[str], port: int, then: Callable[[str], None]) -> Iterator[None]:
    """Answer for `sdadata.local` on the networks of these IPv4 addresses while the block runs. Whether another machine has the name takes
    two seconds to know, for which the block does not wait: once the name is ours, `then` gets it, in a thread."""
    asking = ThreadPoolExecutor(1, thread_name_prefix="mdns")
    responder = asking.submit(_published, addresses, port, then)
    try:
        yield
    finally:
        if has_name := responder.result():
            has_name.close()  # takes the name back
        asking.shutdown()


def _published(addresses: Sequence[str], port: int, then: Callable[[str], None]) -> Zeroconf | None:
    responder = _responder(addresses)
    if responder and _register(responder, addresses, port):
        then(NAME_ON_NETWORK)
    return responder


def _responder(addresses: Sequence[str]) -> Zeroconf | None:
    try:
        return Zeroconf(interfaces=list(addresses), ip_version=IPVersion.V4Only) if addresses else None
    except Exception as refused:  # of the system, in many ways: no multicast, or another program alone has the port
        return _without_a_name(refused)


def _register(responder: Zeroconf, addresses: Sequence[str], port: int) -> bool:
    """False where another machine has the name."""
    packed = _packed(addresses)
    service = ServiceInfo(KIND, f"Sdadata.{KIND}", port=port, addresses=packed, server=f"{NAME_ON_NETWORK}.")
    try:
        if _is_of_another(responder, packed):
            return False
        responder.register_service(service, allow_name_change=True)
    except Exception as refused:
        _without_a_name(refused)
        return False
    return True


def _without_a_name(refused: Exception) -> None:
    log.info("no name on the network: %s", type(refused).__name__)


def _is_of_another(responder: Zeroconf, packed: Sequence[bytes]) -> bool:
    found = AddressResolverIPv4(f"{NAME_ON_NETWORK}.")
    found.request(responder, PATIENCE)
    return bool(set(found.addresses_by_version(IPVersion.V4Only)) - set(packed))


def _packed(addresses: Sequence[str]) -> list[bytes]:
    return [socket.inet_aton(address) for address in addresses]
