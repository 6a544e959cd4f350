"""The addresses by which phones and tablets of the hall reach this site, with their QR codes."""

from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import ip_address

import segno
from django.conf import settings
from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe


@dataclass(frozen=True)
class HallAddress:
    url: str
    qr: SafeString


def hall_addresses(request: HttpRequest, path: str = "/") -> list[HallAddress]:
    """Of a page without an account: one for each network of the laptop, or the name that the reader used."""
    return [HallAddress(url, _svg(url)) for url in (f"{base}{path}" for base in _bases(request))]


def in_the_hall(request: HttpRequest, *, of_staff: bool = False) -> Callable[[str], str]:
    """Makes absolute addresses of paths, for QR codes. `of_staff`: of pages that an account or a code opens."""
    base = _bases(request, of_staff=of_staff)[0]
    return lambda path: f"{base}{path}"


def _bases(request: HttpRequest, *, of_staff: bool = False) -> list[str]:
    scheme = "http" if settings.HTTPS_IN_HALL and not of_staff else request.scheme
    here = f"{scheme}://{request.get_host()}"
    if not _is_loopback(request.get_host().rpartition(":")[0] or request.get_host()):
        return [here]
    _host, colon, port = request.get_host().rpartition(":")
    own = [f"{scheme}://{host}{colon}{port if colon else ''}" for host in _own_hosts()]
    return own or [here]


def _own_hosts() -> list[str]:
    return [host for host in settings.ALLOWED_HOSTS if _is_address(host) and not _is_loopback(host)]


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return ":" not in host


def _is_loopback(host: str) -> bool:
    return host in ("localhost", "testserver", "[::1]") or (_is_address(host) and ip_address(host).is_loopback)


def _svg(url: str) -> SafeString:
    """As SVG with classes and without style attributes, which the site's policy forbids."""
    svg = segno.make(url, error="m", micro=False).svg_inline(
        scale=1, border=4, omitsize=True, svgclass="qr", lineclass="qr-line"
    )
    return mark_safe(svg)
