"""The policy of a page's content, composed once: django-csp composes it anew for every answer, and nearly all have the same."""

from functools import cached_property

from csp.constants import HEADER
from csp.middleware import CSPMiddleware
from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase


class ContentPolicyMiddleware(CSPMiddleware):
    """What a view says of its own policy, and a nonce that a page has used, go django-csp's way."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        has_own = any(name.startswith("_csp_") for name in vars(response))
        if settings.DEBUG or has_own or getattr(request, "_csp_nonce", None) is not None:
            return super().process_response(request, response)
        response.headers.setdefault(HEADER, self._usual)
        return response

    @cached_property
    def _usual(self) -> str:
        parts = self.get_policy_parts(request=HttpRequest(), response=HttpResponse())
        return build_policy(**vars(parts))
