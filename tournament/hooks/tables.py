"""What other apps hang on a table: links for its pages, and what they keep of its game, without this app knowing them."""

from collections.abc import Callable
from dataclasses import dataclass

from games.kernel.words import Words
from tournament.core.figure import Figure


@dataclass(frozen=True)
class TableLink:
    label: str
    url: str


_makers: list[Callable] = []


def offer(maker: Callable) -> Callable:
    """Register `maker(table, user, roles) -> TableLink | None`; it must not query, a list calls it for every table."""
    _makers.append(maker)
    return maker


def links_for(table, user, roles) -> list[TableLink]:
    return [link for maker in _makers if (link := maker(table, user, roles))]


_keepers: list[Callable] = []


def keeps(keeper: Callable) -> Callable:
    """Register `keeper(table) -> bool`: whether a record of the game stands under the names now at the table."""
    _keepers.append(keeper)
    return keeper


def is_recorded(table) -> bool:
    return any(keeper(table) for keeper in _keepers)


_hearers: list[Callable] = []


def hears_of_seats(hearer: Callable) -> Callable:
    """Register `hearer(seat, was, by)`: at a recorded table `seat` was found to hold its entrant and not the one numbered `was`."""
    _hearers.append(hearer)
    return hearer


def tell_of_seat(seat, *, was: int, by) -> None:
    for hearer in _hearers:
        hearer(seat, was=was, by=by)


@dataclass(frozen=True)
class Recorded:
    """What the record of a table has for the sheet that the players sign: the board as it was left, what the tie-breaks are called."""

    board: Figure | None = None
    tiebreak_names: tuple[Words, ...] = ()


_recorders: list[Callable] = []


def records(recorder: Callable) -> Callable:
    """Register `recorder(table) -> Recorded | None`."""
    _recorders.append(recorder)
    return recorder


def recorded_at(table) -> Recorded:
    return next((found for recorder in _recorders if (found := recorder(table))), Recorded())


_players: list[Callable] = []


def plays(player: Callable) -> Callable:
    """Register `player(table) -> Sheet`: the score of a made-up game among those who sit there, for rehearsals."""
    _players.append(player)
    return player


def made_up_game(table):
    return _players[0](table)


_forgetters: list[Callable] = []


def forgets(forgetter: Callable) -> Callable:
    """Register `forgetter(tables)`: deletes what another app keeps of these tables, when a rehearsal is thrown away."""
    _forgetters.append(forgetter)
    return forgetter


def forget_games(tables) -> None:
    for forgetter in _forgetters:
        forgetter(tables)


_halls: list[Callable] = []


def in_the_hall(maker: Callable) -> Callable:
    """Register `maker(tournament) -> TableLink`: a page about every table of the hall, for whoever has a role."""
    _halls.append(maker)
    return maker


def hall_links(tournament) -> list[TableLink]:
    return [maker(tournament) for maker in _halls]
