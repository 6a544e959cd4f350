"""The read-only API for other programs: the public data as JSON, with its own OpenAPI description.

Lists are paged: `next` is the cursor for `after`. Points are exact decimals written as strings. Each answer has an ETag.
Refusals are problem details (`tournament/web/support/api_problems.py`), and scripts of other sites may read (CORS, in the settings).
A logged-in user also sees the tournaments of the own roles, and a program with a tournament's token
(`Authorization: Bearer …`) also that one; the API never writes.
"""

import base64
import binascii
from dataclasses import asdict
from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Any

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import re_path, reverse
from django.utils import timezone
from ninja import NinjaAPI, Path, Query, Schema
from ninja.errors import AuthenticationError, ValidationError
from ninja.openapi.schema import OpenAPISchema
from pydantic import PlainSerializer, WithJsonSchema, create_model

from tournament.actions import programs
from tournament.core.formatting import plain_decimal
from tournament.core.roster_fields import PUBLIC_FIELDS, values_of
from tournament.hooks.api import described, described_schemas
from tournament.models import Entrant, Round, Tournament
from tournament.queries.clocks import clock_of
from tournament.queries.results import computed_once, standings_of
from tournament.queries.sheets import standings_sheet
from tournament.queries.tables import tables_of
from tournament.states import EntrantState, RoundState, TableState, TournamentState
from tournament.web.support.api_problems import MEDIA_TYPE
from tournament.web.views import access

SECURITY_SCHEMES = {
    "token": {"type": "http", "scheme": "bearer", "description": "The token of a tournament that is not public."},
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": settings.SESSION_COOKIE_NAME,
        "description": "Somebody who is logged in.",
    },
}


class DescribedAPI(NinjaAPI):
    """Says how to show who one is, since access is decided for each tournament and not by ninja; and that refusals are problems."""

    def get_openapi_schema(self, **options: Any) -> OpenAPISchema:
        schema = super().get_openapi_schema(**options)
        schema["components"]["securitySchemes"] = SECURITY_SCHEMES
        for operations in schema["paths"].values():
            for operation in operations.values():
                _describe_refusals(operation["responses"])
        schema["paths"].update(described)
        schema["components"]["schemas"].update(described_schemas)
        return schema


def _describe_refusals(responses: dict[int, dict[str, Any]]) -> None:
    for status, response in responses.items():
        if int(status) >= 400:
            response["content"] = {MEDIA_TYPE: response["content"]["application/json"]}


api = DescribedAPI(
    title="Sdadata",
    version="1",
    description="Tornei, iscritti, turni, risultati e classifiche in sola lettura.",
    urls_namespace="tournament:api",  # relative to this app's own addresses
    docs_url=None,
    openapi_extra={"security": [{}, *({name: []} for name in SECURITY_SCHEMES)]},  # {} is nobody, for what is public
)

Code = Annotated[str, Path(pattern="^[0-9a-z]{4,16}$", description="The tournament's public code.")]
Number = Annotated[int, Path(ge=1, le=999, description="Rounds count from 1.")]
Limit = Annotated[int, Query(ge=1, le=200)]
LimitOfTables = Annotated[int, Query(ge=1, le=60)]
After = Annotated[str, Query(max_length=40, pattern="^[A-Za-z0-9_=-]*$", description="The `next` of the page before.")]


Points = Annotated[
    Decimal,
    PlainSerializer(lambda points: str(plain_decimal(points)), return_type=str),
    WithJsonSchema({"type": "string", "pattern": r"^-?[0-9]+(\.[0-9]+)?$", "examples": ["81", "16.5"]}),
]
"""An exact decimal, written as one writes it: no exponent, no zeros behind."""


class Fault(Schema):
    """Problem details, RFC 9457."""

    type: str
    title: str
    status: int
    detail: str


class TournamentOut(Schema):
    code: str
    name: str
    place: str
    day: date
    game: str
    state: TournamentState
    entrants: int


class Tournaments(Schema):
    items: list[TournamentOut]
    next: str | None


EntrantOut = create_model(
    "EntrantOut",
    __base__=Schema,
    id=(str, ...),
    number=(int, ...),
    **{field.key: (field.kind, ...) for field in PUBLIC_FIELDS},
    state=(EntrantState, ...),
)


class Entrants(Schema):
    items: list[EntrantOut]
    next: str | None


class SeatOut(Schema):
    position: int
    entrant: str
    name: str
    points: Points | None = None
    tiebreaks: list[Points] = []
    place: int | None = None
    is_eliminated: bool = False


class TableOut(Schema):
    number: int
    state: TableState
    is_sub_judice: bool
    chain_head: str
    seats: list[SeatOut]


