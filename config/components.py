"""The site's reusable components as template tags: `{% load ui %}`. They take arguments and know no models.

{% card title="Tavoli" %}…{% endcard %}             {% button "Pubblica" tone="primary" %}
{% alert tone="warning" title="…" %}…{% endalert %}   {% badge "In corso" tone="success" %}
{% data_table caption="…" %}<thead>…{% endtable %}    {% field form.surname %}
{% empty title="Nessun tavolo" %}…{% endempty %}      {% countdown remaining now running=True %}
{% army "red" "R" %}   {% stale %}                          {% icon "search" %}
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from django import template
from django.conf import settings
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst
from django.utils.translation import gettext as _

if TYPE_CHECKING:
    from django.forms import BoundField

register = template.Library()

ARMIES = {"red": "R", "blue": "B", "green": "V", "yellow": "G", "black": "N", "purple": "L"}


@register.simple_tag
def program_version() -> str:
    return settings.VERSION


# The four ranks of a button, one of the first on a page.
# Whole class names, because the stylesheet contains only those that it finds spelled out.
BUTTON_TONES = {
    "primary": "btn-primary",
    "outline": "btn-outline",
    "ghost": "btn-ghost",
    "danger": "btn-outline btn-error",
}
BUTTON_SIZES = {"": "", "small": "btn-sm", "large": "btn-lg", "touch": "btn-touch"}
ICON_SIZES = {"": "icon", "large": "icon icon-large"}
BADGE_TONES = {
    "": "badge-outline",
    "neutral": "badge-neutral",
    "primary": "badge-primary",
    "info": "badge-info",
    "success": "badge-success",
    "warning": "badge-warning",
    "error": "badge-error",
}
# The symbols of static/img/icons.svg, which css/vendor.mjs makes of Lucide's; an icon always stands beside its word.
ICONS = frozenset(
    {
        "calendar-clock", "circle-check", "dices", "download", "inbox", "info", "monitor", "octagon-x", "printer", "search",
        "triangle-alert", "trophy", "undo-2", "user-x", "users", "x",
    }
)  # fmt: skip
ALERT_ICONS = {"info": "info", "success": "circle-check", "warning": "triangle-alert", "error": "octagon-x"}
ALERT_TONES = {"info": "alert-info", "success": "alert-success", "warning": "alert-warning", "error": "alert-error"}


def _render(part: str, /, **context: object) -> SafeString:
    return mark_safe(render_to_string(f"components/{part}.html", context).strip())


@register.simple_tag
def button(
    label: str,
    *,
    href: str = "",
    tone: str = "outline",
    size: str = "",
    name: str = "",
    value: str = "",
    form: str = "",
    disabled: bool = False,
    icon_name: str = "",
) -> SafeString:
    """A link that looks like a button when it has `href`, a submit button otherwise. A quiet one has no border and so an icon."""
    classes = f"{BUTTON_TONES[tone]} {BUTTON_SIZES[size]}".strip()
    drawn_icon = icon_name or ("x" if tone == "ghost" else "")
    return _render(
        "button",
        label=label,
        href=href,
        classes=classes,
        name=name,
        value=value,
        form=form,
        disabled=disabled,
        icon=icon(drawn_icon) if drawn_icon else "",
    )


@register.simple_tag
def badge(label: str, *, tone: str = "") -> SafeString:
    """A state. Its word begins with a capital wherever it comes from: models have it in small letters."""
    return _render("badge", label=capfirst(str(label)), classes=BADGE_TONES[tone])


@register.simple_block_tag
def card(content: str, *, title: str = "", eyebrow: str = "", aside: str = "", flush: bool = False) -> SafeString:
    """`aside` is at the right of the title; `flush` leaves no margin around the content, for tables."""
    return _render("card", content=content, title=title, eyebrow=eyebrow, aside=aside, flush=flush)


@register.simple_block_tag
def alert(content: str, *, tone: str = "info", title: str = "") -> SafeString:
    return _render(
        "alert",
        content=content,
        title=title,
        classes=ALERT_TONES[tone],
        icon=icon(ALERT_ICONS[tone]),
        urgent=tone == "error",
    )


@register.simple_block_tag(end_name="endtable")
def data_table(content: str, *, caption: str = "", wide: bool = False) -> SafeString:
    """`wide` holds the second column, the names, in sight while the others scroll, and shows at the edge that they do."""
    return _render("table", content=content, caption=caption, wide=wide)


@register.simple_block_tag
def empty(content: str, *, title: str, icon_name: str = "inbox", good: bool = False) -> SafeString:
    """What an empty list shows; the content names the next step. `good` where nothing is what one hopes for."""
    drawn = icon("circle-check" if good else icon_name, size="large")
    return _render("empty", content=content, title=title, icon=drawn, good=good)


@register.simple_tag
def field(bound: BoundField, *, label: str = "") -> SafeString:
    from django.forms import CheckboxInput, CheckboxSelectMultiple, FileInput, RadioSelect  # the tablet has no forms

    widget = bound.field.widget
    return _render(
        "field",
        field=bound,
        label=label or bound.label,
        is_check=isinstance(widget, CheckboxInput),
        is_group=isinstance(widget, RadioSelect | CheckboxSelectMultiple),
        is_file=isinstance(widget, FileInput),
    )


@register.simple_tag
def countdown(
    remaining: int,
    now: datetime,
    *,
    running: bool = False,
    ends_at: datetime | None = None,
    alarm_at: int = 0,
    overtime: bool = False,
    classes: str = "",
) -> SafeString:
    """`remaining` seconds at the server's `now`; the browser counts on from there.

    `ends_at`, where time flows, to the thousandth: whenever the page is drawn it counts to the same moment, and on behind it.
    """
    left = str(int(remaining)) if ends_at is None else f"{(ends_at - now).total_seconds():.3f}"
    running = running or ends_at is not None
    return _render(
        "countdown",
        remaining=left,
        now=int(now.timestamp() * 1000),
        running=running,
        alarm_at=alarm_at,
        overtime=overtime,
        text=clock_text(int(remaining)),
        classes=classes,
    )


def clock_text(seconds: int) -> str:
    """`1:05:09`, `05:09`; never below zero. Formats like static/js/countdown.js."""
    minutes, seconds = divmod(max(seconds, 0), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes:02}:{seconds:02}"


@register.simple_tag
def army(colour: str, letter: str = "", *, name: str = "") -> SafeString:
    """A seat's colour, with its letter and hatch."""
    return _render("army", classes=f"army-{colour}", letter=letter or ARMIES[colour], name=name)


@register.simple_tag
def icon(name: str, *, size: str = "") -> SafeString:
    """A drawing of the interface's set; the word beside it says what it means."""
    if name not in ICONS:
        raise KeyError(name)
    return _render("icon", address=f"{static('img/icons.svg')}#{name}", classes=ICON_SIZES[size])


@register.simple_tag
def stale() -> SafeString:
    """Hidden while the live stream is connected; then shows the age of the page's data."""
    return _render("stale", text=_("dati vecchi di {n} s"))
