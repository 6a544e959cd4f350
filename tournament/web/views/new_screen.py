"""A new screen of the hall: it shows a code, and opens the tournament of the organizer who types it.

The token of its future link is made for the screen alone and stays in a signed cookie of its browser.
"""

import secrets

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from tournament.actions import login_limits, screen_links
from tournament.models import ScreenLink
from tournament.web.support.auth import client_address
from tournament.web.support.htmx import is_htmx

COOKIE = "screen"
SALT = "tournament.new_screen"


@require_http_methods(["GET", "POST"])
@login_not_required
@never_cache
def page(request: HttpRequest) -> HttpResponse:
    """GET asks for a code as soon as the page stands, without changing anything; POST answers with the code, or leads to the screen."""
    if request.method != "POST":
        return render(request, "tournament/new_screen.html")
    token = request.get_signed_cookie(COOKIE, default=None, salt=SALT) or secrets.token_urlsafe(24)
    if ScreenLink.objects.filter(token_hash=screen_links.hash_of(token), revoked_at=None).exists():
        return _opened(request, token)
    if ScreenLink.objects.filter(token_hash=screen_links.hash_of(token)).exists():
        token = secrets.token_urlsafe(24)  # revoked: this screen may be connected anew, under another token
    try:
        pairing = screen_links.begin_pairing(token, address=client_address(request), now=timezone.now())
    except login_limits.TooManyAttempts:
        return _answer(request, {"is_refused": True}, status=429)
    answer = _answer(request, {"code": pairing.code})
    answer.set_signed_cookie(
        COOKIE, token, salt=SALT, httponly=True, samesite="Lax", secure=request.is_secure(), path=request.path
    )
    return answer


def _opened(request: HttpRequest, token: str) -> HttpResponse:
    address = reverse("tournament:projector", args=[token])
    return HttpResponseClientRedirect(address) if is_htmx(request) else redirect(address)


def _answer(request: HttpRequest, context: dict[str, object], status: int = 200) -> HttpResponse:
    template = "tournament/new_screen/_code.html" if is_htmx(request) else "tournament/new_screen.html"
    return render(request, template, context, status=status)
