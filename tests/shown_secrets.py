"""Every answer of every test is watched: one that shows a secret made or derived in the same request carries `no-store`, and so does one
that was made for an account, unless a view says what its browser may store; `private` then, so that no proxy does.

A secret is what `secrets.token_urlsafe` returned, a password that was hashed and not typed, or the address of a badge.
"""

import secrets
from collections.abc import Callable
from contextvars import ContextVar

from django.http import HttpRequest, HttpResponse

from tests.surfaces import content
from tournament.queries import badge_tokens

LEAST_LENGTH = 10
"""Shorter texts are in a page by chance."""

_issued: ContextVar[list[str] | None] = ContextVar("issued", default=None)
"""None outside of requests."""


def note_secret(value: str) -> str:
    if (issued := _issued.get()) is not None and len(value) >= LEAST_LENGTH:
        issued.append(value)
    return value


def noted(make: Callable[..., str]) -> Callable[..., str]:
    def making(*arguments: object, **named: object) -> str:
        return note_secret(make(*arguments, **named))

    return making


secrets.token_urlsafe = noted(secrets.token_urlsafe)
badge_tokens.token_of = noted(badge_tokens.token_of)


class ShownSecretsMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        outside = _issued.set([])
        try:
            response = self.get_response(request)
            _check_account(request, response)
            if issued := _issued.get():
                _check(request, response, issued)
            return response
        finally:
            _issued.reset(outside)


def _check_account(request: HttpRequest, response: HttpResponse) -> None:
    """By what the answer says of itself: it varies with the cookie, and whoever asked is logged in."""
    policy = response.get("Cache-Control", "")
    if "Cookie" not in response.get("Vary", "") or "no-store" in policy or not hasattr(request, "user"):
        return
    is_page = response.get("Content-Type", "").startswith("text/html")
    may_be_stored = is_page or "private" not in policy
    where = f"{request.method} {request.path} of an account may be stored: see config/no_store.py"
    assert not (may_be_stored and request.user.is_authenticated), where


def _check(request: HttpRequest, response: HttpResponse, issued: list[str]) -> None:
    if response.streaming or "no-store" in response.get("Cache-Control", ""):
        return
    made = set(issued) - set(request.POST.values())
    shown = [value for value in made if any(value.encode() in part for part in content(response))]
    assert not shown, f"{request.method} {request.path} shows a secret and may be stored: see config/no_store.py"
