"""One moment of a game seen again, and the card at its end."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from games.kernel.record import Record
from referee.judge_page import board_view
from referee.judge_page.board_view import BoardView, Player
from referee.records import end_of_game
from referee.records.end_of_game import Count
from referee.records.moves import Move, WholeGame
from referee.wording import figure, localized


@dataclass(frozen=True)
class ReplayLine:
    move: Move
    who: Player | None
    is_current: bool


@dataclass(frozen=True)
class Placing:
    """A player at the end: the figures in the order of the card's heads."""

    rank: int | None
    player: Player
    figures: tuple[str, ...]
    count: Count
    goal: str


@dataclass(frozen=True)
class EndCard:
    """`heads` name points and tie-breaks; `is_level`: the first place is shared."""

    heads: tuple[str, ...]
    placings: tuple[Placing, ...]
    chain: tuple[str, ...]
    how: str

    @property
    def winners(self) -> tuple[Player, ...]:
        return tuple(one.player for one in self.placings if one.rank == 1)


class ReplayFrame:
    """The table after line `seq`; `move` is the act of that line, None before the first."""

    def __init__(self, game: WholeGame, names: tuple[str, ...], seq: int) -> None:
        self.game, self.names = game, names
        self.move = game.at(seq)
        self.seq = self.move.seq if self.move else 0

    @cached_property
    def board(self) -> BoardView:
        record = self.game.record
        scene = self.game.scene_at(self.seq)
        players = board_view.players_of(scene, self.names)
        return board_view.view_of(scene, players, record.game.board_map(record.rules))

    @property
    def turn(self) -> int:
        return self.move.turn if self.move else 0

    @cached_property
    def lines(self) -> tuple[ReplayLine, ...]:
        """All acts of the turn, those to come included, so that the page does not jump."""
        found = (move for move in self.game.moves if move.turn == self.turn)
        return tuple(ReplayLine(one, self.board.player(one.by), one.seq == self.seq) for one in found)

    @property
    def is_end(self) -> bool:
        return self.seq == self.game.last

    @property
    def before(self) -> int | None:
        return max((0, *(move.seq for move in self.game.moves if move.seq < self.seq))) if self.seq else None

    @property
    def after(self) -> int | None:
        return next((move.seq for move in self.game.moves if move.seq > self.seq), None)

    @property
    def turn_before(self) -> int | None:
        """The end of the turn before; the start from within the first."""
        return max((0, *(end for end in self.game.turns if end < self.seq))) if self.seq else None

    @property
    def turn_after(self) -> int | None:
        return next((end for end in self.game.turns if end > self.seq), None)


def end_card(record: Record, names: Iterable[str]) -> EndCard | None:
    """None while the game is not over."""
    score = record.score()
    if not score.rows or any(row.rank is None for row in score.rows):
        return None
    scene = record.game.scene(record.rules, record.state, frozenset())
    view = board_view.view_of(scene, board_view.players_of(scene, names), None)
    counts = {count.player.seat: count for count in end_of_game.count_of(record, view)}
    placings = tuple(
        Placing(
            row.rank,
            view.players[row.seat],
            tuple(figure(one) or "–" for one in (row.points, *row.tiebreaks)),
            counts[row.seat],
            ", ".join(localized(goal.label) for goal in scene.goals if goal.seat == row.seat),
        )
        for row in sorted(score.rows, key=lambda row: (row.rank or 0, row.seat))
    )
    heads = (_("punti"), *(localized(name) for name in score.tiebreak_names))
    ending = record.game.endings.get(record.ended_by or "")
    chain = tuple(end_of_game.chain_of(record, view))
    return EndCard(heads, placings, chain, localized(ending) if ending else "")
