"""Log-in: the back ends that limit attempts and accept a pass, and the device of a new session.

`authenticate` calls LimitBackend first: an attempt is counted before any other back end compares a secret.
"""

import logging
from collections.abc import Callable

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.backends import BaseBackend, ModelBackend
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament import live
from tournament.actions import login_limits, passes
from tournament.models import Device
from tournament.prepared import Prepared

BY_PASS = "by_pass"  # set in a session that a pass opened: it may choose a new password without the old one

SEEN_AT = "seen_at"
PROLONG_AFTER_SECONDS = 6 * 60 * 60

# Words of user agents, the more specific first: an Android tablet also says Linux.
MACHINES = (
    ("iPad", "iPad"),
    ("iPhone", "iPhone"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)
BROWSERS = (("Edg/", "Edge"), ("Firefox/", "Firefox"), ("Chrome/", "Chrome"), ("Safari/", "Safari"))


logger = logging.getLogger("sdadata.login")


class LimitBackend:
    """Refuses after too many attempts, before any form is rendered, and authenticates nobody: an attempt that cannot be counted ends here
    with the database's error.
    """

    def authenticate(self, request, username: str | None = None, pass_secret: str | None = None, **_other) -> None:
        address = client_address(request)
        limits = login_limits.of_code(address) if pass_secret else login_limits.of_password(address, username or "")
        request.login_attempt = login_limits.begin(limits, now=timezone.now())


_account = Prepared(lambda pk: get_user_model()._default_manager.filter(pk=pk), int)


class AccountBackend(ModelBackend):
    """Name and password, as Django's own; whose session it is, every request asks."""

    def get_user(self, user_id):
        user = _account.first(user_id)
        return user if user is not None and self.user_can_authenticate(user) else None


class PassBackend(BaseBackend):
    """`authenticate(request, pass_secret=…)` with a token or six digits."""

    def authenticate(self, request, pass_secret: str | None = None, **_other):
        if not pass_secret:
            return None
        membership = passes.use(pass_secret, now=timezone.now())
        if membership is None or not membership.user.is_active:
            return None
        request.entered_for = membership.tournament
        return membership.user

    def get_user(self, user_id):
        return AccountBackend().get_user(user_id)


def client_address(request: HttpRequest) -> str:
    """The client's address; behind a proxy the server has replaced the proxy's (see docs/operations)."""
    return request.META.get("REMOTE_ADDR", "")


@receiver(user_logged_in, dispatch_uid="tournament.web.support.auth.release_attempt")
def release_attempt(sender, request, **_more) -> None:
    if attempt := getattr(request, "login_attempt", None):
        login_limits.release(attempt)


def log_refused(request: HttpRequest, reason: str) -> None:
    """One line for a refused log-in. Neither what was typed nor for which name: people type their password into the wrong field."""
    match = request.resolver_match
    values = {
        "route": match.view_name if match else "none",
        "address": client_address(request) or "-",
        "reason": reason,
    }
    logger.warning("%(route)s refused to %(address)s: %(reason)s", values, extra=values)


@receiver(user_login_failed, dispatch_uid="tournament.web.support.auth.note_last_attempt")
def note_last_attempt(sender, credentials, request, **_more) -> None:
    """The attempt that uses up a limit gets the same answer as those after it."""
    if request is not None:
        log_refused(request, "wrong code" if "pass_secret" in credentials else "wrong password")
    attempt = getattr(request, "login_attempt", None)
    if attempt and attempt.is_last:
        request.is_locked_out = True


class LockoutMiddleware:
    """Answers 429 where an attempt was refused, and in place of the form where it was the last."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        return _locked(request) if getattr(request, "is_locked_out", False) else response

    def process_exception(self, request: HttpRequest, fault: Exception) -> HttpResponse | None:
        if not isinstance(fault, login_limits.TooManyAttempts):
            return None
        log_refused(request, "too many attempts")
        return _locked(request)


def _locked(request: HttpRequest) -> HttpResponse:
    return render(request, "registration/locked.html", status=429)


@receiver(user_logged_in, dispatch_uid="tournament.web.support.auth.remember_device")
def remember_device(sender, request, user, **_more) -> None:
    """Lists the session as a device, so that a lost tablet can be logged out."""
    if request is None or not request.session.session_key:
        return
    by_pass = hasattr(request, "entered_for")
    request.session[BY_PASS] = by_pass
    request.session[SEEN_AT] = int(timezone.now().timestamp())
    agent = request.META.get("HTTP_USER_AGENT", "")
    Device.objects.update_or_create(
        session_key=request.session.session_key, defaults={"user": user, "label": label_of(agent), "by_pass": by_pass}
    )


@receiver(user_logged_out, dispatch_uid="tournament.web.support.auth.end_streams")
def end_streams(sender, user, **_more) -> None:
    """Ends what the account has open live; where it is still logged in, its pages open it anew."""
    if user is not None:
        live.shut(user)


class ProlongMiddleware:
    """Extends a session in use a few times a day, so nobody is logged out in the middle of a game."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        seen = request.session.get(SEEN_AT) if settings.SESSION_COOKIE_NAME in request.COOKIES else None
        now = int(timezone.now().timestamp())
        if seen is not None and now - seen > PROLONG_AFTER_SECONDS:
            request.session[SEEN_AT] = now
        return self.get_response(request)


def label_of(agent: str) -> str:
    """«Android, Chrome», from the user agent."""
    names = [_named(MACHINES, agent), _named(BROWSERS, agent)]
    return ", ".join(word for word in names if word) or _("dispositivo sconosciuto")


def _named(known: tuple[tuple[str, str], ...], agent: str) -> str:
    return next((name for sign, name in known if sign in agent), "")
