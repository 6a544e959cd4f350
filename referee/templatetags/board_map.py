"""The board for eyes alone, on its map or as tiles where it has none: `{% board_map board name changed %}`. A tablet has no maps."""

from django import template
from django.utils.safestring import SafeString, mark_safe

from referee.board_image import geometry, map_svg, svg
from referee.board_image.arrows import arrow_svg
from referee.judge_page.board_view import BoardView
from referee.records.moves import Arrow

register = template.Library()


@register.simple_tag
def board_map(
    board: BoardView,
    name: str = "board",
    changed: frozenset[str] = frozenset(),
    has_outlines: bool = False,
    last: frozenset[str] = frozenset(),
    arrow: Arrow | None = None,
) -> SafeString:
    """`changed` places are marked, the `last` move's framed, with its `arrow`; `name` makes the ids of several pictures on one page unique.

    `has_outlines`: see `board_outlines`.
    """
    way = arrow_svg(arrow, board.scene, board.board_map)
    if board.board_map is None:
        picture = geometry.drawing(board.scene, is_far=True)
        return svg.svg(picture, name=name, changed=changed - last, last=last, arrow=way)
    return map_svg.map_svg(
        board.scene, board.board_map, name=name, changed=changed, has_outlines=has_outlines, last=last, arrow=way
    )


@register.simple_tag
def board_outlines(board: BoardView | None, name: str = "board") -> SafeString:
    """The shapes that never change, for a page that draws the board of that name again and again: about nine tenths of a map."""
    if board is None or board.board_map is None:
        return mark_safe("")
    return map_svg.outlines(board.scene, board.board_map, name=name)
