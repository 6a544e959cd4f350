"""The comparer of the benches: what counts as worse, what is missing, how a median is taken."""

from bench.check import faults, medians, read, write
from bench.measure import Figure, Section, exponent
from bench.report import written


def test_a_ratio_that_lost_less_than_a_fifth_is_no_fault():
    assert faults({"rules/one": 0.81}, {"rules/one": 1.0}) == []


def test_a_ratio_that_lost_more_than_a_fifth_is_named_with_what_it_was():
    assert faults({"rules/one": 0.79}, {"rules/one": 1.0}) == ["rules/one: 0.79 where it was 1.00"]


def test_a_ratio_that_was_not_measured_is_a_fault():
    assert faults({}, {"rules/one": 1.0}) == ["rules/one: not measured"]


def test_a_ratio_that_grew_or_is_new_is_no_fault():
    assert faults({"rules/one": 3.0, "rules/two": 0.1}, {"rules/one": 1.0}) == []


def test_one_slow_run_of_three_does_not_count():
    runs = [{"rules/one": 1.0}, {"rules/one": 0.2}, {"rules/one": 0.9}]
    assert medians(runs) == {"rules/one": 0.9}


def test_two_slow_runs_of_three_count():
    runs = [{"rules/one": 1.0}, {"rules/one": 0.2}, {"rules/one": 0.3}]
    assert faults(medians(runs), {"rules/one": 1.0}) == ["rules/one: 0.30 where it was 1.00"]


def test_a_baseline_is_read_as_it_was_written(tmp_path):
    path = tmp_path / "baseline.json"
    write({"rules/two": 2.00049, "rules/one": 1.25}, path)
    assert read(path) == {"rules/one": 1.25, "rules/two": 2.0}


def test_the_baseline_in_git_watches_every_game_of_the_house():
    from games.registry import games

    assert {key.split("/")[1] for key in read() if key.startswith("rules/")} == {
        slug for slug, game in games().items() if not game.is_example
    }


def test_an_exponent_is_the_power_of_the_growth():
    sizes = (10, 100, 1_000)
    assert round(exponent(sizes, [size * 3 for size in sizes]), 9) == 1
    assert round(exponent(sizes, [size**2 for size in sizes]), 9) == 2
    assert round(exponent(sizes, [7, 7, 7]), 9) == 0


def test_a_figure_is_short_only_of_a_limit_that_it_has():
    assert Figure("a", "b", ratio=0.9, needs=1.0).is_short
    assert not Figure("a", "b", ratio=1.0, needs=1.0).is_short
    assert not Figure("a", "b", ratio=0.1).is_short


def test_a_section_without_figures_has_no_table():
    assert "|" not in written([Section("Draw", [], ["drawn"])]).partition("## Draw")[2]
    assert "| one " in written([Section("Rules", [Figure("one", "2 s")], [])])
