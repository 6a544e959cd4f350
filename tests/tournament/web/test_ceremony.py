"""The prize giving: from the last place to the first, group after group in the order that the organizer sets."""

import re
from html import unescape

import pytest

from tests.tournament.conftest import NOW
from tests.tournament.pages import page_text, to
from tests.tournament.test_formats import begin, play_all
from tournament.actions import roster, tournaments
from tournament.core.formatting import points_in_words
from tournament.queries.prizes import prize_sheet
from tournament.queries.sheets import standings_sheet


@pytest.fixture
def over(organizer):
    """Six people of two categories; a bracket played to the end."""
    tournament = begin("arba", 6, organizer, "bracket")
    for one in tournament.entrants.all():
        one.category = "Junior" if one.number % 2 else "Senior"
        one.save()
    play_all(tournament, organizer)
    tournaments.finish(tournament, by=organizer)
    return tournament


def opened(client, url: str) -> list[tuple[str, str]]:
    """Title and name of each step, in order."""
    page = unescape(page_text(client.get(url)))
    titles = re.findall(r'class="screen-title">([^<]* · [^<]*)</p>', page)
    names = re.findall(r'class="ceremony-name">([^<]*)</p>', page)
    return list(zip(titles, names, strict=True))


def expected(group) -> list[tuple[str, str]]:
    return [(f"{group.title} · {row.place}º", row.name) for row in reversed(group.rows)]


def test_each_group_goes_from_the_last_place_to_the_first_and_the_champion_ends_it(over, olga):
    whole, *categories = prize_sheet(over, made_at=NOW).groups
    assert len(categories) == 2
    steps = opened(olga, to("ceremony", over))
    assert steps == [step for group in (*categories, whole) for step in expected(group)]
    assert steps[-1] == (f"{whole.title} · 1º", whole.rows[0].name)


def test_the_podium_ends_it_first_place_first(over, olga):
    whole = prize_sheet(over, made_at=NOW).groups[0]
    answer = olga.get(to("ceremony", over))
    assert [(step.place, step.name) for step in answer.context["podium"]] == [
        (row.place, row.name) for row in whole.rows[:3]
    ]
    assert answer.context["end"] is None
    assert unescape(page_text(answer)).rindex("Il podio") > unescape(page_text(answer)).rindex('class="ceremony-name"')


def test_the_organizer_sets_the_order_of_the_groups(over, olga):
    url = to("ceremony", over)
    first, _name = opened(olga, url)[0]
    (earlier,) = re.findall(r'href="(\?[^"]*)">anticipa Senior', unescape(page_text(olga.get(url))))
    steps = opened(olga, url + earlier)
    assert first.startswith("Junior")
    assert steps[0][0].startswith("Senior")
    assert sorted(steps) == sorted(opened(olga, url))


@pytest.mark.parametrize(
    ("fields", "names"),
    [
        ([{"club": "Gufo"}, {"club": "Torre"}], {"Rossi Ada (Gufo)", "Rossi Ada (Torre)"}),
        ([{"nick": "Lupa"}, {"nick": "Volpe"}], {"Rossi Ada «Lupa»", "Rossi Ada «Volpe»"}),
        ([{"club": "Gufo"}, {}], {"Rossi Ada n. 1", "Rossi Ada n. 2"}),
    ],
)
def test_namesakes_are_told_apart_with_their_own_points_and_no_club_twice(over, olga, fields, names):
    for one, of in zip(over.entrants.order_by("number"), fields, strict=False):
        roster.edit(one, by=None, surname="Rossi", name="Ada", is_namesake=True, **{"club": "", "nick": "", **of})
    steps = olga.get(to("ceremony", over)).context["steps"]
    points = {row.name: points_in_words(row.total) for row in standings_sheet(over, made_at=NOW).rows}
    found = {step.name: step for step in steps if step.name.startswith("Rossi")}
    assert set(found) == names
    assert {name: step.points for name, step in found.items()} == {name: points[name] for name in names}
    assert not [step for step in steps if step.club and step.club in step.name]


@pytest.mark.parametrize("order", ["?g=9&g=x&g=-1", "?g=1&g=1", "?g=٣", "?g=99999999999999999999"])
def test_an_order_that_is_none_leaves_no_group_out(over, olga, order):
    url = to("ceremony", over)
    assert sorted(opened(olga, url + order)) == sorted(opened(olga, url))


def test_before_the_first_result_there_is_nothing_to_open(tournament, olga):
    page = page_text(olga.get(to("ceremony", tournament)))
    assert "ceremony-name" not in page
    assert "Nessun piazzamento da premiare" in unescape(page)


def test_it_is_the_organizers_alone(over, client):
    assert client.get(to("ceremony", over)).status_code == 302
