"""Where SDADATA_TRUSTED_ORIGINS names the site's origins, a `Host` with another port is refused.

ALLOWED_HOSTS compares names without ports, so that a port of the sender's choice would stand in links and redirects. A laptop, which names
no origin, answers under whatever port was forwarded to it; its cached pages hold no host (tournament/web/support/page_cache.py).
"""

from collections.abc import Callable
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse


class NamedHostsMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        _name, colon, port = request.META.get("HTTP_HOST", "").rpartition(":")
        if colon and port.isdigit() and not _is_named(request, port):
            raise DisallowedHost("a port that no origin of SDADATA_TRUSTED_ORIGINS has")
        return self.get_response(request)


def _is_named(request: HttpRequest, port: str) -> bool:
    """The port on which the server listens is for the machine itself and for monitoring."""
    named = {_port_of(origin) for origin in settings.CSRF_TRUSTED_ORIGINS}
    return not named or port in named | {request.META.get("SERVER_PORT"), "80", "443"}


def _port_of(origin: str) -> str:
    """An origin may be a pattern (`https://*.torneo.example`)."""
    parts = urlsplit(origin)
    return str(parts.port or {"http": 80}.get(parts.scheme, 443))
