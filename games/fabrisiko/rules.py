"""FabRisiko! under one header: the board, the numbers of the rulebook, the readings that the organizer chose."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from games.fabrisiko import board
from games.fabrisiko.board import Board
from games.kernel.editions import editions_of, options_of, settled
from games.kernel.lines import Header
from games.kernel.seats import CLOCKWISE, COUNTERCLOCKWISE

FOLDER = Path(__file__).parent
FANTERIA, CARRO, CACCIA, BOMBARDIERE, COMPLESSO, SITO_AA = range(6)
GROUND, PLANES = (FANTERIA, CARRO), (CACCIA, BOMBARDIERE)
"""Kinds of units from CACCIA on are planes: where every unit of the board is asked, that comparison costs least."""
MOVEMENT = (1, 2, 4, 6)
FIRE = (2, 4, 5, 7)
COST = (1, 3, 5, 8, 10, 12)
BOX = (32, 24, 16, 12, 36, 36)
COLOURS_IN_BOX = 4
FIRE_CAP = 9
FIRE_AS_AA = FIRE_ON_RIDGE = 1
RIDGE_MALUS = {CACCIA: 1, BOMBARDIERE: 2}
FLAK = 2
CARDS_PER_TERRITORIES = 3
TO_WIN = {2: 26, 3: 23, 4: 21}
COLOURS = {"melano": "rosso", "marischio": "verde", "collamato": "giallo", "albacina": "nero"}
AS_NAMED = 5
"""The revision from which `shown` changes what it names and nothing else, and a result is one that the position bears out."""
AS_IT_HAPPENED = 6
"""The revision from which the game goes on after a registered infraction as it happened."""

ALL_WHO_COME = 7
"""The revision from which several groups invade one territory, nobody leaves a place where he has to fight, and what was skipped, drawn
late or told of a hand is registered as it happened.
"""
GIRO_IS_COMPLETE = 8
"""The revision from which a game is over once the last one of the global turn has played, one of which anything was played is no longer
told by its result alone, and hands told together with whose turn it is hold the cards of 1-A.
"""
TURN_IS_OVER = 9
"""The revision from which cards are drawn and dice thrown before the last turn can be over, and time told late ends what is over only where
nobody has played since; and a plane that joins the attacker may fly, as one that has not moved (Tradimento).
"""
LATE_TIME_CLOSES = 10
"""The revision from which time told late, for a giro that is complete, ends the game, and is taken back by an undo."""
WHO_LEFT_PLAYS_NOTHING = 11
"""The revision from which who left the table plays no card and uses no skill, and dice too many are registered: the first ones count."""
DONE_IS_SEEN_THROUGH = 12
"""The revision from which who leaves in his own turn owes what his event and his conquests call for, and a re-roll may undo or bring about
a victory at once.
"""
WHAT_WAS_SEEN = 13
"""The revision from which whatever was seen and taken back, and not dice alone, needs a reason to be told otherwise."""
FIRST_BOARD_BEGINS = 13
"""The revision from which the first board that the judge shows begins its turn with the cards that are due (1-A)."""
THROWN_DICE_COUNT = 14
"""The revision from which what both throws of a round have hit falls, also where its owner has still to choose and the attacker leaves."""
ONE_LAW = 15
"""The revision from which the judge's word about the time is taken back like any other act of his, who left breaks the article by which he
did, and a first board holds no cards that nobody had a turn to draw (1-A)."""
WHAT_STANDS = 16
"""The revision from which nothing lies on a sheet that is lost, units that come into land where nobody stands have it, by a ruling too, and
a board is shown with units only where they can be, and in no giro after the last.
"""
NOTHING_WITHOUT_THROW = 17
"""The revision from which a throw that was passed by brings nothing: no structure is captured (conquista_strutture), and neutral Fabriano
does not fall to Marischio (marischio.fabriano). Units of two players in one place are fought out before a board shows another's turn (4-B).
"""
CALLS_STAY = 17
"""The revision from which what the clock said stays in its giro, whatever is taken back and told again before it, and no
character in a reason or a note ends its line."""
SEEN_NOTES = 18
"""The revision from which a note says something that is seen, and an empty digest does not stand."""
WON_AS_SHOWN = 18
"""The revision from which by option a board that shows the territories which win ends the game (modalita)."""


class Rules(Struct, frozen=True):
    """Everything that a chapter asks besides the position. Fields after `judge` are options, see `options.toml`."""

    board: Board
    seats: int
    revision: int
    judge: int
    direction: int
    mode: str
    minutes: int
    structures: str
    movement_points: str
    once_a_turn: str
    barred_event: str
    territory_win: str
    tied_for_most: str
    special_mission: str
    strategic_attack: str
    secret_weapon: str
    tie: str
    growth: str
    flak_home: str
    helpless: str
    escort: str
    win_at: str
    ridge_bonus: str
    turncoat_plane: str
    placing: str
    aa_bonus: str

    @property
    def is_tournament(self) -> bool:
        return self.mode == "torneo"


OPTIONS = options_of(FOLDER)
EDITIONS = editions_of(FOLDER)


def rules_for(header: Header) -> Rules:
    """Raises `Unreadable` for an option that is not one, or a value that it does not take."""
    chosen = settled(header, OPTIONS, EDITIONS)
    order = chosen.pop("turn_order")
    return Rules(
        board=board.with_digest(header.board),
        seats=len(header.seats),
        revision=header.revision,
        judge=header.judge,
        direction=CLOCKWISE if order == "left" else COUNTERCLOCKWISE,
        **chosen,  # type: ignore[arg-type]
    )
