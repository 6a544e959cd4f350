"""The pictures of shared links to a game: the board after a line, beside it who plays; nothing that lay closed at the table."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from referee.board_image.raster import PicturedBoard
from referee.judge_page.board_view import BoardView
from referee.records.broadcast import LiveTable
from referee.records.replay_page import ReplayFrame, end_card
from tournament.documents.social_card import CardLine, SocialCard
from tournament.exports import social_card
from tournament.models import Table
from tournament.privacy import copies
from tournament.queries.sharing import day_and_place, moment_of, table_card

MOST_DRAWN = 48


def replayed(table: Table, frame: ReplayFrame) -> bytes:
    """A PNG of the table after the frame's line; at the end with who won."""
    last = frozenset(shape.key for shape in frame.move.changed) if frame.move else frozenset()
    giro = _("giro %d") % frame.move.giro if frame.move and frame.move.giro else ""
    end = end_card(frame.game.record, frame.names) if frame.is_end else None
    if end and end.winners:
        winners = frozenset(one.seat for one in end.winners)
        where = _("vince %s") % ", ".join(one.name for one in end.winners)
    else:
        winners = frozenset()
        where = _("turno %d") % frame.turn if frame.turn else _("inizio della partita")
    return _drawn(_card(table, frame.board, (giro, where), winners), _board(frame.board, last))


def live(table: Table, found: LiveTable | None) -> bytes:
    """A PNG of what readers at home see now, as late as they do; before that, of who sits there."""
    if found is None or found.board is None:
        return social_card(table_card(table))
    giro = _("giro %d") % found.giro if found.giro else ""
    in_turn = frozenset({found.in_turn.seat} if found.in_turn else ())
    card = _card(table, found.board, (giro, found.delay or _("dal vivo")), in_turn)
    return _drawn(card, _board(found.board, found.last))


def _card(table: Table, board: BoardView, moment: Iterable[str], strong: frozenset[int]) -> SocialCard:
    tournament = table.round.tournament
    lines = (
        CardLine(
            name,
            player.lines[0] if player.lines else "",
            player.letter or str(player.number),
            player.army,
            player.seat in strong,
        )
        for name, player in zip(board.names, board.players, strict=True)
    )
    return SocialCard(tournament.name, day_and_place(tournament), moment_of(table, *moment), tuple(lines))


def _board(board: BoardView, last: frozenset[str]) -> PicturedBoard:
    return PicturedBoard(board.scene, last, board.board_map)


@copies.cached(MOST_DRAWN)
def _drawn(card: SocialCard, board: PicturedBoard) -> bytes:
    """Drawn once: pages of a game are asked for again and again, and what they showed stays what it was."""
    return social_card(card, board.drawn)
