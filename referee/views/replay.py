"""A game move by move: for its staff while it is played, for everybody once it is counted; with its positions and dice as files."""

from collections.abc import Iterable

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import conditional_page, require_safe
from django.views.decorators.vary import vary_on_headers

from games.kernel.scene import Shape
from referee.board_image.steps import NAME, game_data
from referee.judge_page import board_view
from referee.models import GameRecord
from referee.records import cards
from referee.records.dice_audit import dice_counts
from referee.records.moves import WholeGame, whole_game
from referee.records.replay_page import ReplayFrame, end_card
from referee.views.access import table_to_read
from tournament.documents.table import Value
from tournament.exports.tables import csv_lines
from tournament.models import Table
from tournament.permissions import is_staff
from tournament.queries.sharing import Shared, shared_table
from tournament.states import TableState
from tournament.web.support import compression, page_cache
from tournament.web.support.file_names import event_name, to_save
from tournament.web.views import access

OVER = (TableState.COUNTED, TableState.SIGNED)


@require_safe
@login_not_required
@conditional_page
def replay(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    table, game = _game_to_replay(request, slug, number, place)
    names = board_view.names_by_seat(game.record, table.seats.select_related("entrant"), are_whole=True)
    frame = ReplayFrame(game, names, _line(request, game))
    context = {
        "tournament": table.round.tournament,
        "round": table.round,
        "table": table,
        "game": game,
        "frame": frame,
        "name": NAME,
        "card": end_card(game.record, names),
        "dice": dice_counts(game.moves),
        "players": board_view.players_of(game.scene_at(game.last), names),
        "shared": _shared(request, table, frame),
    }
    return page_cache.once(request, page_cache.render(request, "referee/replay.html", context))


def _shared(request: HttpRequest, table: Table, frame: ReplayFrame) -> Shared:
    """A link to a moment shows that moment, any other the end."""
    is_moment = _moment(request) is not None
    at = [table.round.tournament.slug, table.round.number, table.number]
    path = reverse("referee:replay_picture", args=[*at, frame.seq if is_moment else frame.game.last])
    title = _("La partita del tavolo %d") % table.number
    return shared_table(table, title, path, f"?mossa={frame.seq}" if is_moment else "")


@require_safe
@login_not_required
@conditional_page
def picture(request: HttpRequest, slug: str, number: int, place: int, line: int) -> HttpResponse:
    """The board after a line where a link to it is shared: of counted games of public events alone."""
    return page_cache.picture(request, page_cache.topics_of(slug), lambda: _drawn(slug, number, place, line))


def _drawn(slug: str, number: int, place: int, line: int) -> bytes:
    table = access.table_in(access.visible_round_in(access.visible_to_all(slug), number), place)
    if table.state not in OVER:
        raise Http404
    game = whole_game(get_object_or_404(GameRecord, table=table))
    if game.at(line) is None and line:
        raise Http404
    names = board_view.names_by_seat(game.record, table.seats.select_related("entrant"))
    return cards.replayed(table, ReplayFrame(game, names, line))


@require_safe
@login_not_required
@conditional_page
@vary_on_headers("Accept-Encoding")
def data(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    """The whole game for the page's script; it says nothing about the reader."""
    _table, game = _game_to_replay(request, slug, number, place)
    text = game.once("data", game_data)
    if not compression.is_accepted(request.headers.get("Accept-Encoding", "")):
        return HttpResponse(text, content_type="application/json")
    body = game.once("data-gzip", lambda _game: compression.gzip([compression.pressed(text)], text))
    return HttpResponse(body, content_type="application/json", headers={"Content-Encoding": "gzip"})


@require_safe
@login_not_required
def positions(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    """The board after each line: `seat:pieces` for each place, seats counted from 1."""
    table, game = _game_to_replay(request, slug, number, place)
    keys = [shape.key for shape in game.start.shapes]
    heads = [_("riga"), _("turno"), _("giro"), _("sedia"), _("mossa"), *keys]
    return _csv(table, _("Posizioni"), heads, _positions(game))


def _positions(game: WholeGame) -> Iterable[list[Value]]:
    cells = {shape.key: _cell(shape) for shape in game.start.shapes}
    for move in game.moves:
        cells |= {shape.key: _cell(shape) for shape in move.changed}
        yield [move.seq, move.turn, move.giro, _chair(move.by), move.words, *cells.values()]


def _cell(shape: Shape) -> str:
    pieces = " ".join(f"{piece.count} {piece.kind}" for piece in shape.pieces)
    return f"{shape.seat + 1}: {pieces}".rstrip(": ") if shape.seat >= 0 else pieces


@require_safe
@login_not_required
def dice(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    """Every throw of the game, one a line."""
    table, game = _game_to_replay(request, slug, number, place)
    heads = [_("riga"), _("turno"), _("giro"), _("sedia"), _("facce"), _("dadi"), _("mossa")]
    throws = ((move, move.throw) for move in game.moves if move.throw)
    rows = (
        [move.seq, move.turn, move.giro, _chair(move.by), throw.faces, " ".join(map(str, throw.dice)), move.words]
        for move, throw in throws
    )
    return _csv(table, _("Dadi"), heads, rows)


def _chair(by: object) -> Value:
    return by + 1 if isinstance(by, int) else ""


def _csv(table: Table, title: str, heads: list[str], rows: Iterable[list[Value]]) -> HttpResponse:
    response = HttpResponse(b"".join(csv_lines(heads, rows)), content_type="text/csv; charset=utf-8")
    round_ = table.round
    return to_save(response, event_name(round_.tournament), title, round_.number, table.number, kind="csv")


def _game_to_replay(request: HttpRequest, slug: str, number: int, place: int) -> tuple[Table, WholeGame]:
    table = _table_to_replay(request, slug, number, place)
    row = get_object_or_404(GameRecord, table=table)
    return table, whole_game(row, for_staff=is_staff(table.round.tournament.roles))


def _table_to_replay(request: HttpRequest, slug: str, number: int, place: int) -> Table:
    tournament = access.visible(request, slug)
    table = access.table_in(access.visible_round_in(tournament, number), place)
    if table.state in OVER:
        return table
    if not is_staff(tournament.roles):
        raise Http404
    return table_to_read(request, slug, number, place)


def _line(request: HttpRequest, game: WholeGame) -> int:
    """The line of the address: `mossa`, or the end of a `turno`, of which older addresses speak; else the end of the first turn."""
    if (line := _number(request, "mossa")) is not None:
        return line
    if (turn := _number(request, "turno")) is not None:
        return game.turns[min(turn, len(game.turns)) - 1] if turn and game.turns else 0
    return game.turns[0] if game.turns else 0


def _moment(request: HttpRequest) -> int | None:
    """What the address names of the game, if anything."""
    line = _number(request, "mossa")
    return line if line is not None else _number(request, "turno")


def _number(request: HttpRequest, name: str) -> int | None:
    raw = request.GET.get(name, "")
    return int(raw) if raw.isascii() and raw.isdigit() and len(raw) < 7 else None
