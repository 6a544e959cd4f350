"""Endpoints of the offline page: bundle, record and the queue of entries."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from csp.constants import SELF, WASM_UNSAFE_EVAL
from csp.decorators import csp_update
from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_POST, require_safe

from games.kernel.acts import CLOCK, Act, IndexOrNone, Note, PreAlarm, TimeUp, Undo
from games.kernel.breaches import Refused, Unreadable
from games.kernel.lines import read_act
from games.kernel.strict import reason_in
from referee.actions import entries, quarantine, records
from referee.errors import AnotherRecord, Conflict, LeaseLost, TooManyWait
from referee.judge_page.context import refusal_words
from referee.models import KEY_LENGTH, GameRecord
from referee.offline import bundle
from referee.offline.table_bundle import table_bundle
from referee.records import beside, clocks
from referee.views import access
from referee.views.entries import writes_here
from referee.wording import localized
from tournament import live
from tournament.errors import TournamentError
from tournament.web.support.json_bodies import LARGEST, BadBody, read_json

MOST = 20  # entries in one request: what waited longer comes in several
SCRIPTS = Path(settings.BASE_DIR) / "static" / "js" / "offline"


class QueuedEntry(msgspec.Struct, frozen=True):
    """One entry of the device's queue. `seq` is the line that it follows, `lease` the one that it was made under.

    `instance_id` (`instance` in the JSON) names the record that it was made for; a device whose page is older than this field sends none.
    """

    key: Annotated[str, msgspec.Meta(min_length=8, max_length=KEY_LENGTH, pattern="^[!-~]+$")]
    kind: Literal["act", "ruling", "undo"]
    seq: Annotated[int, msgspec.Meta(ge=0, le=LARGEST)]
    lease: Annotated[int, msgspec.Meta(ge=0, le=LARGEST)]
    by: IndexOrNone | Literal["judge", "clock"]
    act: msgspec.Raw
    why: str = ""
    words: str = ""
    instance_id: str = msgspec.field(default="", name="instance")


# -- the table


@require_safe
@never_cache
def offline_bundle(request: HttpRequest, slug: str, number: int, place: int) -> JsonResponse:
    """The record as this judge may read it, whole or the lines after `?dopo=`."""
    table = access.table_to_write(request, slug, number, place)
    after = request.GET.get("dopo", "0")
    number = int(after) if after.isdecimal() and len(after) <= len(str(LARGEST)) else 0
    return JsonResponse(table_bundle(access.record_of(table), table, after=number))


@require_POST
def queue(request: HttpRequest, slug: str, number: int, place: int) -> JsonResponse:
    """Entries in the order in which they were made, in one transaction. The first that the table does not take stops those behind it.

    The answer acknowledges them: what became of each, and where the record now stands. With what the page shows of the table
    (`beside`) a device knows whether only the server can draw what changed.
    """
    row = access.record_for_entry(request, slug, number, place)
    try:
        waiting = read_json(request, list[QueuedEntry])
    except BadBody:
        return JsonResponse({"words": _("La coda è illeggibile: ricarica la pagina.")}, status=400)
    with _one_transaction(waiting):
        settled, stands = _settle_in_order(request, row, waiting[:MOST])
    row = stands or beside.marked_by_id(row.pk)[0]
    state = row.table.state if row.table else ""
    position = {"seq": row.seq, "head": row.head, "lease": row.lease, "state": state, "beside": beside.token(row)}
    return JsonResponse({"settled": settled, **position})


@contextmanager
def _one_transaction(waiting: list[QueuedEntry]) -> Iterator[None]:
    """A line by itself has its own already, without a savepoint in it."""
    if len(waiting) == 1:
        yield
        return
    with transaction.atomic(), live.gathered():
        yield


def _settle_in_order(
    request: HttpRequest, row: GameRecord, waiting: list[QueuedEntry]
) -> tuple[list[dict[str, Any]], GameRecord | None]:
    """What became of each, and the row as it stands behind the last of them, where that is known."""
    settled: list[dict[str, Any]] = []
    stands = None
    shift = 0  # lines that the table wrote by itself between these, such as the clock's
    for one in waiting:
        outcome, stands = _settled(request, row, msgspec.structs.replace(one, seq=one.seq + shift))
        settled.append({"key": one.key, **outcome})
        if outcome["outcome"] == "written":
            shift = outcome["seq"] - one.seq - 1
        elif outcome["outcome"] != "quarantined":
            break
        if stands is not None:
            row.seq, row.head = stands.seq, stands.head
    return settled, stands


def _settled(request: HttpRequest, row: GameRecord, one: QueuedEntry) -> tuple[dict[str, Any], GameRecord | None]:
    """What became of an entry, and the row as it stands then, where that is known.

    written · quarantined for review · conflict · refused (with its reason; `registers` where it may be registered) · closed.
    """
    try:
        seq, stands = _write(request, row, one)
    except (TournamentError, Refused, Unreadable) as fault:
        return _refusal(request, row, one, fault), None
    return {"outcome": "written", "seq": seq}, stands


def _refusal(
    request: HttpRequest, row: GameRecord, one: QueuedEntry, fault: TournamentError | Refused | Unreadable
) -> dict[str, Any]:
    match fault:
        case LeaseLost():
            return _quarantine(request, row, one)
        case Conflict():
            return {"outcome": "conflict", "words": str(fault)}
        case Refused():
            return {"outcome": "refused", "words": refusal_words(fault), "registers": fault.may_be_registered}
        case Unreadable():
            return {"outcome": "refused", "words": localized(fault.reason), "registers": False}
        case _:
            return {"outcome": "closed", "words": str(fault)}


def _write(request: HttpRequest, row: GameRecord, one: QueuedEntry) -> tuple[int, GameRecord | None]:
    """The entry's line, the first one where its key was used before; and the row behind it, where that is known."""
    if one.instance_id not in ("", row.instance_id):
        raise AnotherRecord
    if _is_written(row, one):
        return one.seq + 1, None
    if not writes_here(request, row):
        repeated = row.entries.filter(client_key=one.key).first()
        if repeated is None:
            raise LeaseLost
        return repeated.seq, None
    common = {
        "client_key": one.key,
        "expected_seq": one.seq,
        "why": reason_in(one.why),
        "by": request.user,
        "lease": one.lease,
    }
    if one.kind == "undo":
        receipt = records.undo(row, **common)
        return receipt.seq, receipt.stands
    act = read_act(row.game_definition, one.act)
    if isinstance(act, Note) and one.seq <= _current_seq(row):
        common["expected_seq"] = None  # it looks at no board, so no line before it can spoil it
    if one.by == CLOCK:
        common["client_key"] = _key_of_the_clock(row, act) or one.key
    write = records.register_infraction if one.kind == "ruling" else records.append
    receipt = write(row, by_seat=one.by, act=act, **common)
    return receipt.seq, receipt.stands


