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


def play_on_paper(table: Table, rng: Random) -> Sheet:
    """The score of a game that is not recorded."""
    tournament = table.round.tournament
    chosen = {"edition": tournament.edition, "options": dict(tournament.options)}
    told = Record(game(tournament.game), header_for(game(tournament.game), chairs(table), **chosen))
    vault = told.game.deal(told.header, rng)
    for _line in play_game(told, rng, vault):
        pass
    return told.score(vault)
