"""The descriptor of a game: one value that holds all that the rest of the product may ask of it.

`Rules` is the game under one header (edition, options, seats, board); `State` is a position. Both are the game's own types. The kernel
reads five fields of a state: `turn`, how many turns are over, `ended`, by what the game ended (empty while it goes on), `seat`, whose
turn it is, `giro`, 0 before the first turn, and `awaits`, what the table waits for: a value whose type the game declares in `moments`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import msgspec
from msgspec import Struct

from games.kernel.acts import Act, By, Note, PreAlarm, Ruling, TimeNotUp, TimeUp, Undo
from games.kernel.articles import Rulebook
from games.kernel.boards import Replaceable
from games.kernel.breaches import IMPOSSIBLE, Breach
from games.kernel.choices import Ask, Choice, Partial
from games.kernel.clock import ClockPlan
from games.kernel.maps import BoardMap
from games.kernel.moments import Moments
from games.kernel.options import Option, Value
from games.kernel.paper import PaperSheet
from games.kernel.scene import Scene
from games.kernel.score import CountLine, Sheet
from games.kernel.speakers import Who
from games.kernel.vault import Vault
from games.kernel.words import Words

if TYPE_CHECKING:
    from games.kernel.lines import Header
    from games.kernel.record import Record

Rules = Any
Viewer = int | str


class State(Protocol):
    """What the kernel reads of a position; everything else is the game's own business."""

    @property
    def turn(self) -> int: ...

    @property
    def seat(self) -> int: ...

    @property
    def giro(self) -> int: ...

    @property
    def ended(self) -> str: ...

    @property
    def awaits(self) -> Any: ...


NOT_YET = 10_000
"""Later than any revision."""
NO_DATES: Mapping[type[Any], int] = {}


class Rule(NamedTuple):
    """An act's law: `breaches` yields every rule it breaks; `apply` gives the next state, unchecked; `by` is who may say it.

    `article` is the one that speaks of the act. `moments` are the types of what the table waits for while it belongs; none for any
    time. In a `late` one it breaks its article and takes place where it stands; in a `void` one it breaks it and changes nothing. `since`
    names the revision from which a moment is one of these, where it was none before.
    """

    breaches: Callable[[Rules, Any, By, Any], Iterable[Breach]]
    apply: Callable[[Rules, Any, By, Any], Any]
    by: Who
    article: str = ""
    moments: tuple[type[Any], ...] = ()
    late: tuple[type[Any], ...] = ()
    void: tuple[type[Any], ...] = ()
    since: Mapping[type[Any], int] = NO_DATES

    def at(self, moments: tuple[type[Any], ...], revision: int) -> frozenset[type[Any]]:
        """Those of these moments that are ones at this revision."""
        return frozenset([moment for moment in moments if self.since.get(moment, 1) <= revision])


def unrestricted(rules: Rules, state: Any, by: By, act: Any) -> tuple[Breach, ...]:
    """For an act that breaks nothing but, perhaps, its moment."""
    return ()


Chapter = dict[type[Act], Rule]


class Edition(Struct, frozen=True):
    """Named numbers of one way to play: the options that it sets, and words for a person who chooses."""

    slug: str
    words: Words
    options: Mapping[str, Value] = {}


class Status(Struct, frozen=True):
    """What a desk, a screen or a phone must know of a table in play. `closing` is the threshold in force, 0 for none."""

    giro: int
    seat: int | None
    phase: Words
    closing: int = 0
    is_last_giro: bool = False
    is_over: bool = False


class BrushPiece(Struct, frozen=True):
    """One kind of what a brush lays: the input of its number in the act, `{place}` and `{seat}` standing for where and whose.

    `takes`: a place on which a player has it is that player's.
    """

    number: str
    takes: bool = True


class Brush(Struct, frozen=True):
    """How places are painted on the picture of the board: the field with their owners, and what can be laid on them.

    `is_dealt`: every place is somebody's, and all have as many, as nearly as can be. `goes_by_pieces`: a place is drawn as whose pieces
    stand there alone, and only an empty one as the owner's.
    """

    owner: str
    pieces: tuple[BrushPiece, ...]
    is_dealt: bool = False
    goes_by_pieces: bool = False


class Remainder(Struct, frozen=True):
    """Of `total` pieces those that no field names: numbers, and names in lists, in `fields`.

    `label` names them. Where there are at most `most`, `within` says what that means for the end of the game; where there are `{n}` more,
    `beyond`; `over` where the fields name `{n}` too many, so that fewer than `least` are left.
    """

    label: Words
    total: int
    fields: tuple[str, ...]
    most: int
    within: Words
    beyond: Words
    over: Words
    least: int = 0