def _current_seq(row: GameRecord) -> int:
    return GameRecord.objects.values_list("seq", flat=True).get(pk=row.pk)


def _is_written(row: GameRecord, one: QueuedEntry) -> bool:
    """Whether a returned line (its key is the line's head) is already in the record, written by the clock for instance."""
    if len(one.key) != len(row.head):
        return False
    entry = row.entries.filter(seq=one.seq + 1).first()
    return entry is not None and entries.head_of(entry) == one.key


def _key_of_the_clock(row: GameRecord, act: Act) -> str:
    """The key that the clock itself uses, so that a call that is given back is not made again; empty where no call is due."""
    reading = clocks.clock_of(row, now=timezone.now())
    if isinstance(act, TimeUp) and reading.state == "over":
        key = records.time_key(reading)
    elif isinstance(act, PreAlarm) and reading.pre_alarm:
        key = records.pre_alarm_key(reading)
    else:
        return ""
    return "" if row.entries.filter(client_key=key).exists() else key


def _quarantine(request: HttpRequest, row: GameRecord, one: QueuedEntry) -> dict[str, Any]:
    """Another device holds the lease: the remaining entries wait for the tournament director's review."""
    try:
        act = Undo(one.seq) if one.kind == "undo" else read_act(row.game_definition, one.act)
    except Unreadable as fault:
        return {"outcome": "refused", "words": localized(fault.reason), "registers": False}
    try:
        quarantine.store(
            row,
            client_key=one.key,
            expected_seq=one.seq,
            by_seat=one.by,
            act=act,
            words=" ".join(one.words.split())[:300],
            by=request.user,
            why=reason_in(one.why),
            is_ruling=one.kind == "ruling",
        )
    except TooManyWait as fault:
        return {"outcome": "closed", "words": str(fault)}
    return {"outcome": "quarantined", "words": str(LeaseLost(is_quarantined=True))}


# -- the site


@require_safe
@login_not_required
@csp_update({"script-src": [SELF, WASM_UNSAFE_EVAL]})
@cache_control(no_cache=True)
def worker(request: HttpRequest) -> HttpResponse:
    """The page's policy stays strict: only this script, in a thread of its own, may compile what WebAssembly needs."""
    return _script("worker.js")


@require_safe
@login_not_required
@cache_control(no_cache=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    """At the root, because a service worker answers only for what lies under its own address."""
    return _script("service_worker.js")


@require_safe
@login_not_required
@cache_control(max_age=60 * 60 * 24 * 365, immutable=True)
def sources(request: HttpRequest, digest: str) -> HttpResponse:
    """Public: the games, templates and modules that the site itself runs."""
    if digest != bundle.digest():
        raise Http404
    return HttpResponse(bundle.archive(), content_type="application/zip")


def _script(name: str) -> HttpResponse:
    return HttpResponse((SCRIPTS / name).read_bytes(), content_type="text/javascript; charset=utf-8")
