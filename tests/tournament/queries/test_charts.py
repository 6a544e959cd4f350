"""Lines over rounds: the picture and the table say the same figures, and a round not played is a gap."""

import re
from decimal import Decimal
from itertools import pairwise

import pytest
from django.template import Context, Template
from django.urls import reverse
from django.utils import translation

from tests.tournament.conftest import NOW, play, ready_to_draw
from tests.tournament.test_formats import begin, play_round
from tournament.actions import rounds
from tournament.core.charts import AREA, LABEL_STEP, Chart, Series, plot
from tournament.queries.charts import charts_of
from tournament.queries.results import standings_of


def chart(*values, best_is_low=False) -> Chart:
    series = tuple(Series(f"giocatore {number}", line) for number, line in enumerate(values))
    labels = tuple(str(place + 1) for place in range(len(values[0])))
    return Chart("Prova", labels, series, "Turno", best_is_low)


def heights(drawn) -> list[list[float]]:
    return [[y for _x, y in trace.points] for trace in drawn.traces]


def test_more_points_stand_higher_and_a_better_rank_does_too():
    up = heights(plot(chart((10, 20, 30))))[0]
    assert up == sorted(up, reverse=True)
    ranks = heights(plot(chart((3, 2, 1), best_is_low=True)))[0]
    assert ranks == sorted(ranks, reverse=True)
    assert ranks[-1] == 0


def test_a_round_not_played_is_a_gap_and_not_a_nought():
    trace = plot(chart((5, None, 7, 8))).traces[0]
    assert len(trace.points) == 3
    assert [len(stretch.split()) for stretch in trace.stretches] == [1, 2]


@pytest.mark.parametrize("many", [1, 3, 8])
def test_everything_stands_inside_and_no_two_names_touch(many):
    drawn = plot(chart(*[(number % 3, 5, 5 + number % 2) for number in range(many)]))
    for trace in drawn.traces:
        assert all(0 < x < AREA and 0 <= y <= AREA for x, y in trace.points)
    names = sorted(trace.label.y for trace in drawn.traces)
    assert all(below - above >= LABEL_STEP - 0.1 for above, below in pairwise(names))
    assert -1 < names[0] <= names[-1] <= AREA


@pytest.mark.parametrize("value", [0, 1, 7, 86, 1234, Decimal("0.32"), Decimal(-3)])
def test_the_ticks_are_few_round_numbers_around_every_value(value):
    drawn = plot(chart((value, value / 2)))
    ticks = [int(row.words.replace("−", "-")) for row in drawn.rows]
    assert 2 <= len(ticks) <= 9
    assert ticks[0] <= value <= ticks[-1]
    assert len({b - a for a, b in pairwise(ticks)}) == 1


def test_picture_and_table_say_the_same_and_the_picture_has_a_name():
    template = Template("{% load charts %}{% line_chart chart %}")
    with translation.override("it"):
        page = template.render(Context({"chart": chart((Decimal("12.5"), None, 7, 8))}))

    assert 'role="img" aria-label="Prova"' in page
    assert re.findall(r'<td class="num">([^<]*)</td>', page) == ["12,5", "–", "7", "8"]
    points = re.findall(r'cx="([^"]+)%" cy="([^"]+)%"', page)
    assert len(points) == 3
    assert all(float(number) for pair in points for number in pair)


@pytest.fixture
def two_rounds(tournament, organizer):
    ready_to_draw(tournament, 16, organizer)
    for _number in range(2):
        play_one_more(tournament, organizer)
    return tournament


@pytest.fixture
def three_rounds(organizer):
    tournament = begin("open", 9, organizer)
    for _number in range(3):
        play_round(tournament, organizer)
    return tournament


def play_one_more(tournament, organizer) -> None:
    round_ = rounds.draw(tournament, seed="righe", by=organizer)
    play(round_, organizer)
    round_.refresh_from_db()
    rounds.close(round_, by=organizer, now=NOW)


def test_no_line_before_a_second_round_is_counted(tournament, organizer):
    ready_to_draw(tournament, 16, organizer)
    assert charts_of(tournament) == []


def test_points_and_ranks_are_those_of_the_standings(two_rounds):
    points, ranks = charts_of(two_rounds)
    final = standings_of(two_rounds)

    assert points.labels == ranks.labels == ("1", "2")
    assert len(points.series) == 8
    assert points.series[0].values == tuple(score.points if score else None for score in final[0].per_round[:2])
    assert [series.values[-1] for series in ranks.series][:1] == [final[0].rank]
    assert all(series.values[0] for series in ranks.series)


def test_the_standings_show_lines_over_three_rounds(client, three_rounds):
    page = client.get(reverse("tournament:standings", args=[three_rounds.slug])).content.decode()
    assert page.count('class="chart-svg"') == 2
    assert "Gli stessi numeri in tabella" in page


def test_what_is_too_short_for_a_line_shows_its_figures(client, two_rounds):
    page = client.get(reverse("tournament:standings", args=[two_rounds.slug])).content.decode()
    assert page.count('class="chart-squares"') == 2, "a line over two rounds would be a stroke"
    assert "chart-svg" not in page

    one = charts_of(two_rounds, only=two_rounds.entrants.first().public_id)
    assert [len(chart.series) for chart in one] == [1, 1]


def test_close_values_need_no_nought_and_a_long_name_is_cut():
    drawn = plot(Chart("Prova", ("1", "2"), (Series("Massimiliano Bartolomei Sant'Angelo", (80, 95)),)))

    assert int(drawn.rows[0].words) >= 60
    assert drawn.traces[0].label.words.endswith("…")
    assert len(drawn.traces[0].label.words) <= 18
