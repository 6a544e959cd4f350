"""Filters and tags of the referee's pages.

`{{ words|localized }}`: the words of a game in the reader's language. `{{ article|article_title }}`: its number and title.
`{{ rulebook|cite_articles:"16, base.cards" }}`: articles by their numbers. `{{ values|get:key }}`: what a form was sent with.
`{{ "dice"|join_name:2 }}`: the name of a part of a field, `dice-2`. `{{ player|mark }}`: the army's letter on its colour, or nobody's.
"""

from django import template
from django.utils.safestring import SafeString, mark_safe

from referee import wording
from referee.judge_page.board_view import Player

register = template.Library()
register.filter("localized", wording.localized)
register.filter("article_title", wording.article_title)
register.filter("cite_articles", wording.cite_articles)


NOBODY = mark_safe('<span class="j-nobody" aria-hidden="true"></span>')


@register.filter
def mark(player: Player | None) -> SafeString:
    return player.mark if player else NOBODY


@register.filter
def get(values: dict, key: str) -> object:
    return values.get(key, "")


@register.filter
def join_name(name: str, part: object) -> str:
    return f"{name}-{part}"


@register.simple_tag
def chosen(values: dict, name: str, value: object, otherwise: object = "") -> str:
    """` checked` where the form was sent with this value, or, in a fresh form, where the table has it."""
    now = values.get(name, otherwise)
    return " checked" if now != "" and str(now) == str(value) else ""
