"""Coming in: the back end that takes a pass, and the device that a new session is written down as.

Wrong passwords and wrong codes are counted together by django-axes, which asks each back end through `authenticate`.
"""

from collections.abc import Callable

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.backends import BaseBackend
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.actions import passes
from tournament.models import Device

BY_PASS = "by_pass"  # set in a session that a pass opened: it may choose a new password without the old one

SEEN_AT = "seen_at"
PROLONG_AFTER_SECONDS = 6 * 60 * 60

# What a browser says of its machine, the more telling word first: an Android tablet says Linux as well.
MACHINES = (
    ("iPad", "iPad"),
    ("iPhone", "iPhone"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)
BROWSERS = (("Edg/", "Edge"), ("Firefox/", "Firefox"), ("Chrome/", "Chrome"), ("Safari/", "Safari"))


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
        return get_user_model().objects.filter(pk=user_id, is_active=True).first()


@receiver(user_logged_in, dispatch_uid="tournament.entry.remember_device")
def remember_device(sender, request, user, **_more) -> None:
    """Sessions are listed by device, so that a lost tablet can be shut out."""
    if request is None or not request.session.session_key:
        return
    by_pass = hasattr(request, "entered_for")
    request.session[BY_PASS] = by_pass
    request.session[SEEN_AT] = int(timezone.now().timestamp())
    agent = request.META.get("HTTP_USER_AGENT", "")
    Device.objects.update_or_create(
        session_key=request.session.session_key, defaults={"user": user, "label": label_of(agent), "by_pass": by_pass}
    )


class ProlongMiddleware:
    """A session that is used does not end: a few times a day it begins to count anew, so nobody is logged out mid-game."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        seen = request.session.get(SEEN_AT) if settings.SESSION_COOKIE_NAME in request.COOKIES else None
        now = int(timezone.now().timestamp())
        if seen is not None and now - seen > PROLONG_AFTER_SECONDS:
            request.session[SEEN_AT] = now
        return self.get_response(request)


def label_of(agent: str) -> str:
    """«Android, Chrome», from what the browser calls itself."""
    said = [_named(MACHINES, agent), _named(BROWSERS, agent)]
    return ", ".join(word for word in said if word) or _("dispositivo sconosciuto")


def _named(known: tuple[tuple[str, str], ...], agent: str) -> str:
    return next((name for sign, name in known if sign in agent), "")
