"""The reusable parts of a page: what they say, and that what a person typed is escaped in them."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django import forms
from django.conf import settings
from django.contrib.staticfiles import finders
from django.template import engines

from config.components import ARMIES, ICONS, clock_text


class EntrantForm(forms.Form):
    surname = forms.CharField(label="Cognome", help_text="Come sul documento")
    club = forms.CharField(label="Club", required=False)
    is_minor = forms.BooleanField(label="Minorenne", required=False)
    split = forms.ChoiceField(label="Divisione", widget=forms.RadioSelect, choices=[("a", "2×4"), ("b", "3×5")])


def rendered(source: str, **context: object) -> str:
    return engines["django"].from_string("{% load ui %}" + source).render(context)


def test_a_button_with_an_address_is_a_link():
    assert rendered('{% button "Apri" href="/x/" tone="primary" %}') == '<a class="btn btn-primary" href="/x/">Apri</a>'


def test_a_button_without_an_address_submits():
    assert rendered('{% button "Salva" name="do" value="save" %}') == (
        '<button type="submit" class="btn btn-outline" name="do" value="save">Salva</button>'
    )


def test_an_unknown_tone_is_an_error_of_the_template_and_not_a_missing_colour():
    with pytest.raises(KeyError):
        rendered('{% badge "x" tone="pink" %}')


@pytest.mark.parametrize(
    ("given", "label"),
    [("in corso", "In corso"), ("Sdadata 5", "Sdadata 5"), ("sub judice", "Sub judice")],
)
def test_every_state_is_written_alike_wherever_its_word_comes_from(given, label):
    assert f"</span>{label}</span>" in rendered("{% badge word %}", word=given)


def test_what_a_person_typed_is_escaped():
    hostile = "<script>alert(1)</script>"
    for source in (
        "{% badge name %}",
        "{% button name %}",
        "{% card title=name %}{{ name }}{% endcard %}",
        "{% alert title=name %}{{ name }}{% endalert %}",
        "{% data_table caption=name %}<tr><td>{{ name }}</td></tr>{% endtable %}",
        "{% empty title=name %}{{ name }}{% endempty %}",
        '{% army "red" name=name %}',
    ):
        html = rendered(source, name=hostile)
        assert hostile not in html
        assert "&lt;script&gt;" in html


def test_a_block_keeps_the_markup_between_its_tags():
    assert "<p>Due referti</p>" in rendered("{% card %}<p>Due referti</p>{% endcard %}")


def test_an_error_is_announced_and_advice_is_not():
    assert 'role="alert"' in rendered('{% alert tone="error" %}x{% endalert %}')
    assert 'role="status"' in rendered('{% alert tone="info" %}x{% endalert %}')


def test_a_field_names_its_label_help_and_errors():
    html = rendered("{% field form.surname %}", form=EntrantForm({"surname": ""}))
    assert '<label class="font-medium" for="id_surname">Cognome</label>' in html
    assert 'id="id_surname_helptext"' in html
    assert 'aria-describedby="id_surname_helptext' in html
    assert "Questo campo è obbligatorio." in html


def test_an_optional_field_says_so():
    assert "(facoltativo)" in rendered("{% field form.club %}", form=EntrantForm())
    assert "(facoltativo)" not in rendered("{% field form.surname %}", form=EntrantForm())


def test_choices_stand_in_a_group_with_one_label_each():
    html = rendered("{% field form.split %}", form=EntrantForm())
    assert html.count("<label") == 2
    assert "<legend" in html


def test_a_check_box_stands_inside_its_label():
    assert rendered("{% field form.is_minor %}", form=EntrantForm()).count("<label") == 1


def test_a_countdown_carries_the_servers_time():
    now = datetime(2026, 3, 7, 15, 0, tzinfo=UTC)
    html = rendered("{% countdown 3909 now running=True alarm_at=600 %}", now=now)
    assert 'data-remaining="3909" data-now="1772895600000" data-running="true" data-alarm-at="600"' in html
    assert html.endswith(">1:05:09</span>")


def test_a_clock_that_runs_counts_to_one_moment_whenever_it_is_drawn():
    """Before its end and behind it: drawn anew it goes on, and does not begin again."""
    ends_at = datetime(2026, 3, 7, 15, 0, 0, 123_000, tzinfo=UTC)
    for seconds in (-3_909.4, -0.25, 0, 0.6, 15.7, 4_000):
        now = ends_at + timedelta(seconds=seconds, microseconds=-ends_at.microsecond)
        html = rendered("{% countdown 0 now ends_at=ends_at overtime=True %}", now=now, ends_at=ends_at)
        remaining, drawn_at = re.search(
            r'data-remaining="([-.\d]+)" data-now="(\d+)" data-running="true"', html
        ).groups()
        assert abs(float(remaining) * 1000 + int(drawn_at) - ends_at.timestamp() * 1000) <= 1


@pytest.mark.parametrize(
    ("seconds", "text"), [(0, "00:00"), (-5, "00:00"), (59, "00:59"), (3599, "59:59"), (3600, "1:00:00")]
)
def test_a_clock_is_written_in_minutes_until_it_needs_hours(seconds, text):
    assert clock_text(seconds) == text


def test_each_army_has_a_letter_of_its_own():
    assert len(set(ARMIES.values())) == len(ARMIES) == 6


def test_the_keyboard_reaches_what_a_wide_table_hides():
    templates = Path(__file__).parents[2] / "templates"
    wide = re.compile(r'<div class="overflow-x-auto[^"]*"([^>]*)>\s*<table class="data-table')
    found = {path: wide.findall(path.read_text(encoding="utf-8")) for path in templates.rglob("*.html")}
    assert sum(map(len, found.values())) >= 4
    assert [path.name for path, divs in found.items() if any('tabindex="0"' not in div for div in divs)] == []


def test_every_icon_of_the_set_is_drawn_and_every_drawing_belongs_to_it():
    sprite = finders.find("img/icons.svg")
    assert sorted(re.findall(r'<symbol id="([^"]+)"', Path(sprite).read_text())) == sorted(ICONS)
    assert "ISC License" in Path(finders.find("img/icons.LICENSE.txt")).read_text()


def test_an_icon_is_silent_and_one_that_is_not_there_an_error_of_the_template():
    assert rendered('{% icon "search" %}') == (
        '<svg class="icon" aria-hidden="true"><use href="/static/img/icons.svg#search"></use></svg>'
    )
    with pytest.raises(KeyError):
        rendered('{% icon "unicorn" %}')


def test_nothing_to_complain_of_is_good_news_and_an_empty_list_is_not():
    good = rendered('{% empty title="Nessuna obiezione" good=True %}{% endempty %}')
    assert "is-good" in good
    assert "#circle-check" in good
    empty = rendered('{% empty title="Nessun tavolo" icon_name="dices" %}{% endempty %}')
    assert "is-good" not in empty
    assert "#dices" in empty


@pytest.mark.parametrize(
    ("tone", "name"),
    [("info", "info"), ("success", "circle-check"), ("warning", "triangle-alert"), ("error", "octagon-x")],
)
def test_a_notice_has_the_icon_of_its_tone(tone, name):
    assert f"icons.svg#{name}" in rendered("{% alert tone=tone %}x{% endalert %}", tone=tone)


def test_no_command_looks_like_text():
    """A quiet button has no border: an icon, or a sign that is drawn for eyes alone, says that it is one."""
    quiet = re.compile(r'<(a|button) class="btn btn-ghost[^>]*>(.*?)</\1>', re.DOTALL)
    bare = [
        (path.name, words)
        for path in sorted(Path(settings.BASE_DIR, "templates").rglob("*.html"))
        if path.name != "base.html"  # the bar and the foot of each page are lists of commands
        for _element, words in quiet.findall(path.read_text(encoding="utf-8"))
        if "{% icon" not in words and 'aria-hidden="true"' not in words
    ]
    assert bare == []
    assert "#x" in rendered('{% button "Togli" tone="ghost" %}')
