"""The site is read and posted to: whatever other method a client sends is refused before a view could take it for a read."""

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
