"""The archive of an event: requested by its organizer, built in the background, downloaded when ready."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from referee.archive.event import log_download
from referee.archive.ordered import pack_event
from tournament.actions import prints
from tournament.errors import NotNow
from tournament.models import PrintJob
from tournament.web.support.file_names import event_name, to_save
from tournament.web.support.sent_once import sent_once
from tournament.web.views import access


@require_POST
@sent_once("tournament:print_outs")
def order(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.for_organizer(request, slug)
    try:
        prints.order(tournament, kind=prints.ARCHIVE, task=pack_event, by=request.user, language=get_language())
    except NotNow as refusal:
        messages.error(request, str(refusal))
    return redirect("tournament:print_outs", slug)


@require_safe
@never_cache
def archive(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    tournament = access.for_organizer(request, slug)
    job = get_object_or_404(tournament.prints, pk=pk, kind=prints.ARCHIVE, state=PrintJob.State.READY)
    if request.method == "GET":
        log_download(tournament, by=request.user)
    response = HttpResponse(bytes(job.file), content_type="application/zip")
    return to_save(response, event_name(tournament), _("Archivio"), kind="zip")
