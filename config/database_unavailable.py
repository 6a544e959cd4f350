"""What a request gets when the database is away or its disk is full: 503 and «riprova», which a tablet takes as «in coda».

Who writes at the same moment as somebody else what may be there once gets 409: the database refused it, and nothing was written.
"""

import logging
import sys

from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.defaults import server_error

from config.log_lines import DATABASE_ERRORS, route_of
from tournament.web.support.faults import database_fault, note_reason

RETRY_AFTER_SECONDS = 3
logger = logging.getLogger("sdadata.refused")


def database_unavailable(request: HttpRequest) -> HttpResponse:
    """`handler500`: Django calls it while it handles the exception. The page asks nothing of the database."""
    fault = sys.exception()
    if isinstance(fault, IntegrityError) and "unique" in str(fault).lower():
        logger.warning("%s: %s", route_of(request), "two wrote at once", exc_info=fault)
        return HttpResponse(render_to_string("409.html"), status=409, headers={"Cache-Control": "no-store"})
    if not isinstance(fault, DATABASE_ERRORS):
        return server_error(request)
    note_reason(request, database_fault(fault))
    headers = {"Retry-After": str(RETRY_AFTER_SECONDS), "Cache-Control": "no-store"}
    return HttpResponse(render_to_string("503.html"), status=503, headers=headers)
