"""The board of a record as an image: `{% board_image board question %}`."""

from django import template
from django.utils.safestring import SafeString

from referee.board_image import geometry, svg
from referee.judge_page.act_forms.turn import TurnForm
from referee.judge_page.board_view import BoardView
from referee.judge_page.questions import Question

register = template.Library()
OF_PLACES = frozenset({"pick", "several", "spread"})


@register.simple_tag(takes_context=True)
def board_image(
    context: template.Context,
    board: BoardView,
    question: Question | None = None,
    name: str = "board",
    turn: TurnForm | None = None,
) -> SafeString:
    """Lights what the question offers, or all that a whole turn may have changed; marks the partial answer."""
    lit = turn.lit if turn else offered(question)
    chosen = chosen_places(board, question) | frozenset(context.get("at_stake") or ())
    picture = geometry.drawing(board.scene, lit=lit, chosen=chosen)
    if (on_tablet := context.get("drawn")) is not None:
        return on_tablet.draw_picture(picture)
    return svg.svg(picture, name=name)


@register.simple_tag
def sign(name: str) -> SafeString:
    """The drawn sign of that name, beside words; nothing where there is none."""
    return svg.sign(name)


def offered(question: Question | None) -> frozenset[str]:
    if not question or question.kind not in OF_PLACES:
        return frozenset()
    return frozenset(option.value for group in question.groups for option in group.options)


def chosen_places(board: BoardView, question: Question | None) -> frozenset[str]:
    trail = frozenset(question.trail) if question else frozenset()
    at_stake = question.at_stake if question else ()
    return frozenset(key for key, place in board.places.items() if place.label in trail or key in at_stake)
