"""A simulated game for demos and rehearsals: the policies of the engines choose, a random source throws."""

from random import Random

from games.kernel.lines import header_for
from games.kernel.playing import play_game
from games.kernel.record import Record
from games.kernel.score import Sheet
from games.registry import game
from tournament.models import Table


def chairs(table: Table) -> list[str]:
    """The players, chair by chair, by the opaque ids of records."""
    return list(table.seats.order_by("position").values_list("entrant__public_id", flat=True))


def simulate_sheet(table: Table, rng: Random) -> Sheet:
    """The score of a game that is not recorded."""
    tournament = table.round.tournament
    chosen = {"edition": tournament.edition, "options": dict(tournament.options)}
    record = Record(game(tournament.game), header_for(game(tournament.game), chairs(table), **chosen))
    vault = record.game.deal(record.header, rng)
    for _line in play_game(record, rng, vault):
        pass
    return record.score(vault)
