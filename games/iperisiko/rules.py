"""Iperisiko under one header: the board, the deck, the numbers of the rulebook, the readings that the organizer chose."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from games.iperisiko import board
from games.iperisiko.board import Board
from games.kernel.editions import editions_of, options_of, settled
from games.kernel.lines import Header
from games.kernel.seats import COUNTERCLOCKWISE
from games.risiko.board import JOLLY

FOLDER = Path(__file__).parent
SEATS = 4
COLOURS = ("nero", "blu", "rosso", "verde")
TERRITORIES_EACH = 10
INITIAL_ARMIES = 27
BATCH = 3
RESERVE = 3
FACTORY_ARMIES = 2
AIRLIFT = 15
FLEET = 10
BOMBED = 5
HIDDEN = 3
MINED = 3
BRIBED = 2
EARLY_GIRI = 3
FINAL_GIRI = 3
HOSTILE_CAP = 2
RINFORZO = "rinforzo"
FACTORY_ARMIES_STAY_BESIDE_HIDDEN_ONES = 2
"""The revision from which hidden armies that stay do not count as those which the factory has just made (19, 23)."""
AS_NAMED = 4
"""The revision from which `shown` changes what it names and nothing else, and a result is one that the position bears out."""
AS_IT_HAPPENED = 5
"""The revision from which the game goes on after a registered infraction as it happened: armies not laid are still due."""

AS_THE_TABLE_STANDS = 6
"""The revision from which an answer needs an attack that can go on, a curtain under a bomb counts for the duty of 9, hidden armies left
alone fall one by one, a minefield answers an entry too, a Diplomatico out of its moment breaks 17, a `shown` leaves a turn's start."""
FROM_THE_MIDDLE = 7
"""The revision from which the first board that the judge shows may be that of a game under way: somebody out already, land of nobody's."""
GIRO_IS_COMPLETE = 8
"""The revision from which a game is over by time once the last one of the third final giro has played and nothing is due.
No army left to place, as shown, leaves what the table waits for as it is."""
LATE_TIME_CLOSES = 9
"""The revision from which time told late, for a giro that is complete, ends the game, and is taken back by an undo."""
AS_MANY_AS_THERE_ARE = 10
"""The revision from which the cards of a turn shown as a whole are counted together, a defence with more dice than armies, up to three, can
be registered as it fell (9), a Diplomatico amid a turn breaks 17 alone and leaves the turn where it stands, and who has the turn cannot be
shown without land."""
AFTER_ITS_END = 11
"""The revision from which what a player does once its turn is over, before the next one has begun, can be registered (2), and the first
board that the judge shows begins its turn in the giro that is named, with all that then is due (13, 19)."""
WHAT_WAS_SEEN = 12
"""The revision from which whatever was seen and taken back, and not dice alone, needs a reason to be told otherwise."""
NOTHING_IS_LOST = 13
"""The revision from which an objective that somebody shows takes no throw and no occupation from anybody; a factory is its speaker's."""
IN_MID_FIGHT = 14
"""The revision from which a combination registered after its moment leaves the turn where it stands (14, 20), and a turn whose card was
taken late has had its card (14)."""
ONE_LAW = 15
"""The revision from which the judge's word about the time is taken back like any other act of his, who is out breaks the article by which
he is (7), what is registered out of its moment leaves the attack declared before, or a fight that is over, as it is, and nobody is shown
with cards that he had no turn to take (14)."""
ONE_FORM = 16
"""The revision from which a ruling waives something, a digest stands only where a turn ends, and no text turns round what
follows it, and no board is shown of a giro after the last."""
CALLS_STAY = 17
"""The revision from which what the clock said stays in its giro, whatever is taken back and told again before it, and no
character in a reason or a note ends its line."""
BORNE_OUT = 17
"""The revision from which an occupation ends alike however it ends: mines act (26), it is a conquest (14), and an objective waits for
it (16). The board of a game that is over bears out its end, hands counted anew are those of as many turns (14), a lot finds an army (4)."""
AS_IT_LIES = 18
"""The revision from which hands that are told with a card, or at a turn's end, hold it, one a turn (14), who is out holds none (7), no more
hidden armies, factories or conquests are shown than there are (19, 23), each salt opens the objective beside it, and a pair is turned up
once (15)."""


class Rules(Struct, frozen=True):
    """Everything that a chapter asks besides the position. Fields after `sealed` are options, see `options.toml`.

    `deck` names every card of the deck by its number: territories as on the board, then rinforzi, jollies and figures.
    """

    board: Board
    deck: tuple[str, ...]
    seats: int
    revision: int
    judge: int
    direction: int
    sealed: tuple[str, ...]
    minutes: int
    warning_at: int
    final_giri: str
    order: str
    auction: str
    void_objectives: str
    own_colour: str
    first_income: str
    factories_each: int
    factory_place: str
    rinforzi: int
    jollies: int
    withdrawal: str
    hidden_after: str
    mine_three: str
    empty_entry: str
    hostile_cap: str
    missiles_together: str
    diplomat_when: str
    marshal_when: str
    marshal_six: str
    figures_a_turn: str
    last_standing: str
    dna_phase: str
    air_order: str
    hidden_alone: str
    mine_entry: str
    truce_end: str
    reserve_when: str
    forgotten_card: str
    drawn_ranks: str
    claim_when: str
    fleet: str
    spy_takes: str
    spy_from: str
    duty: str


OPTIONS = options_of(FOLDER)
EDITIONS = editions_of(FOLDER)


def rules_for(header: Header) -> Rules:
    """Raises `Unreadable` for an option that is not one, or a value that it does not take."""
    chosen = settled(header, OPTIONS, EDITIONS)
    plan = board.standard()
    return Rules(
        board=plan,
        deck=_deck(plan, int(chosen["rinforzi"]), int(chosen["jollies"])),
        seats=len(header.seats),
        revision=header.revision,
        judge=header.judge,
        direction=COUNTERCLOCKWISE,
        sealed=tuple(header.sealed.get("objectives", ())),
        **chosen,  # type: ignore[arg-type]
    )


def _deck(plan: Board, rinforzi: int, jollies: int) -> tuple[str, ...]:
    figures = [card.id for card in plan.figures for _ in range(card.count)]
    return (*plan.ids, *[RINFORZO] * rinforzi, *[JOLLY] * jollies, *figures)
