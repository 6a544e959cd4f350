"""Refusals of the API as problem details (RFC 9457), whoever refuses: a view, the router, or a middleware before both."""

import json
from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

PREFIX = "/api/"
MEDIA_TYPE = "application/problem+json"


class ProblemsMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if response.status_code < 400 or not is_of_the_api(request):
            return response
        return _problem(response)


def is_of_the_api(request: HttpRequest) -> bool:
    return f"{request.path}/".startswith(PREFIX)


def _problem(response: HttpResponseBase) -> HttpResponse:
    """The same status and headers, such as `Allow`; `detail` where the refusal gave one."""
    title = HTTPStatus(response.status_code).phrase
    body = {"type": "about:blank", "title": title, "status": response.status_code, "detail": _detail(response) or title}
    problem = HttpResponse(json.dumps(body), status=response.status_code, content_type=MEDIA_TYPE)
    for name, value in response.headers.items():
        if name.lower() not in ("content-type", "content-length", "etag"):
            problem[name] = value
    if response.status_code == 401:
        problem["WWW-Authenticate"] = 'Bearer error="invalid_token"'
    return problem


def _detail(response: HttpResponseBase) -> str:
    if not isinstance(response, HttpResponse) or not response.headers.get("Content-Type", "").startswith(
        "application/json"
    ):
        return ""
    found = json.loads(response.content)
    return str(found.get("detail", "")) if isinstance(found, dict) else ""
