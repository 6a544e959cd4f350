"""The replay of a game: `{% game_curve game %}`, its board after a line, `{% game_board frame %}`, and `{% dice throw %}`."""

from django import template
from django.utils.safestring import SafeString, mark_safe

from referee.board_image import geometry, map_svg, svg
from referee.board_image.arrows import arrow_svg
from referee.board_image.curve import curve_svg, curve_words
from referee.board_image.steps import NAME
from referee.records.moves import WholeGame
from referee.records.replay_page import ReplayFrame
from referee.records.throws import Throw

register = template.Library()
register.filter("curve_words", curve_words)


@register.simple_tag
def game_curve(game: WholeGame) -> SafeString:
    return mark_safe(game.once("curve", curve_svg))


@register.simple_tag
def game_board(frame: ReplayFrame) -> SafeString:
    """The move's places framed, those that changed hands pulsing, its arrow over them."""
    board = frame.board
    arrow = arrow_svg(frame.move.arrow if frame.move else None, board.scene, board.board_map)
    last = frozenset(shape.key for shape in frame.move.changed) if frame.move else frozenset()
    if board.board_map is None:
        return svg.svg(geometry.drawing(board.scene, is_far=True), name=NAME, last=last, arrow=arrow)
    changed = frame.move.owners if frame.move else frozenset()
    return map_svg.map_svg(board.scene, board.board_map, name=NAME, changed=changed, last=last, arrow=arrow)


@register.inclusion_tag("referee/live/_dice.html")
def dice(throw: Throw) -> dict:
    return {"throw": throw}
