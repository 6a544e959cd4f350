"""Arba vs Sedilis under one header: the standard parameters as the edition's data, and the readings that the organizer chose."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from games.arba import board
from games.arba.board import Board
from games.kernel.editions import editions_of, options_of, settled
from games.kernel.lines import Header

FOLDER = Path(__file__).parent
CANNON_RANGE = 3
TRACTOR_REACH = 2
REFUGE_ALPINI = 3
BARRICADE_LEVELS = 3
CLAIMS_HOLD_TROOPERS = 3
"""The revision from which the last trooper who could step onto a claimed place may not go elsewhere."""
CONTACT_SHOWS = 3
"""The revision from which a table that is shown tells by its money and its pieces that there was contact."""
HOSTS_OWE_NO_FIGHT = 3
"""The revision from which paratroopers need not fight those who landed among them."""
SAFE_ENDS_LEND_NO_REACH = 3
"""The revision from which a cannon reaches a bridge only by an end that it could hit."""
UDINE_PAID_ONCE = 3
"""The revision from which the ten for all of Udine come once a turn, and not before contact."""
NO_DEBT_IS_SHOWN = 4
"""The revision from which the judge cannot show a debt that no reading allows."""
AS_NAMED = 5
"""The revision from which `shown` changes what it names and nothing else, and a result is one that the position bears out."""
AS_IT_HAPPENED = 6
"""The revision from which the game goes on after a registered infraction as it happened."""
TOLD_AS_PLAYED = 7
"""The revision from which barricades are bought one after another, a way is told where it matters, a claim is not escaped over a bridge,
the last giro keeps its number, and the words and the article of a refusal are those of what the act broke."""
GIRO_IS_COMPLETE = 8
"""The revision from which a game is over by time or giri once the last one to play has played, and one of which anything was played is no
longer told by its result alone."""
TURN_IS_OVER = 9
"""The revision from which money is collected before the last turn can be over, and time told late ends what is over only where nobody has
played since."""
LATE_TIME_CLOSES = 10
"""The revision from which time told late, for a giro that is complete, ends the game, and is taken back by an undo."""
BASE_IS_SEEN = 11
"""The revision from which a base is taken in the turn of who takes it, and not past defenders that the table shows at the end, and a
purchase that is registered leaves nobody in debt."""
ONE_LAW = 12
"""The revision from which the judge's word about the time is taken back like any other act of his, and an attack
registered in a later step leaves the turn there."""
WHERE_THE_BOOK_PUTS_THEM = 13
"""The revision from which alpini stand only where the book puts them and are of whoever conquered the Rifugio last, what is shown is held
against who can have passed and landed and against the last giro, no piece is put straight into the enemy base, a game without a limit
of giri is not over by it, and a first board that shows a base taken ends the game."""
HELD_BASE_STANDS = 14
"""The revision from which a base is conquered only once nobody of its own side is in it, whoever came in by a ruling (luoghi.basi)."""
BASE_FALLS_IN_A_TURN = 14
"""The revision from which a turn told as a whole may end with the conquest of the enemy base, and whoever took it was the last to pass."""
CALLS_STAY = 14
"""The revision from which what the clock said stays in its giro, whatever is taken back and told again before it, and no
character in a reason or a note ends its line."""
SEEN_NOTES = 15
"""The revision from which a note says something that is seen, and an empty digest does not stand."""
PAID_AS_BUILT = 15
"""The revision from which a barricade that was paid for in this turn is not told again as a lower one (unita.barricata)."""
BASE_IS_REACHED = 16
"""The revision from which a base that is taken in a result told alone needs a piece of the winner that can have come there."""


class Rules(Struct, frozen=True):
    """Everything that a chapter asks besides the position. Fields after `revision` are options, see `options.toml`."""

    board: Board
    seats: int
    revision: int
    max_troops: int
    money: int
    barricade: int
    tractor: int
    plane: int
    bridge: int
    missile: int
    cannon: int
    shot: int
    palmanova: int
    paratroopers: int
    fine: int
    missiles_held: int
    minutes: int
    rounds: int
    strikes: str
    landing: str
    udine_target: str
    outpost_half: str
    fine_when_poor: str
    upkeep: str
    adjudication: str
    tractor_reach: str
    empty_special: str
    claiming: str
    landed: str
    last_of_all: str
    own_pieces: str
    plane_bases: str
    first_contact: str
    before_contact: str
    stood_upon: str
    base_taken_by: str
    broken_bridge: str
    held_beside: str
    involved: str


OPTIONS = options_of(FOLDER)
EDITIONS = editions_of(FOLDER)


def rules_for(header: Header) -> Rules:
    """Raises `Unreadable` for an option that is not one, or a value that it does not take."""
    chosen = settled(header, OPTIONS, EDITIONS)
    here = board.REPLACEABLE.with_digest(header.board)
    return Rules(board=here, seats=len(header.seats), revision=header.revision, **chosen)  # type: ignore[arg-type]