class RoundOut(Schema):
    number: int
    name: str
    state: RoundState
    minutes: int
    closed_at: datetime | None


class RoundWithTables(RoundOut):
    seed: str
    tables: list[TableOut]
    next: str | None


class StandingOut(Schema):
    rank: int
    name: str
    nick: str
    club: str
    category: str
    reached: str
    place: int | None
    per_round: list[Points | None]
    discarded: list[int]
    penalty: Points
    total: Points
    wins: int
    why: str


class Standings(Schema):
    rounds: list[str]
    is_provisional: bool
    pending: list[str]
    tables_closed: int
    tables: int
    rows: list[StandingOut]
    next: str | None


class Clock(Schema):
    round: int
    state: str
    remaining_seconds: int
    is_pre_alarm: bool
    ends_at: datetime | None


REFUSALS = {401: Fault, 404: Fault, 422: Fault}


@api.exception_handler(Http404)
def not_found(request: HttpRequest, _fault: Http404) -> HttpResponse:
    return api.create_response(request, {"detail": "not found"}, status=404)


@api.exception_handler(AuthenticationError)
def not_opened(request: HttpRequest, _fault: AuthenticationError) -> HttpResponse:
    return api.create_response(request, {"detail": "this token opens nothing"}, status=401)


@api.exception_handler(ValidationError)
def not_understood(request: HttpRequest, fault: ValidationError) -> HttpResponse:
    """The first fault, with its parameter."""
    first = fault.errors[0]
    return api.create_response(request, {"detail": f"{first['loc'][-1]}: {first['msg']}"}, status=422)


@api.get("/tournaments", response={200: Tournaments, 401: Fault, 422: Fault}, url_name="tournaments")
def tournaments(request: HttpRequest, after: After = "", limit: Limit = 50):
    """Public tournaments and the reader's own, the latest made first."""
    visible = Tournament.objects.public() | Tournament.objects.run_by(request.user)
    if opened := _tournament_of_token(request):
        visible |= Tournament.objects.filter(pk=opened.pk)
    ordered = visible.distinct().order_by("-pk")
    if after:
        ordered = ordered.filter(pk__lt=_at(after))
    found = list(ordered[: limit + 1])
    return {
        "items": [_tournament(one) for one in found[:limit]],
        "next": _cursor(found[limit - 1].pk) if len(found) > limit else None,
    }


@api.get("/tournaments/{code}", response={200: TournamentOut, **REFUSALS}, url_name="tournament")
def tournament(request: HttpRequest, code: Code):
    return _tournament(_readable_tournament(request, code))


@api.get("/tournaments/{code}/entrants", response={200: Entrants, **REFUSALS}, url_name="entrants")
def entrants(request: HttpRequest, code: Code, after: After = "", limit: Limit = 100):
    """By their number in the roster."""
    ordered = _readable_tournament(request, code).entrants.order_by("number")
    if after:
        ordered = ordered.filter(number__gt=_at(after))
    found = list(ordered[: limit + 1])
    items = [
        {"id": one.public_id, "number": one.number, **_public_fields(one), "state": one.state} for one in found[:limit]
    ]
    return {"items": items, "next": _cursor(found[limit - 1].number) if len(found) > limit else None}


@api.get("/tournaments/{code}/rounds", response={200: list[RoundOut], **REFUSALS}, url_name="rounds")
def rounds(request: HttpRequest, code: Code):
    """Without drafts, which are not public."""
    return [_round(one) for one in _readable_tournament(request, code).rounds.visible()]


@api.get("/tournaments/{code}/rounds/{number}", response={200: RoundWithTables, **REFUSALS}, url_name="round")
def round_(request: HttpRequest, code: Code, number: Number, after: After = "", limit: LimitOfTables = 50):
    """The seatings by table, with scores once a table is counted."""
    found_round = _visible_round(_readable_tournament(request, code), number)
    first = _at(after) if after else 0
    found = tables_of(found_round, slice(first, first + limit + 1))
    return {
        **_round(found_round),
        "seed": found_round.seed,
        "tables": [_table(table) for table in found[:limit]],
        "next": _cursor(first + limit) if len(found) > limit else None,
    }


