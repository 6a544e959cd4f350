"""The last position of the final and how it came to it, for the prize giving."""

from referee.models import GameRecord
from referee.records.replay import Replay
from tournament.hooks.ceremony import EndOfGame, end_of_game_source
from tournament.models import Table


@end_of_game_source
def recorded_end(table: Table) -> EndOfGame | None:
    row = GameRecord.objects.filter(table=table).first()
    if row is None or not row.seq:
        return None
    replay = Replay(row, table.seats.all())
    return EndOfGame("referee/screen/_end_of_game.html", replay.frame(replay.last).board, replay.counts())
