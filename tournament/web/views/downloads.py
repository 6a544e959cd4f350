"""Files for other programs: spreadsheets, the fixed-column report, a calendar, standings for another site's page."""

from csp.decorators import csp_replace
from django.contrib.auth.decorators import login_not_required
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import conditional_page, require_safe

from tournament.documents.event_report import report_text
from tournament.exports.calendar import event_calendar
from tournament.exports.tables import csv_lines, workbook
from tournament.queries.lists import LISTS
from tournament.queries.report import event_report
from tournament.queries.results import computed_once
from tournament.queries.sheets import standings_sheet
from tournament.web.support import page_cache
from tournament.web.support.file_names import event_name, to_open, to_save
from tournament.web.support.leaves import leaf_sought
from tournament.web.views import access
from tournament.web.views.public import XLSX

WHOLE = "tutto"
ROWS_OF_FRAME = 200


@require_safe
def spreadsheet(request: HttpRequest, slug: str, what: str, kind: str) -> HttpResponse:
    """One list, or all of them as the sheets of one workbook."""
    tournament = access.for_staff(request, slug)
    if (what != WHOLE and what not in LISTS) or (what == WHOLE and kind != "xlsx"):
        raise Http404
    if kind == "csv":
        listed = LISTS[what](tournament)
        response = StreamingHttpResponse(csv_lines(listed.head, listed.rows()), content_type="text/csv; charset=utf-8")
        return to_save(response, event_name(tournament), listed.title, kind="csv")
    lists = [one(tournament) for one in (LISTS.values() if what == WHOLE else [LISTS[what]])]
    file = workbook(one.page(tournament) for one in lists)
    title = _("Tutti gli elenchi") if what == WHOLE else lists[0].title
    return to_save(FileResponse(file, content_type=XLSX), event_name(tournament), title, kind="xlsx")


@require_safe
@login_not_required
@conditional_page
def report(request: HttpRequest, slug: str) -> HttpResponse:
    """The fixed-column report, which can be verified independently."""
    tournament = access.visible(request, slug)
    response = page_cache.file(request, report_text(event_report(tournament)), "text/plain; charset=utf-8")
    return to_open(response, event_name(tournament), _("Resoconto"), kind="txt")


@require_safe
@login_not_required
@conditional_page
def calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """The day, and each round from its start."""
    tournament = access.visible(request, slug)
    response = HttpResponse(event_calendar(tournament), content_type="text/calendar; charset=utf-8")
    return to_open(response, event_name(tournament), _("Calendario"), kind="ics")


@require_safe
@login_not_required
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})
@conditional_page
@computed_once()
def embedded(request: HttpRequest, slug: str) -> HttpResponse:
    """The standings for a frame on a club's own site, in pages: no scripts, no forms, nothing about the reader."""
    tournament = access.visible(request, slug)
    if not tournament.is_public:
        raise Http404
    sheet = standings_sheet(tournament, made_at=timezone.localtime(), explained=())
    context = {
        "tournament": tournament,
        "sheet": sheet,
        "leaf": leaf_sought(sheet.rows, request.GET, ROWS_OF_FRAME),
    }
    page = render_to_string("tournament/embedded.html", context, request).encode()
    return page_cache.file(request, page, "text/html; charset=utf-8")
