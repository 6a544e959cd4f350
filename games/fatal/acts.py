"""What can happen at the table, as it stands in a record. Cards, treasures and lineages go by their ids; `regina` is the Queen."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from games.kernel.acts import EACH_SEAT, ROW, Act, IndexOrNone

Number = Annotated[int, Meta(ge=0, le=1000)]
Points = Annotated[int, Meta(ge=-1000, le=1000)]
Seat = Annotated[int, Meta(ge=0, le=9)]
Row = Annotated[int, Meta(ge=0, le=1, extra=ROW)]
Names = tuple[str, ...]
Rows = Annotated[tuple[Names, ...], Meta(min_length=2, max_length=2)]
Lies = Literal["", "upright", "upside_down", "sideways"]


# -- preparazione


class First(Act, frozen=True):
    """Who begins."""

    seat: Seat


class Characters(Act, frozen=True):
    """Each player has a character face down, and four cards."""


class Display(Act, frozen=True):
    """The first treasures turned up."""

    treasures: Names


# -- il gioco: 1, 2, 3


class Enchant(Act, frozen=True):
    """An enchantment played in one's turn."""

    card: str


class Effect(Act, frozen=True):
    """What the enchantment on the table did, as the judge reads it from the card: the table afterwards, where anything changed.

    `hands`, `treasures` (face down) and `rows` by seat; counts as before say that cards, or treasures, changed hands. `discarded`: cards
    that were shown and discarded. `forgot`: the player did not draw a card for the one he played, and may not go back.
    """

    text: str = ""
    hands: dict[Seat, Number] = {}
    treasures: dict[Seat, Number] = {}
    rows: dict[Seat, Rows] = {}
    discarded: Names = ()
    forgot: bool = False


class Screen(Act, frozen=True):
    """Schermo Elementale, out of turn, against the trimagia that aims at the player."""

    forgot: bool = False


class Change(Act, frozen=True):
    """A treasure paid under its deck, cards discarded, four drawn."""

    treasure: str
    cards: Names


class Surplus(Act, frozen=True):
    """Of the four cards drawn, those discarded again."""

    cards: Names


class Steal(Act, frozen=True):
    """The vision of another player's row (its last one, or the one at `place`, 0 to 2) added to a row of one's own."""

    seat: Seat
    row: Row
    to: Row
    place: IndexOrNone = -1


class Play(Act, frozen=True):
    """A vision from the hand into a row; `lies` is how it was laid, where the judge notes it."""

    card: str
    row: Row
    lies: Lies = ""
    forgot: bool = False


class EndPlay(Act, frozen=True):
    """The seat lays no more visions: its turn draws to a close. Registered later in the turn: it passed that step over."""


# -- A, B, C


class Take(Act, frozen=True):
    """A treasure on display for three stars, kept or given."""

    treasure: str
    to: Seat


class TurnUp(Act, frozen=True):
    """The top card of the treasures, or the Queen."""

    treasure: str


class Trimagia(Act, frozen=True):
    """A row of three is carried out."""

    row: Row


class Aim(Act, frozen=True):
    """Whom the trimagia is for, or against."""

    seat: Seat


class Deliver(Act, frozen=True):
    """The cards drawn from the deck go into the hand."""


class Award(Act, frozen=True):
    """One treasure on display goes to the player aimed at."""

    treasure: str


class Rob(Act, frozen=True):
    """Treasures drawn at random from the player aimed at. `faced`: those of the thief's own colour, which he lays face up."""

    faced: Names = ()


class Strip(Act, frozen=True):
    """Cards drawn at random from the hand of the player aimed at, and discarded."""

    cards: Names


class Discard(Act, frozen=True):
    """Cards beyond six, discarded."""

    cards: Names


class LateDraw(Act, frozen=True):
    """The seat draws a card that it had forgotten to draw, or one too many. It breaks article C, and is registered where it stands."""


# -- fine della smazzata, rivelare


class Tally(Act, frozen=True):
    """All the treasures that the seat kept face down."""

    treasures: Names


class Reveal(Act, frozen=True):
    """Everybody at once: a lineage for each seat that turned its character up, an empty text for the others.

    `salt` opens sealed ones; without it `sealed` stands for one that its seat opens next, by an `unmask`.
    """

    characters: Annotated[Names, EACH_SEAT]
    salt: Annotated[Names, EACH_SEAT] = ()


class Keep(Act, frozen=True):
    """The treasure of its own colour that a seat keeps face up."""

    treasure: str


# -- eliminare, vittoria speciale, fine della partita


class Unmask(Act, frozen=True):
    """The seat shows its character: it is out of the game, or the count needs it. `cards`: what it had set aside, discarded face up."""

    character: str
    salt: str = ""
    cards: Names = ()


class Claim(Act, frozen=True):
    """The seat shows its character: whom it has just put out of the game was its rival."""

    character: str
    salt: str = ""


class Share(Act, frozen=True):
    """The treasures of a player who is out, given out at random. `faced`: by seat, those of its own colour laid face up."""

    faced: dict[Seat, Names] = {}


class Abandon(Act, frozen=True):
    """A player leaves the table. `cards`: those of his hand and set aside, where they were shown; else they leave with him."""

    seat: Seat
    cards: Names = ()


class Shown(Act, frozen=True):
    """What the table shows, by the judge: with it a turn is recorded as a whole, or a wrong state mended.

    `hands`, `treasures` (face down), `points` of the first smazzata, `face_up`, `rows` and `revealed` characters by seat; `display`,
    `discarded` cards, and treasures `paid` under their deck since. `turn` the seat whose turn it is, `giro` and `smazzata` their numbers.
    `turn_over` says that its turn ends: its hand, where it is told, then holds what was set aside.
    """

    hands: dict[Seat, Number] = {}
    treasures: dict[Seat, Number] = {}
    face_up: dict[Seat, Names] = {}
    rows: dict[Seat, Rows] = {}
    revealed: dict[Seat, str] = {}
    points: dict[Seat, Points] = {}
    display: Names = ()
    discarded: Names = ()
    paid: Names = ()
    turn: Seat | None = None
    giro: Number | None = None
    smazzata: Annotated[int, Meta(ge=1, le=2)] | None = None
    turn_over: bool = False


class Finish(Act, frozen=True):
    """The game is over as the table says, where only the result is recorded; `winner` put the rival lineage out."""

    how: Literal["queen", "time", "rival"]
    winner: IndexOrNone = -1
