"""The last position of the final and how it came to it, for the prize giving."""

from referee.models import GameRecord
from referee.records.replay import Replay
from tournament.hooks.ceremony import EndOfGame, PlayerAtTheEnd, end_of_game_source
from tournament.models import Seat, Table


@end_of_game_source
def recorded_end(table: Table) -> EndOfGame | None:
    row = GameRecord.objects.filter(table=table).first()
    if row is None or not row.seq:
        return None
    replay = Replay(row, table.seats.all())
    board = replay.frame(replay.last).board
    seats = {seat.position: seat for seat in table.seats.select_related("entrant", "result")}
    players = [
        PlayerAtTheEnd(str(seats[one.number].entrant), one.mark, _place_of(seats[one.number])) for one in board.players
    ]
    players.sort(key=lambda one: (not one.place, one.place))
    readable = board if board.board_map else None  # cards laid out on a table say nothing at ten metres
    return EndOfGame("referee/screen/_end_of_game.html", readable, tuple(players), replay.counts())


def _place_of(seat: Seat) -> int:
    return seat.result.rank if hasattr(seat, "result") and seat.result else 0
