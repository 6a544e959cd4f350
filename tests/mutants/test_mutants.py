"""What is asked for exists, what is tried is the same each time, and the page says what was found."""

import datetime
import re
import tomllib

import pytest

from tests.mutants import report
from tests.mutants.field import ROOT, field, settings_of, tried
from tests.mutants.kept import Run, keep, kept
from tests.mutants.outcome import Change, Outcome
from tests.mutants.reasons import Reason, reasons, stale, why

CHANGE = Change("games/kernel/score.py", 56, "ranked", "sum(other > key", "sum(other >= key")
LEVEL = Reason("games/kernel/score.py", "ranked", "sum(other > key", "sum(other >= key", "nobody is level")


def outcome(*survivors: Change, killed: int) -> Outcome:
    how = {"killed": killed - 1, "timeout": 1, "survived": len(survivors)}
    return Outcome("games/kernel/score.py", 50, killed + len(survivors), how, survivors)


def run(group: str, *outcomes: Outcome) -> Run:
    return Run(group, datetime.date(2026, 11, 22), 1.5, "3.11.7", outcomes)


@pytest.mark.parametrize("group", field().group, ids=lambda group: group.name)
def test_modules_and_tests_of_a_group_exist(group):
    assert [path for path in (*group.modules, *group.tests) if not (ROOT / path).is_file()] == []


@pytest.mark.parametrize("group", field().group, ids=lambda group: group.name)
def test_a_test_that_is_left_out_is_one_of_the_groups(group):
    for file, _colons, name in (test.partition("::") for test in group.but):
        assert file in group.tests
        assert f"def {name}(" in (ROOT / file).read_text(encoding="utf-8")


def test_a_module_is_in_one_group():
    modules = [module for group in field().group for module in group.modules]
    assert sorted(modules) == sorted(set(modules))


def test_every_reason_is_for_a_line_that_still_stands():
    assert stale(reasons(), {module for group in field().group for module in group.modules}) == []


def test_a_reason_for_a_line_that_is_gone_is_stale():
    gone = Reason(LEVEL.module, "ranked", "sum(other < key", "sum(other <= key", "long ago")
    assert stale([LEVEL, gone], {LEVEL.module}) == [gone]
    assert stale([LEVEL], {"games/registry.py"}) == [LEVEL]


def test_a_short_module_is_tried_whole_and_a_long_one_by_the_same_lot():
    names = [f"m.x_f__mutmut_{number}" for number in range(50)]
    assert tried(reversed(names), "m", "seme", most=50) == sorted(names)
    some = tried(names, "m", "seme", most=20)
    assert len(set(some)) == 20
    assert some == tried(reversed(names), "m", "seme", most=20)
    assert some != tried(names, "m", "un altro seme", most=20)


def test_the_settings_are_the_projects_own_with_those_of_mutmut():
    asked = field()
    settings = tomllib.loads(settings_of(asked.group[0], asked.words))["tool"]
    assert settings["pytest"]["ini_options"]["DJANGO_SETTINGS_MODULE"] == "config.settings"
    assert settings["mutmut"]["only_mutate"] == list(asked.group[0].modules)
    assert settings["mutmut"]["do_not_mutate_patterns"] == list(asked.words)


@pytest.mark.parametrize(
    ("line", "is_left"),
    [
        ('        raise BadLineUp(_("Una squadra ha da %(least)d giocatori")', True),
        ('    yield infraction("art. 12", "non ora", "not now")', True),
        ('            "a distanza non si attaccano basi e luoghi vicini",', True),
        ('    raise ValueError(f"{points} has no end")', True),
        ('        keys = {"rank": rank}', False),
        ("    if not state.is_hostile(state.seat, dst):", False),
        ('        "tiebreaks",', False),
    ],
)
def test_words_for_people_are_left_alone(line, is_left):
    assert any(re.search(pattern, line) for pattern in field().words) == is_left


def test_a_mutant_that_never_ends_is_killed():
    assert outcome(killed=4).killed == 4
    assert report.share([outcome(CHANGE, killed=4), outcome(killed=5)]) == 90
    assert report.share([]) == 100


def test_a_survivor_is_explained_by_its_very_change():
    assert why(CHANGE, [LEVEL]) == "nobody is level"
    other = Change(CHANGE.module, CHANGE.line, CHANGE.function, CHANGE.was, "sum(other < key")
    assert why(other, [LEVEL]) is None
    assert report.unexplained([outcome(CHANGE, other, killed=4)], [LEVEL]) == [other]


def test_the_page_names_each_survivor_with_its_reason():
    page = report.written([run("scoring", outcome(CHANGE, killed=4))], field(), [LEVEL])
    assert "| `games/kernel/score.py` | 50 | 5 | 4 | 80.0 | 2026-11-22 |" in page
    assert "| **all** | 50 | 5 | 4 | 80.0 |" in page
    assert "- `games/kernel/score.py:56` in `ranked`: nobody is level" in page
    assert report.UNEXPLAINED in report.written([run("scoring", outcome(CHANGE, killed=4))], field(), [])


def test_a_group_that_is_run_anew_takes_the_place_of_its_run_before(tmp_path):
    file = tmp_path / "found.json"
    assert kept(field().group, file) == ()
    before, anew = (run("scoring", outcome(killed=many)) for many in (4, 5))
    other = run("season", outcome(CHANGE, killed=3))
    for one in (other, before, anew, run("a group that is gone", outcome(killed=1))):
        keep(one, file)
    assert kept(field().group, file) == (anew, other)


def test_the_page_is_of_what_is_kept():
    page = report.written(kept(field().group), field(), reasons())
    assert report.REPORT.read_text(encoding="utf-8") == page, "make mutants MUTANTS_ARGS=--page"
