"""The judge's page and what is fetched beside it: strip, live stream, the record as a file; and the opening of a record."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import conditional_page, require_POST, require_safe

from games.registry import UnknownGame, game
from referee.actions import openings
from referee.board_image.map_finger import finger_map
from referee.errors import CannotOpen
from referee.judge_page import board_view
from referee.judge_page.context import overlay_of
from referee.models import GameRecord
from referee.records import beside
from referee.records import cache as record_cache
from referee.views import access, devices
from referee.views.entries import address
from referee.views.page import render_page, strip_context
from tournament import live
from tournament.errors import TournamentError
from tournament.labels.rule_sheet import stand_in_note
from tournament.models import Seat, TableStatus
from tournament.web.support.file_names import event_name, to_save


@require_safe
@never_cache
def page(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    request.judged = table = access.table_to_read(request, slug, number, place)
    row = GameRecord.objects.filter(table=table).first()
    if row is None:
        return _set_up(request, table)
    return render_page(request, row, overlay_of(row.game_definition, request.GET))


def _set_up(request: HttpRequest, table, status: int = 200) -> HttpResponse:
    """The form with which a record is begun; of one that was refused, as it was sent and with its wrong fields marked."""
    seats = list(table.seats.select_related("entrant"))
    entered = _entered(request, len(seats))
    context = {
        "tournament": table.round.tournament,
        "round": table.round,
        "table": table,
        "seats": seats,
        "chairs": _chairs(seats, entered.seats),
        "levels": TableStatus.Level.choices,
        "entered": entered,
        "lacks_judge": status != 200 and not entered.has_judge,
        "lacks_level": status != 200 and not entered.has_level,
        "stand_in": stand_in_note(table.round.tournament.game, get_language() or "it"),
        "may_open": table.may_record and table.round.state == "running",
        "may_seal": _has_secrets(table.round.tournament.game),
        "archived": " ".join(record.instance_id for record in table.archived_records.all()),
    }
    return render(request, "referee/set_up.html", context, status=status)


@dataclass(frozen=True)
class Entered:
    """What was sent of the form with which a record is begun; all empty on a new page. `judge` is the number of a chair."""

    seats: tuple[str, ...]
    judge: str
    level: str
    seal: bool

    @property
    def has_judge(self) -> bool:
        return self.judge in {str(chair) for chair in range(1, len(self.seats) + 1)}

    @property
    def has_level(self) -> bool:
        return self.level in TableStatus.Level.values


@dataclass(frozen=True)
class Chair:
    """A chair of the form: who is chosen for it; `is_wrong` where somebody else's chair has the same name, or nobody is chosen."""

    position: int
    chosen: str
    is_wrong: bool


def _entered(request: HttpRequest, count: int) -> Entered:
    data = request.POST
    seats = tuple(data.get(f"seat-{chair}", "") for chair in range(1, count + 1))
    return Entered(seats, data.get("judge", ""), data.get("level", ""), bool(data.get("seal")))


def _chairs(seats: Sequence[Seat], entered: Sequence[str]) -> list[Chair]:
    drawn = [seat.entrant.public_id for seat in seats]
    if not any(entered):
        return [Chair(seat.position, who, is_wrong=False) for seat, who in zip(seats, drawn, strict=True)]
    return [
        Chair(seat.position, who, is_wrong=who not in drawn or entered.count(who) > 1)
        for seat, who in zip(seats, entered, strict=True)
    ]


def _has_secrets(slug: str) -> bool:
    try:
        return bool(game(slug).secret_kinds)
    except UnknownGame:
        return False


@require_POST
def open_record(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    table = access.table_to_write(request, slug, number, place)
    entered = _entered(request, table.seats.count())
    try:
        if not entered.has_judge:
            raise CannotOpen(_("Indica la sedia alla destra del giudice."))
        if not entered.has_level:
            raise CannotOpen(_("Scegli che cosa si registra."))
        openings.open_record(
            table,
            seats=entered.seats,
            judge=int(entered.judge) - 1,
            level=entered.level,
            by=request.user,
            device=access.name_device(request),
            **_sealing(request),
        )
    except CannotOpen as fault:
        messages.error(request, str(fault))
        if not GameRecord.objects.filter(table=table).exists():
            return _set_up(request, table, status=422)
    except TournamentError as fault:
        messages.error(request, str(fault))
    return redirect(address(table))


@require_POST
def reopen(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    """Reopen the record that the device has stored (static/js/offline/reopen.js); its lines follow through the queue."""
    table = access.table_to_write(request, slug, number, place)
    header, instance_id, level = (request.POST.get(name, "") for name in ("header", "instance", "level"))
    try:
        if level not in TableStatus.Level.values:
            raise CannotOpen(_("Scegli che cosa si registra."))
        device = access.name_device(request)
        openings.reopen(table, header=header, instance_id=instance_id, level=level, by=request.user, device=device)
    except TournamentError as fault:
        messages.error(request, str(fault))
    return redirect(address(table))


def _sealing(request: HttpRequest) -> dict:
    """The system deals only on the judge's request, with randomness of the operating system."""
    return {"seal": True, "rng": secrets.SystemRandom()} if request.POST.get("seal") else {}


# -- beside the page


@require_safe
@never_cache
def strip(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    """The strip alone, fetched whenever something changed: it says at which line the table stands."""
    table = access.table_to_read(request, slug, number, place)
    row = get_object_or_404(beside.marked(), table=table)
    row.table = table
    with record_cache.checkout(row) as record:
        board = board_view.board_of(record, table.seats.all())
        context = strip_context(row, record, board, timezone.now(), row.entries.order_by("-seq")[: board_view.RECENT])
    return render(request, "referee/judge/_strip.html", context)


@require_safe
@cache_control(private=True, no_cache=True)
@conditional_page
def map_for_fingers(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    """The map of the table's board without a position, the same throughout a game; 404 where the board has none."""
    table = access.table_to_read(request, slug, number, place)
    with record_cache.checkout(access.record_of(table)) as record:
        board = board_view.board_of(record, table.seats.all())
    if board.board_map is None:
        raise Http404
    return HttpResponse(finger_map(board.scene, board.board_map), content_type="image/svg+xml")


@require_safe
@never_cache
def stream(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    table = access.table_to_read(request, slug, number, place)
    return live.stream_response([table.topic, table.round.tournament.topic], through=[request.user])


@require_safe
@never_cache
def lines(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    """The record as a file that `python -m games check` reads. It names no person."""
    table = access.table_to_read(request, slug, number, place)
    row = access.record_of(table)
    lines = [row.header, *row.entries.order_by("seq").values_list("line", flat=True)]
    response = HttpResponse("\n".join(lines) + "\n", content_type="application/x-ndjson; charset=utf-8")
    return to_save(response, event_name(table.round.tournament), _("Registrazione"), number, place, kind="jsonl")


@require_POST
def reclaim_device(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    """A browser that lost its cookies gives back the name that it stored beside its queue."""
    access.table_for_entry(request, slug, number, place)
    return HttpResponse(status=204 if devices.reclaim(request, request.POST.get("device", "")) else 409)
