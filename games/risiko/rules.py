"""RisiKo! under one header: the board, the numbers of the edition, the readings that the organizer chose."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from games.kernel.editions import editions_of, options_of, settled
from games.kernel.lines import Header
from games.kernel.seats import CLOCKWISE
from games.kernel.words import Words
from games.risiko import board
from games.risiko.board import Board

FOLDER = Path(__file__).parent
COLOURS = ("nero", "rosso", "giallo", "verde", "blu", "viola")
INITIAL_ARMIES = {4: 30, 5: 25}
BATCH = 3
HAND_LIMIT = 7
MOST_DICE = 3
QUIET_GIRI = 4
FREE_CONQUESTS = 2
LEAVING_CHANGES_THE_LAST_THROW = 2
"""The revision from which a player who leaves while another is to throw changes whether that throw is the last (art. 16)."""
SETS_DOWN_TO_SEVEN = 2
"""The revision from which a set played on booty is followed by others, by option, until seven cards are left (art. 12)."""
ONLY_THE_LIVING_PLAY = 2
"""The revision from which the judge cannot give the turn to a player who is out."""
BOX_HOLDS = 3
"""The revision from which the judge cannot show more armies or cards than a player may have."""


class Ladder(Struct, frozen=True):
    """The closing thresholds: `extra` for the single first throw (0 for none), then one full giro at each of `giri`."""

    extra: int
    giri: tuple[int, ...]


LADDERS = {
    "5+5-6-7": Ladder(5, (5, 6, 7)),
    "5-6-7": Ladder(0, (5, 6, 7)),
    "4+5-6-7": Ladder(4, (5, 6, 7)),
    "4-5-6-7": Ladder(0, (4, 5, 6, 7)),
    "5+6-7": Ladder(5, (6, 7)),
}
AS_NAMED = 4
"""The revision from which `shown` changes what it names and nothing else, and a result is one that the position bears out."""
AS_IT_HAPPENED = 5
"""The revision from which the game goes on after a registered infraction as it happened: armies not laid are still due, an undue card goes
back."""


A_GIRO_IS_COMPLETE = 6
"""The revision from which a threshold rises only once everybody had a turn under it, whoever goes out meanwhile, and a player who leaves
after more than two conquests in the last turn leaves the full giro that they brought (art. 16)."""
LEAVES_AT_ANY_MOMENT = 6
"""The revision from which a player may leave while the first armies are laid, and during the count (art. 13)."""
FOUND_OUT = 6
"""The revision from which armies beyond the limit and cards beyond seven, found by the judge, are infractions (art. 11, 19)."""
FROM_THE_MIDDLE = 7
"""The revision from which the first board that the judge shows may be that of a game in which somebody is out already (art. 12)."""
GIRO_IS_COMPLETE = 8
"""The revision from which a game is over by dice or time once the turn that brings it was played and nothing is due in it, and one of which
anything was played is no longer told by its result alone.
No army left to place, as shown, leaves what the table waits for as it is."""
LATE_TIME_CLOSES = 9
"""The revision from which time told late, for a giro that is complete, ends the game, and is taken back by an undo."""
CONQUESTS_DECIDE = 9
"""The revision from which a throw to close that the table waits for is due no longer once it shows more than two conquests (art. 16)."""
DICE_TOO_MANY = 10
"""The revision from which a defence with more dice than armies, up to three, can be registered as it fell (art. 7), and who
has the turn cannot be shown without land."""
AFTER_ITS_END = 11
"""The revision from which what a player does once its turn is over, before the next one has begun, can be registered (art. 5), and more
than seven cards in the hand of the seat in turn are an infraction too, where nobody was put out (art. 11)."""
WHAT_WAS_SEEN = 12
"""The revision from which whatever was seen and taken back, and not dice alone, needs a reason to be told otherwise."""
NOTHING_IS_LOST = 13
"""The revision from which an objective that somebody shows takes no throw and no occupation from anybody."""
LAID_IN_FULL = 14
"""The revision from which the board with which a game begins holds for each player the armies that he begins with (art. 4)."""
IN_MID_FIGHT = 15
"""The revision from which a first board with conquests is none of the beginning, a set registered after its moment leaves the attack under
way, the attacker's dice may turn out void while they wait for an answer, and a turn whose card was taken late has had its card.
"""
ONE_LAW = 16
"""The revision from which the judge's word about the time is taken back like any other act of his, who is out breaks the article by which
he is (12, 13), the last throw of the last giro is made where its time is told before anybody has moved since (16), those whom one entry
shows out share the rank (12), and nobody is shown with cards that he had no turn to take (11), and armies that a registered attack
left in the hand come before the next one."""
ONE_FORM = 17
"""The revision from which a ruling waives something, a digest stands only where a turn ends, and no text turns round what follows it."""
SEVEN_WITH_ITS_CARD = 18
"""The revision from which a turn shown as a whole brings no card to who holds seven (11)."""
CALLS_STAY = 19
"""The revision from which what the clock said stays in its giro, whatever is taken back and told again before it, and no
character in a reason or a note ends its line."""
BORNE_OUT = 19
"""The revision from which the board of a game that is over bears out its end (12, 17), hands counted anew are those of as many turns and a
card that is not due ends no turn (11), and an objective shown by who is out can happen, and counts for nothing (12, 13)."""
AS_IT_LIES = 20
"""The revision from which hands that are told with a card, or at a turn's end, hold it, one a turn (11), who is out holds none (12), cards
leave by a set only hands that may play one (14), a turn conquers no more than there is, and an objective is turned up once (17)."""


class Rules(Struct, frozen=True):
    """Everything that a chapter asks besides the position. Fields after `judge` are options, see `options.toml`."""

    board: Board
    seats: int
    revision: int
    judge: int
    sealed: tuple[str, ...]
    ladder: Ladder
    direction: int
    army_limit: int
    minutes: int
    deal_turn: str
    deal_barred: str
    deal_second: str
    claim_points: str
    claim_how: str
    after_the_last: str
    between_giri: str
    time_called: str
    fourth_giro: str
    garrison: str
    void_defence: str
    several_tris: str
    booty: str
    passive_thrower: str
    passive_cards: str
    passive_lands: str
    left_at_count: str
    deck_again: str
    two_jollies: str
    set_bonus: str
    eliminated_rank: str


OPTIONS = options_of(FOLDER)
EDITIONS = editions_of(FOLDER)


def rules_for(header: Header) -> Rules:
    """Raises `Unreadable` for an option that is not one, or a value that it does not take."""
    chosen = settled(header, OPTIONS, EDITIONS)
    ladder = LADDERS[str(chosen.pop("closing"))]
    return Rules(
        board=board.standard(),
        seats=len(header.seats),
        revision=header.revision,
        judge=header.judge,
        sealed=tuple(header.sealed.get("objective", ())),
        ladder=ladder,
        direction=CLOCKWISE,
        **chosen,  # type: ignore[arg-type]
    )


SEAT_WORDS = Words("giocatore {n}", "seat {n}")
