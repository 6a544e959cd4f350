"""Methods under the API: HEAD answers like GET, OPTIONS names what may be asked, and every refusal names the same methods."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.http.response import HttpResponseBase

from tournament.web.support.api_problems import is_of_the_api

ALLOWED = ("GET", "HEAD", "OPTIONS")


class ApiMethodsMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not is_of_the_api(request):
            return self.get_response(request)
        if request.method == "OPTIONS":
            return HttpResponse(status=204, headers={"Allow": ", ".join(ALLOWED)})
        if request.method not in ALLOWED:
            return HttpResponseNotAllowed(ALLOWED)
        # The server sends no body after HEAD; the views and the ETag are those of GET.
        request.method = "GET"
        return self.get_response(request)
