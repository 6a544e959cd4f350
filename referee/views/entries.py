"""One entry from the page of a table: access is checked, the entry is made, and the page is rendered as the table then stands."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from games.kernel.breaches import Refused, Unreadable
from games.kernel.strict import reason_in
from referee.errors import BadKey, Conflict, LeaseLost
from referee.judge_page.context import PageOverlay, fault_words, faulty_form, form_tag
from referee.judge_page.questions import BadAnswer
from referee.models import KEY_LENGTH, GameRecord
from referee.permissions import holds_lease
from referee.views import access
from referee.views.page import render_page
from tournament.errors import TournamentError
from tournament.models import Table
from tournament.web.support.htmx import is_htmx

MakeEntry = Callable[[GameRecord], PageOverlay | None]


class ActFormFault(BadAnswer):
    """An invalid plain form; it is rendered again with its values."""

    def __init__(self, tag: str, fault: BadAnswer | Unreadable) -> None:
        self.tag = tag
        lacks, wrong = (fault.lacks, fault.wrong) if isinstance(fault, BadAnswer) else ("", "")
        super().__init__(fault_words(fault), lacks=lacks, wrong=wrong)


class CorrectionFault(BadAnswer):
    """A line as it should have been that cannot stand; its form is rendered again with its values."""

    def __init__(self, overlay: PageOverlay) -> None:
        self.overlay = overlay
        super().__init__(overlay.notice)


def handle_entry(request: HttpRequest, slug: str, number: int, place: int, make_entry: MakeEntry) -> HttpResponse:
    """For whoever may record the table."""
    return handle_entry_at(request, access.table_to_write(request, slug, number, place), make_entry)


def handle_entry_at(request: HttpRequest, table: Table, make_entry: MakeEntry) -> HttpResponse:
    """Append the entry and render the current page with its refusal or notice."""
    request.judged = table
    row = access.record_of(table)
    try:
        overlay = make_entry(row)
    except (Conflict, LeaseLost) as fault:
        overlay = PageOverlay(notice=str(fault), tone="warning", status=409)
    except ActFormFault as fault:
        tag = form_tag(row.game_definition, fault.tag) or "*"
        overlay = faulty_form(tag, request.POST, fault)
    except CorrectionFault as fault:
        overlay = fault.overlay
    except BadKey as fault:
        overlay = PageOverlay(notice=str(fault), status=400)
    except (BadAnswer, Unreadable) as fault:
        overlay = PageOverlay(notice=fault_words(fault), status=400)
    except Refused as refused:
        overlay = PageOverlay(notice=fault_words(refused), status=422)
    except TournamentError as fault:
        overlay = PageOverlay(notice=str(fault), status=422)
    if overlay is None:
        return render_page(request, row, PageOverlay()) if is_htmx(request) else redirect(address(table))
    return render_page(request, row, overlay)


def address(table: Table) -> str:
    return reverse("referee:judge", args=[table.round.tournament.slug, table.round.number, table.number])


# -- what a page sends


def key_of(request: HttpRequest) -> str:
    key = request.POST.get("key", "")
    if not 8 <= len(key) <= KEY_LENGTH or not key.isascii() or not key.isprintable():
        raise BadKey
    return key


def lease_of(request: HttpRequest, row: GameRecord) -> int:
    """The lease that the page holds; empty for a device that is not the holder."""
    refuse_other_device(request, row)
    return integer(request, "lease")


def refuse_other_device(request: HttpRequest, row: GameRecord) -> None:
    if not writes_here(request, row):
        raise LeaseLost


def writes_here(request: HttpRequest, row: GameRecord) -> bool:
    """Who may record the table, on the device that holds it: a judge who was replaced no longer does, whoever has the lease."""
    return row.table.may_record and holds_lease(row, request.user, access.device_of(request))


def seq_of(request: HttpRequest) -> int:
    return integer(request, "seq")


def integer(request: HttpRequest, name: str) -> int:
    raw = request.POST.get(name, "")
    if not (raw.isascii() and raw.isdigit() and len(raw) < 8):
        raise BadAnswer(_("Manca «%s»: ricarica la pagina.") % name)
    return int(raw)


def reason_of(request: HttpRequest, name: str = "why") -> str:
    return reason_in(request.POST.get(name, ""))