class TurnSheet(Struct, frozen=True):
    """What a turn that is told as a whole is asked for, in the order in which a judge looks at the table.

    `places`, `seats` and `table` are fields of the act `shown`: by place, by seat, and about the table. `known` is that act as the table
    stood before the turn, complete; only what differs from it is told. `choices` are the answers of a text, by field; `why` says what
    a field is needed for; `counts` is the field that counts the places which came to the seat in turn; `brush` paints the places.
    `presets` are values with which inputs begin, by name, though nobody knows them yet; `remainder` is counted as they are filled in.
    """

    known: Act
    places: tuple[str, ...]
    seats: tuple[str, ...] = ()
    table: tuple[str, ...] = ()
    choices: Mapping[str, tuple[Choice, ...]] = {}
    why: Mapping[str, Words] = {}
    counts: str = ""
    brush: Brush | None = None
    presets: Mapping[str, str] = {}
    remainder: Remainder | None = None


class Move(NamedTuple):
    """One entry that a policy proposes, with its reason where it needs one."""

    by: By
    act: Act
    why: str = ""


class Game(Struct, frozen=True, kw_only=True):
    """One game. Functions take `(rules, state, …)`; nothing in it knows a clock, a random source or a viewer of its own.

    `is_done`: the game is over and nothing is left to show or throw. `deal`: the secrets that a system would deal. `policy`: the next
    entry of a plausible random game. `showing`: the act by which a seat shows what the system dealt it. `position`: a state written by
    hand. `dice_acts` are tags of acts: dice that an undo offers again. `reveals` are those that show something which stays seen after an
    undo, with the fields that hold it: cards turned up, drawn or shown, a lot, a character. `replaceable`: how an
    organizer brings another board or other cards.
    """

    slug: str
    name: Words
    seats: tuple[int, ...]
    revision: int
    turn_article: str
    """The article that says whose turn it is: what a player does in another's turn breaks it."""
    editions: tuple[Edition, ...]
    options: tuple[Option, ...]
    rulebook: Rulebook
    acts: Chapter
    moments: Moments
    """What the table waits for, by the type of `awaits`, and from whom."""
    act_words: Mapping[str, Words]
    endings: Mapping[str, Words]
    board: Callable[[], str]
    direction: str
    rules: Callable[[Header], Rules]
    start: Callable[[Rules], Any]
    state_type: Any
    unsound: Callable[[Rules, Any], Iterable[Breach]]
    """What cannot stand in a position, whoever says so. Whatever the judge says of the table, and every ruling, is held against it."""
    choices: Callable[[Rules, Any, Partial], Ask]
    describe: Callable[[Rules, By, Act], Words]
    view: Callable[[Rules, Any, Viewer, Vault | None], Struct]
    scene: Callable[[Rules, Any, frozenset[str]], Scene]
    score: Callable[[Rules, Any, Vault | None], Sheet]
    paper: PaperSheet
    """The sheet of a game played on paper: what it holds, the points that follow, and what cannot stand on it."""
    is_done: Callable[[Rules, Any], bool]
    status: Callable[[Rules, Any], Status]
    clock: Callable[[Rules], ClockPlan]
    deal: Callable[[Header, Random], Vault]
    policy: Callable[[Record, Random, Vault], Move]
    showing: Callable[[Rules, Any, int, Vault], Act | None]
    position: Callable[[Rules, Mapping[str, Any]], Any]
    odds: Callable[[Any], Mapping[str, Any]]
    odds_arguments: Callable[[Any], None]
    law_from: int = 1
    """The revision from which only those who are declared may say the acts in `unchecked_speakers`: before it anybody could."""
    unchecked_speakers: frozenset[str] = frozenset()
    statements_from: int = 1
    """The revision from which what the judge says of the table needs a reason, changes what it names and nothing else, and a result is one
    that the position bears out."""
    moments_from: int = 1
    """The revision from which an act out of its moment is registered as it happened, and a ruling holds for what follows from it: before
    it a ruling may waive more than the act breaks."""
    closes_from: int = 1
    """The revision from which time told late, for a giro that is complete, ends the game, and is taken back by an undo."""
    seen_from: int = 1
    """The revision from which whatever was seen and taken back, and not dice alone, needs a reason to be told otherwise."""
    strict_from: int = 1
    """The revision from which what the judge says of the time is taken back like any other act of his, and reasons, seats and commitments
    are told apart by whoever looks at them."""
    one_form_from: int = 1
    """The revision from which a ruling waives something, a digest stands only where a turn or the game ends, and no text turns round what
    follows it."""
    all_owed_from: int = NOT_YET
    """The revision from which an act that goes past several things due breaks the article of each, and not of the first alone."""
    one_line_from: int = 1
    """The revision from which a reason or a note has no character that ends its line."""
    seen_notes_from: int = 1
    """The revision from which a note says something that a person sees, and an empty digest does not stand."""
    calls_stay_from: int = 1
    """The revision from which what the clock said stays in the giro in which it said it, whatever is taken back and told again before."""
    out_by: Callable[[Rules, Any, int], str] = lambda rules, state, seat: ""
    """The article by which a seat plays no longer: it is broken by whatever that seat does in another's turn. Empty while it plays."""
    seats_article: str = ""
    """The article that says how many play at a table."""
    dice_acts: frozenset[str] = frozenset()
    battle_dice: frozenset[str] = frozenset()
    """Tags of acts by which a seat throws dice in a battle: what its luck is measured by. The dice are in `dice` or `die`."""
    battle_faces: int = 6
    reveals: Mapping[str, tuple[str, ...]] = {}
    secret_kinds: tuple[str, ...] = ()
    announces: Callable[[Rules], bool] = lambda rules: False
    """Whether, under these rules, the system itself shows what it dealt as soon as that may be shown."""
    standings: Callable[[Rules, Any, tuple[int, ...]], Act | None] = lambda rules, state, from_last: None
    """The act by which a judge reads out the standings of the event, where a game is begun from them: seats, the last first."""
    guide: Callable[[Rules, Any], Iterable[Words]] = lambda rules, state: ()
    """Near the end: who throws to close the game, under what threshold, and why not."""
    turn_sheet: Callable[[Rules, Any], TurnSheet | None] = lambda rules, state: None
    """Where a turn is under way that may be told as a whole: what it is asked for."""
    board_sheet: Callable[[Rules, Any], TurnSheet | None] = lambda rules, state: None
    """What the table shows, to be confirmed or put right: before the first turn, where it may be laid out at once, and at the end."""
    end_sheet: Callable[[Rules, Any], TurnSheet | None] | None = None
    """What the count needs of a game of which nothing was recorded before its end; None where `board_sheet` asks for all of it."""
    complete_turn: Callable[[Rules, Any, Any], Act] = lambda rules, state, shown: shown
    """The act of a whole turn from what was asked: the turn over, and what follows from the board filled in."""
    counted: Callable[[Rules, Any, int], Iterable[CountLine]] = lambda rules, state, seat: ()
    """What makes a seat's points, line by line, from the state as it is known."""
    income: Callable[[Rules, Any, Iterable[Act]], Iterable[CountLine]] = lambda rules, state, acts: ()
    """While what a turn brings is laid: what it is made of, line by line, from the acts of the turn so far."""
    folder: Path = Path()
    is_example: bool = False
    """It shows how a game is added; a site offers it only where it is asked to."""
    board_map: Callable[[Rules], BoardMap | None] = lambda rules: None
    """The map on which the scene can be drawn; None where there is none, or where the board is not the game's own."""
    closing_chance: Callable[[Rules, Any], Fraction | None] = lambda rules, state: None
    """The exact chance that the throw which is due, or would be if the turn ended now, ends the game; None where there is none."""
    journeys: Callable[[Rules, Any, str, str], Iterable[Act]] = lambda rules, state, src, dst: ()
    """What the player in turn may mean who goes from one place to another, the attack first: with as few pieces as there can be."""
    at_stake: Callable[[Rules, Any], tuple[str, ...]] = lambda rules, state: ()
    """The places that an attack under way is about, by their keys: where it comes from, then where it goes."""
    replaceable: Replaceable[Any] | None = None
    board_preview: Callable[[str, str], Scene] | None = None
    """The picture of a board file (its text and name) before it is used. Raises `BadData`."""
    stand_in: Callable[[str], Words | None] = lambda digest: None
    """What of the board or the cards of that digest is not the printed one, for whoever meets it; None where all is confirmed."""

    @property
    def act_types(self) -> tuple[type[Act], ...]:
        return (*[one for one in self.acts if one not in _OF_EVERY_GAME], *KERNEL_ACTS)

    def has_board(self, digest: str) -> bool:
        """Whether a record on the board of that digest can be told here."""
        return self.replaceable.is_at_hand(digest) if self.replaceable else digest == self.board()

    def edition(self, slug: str) -> Edition | None:
        return next((one for one in self.editions if one.slug == slug), None)


KERNEL_ACTS: tuple[type[Act], ...] = (TimeUp, TimeNotUp, PreAlarm, Undo, Ruling, Note)
_OF_EVERY_GAME = frozenset(KERNEL_ACTS)


def in_book_order(game: Game, found: tuple[Breach, ...]) -> tuple[Breach, ...]:
    """What cannot be, then what the act itself breaks in the order of the book, then what stood before it and still does.

    Two that a person would read as the same are given once.
    """
    if len(found) < 2:
        return found
    places = {breach.article: game.rulebook.place(breach.article) for breach in found}
    once = {(one.article, one.kind, one.waivable, one.reason): one for one in reversed(found)}
    found = tuple(reversed(once.values()))
    return tuple(sorted(found, key=lambda one: (one.kind != IMPOSSIBLE, one.is_standing, places[one.article])))


def encode(value: Any) -> bytes:
    return msgspec.json.encode(value)
