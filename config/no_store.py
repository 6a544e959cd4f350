"""Keeps off disks and out of the browser's history what is not meant to be read again: `NoStoreMiddleware`."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers, patch_cache_control

SAFE = ("GET", "HEAD")


class NoStoreMiddleware:
    """Answers to a post, where a new password, link or code is shown once, and every page and file that is made for an account or for a
    program with a token, with the names of others in it, are stored by no browser: the next who sits at the computer goes back to none of
    them. What a view lets an account's browser store, by a header of its own, no proxy in between stores.

    Other pages that show a secret, such as those that a badge or a screen's token opens, say so themselves with `never_cache`.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        is_own = "Cache-Control" in response
        if not is_own and request.method not in SAFE:
            add_never_cache_headers(response)
        elif "Authorization" in request.headers or _is_for_account(request):
            if is_own:
                patch_cache_control(response, private=True)
            else:
                add_never_cache_headers(response)
        return response


def _is_for_account(request: HttpRequest) -> bool:
    """A session that no view has read is not read for this: `Vary` would change, and what everybody gets is stored as everybody's."""
    session = getattr(request, "session", None)
    return session is not None and session.accessed and request.user.is_authenticated
