"""Filters and tags of the referee's pages.

`{{ words|localized }}`: the words of a game in the reader's language. `{{ article|article_title }}`: its number and title.
`{{ rulebook|cite_articles:"16, base.cards" }}`: articles by their numbers.
`{{ reason|stopped }}`: with a full stop, and one alone behind a name's initial.
`{{ "0.36"|figure }}`: `0,36` in Italian. `{{ values|get:key }}`: what a form was sent with.
`{{ "stelle 0-1-1"|unbroken }}`: figures joined by hyphens stay on one line.
`{{ "dice"|join_name:2 }}`: the name of a part of a field, `dice-2`. `{{ player|mark }}`: the army's letter on its colour, or nobody's.
`{% part "players" %}…{% endpart %}`: what a tablet draws anew by itself where it changed (static/js/judge/parts.js);
with `of=value` only where the value changed, with `late=True` after the next question is on the page, because a judge must open it
first. `{% part "calls" server=True %}`: what only the server knows, which stays as it drew it.
"""

import re

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from games.kernel.words import stopped
from referee import wording
from referee.judge_page.board_view import Player

register = template.Library()
register.filter("localized", wording.localized)
register.filter("article_title", wording.article_title)
register.filter("cite_articles", wording.cite_articles)
register.filter("figure", wording.figure)
register.filter("stopped", stopped)


NOBODY = mark_safe('<span class="j-nobody" aria-hidden="true"></span>')


@register.filter
def mark(player: Player | None) -> SafeString:
    return player.mark if player else NOBODY


JOINED_FIGURES = re.compile(r"\d+(?:-\d+)+")


@register.filter
def unbroken(words: str) -> SafeString:
    return mark_safe(JOINED_FIGURES.sub(r'<span class="j-whole">\g<0></span>', escape(words)))


@register.filter
def get(values: dict, key: str) -> object:
    return values.get(key, "")


@register.filter
def join_name(name: str, part: object) -> str:
    return f"{name}-{part}"


@register.tag
def part(parser: template.base.Parser, token: template.base.Token) -> "Part":
    name, *options = token.split_contents()[1:]
    values = dict(option.partition("=")[::2] for option in options)
    content = parser.parse(("endpart",))
    parser.delete_first_token()
    of = parser.compile_filter(values["of"]) if "of" in values else None
    return Part(name.strip("\"'"), content, of, is_of_server="server" in values, is_late="late" in values)


class Part(template.Node):
    """`of`: all that it is made of, so that it is drawn again only where this changed."""

    def __init__(
        self,
        name: str,
        nodelist: template.NodeList,
        of: template.base.FilterExpression | None,
        *,
        is_of_server: bool,
        is_late: bool,
    ) -> None:
        self.name, self.nodelist, self.of = name, nodelist, of
        self.is_of_server, self.is_late = is_of_server, is_late

    def render(self, context: template.Context) -> SafeString:
        """On a tablet the parts are `drawn` apart; the page around them stands there already."""
        drawn = context.get("drawn")
        if drawn is None:
            attribute = "data-server-part" if self.is_of_server else "data-part"
            return mark_safe(f'<div class="j-part" {attribute}="{self.name}">{self.nodelist.render(context)}</div>')
        if not self.is_of_server and drawn.is_due(is_late=self.is_late):
            drawn.draw(self.name, lambda: self.nodelist.render(context), self.of.resolve(context) if self.of else None)
        return mark_safe("")


@register.simple_tag
def chosen(values: dict, name: str, value: object, otherwise: object = "") -> str:
    """` checked` where the form was sent with this value, or, in a fresh form, where the table has it."""
    now = values.get(name, otherwise)
    return " checked" if now != "" and str(now) == str(value) else ""
