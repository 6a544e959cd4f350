"""Refuses methods other than GET, HEAD and POST before a view could treat them as a read."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed

KNOWN = ("GET", "HEAD", "POST")


class MethodsMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method not in KNOWN:
            return HttpResponseNotAllowed(KNOWN)
        return self.get_response(request)
