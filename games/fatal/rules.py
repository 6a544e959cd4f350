"""F.A.T.A.L. under one header: the cards, the number of players, the readings that the organizer chose."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from msgspec import Struct

from games.fatal import contents
from games.fatal.contents import Box
from games.kernel.editions import editions_of, options_of, settled
from games.kernel.lines import Header
from games.kernel.seats import CLOCKWISE

FOLDER = Path(__file__).parent
CHARACTER = "character"
FIRST_HAND = 4
HAND_LIMIT = 6
ON_DISPLAY = 3
WITH_QUEEN = 4
CHANGE = 4
PAID = (1, 2, 3)
STARS_DUE = 3
MOST_VISIONS = 2
OWN_POINTS = (0, 1, 3, 6, 10, 15)
AS_NAMED = 4
"""The revision from which `shown` changes what it names and nothing else, and a result is one that the position bears out."""
AS_IT_HAPPENED = 5
"""The revision from which the game goes on after a registered infraction as it happened."""
AT_ANY_MOMENT = 6
"""The revision from which a player may leave, a victory be claimed and a turn draw to a close at any moment, as at a table."""
SPENT_WHENEVER_PLAYED = 7
"""The revision from which Schermo Elementale, registered at whatever moment it was played, is spent."""
GIRO_IS_COMPLETE = 8
"""The revision from which a game is over by time once the last one to play has played and nothing is due, and one of which anything was
played is no longer told by its result alone."""
LATE_TIME_CLOSES = 9
"""The revision from which time told late, for a giro that is complete, ends the game, and is taken back by an undo."""
TIME_IS_NOTED = 9
"""The revision from which no game is over by time, nor any giro the last one, where time is only noted."""

TOLD_IS_HELD = 10
"""The revision from which a result told alone is held against what the table shows and how time is played, and a trimagia's treasure is
replaced by its own article."""

WORKS_ONCE_MORE = 11
"""The revision from which a trimagia that acts on its player once too often can be registered as it happened, the turn just over too."""
WHAT_WAS_SEEN = 12
"""The revision from which whatever was seen and taken back, and not dice alone, needs a reason to be told otherwise."""


PUT_OUT_ALL_THE_SAME = 12
"""The revision from which who leaves the table after he was put out is put out all the same: his character is shown, it may be the rival's,
and his treasures are shared. A change too many breaks its own article."""
KNOWN_TO_ALL = 13
"""The revision from which nobody is asked for a character that everybody knows, a victory over a rival stands once its player is known, and
giri are counted from one."""
DUE_AFTER_ALL = 14
"""The revision from which an act registered once the turn had drawn to a close makes due what it brings about: the treasure for three stars
that nobody had seen before, the trimagia of a row made whole, the discard of a card beyond six."""
ONE_LAW = 15
"""The revision from which the judge's word about the time is taken back like any other act of his, and who is out breaks the article by
which he is."""
ALL_TOGETHER = 16
"""The revision from which points of the first smazzata are held against all treasures together, a board that is shown as a turn begins has
three treasures on display, and none is shown in a giro after the last.
"""
SIX_AT_THE_END = 17
"""The revision from which a turn shown as a whole leaves six cards at most in the hand of its player."""
SHOWN_IN_FULL = 18
"""The revision from which a turn shown as a whole leaves no row of three visions before its player (B), and an opponent whom the table
shows without cards in the first smazzata has drawn one (eliminare). Who acts with a treasure and a trimagia due breaks A and B.
A treasure of the colour that was revealed, turned up at the end from face down, breaks seconda-smazzata."""
CALLS_STAY = 18
"""The revision from which what the clock said stays in its giro, whatever is taken back and told again before it, and no
character in a reason or a note ends its line."""
SEEN_NOTES = 19
"""The revision from which a note says something that is seen, and an empty digest does not stand."""
WHERE_IT_DECIDES = 19
"""The revision from which a character is shown for a tie only by who has treasures that may break it, or has put somebody out."""
AS_IT_ENDED = 20
"""The revision from which a board that is the first line of a record may be that of the end: two treasures on display and those paid lie
beside the Queen's packet, and a special victory is a result that is told alone."""
OUT_AT_THE_END = 21
"""The revision from which who is without a card on the board of an end told alone was put out, two treasures lie on display beside the
Queen, and those that are paid are worth 1, 2 or 3."""


class Rules(Struct, frozen=True, dict=True):
    """Everything that a chapter asks besides the position. Fields after `sealed` are options, see `options.toml`."""

    box: Box
    seats: int
    revision: int
    direction: int
    sealed: tuple[str, ...]
    steal: str
    screen_redraw: str
    eliminated_rank: str
    time_called: str
    minutes: int
    deck_end: str
    claim_moment: str
    leaver_treasures: str
    leaves_at_count: str
    after_victory: str
    hand_at_end: str

    @cached_property
    def rivals(self) -> Mapping[str, str]:
        """Each lineage that plays, in the order of the box, and its rival."""
        return self.box.rivals[self.seats]

    def colour(self, lineage: str) -> str:
        """The colour of a lineage, empty for none."""
        return self.box.lineages[lineage].colour if lineage else ""

    @cached_property
    def in_play(self) -> tuple[int, ...]:
        """The treasures of the colours that play, one entry each, by kind (preparazione)."""
        colours = {self.colour(lineage) for lineage in self.rivals}
        return tuple(
            kind for kind, one in enumerate(self.box.treasures) if one.colour in colours for _ in range(one.copies)
        )


OPTIONS = options_of(FOLDER)
EDITIONS = editions_of(FOLDER)


def rules_for(header: Header) -> Rules:
    """Raises `Unreadable` for an option that is not one, or a value that it does not take."""
    chosen = settled(header, OPTIONS, EDITIONS)
    return Rules(
        box=contents.REPLACEABLE.with_digest(header.board),
        seats=len(header.seats),
        revision=header.revision,
        direction=CLOCKWISE,
        sealed=tuple(header.sealed.get(CHARACTER, ())),
        **chosen,  # type: ignore[arg-type]
    )
