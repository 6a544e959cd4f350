"""One thing done at a table from its page: the table is fetched with access, the act tried, the table shown as it then stands."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from games.kernel.breaches import Refused, Unreadable
from referee.errors import BadKey, Conflict, LeaseLost
from referee.judge_page.context import Shown, form_tag, refusal_words
from referee.judge_page.questions import BadAnswer
from referee.models import KEY_LENGTH, GameRecord
from referee.permissions import holds_lease
from referee.views import access
from referee.views.page import answer
from referee.wording import localized
from tournament.errors import TournamentError
from tournament.models import Table

Act = Callable[[GameRecord], Shown | None]


class FreeFault(BadAnswer):
    """A plain form came back wrong: it is shown again as it was filled in."""

    def __init__(self, tag: str, fault: Exception) -> None:
        self.tag = tag
        super().__init__(localized(fault.reason) if isinstance(fault, Unreadable) else str(fault))


def attempt(request: HttpRequest, slug: str, number: int, place: int, act: Act) -> HttpResponse:
    """For whoever may record the table."""
    return attempt_at(request, access.table_to_write(request, slug, number, place), act)


def attempt_at(request: HttpRequest, table: Table, act: Act) -> HttpResponse:
    """Do it and show the table as it then stands, with whatever has to be said about it."""
    request.judged = table
    row = access.record_of(table)
    try:
        shown = act(row)
    except (Conflict, LeaseLost) as fault:
        shown = Shown(notice=str(fault), tone="warning", status=409)
    except FreeFault as fault:
        free = form_tag(row.played, fault.tag) or "*"
        shown = Shown(notice=str(fault), free=free, held=request.POST, status=400)
    except (BadAnswer, BadKey) as fault:
        shown = Shown(notice=str(fault), status=400)
    except Unreadable as fault:
        shown = Shown(notice=localized(fault.reason), status=400)
    except Refused as refused:
        shown = Shown(notice=refusal_words(refused), status=422)
    except TournamentError as fault:
        shown = Shown(notice=str(fault), status=422)
    if shown is None:
        return answer(request, row, Shown()) if request.htmx else redirect(address(table))
    return answer(request, row, shown)


def address(table: Table) -> str:
    return reverse("referee:judge", args=[table.round.tournament.slug, table.round.number, table.number])


# -- what a page sends


def key_of(request: HttpRequest) -> str:
    key = request.POST.get("key", "")
    if not 8 <= len(key) <= KEY_LENGTH or not key.isascii() or not key.isprintable():
        raise BadKey
    return key


def lease_of(request: HttpRequest, row: GameRecord) -> int:
    """The lease that the page was given; a device that is not the holder has none that counts."""
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
    return " ".join(request.POST.get(name, "").split())[:300]