@api.get("/tournaments/{code}/standings", response={200: Standings, **REFUSALS}, url_name="standings")
def standings(request: HttpRequest, code: Code, after: After = "", limit: Limit = 100):
    """By rank. The pages of one reading may differ where a result came in between: read them again from the first."""
    tournament = _readable_tournament(request, code)
    first = _at(after) if after else 0
    part = slice(first, first + limit)
    with computed_once():
        explained = {line.entrant for line in standings_of(tournament)[part]}
        sheet = standings_sheet(tournament, made_at=timezone.localtime(), explained=explained)
    return {
        "rounds": list(sheet.rounds),
        "is_provisional": sheet.is_provisional,
        "pending": list(sheet.pending),
        "tables_closed": sheet.tables_closed,
        "tables": sheet.tables,
        "rows": [
            {
                "rank": row.rank, "name": row.name, "nick": row.nick, "club": row.club, "category": row.category,
                "reached": row.reached, "place": row.place, "per_round": list(row.per_round),
                "discarded": list(row.discarded), "penalty": row.penalty, "total": row.total, "wins": row.wins,
                "why": row.why,
            }
            for row in sheet.rows[part]
        ],
        "next": _cursor(first + limit) if len(sheet.rows) > first + limit else None,
    }  # fmt: skip


@api.get("/tournaments/{code}/clock", response={200: Clock, **REFUSALS}, url_name="clock")
def clock(request: HttpRequest, code: Code):
    """The hall's clock of the last public round; 404 before the first one."""
    last = _readable_tournament(request, code)
    found_round = last.rounds.visible().last()
    if found_round is None:
        raise Http404
    found_round.tournament = last
    reading = clock_of(found_round, now=timezone.now())
    return {
        "round": found_round.number,
        "state": reading.state,
        "remaining_seconds": int(reading.remaining.total_seconds()),
        "is_pre_alarm": reading.pre_alarm,
        "ends_at": reading.ends_at,
    }


def _tournament_of_token(request: HttpRequest) -> Tournament | None:
    """The tournament of the token. An invalid token is refused, so that its program notices."""
    kind, _space, token = request.headers.get("Authorization", "").partition(" ")
    if kind.lower() != "bearer":
        return None
    opened = programs.tournament_of(token.strip())
    if opened is None:
        raise AuthenticationError
    return opened


def _readable_tournament(request: HttpRequest, code: str) -> Tournament:
    opened = _tournament_of_token(request)
    if opened is not None and opened.slug == code:
        return opened
    return access.visible(request, code)


def _public_fields(one: Entrant) -> dict[str, str | bool]:
    """A minor's surname and name are replaced by the public name."""
    return {**values_of(one, PUBLIC_FIELDS), **asdict(one.public)}


def _visible_round(found_round: Tournament, number: int) -> Round:
    found = found_round.rounds.visible().filter(number=number).first()
    if found is None:
        raise Http404
    found.tournament = found_round
    return found


def _tournament(one: Tournament) -> dict:
    return {
        "code": one.slug, "name": one.name, "place": one.place, "day": one.day, "game": one.game, "state": one.state,
        "entrants": one.entrants.count(),
    }  # fmt: skip


def _round(one: Round) -> dict:
    return {
        "number": one.number, "name": one.name, "state": one.state, "minutes": one.minutes, "closed_at": one.closed_at
    }  # fmt: skip


def _table(table) -> dict:
    seats = [_seat(seat) for seat in table.seats.all()]
    heads = {seat.result.head for seat in table.seats.all() if hasattr(seat, "result")}
    return {
        "number": table.number,
        "state": table.state,
        "is_sub_judice": table.is_sub_judice,
        "chain_head": "".join(heads),
        "seats": seats,
    }


def _seat(seat) -> dict:
    who = {"position": seat.position, "entrant": seat.entrant.public_id, "name": str(seat.entrant)}
    result = getattr(seat, "result", None)
    if result is None:
        return who
    scored = {"points": result.points, "tiebreaks": list(result.tiebreak_values()), "place": result.rank}
    return {**who, **scored, "is_eliminated": result.is_eliminated}


# Cursors, opaque to programs


def _cursor(number: int) -> str:
    return base64.urlsafe_b64encode(str(number).encode()).decode().rstrip("=")


def _at(cursor: str) -> int:
    """The position of a cursor; refuses one that the API did not issue."""
    try:
        text = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode()
        number = int(text) if text.isascii() and text.isdecimal() else -1
    except (binascii.Error, UnicodeDecodeError, ValueError):
        number = -1
    if not 0 <= number < 2**31:
        raise ValidationError([{"loc": ("query", "after"), "msg": "not a cursor of this list", "type": "value_error"}])
    return number


def open_to_everybody() -> tuple:
    """The API's addresses, without a log-in: access is decided for each tournament."""
    patterns, app, _namespace = api.urls
    patterns = [*patterns, re_path("", unknown, name="unknown")]
    for pattern in patterns:
        login_not_required(pattern.callback)
    return patterns, app, "api"


def unknown(request: HttpRequest) -> HttpResponse:
    """Any other address below the API's: not the site's page for those."""
    described = reverse("tournament:api:openapi-json")
    return api.create_response(
        request, {"detail": f"no such address: {described} describes those there are"}, status=404
    )
