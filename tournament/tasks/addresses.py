"""Whether an address that somebody brought may be sent to: never into the site's own network, unless its operator allows it.

The same rule holds twice: where the address is entered, for what its host says by itself, and where something is sent, for what its name
leads to. A name is not resolved at the entry: a request would wait for a stranger's name server, and a laptop may have none.
"""

import ipaddress
import socket

INSIDE_NAMES = ("localhost", "local", "internal", "home.arpa", "lan", "intranet", "corp", "home", "private")
"""Ends of names that lead nowhere else (RFC 6761, 6762, 8375, ICANN's `internal`) or that networks use for themselves."""
GLOBAL_UNICAST = ipaddress.ip_network("2000::/3")
TRANSLATED = tuple(map(ipaddress.ip_network, ("2002::/16", "2001::/32")))
"""6to4 and Teredo, whose addresses contain one of IPv4 that a gateway of this network may open."""


class Unreachable(Exception):
    """The address cannot be used: its name is unknown, leads inside our own network, or answers without end."""


def refuse_inside(host: str) -> None:
    """Raises Unreachable for a host that by itself says that it is inside: a number in any form that a resolver takes (`127.1`,
    `0x7f000001`, digits of another script), a name without a domain, or one of INSIDE_NAMES.
    """
    try:
        name = host.rstrip(".").encode("idna").decode()
        numeric = socket.getaddrinfo(host, None, flags=socket.AI_NUMERICHOST, type=socket.SOCK_STREAM)
    except socket.gaierror:
        numeric = []
    except ValueError as fault:
        raise Unreachable(f"{host} is no host") from fault
    if numeric:
        _refuse_all_inside(host, numeric)
    elif "." not in name or any(name.lower().endswith(f".{end}") for end in INSIDE_NAMES):
        raise Unreachable(f"{host} leads inside the network")


def resolved(host: str, port: int, *, may_go_inside: bool) -> str:
    """The address to connect to, resolved once, so that it cannot change in between. Raises Unreachable, OSError."""
    if not may_go_inside:
        refuse_inside(host)
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    if not may_go_inside:
        _refuse_all_inside(host, found)
    return str(found[0][4][0])


def _refuse_all_inside(host: str, found: list) -> None:
    """A name with an address inside among others is refused as well: it is nobody's mistake."""
    for *_kind, address in found:
        if is_inside(str(address[0])):
            raise Unreachable(f"{host} leads inside the network ({address[0]})")


def is_inside(address: str) -> bool:
    """Whether an address may lead into our own network: all but unicast addresses of the internet. Of IPv6 only those that IANA allots,
    which leaves out addresses that contain one of IPv4: mapped, compatible, and translated by NAT64 (RFC 6052, RFC 8215).
    """
    found = ipaddress.ip_address(address.partition("%")[0])
    if not found.is_global or found.is_multicast or found.is_reserved:
        return True
    return found.version == 6 and (found not in GLOBAL_UNICAST or any(found in network for network in TRANSLATED))
