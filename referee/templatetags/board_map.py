"""The board for eyes alone, on its map or as tiles where it has none: `{% board_map board name changed %}`. A tablet has no maps."""

from django import template
from django.utils.safestring import SafeString

from referee.board_image import geometry, map_svg, svg
from referee.judge_page.board_view import BoardView
from referee.records.replay import Frame

register = template.Library()


@register.simple_tag
def board_map(board: BoardView, name: str = "board", changed: frozenset[str] = frozenset()) -> SafeString:
    """`changed` places are marked; `name` makes the ids of several pictures on one page unique."""
    if board.board_map is None:
        return svg.svg(geometry.drawing(board.scene, chosen=changed), name=name)
    return map_svg.map_svg(board.scene, board.board_map, name=name, changed=changed)


@register.simple_tag
def board_replayed(frame: Frame, name: str = "board") -> SafeString:
    """The board after a turn, with changed owners marked."""
    return board_map(frame.board, name, frame.changed)
