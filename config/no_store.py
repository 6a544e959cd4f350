"""Keeps off disks and out of the browser's history what is not meant to be read again: `NoStoreMiddleware`."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers

SAFE = ("GET", "HEAD")


class NoStoreMiddleware:
    """Answers to a post, where a new password, link or code is shown once, and files for an account, which may carry badges, are stored
    by no browser. Other pages that show a secret say so themselves with `never_cache`.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if "Cache-Control" not in response and (request.method not in SAFE or _is_file_for_account(request, response)):
            add_never_cache_headers(response)
        return response


def _is_file_for_account(request: HttpRequest, response: HttpResponse) -> bool:
    """A session that no view has read is not read for this: `Vary` would change."""
    session = getattr(request, "session", None)
    if session is None or not session.accessed or response.get("Content-Type", "").startswith("text/html"):
        return False
    return request.user.is_authenticated
