"""`/aiuto/manuali/`: the manuals in the reader's language, each as a page, and all of them as a booklet on paper."""

from functools import cache

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from referee.manuals import picture_address, picture_file
from tournament.documents.manuals import manuals
from tournament.exports import manuals_pdf
from tournament.queries.sharing import shared_page
from tournament.web.support.file_names import to_open


@require_safe
@login_not_required
def page(request: HttpRequest, manual: str) -> HttpResponse:
    found = next((one for one in manuals() if one.slug == manual), None)
    if found is None:
        raise Http404
    chapters = [(chapter, picture_address(chapter.picture)) for chapter in found.chapters]
    return render(
        request,
        "referee/help/manual.html",
        {
            "manual": found,
            "chapters": chapters,
            "shared": shared_page(found.title),
        },
    )


@require_safe
@login_not_required
def booklet(request: HttpRequest) -> HttpResponse:
    response = HttpResponse(_drawn_booklet(get_language() or ""), content_type="application/pdf")
    return to_open(response, "Sdadata", _("Manuali"), kind="pdf")


@cache
def _drawn_booklet(_language: str) -> bytes:
    """Drawn once in a process for each language, as anybody may ask for it."""
    return manuals_pdf(manuals(), picture_file)
