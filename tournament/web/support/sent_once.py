"""Forms that make something are carried out once: a second tap, or a browser that sends again, makes no second event, notice or print-out.

A page gives each drawing of its forms another anti-forgery token, so the same token in the same form is the same tap. Whoever means it
twice opens the page again. What shows a secret once (a link, a token, a password) is not of these: the browser shows the last answer.
"""

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.actions import login_limits

View = Callable[..., HttpResponse]
TOKEN = "csrfmiddlewaretoken"


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
            try:
                attempt = login_limits.begin(limits, now=timezone.now())
            except login_limits.TooManyAttempts:
                return _again(request, key, back, kwargs)
            try:
                response = view(request, *args, **kwargs)
            except BaseException:
                login_limits.release(attempt)
                raise
            if response.status_code >= 400:
                login_limits.release(attempt)
            elif response.headers.get("Location"):
                cache.set(key, response["Location"], login_limits.SPAN.total_seconds())
            return response

        return once

    return decorate


def _sender(request: HttpRequest) -> str:
    return str(request.user.pk) if request.user.is_authenticated else ""


def _again(request: HttpRequest, key: str, back: str, kwargs: dict[str, object]) -> HttpResponse:
    """Where the first one led, as far as this process knows; else the page on which its work is seen."""
    if where := cache.get(key):
        return redirect(where)
    messages.info(request, _("Questo modulo era già arrivato: vale una volta sola."))
    return redirect(back, slug=kwargs["slug"]) if "slug" in kwargs else redirect(back)
