"""What a stream announces with a sting: a throw that could close the game, and a continent that became one player's."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.kernel.record import Record
from referee.judge_page.board_view import BoardView, Player
from referee.records.broadcast import chance_words
from referee.records.moves import CLOSING, Move, moves_of
from referee.records.throws import Throw
from referee.wording import localized

MOST_LINES = 12
"""A stream that was away for longer misses one."""
THROW, CONTINENT = "sdadata", "continente"
KINDS = (THROW, CONTINENT)


@dataclass(frozen=True)
class Sting:
    """`line` is that of the record, by which the page knows what it has announced."""

    kind: str
    line: int
    title: str
    words: str
    who: Player | None = None
    throw: Throw | None = None
    detail: str = ""


def stings_of(record: Record, board: BoardView) -> tuple[Sting, ...]:
    return tuple(sting for move in moves_of(record, MOST_LINES) for sting in _stings(move, board))


def _stings(move: Move, board: BoardView) -> list[Sting]:
    who = board.player(move.by)
    groups = {key: localized(words) for key, words in board.scene.groups}
    found = [
        Sting(CONTINENT, move.seq, groups.get(group, group), _("conquista tutto il continente"), who)
        for group in move.groups
    ]
    if CLOSING in move.marks:
        words = _("La partita è chiusa") if move.ends_game else _("Si continua")
        title = _("Sdadata %d") % move.threshold if move.threshold else _("Sdadata")
        found.append(Sting(THROW, move.seq, title, words, who, move.throw, chance_words(move.chance)))
    return found


def samples(board: BoardView) -> tuple[Sting, ...]:
    """One of each kind, to place them in a streaming program."""
    who = board.players[0] if board.players else None
    group = next((localized(words) for _key, words in board.scene.groups), "")
    return (
        Sting(THROW, 0, _("Sdadata %d") % 7, _("La partita è chiusa"), who, Throw((3, 2), 6), "7/12 (58,3 %)"),
        Sting(CONTINENT, 0, group, _("conquista tutto il continente"), who),
    )
