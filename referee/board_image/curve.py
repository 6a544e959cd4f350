"""The curve of a game as the slider of its replay: what each player had after each line, and marks of what readers look for."""

from collections.abc import Iterator

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from referee.board_image.svg import ARMIES
from referee.records.moves import CLOSING, CONQUEST, INFRACTION, WholeGame
from referee.wording import localized

HEIGHT = 100
TOP, FLOOR = 16, 98
ROW_OF = {CONQUEST: 4, INFRACTION: 10}
"""Marks stand in rows above the lines."""


def curve_svg(game: WholeGame) -> SafeString:
    """One unit across is a line of the record; the picture is stretched to the width of the slider, its strokes are not."""
    most = max((count for move in game.moves for count in move.counts), default=0)
    label = _label(game)
    parts = [
        f'<svg class="r-curve" viewBox="0 0 {max(1, game.last)} {HEIGHT}" preserveAspectRatio="none" role="img"'
        f' aria-label="{escape(label)}">',
        *(f'<path class="rc-turn" d="M{end} {TOP}V{FLOOR}"/>' for end in _ends_of_giri(game)),
        *(_trace(game, seat, most) for seat in range(len(game.start.seats)) if most),
        *_marks(game),
        "</svg>",
    ]
    return mark_safe("".join(parts))


def curve_words(game: WholeGame) -> str:
    """What the lines measure, and where they would touch the top."""
    most = max((count for move in game.moves for count in move.counts), default=0)
    return _("%(label)s; in alto %(most)d") % {"label": _label(game), "most": most} if most else ""


def _label(game: WholeGame) -> str:
    return _("%(what)s, mossa per mossa") % {"what": localized(game.start.counted).capitalize() or _("La partita")}


def _ends_of_giri(game: WholeGame) -> list[int]:
    ends = {move.giro: move.seq for move in game.moves}
    return list(ends.values())[:-1]


def _trace(game: WholeGame, seat: int, most: int) -> str:
    """Steps: a count holds until the line that changes it."""
    d, before = "", None
    for move in game.moves:
        if move.counts[seat] != before:
            before = move.counts[seat]
            y = FLOOR - (FLOOR - TOP) * before / most
            d += f"H{move.seq}V{y:.1f}" if d else f"M{move.seq} {y:.1f}"
    return f'<path class="rc-line {_tone(game, seat)} rc-dash-{seat}" d="{d}H{game.last}"/>'


def _tone(game: WholeGame, seat: int) -> str:
    """The army's colour once it is chosen, else one for each chair."""
    marks = game.moves[-1].table.seats if game.moves else game.start.seats
    colour = next((mark.colour for mark in marks if mark.seat == seat), "")
    return f"army-{ARMIES[colour]}" if colour in ARMIES else f"c-tone-{seat}"


def _marks(game: WholeGame) -> Iterator[str]:
    for move in game.moves:
        for mark in move.marks:
            if mark == CLOSING:
                yield f'<path class="rc-closing" d="M{move.seq} 0V{FLOOR}"/>'
            else:
                tone = _tone(game, move.by) if isinstance(move.by, int) else ""
                yield f'<path class="rc-{mark} {tone}" d="M{move.seq} {ROW_OF[mark]}h0"/>'
