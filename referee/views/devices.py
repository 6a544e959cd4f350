"""A tablet stays the same tablet when its judge must log in again: its name outlives the session in a cookie of its own.

The cookie is signed and holds for one account: on another judge's account the tablet is another device. Without it the entries
that waited through the log-in would come from a stranger to the table, and go to the direction for review. The page stores the name
too, signed, beside the queue: where all cookies are lost, the store that still has the entries also says whose they are.
"""

import secrets
from collections.abc import Callable

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

IN_SESSION = "referee_device"
COOKIE = "sdadata_device"
SALT = "referee.devices"
STORE_SALT = "referee.devices.store"
YEAR_SECONDS = 365 * 24 * 60 * 60


def device_of(request: HttpRequest) -> str:
    """This browser's own name; two tablets of one judge are two devices."""
    if IN_SESSION not in request.session and (device := _device_in_cookie(request)):
        request.session[IN_SESSION] = device
    return request.session.get(IN_SESSION, "")


def name_device(request: HttpRequest) -> str:
    if not device_of(request):
        request.session[IN_SESSION] = secrets.token_hex(8)
    return device_of(request)


def _device_in_cookie(request: HttpRequest) -> str:
    user, _colon, device = (request.get_signed_cookie(COOKIE, default="", salt=SALT) or "").partition(":")
    return device if user == str(request.user.pk) else ""


def stored_name(request: HttpRequest) -> str:
    """What the page stores to be known again by; empty before the device has a name."""
    device = device_of(request)
    return signing.Signer(salt=STORE_SALT).sign(f"{request.user.pk}:{device}") if device else ""


def reclaim(request: HttpRequest, stored: str) -> bool:
    """Whether a browser without a name is again the device that `stored` names; another account's name is none."""
    if device_of(request):
        return False
    try:
        user, _colon, device = signing.Signer(salt=STORE_SALT).unsign(stored).partition(":")
    except signing.BadSignature:
        return False
    if user != str(request.user.pk):
        return False
    request.session[IN_SESSION] = device
    return True


class DeviceMiddleware:
    """Middleware that sets the cookie where a view named the device."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        device = request.session.get(IN_SESSION) if request.session.accessed else None
        if device and request.user.is_authenticated and _device_in_cookie(request) != device:
            response.set_signed_cookie(
                COOKIE,
                f"{request.user.pk}:{device}",
                salt=SALT,
                max_age=YEAR_SECONDS,
                secure=settings.SESSION_COOKIE_SECURE,
                httponly=True,
                samesite="Lax",
            )
        return response
