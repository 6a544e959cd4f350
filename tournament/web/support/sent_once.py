"""Forms that make something are carried out once: a second tap, or a browser that sends again, makes no second event, notice or print-out.

A page gives each drawing of its forms another anti-forgery token, so the same token in the same form is the same tap. Whoever means it
twice opens the page again. A form that was refused, in words on a page or by an error, has made nothing and may be sent again; one that
arrives while the first is still carried out waits for its end. What shows a secret once (a link, a token) takes `secret_of_form`: the
browser shows the last answer, and the second one shows the same secret.
"""

import base64
import time
from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from tournament.actions import login_limits

View = Callable[..., HttpResponse]
TOKEN = "csrfmiddlewaretoken"
WAIT_SECONDS = 3.0
"""For the end of the first of two forms at once; two processes alone can have both, since a session has its turns (config/turns.py)."""
POLL_SECONDS = 0.05


def sent_once(back: str) -> Callable[[View], View]:
    """`back` names the page on which it is seen whether the form was carried out; it takes what it needs of the view's arguments: the
    event, if the view has one.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def once(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
            if request.method != "POST" or not request.POST.get(TOKEN):
                return view(request, *args, **kwargs)
            limits = login_limits.of_form(_sender(request), request.path, request.POST.urlencode())
            (key,) = limits
            attempt = _begun(limits)
            if attempt is None:
                return _again(request, key, back, kwargs)
            try:
                response = view(request, *args, **kwargs)
            except BaseException:
                login_limits.release(attempt)
                raise
            if _is_refused(request, response):
                login_limits.release(attempt)
            else:
                login_limits.complete(attempt)
                if response.headers.get("Location"):
                    cache.set(key, response["Location"], login_limits.SPAN.total_seconds())
            return response

        return once

    return decorate


def secret_of_form(request: HttpRequest) -> str | None:
    """192 bits that nobody knows beforehand, and the same ones for the same tap; None for what comes from no form."""
    if not request.POST.get(TOKEN):
        return None
    parts = (_sender(request), request.path, request.POST.urlencode())
    digest = salted_hmac("tournament.web.secret_of_form", "\n".join(parts), algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest[:24]).decode()


def _begun(limits: login_limits.Limits) -> login_limits.Attempt | None:
    """The place of this form, as soon as no other has it; None once another was carried out, or still is after WAIT_SECONDS."""
    (key,) = limits
    until = time.monotonic() + WAIT_SECONDS
    while True:
        try:
            return login_limits.begin(limits, now=timezone.now())
        except login_limits.TooManyAttempts:
            if login_limits.is_complete(key) or time.monotonic() >= until:
                return None
            time.sleep(POLL_SECONDS)


def _is_refused(request: HttpRequest, response: HttpResponse) -> bool:
    """By its status, or in words that the next page shows."""
    if response.status_code >= 400:
        return True
    queued = getattr(messages.get_messages(request), "_queued_messages", [])
    return any(message.level >= messages.ERROR for message in queued)


def _sender(request: HttpRequest) -> str:
    return str(request.user.pk) if request.user.is_authenticated else ""


def _again(request: HttpRequest, key: str, back: str, kwargs: dict[str, object]) -> HttpResponse:
    """Where the first one led, as far as this process knows; else the page on which its work is seen."""
    if where := cache.get(key):
        return redirect(where)
    if login_limits.is_complete(key):
        messages.info(request, _("Questo modulo era già arrivato: vale una volta sola."))
    else:
        messages.warning(request, _("Questo modulo era già arrivato e non è ancora finito: guarda qui se è valso."))
    return redirect(back, slug=kwargs["slug"]) if "slug" in kwargs else redirect(back)
