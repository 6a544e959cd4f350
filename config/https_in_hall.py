"""HTTPS under an authority that phones do not know (SDADATA_HTTPS=hall): for the staff alone.

A player's phone would be warned of the certificate, so pages that need no account answer over plain HTTP too; log-ins, and every page
of an account, lead to HTTPS. A cookie that was set over HTTPS is never sent without it.
"""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponseRedirect
from django.http.response import HttpResponseBase

LOG_INS = {"login", "second_step", "first_account", "entry_code", "entry_link"}
"""What carries a password or a code is for HTTPS, although it needs no account."""
COOKIES = (settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME)


class HttpsForStaffMiddleware:
    """Outside the middlewares that set cookies. Does nothing unless SDADATA_HTTPS is `hall`."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if settings.HTTPS_IN_HALL and request.is_secure():
            for name in COOKIES:
                if name in response.cookies:
                    response.cookies[name]["secure"] = True
        return response

    def process_view(self, request: HttpRequest, view: Callable[..., Any], *_arguments: Any) -> HttpResponseBase | None:
        if not settings.HTTPS_IN_HALL or request.is_secure():
            return None
        match = request.resolver_match
        is_open = not getattr(view, "login_required", True) and match is not None and match.view_name not in LOG_INS
        return None if is_open else HttpResponseRedirect(f"https://{request.get_host()}{request.get_full_path()}")


class NoAccountOverHttpMiddleware:
    """After authentication: over plain HTTP a session is nobody's, as when its cookie dates from before HTTPS. Badges still count."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if settings.HTTPS_IN_HALL and not request.is_secure():
            request.user = AnonymousUser()
        return self.get_response(request)
