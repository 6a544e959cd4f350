"""The targets exist, the sample is reproducible, and the report lists what the runs found."""

import datetime
import re
import tomllib

import pytest

from tests.mutants import report
from tests.mutants.outcome import Change, Outcome
from tests.mutants.reasons import Reason, is_current, load_reasons, reason_for, stale
from tests.mutants.runs import Run, last_runs, store_run
from tests.mutants.targets import ROOT, load_targets, mutmut_settings, sample

CHANGE = Change("games/kernel/score.py", "ranked", "sum(other > key", "sum(other >= key")
LEVEL = Reason("games/kernel/score.py", "ranked", "sum(other > key", "sum(other >= key", "nobody is level")


def outcome(*survivors: Change, killed: int) -> Outcome:
    how = {"killed": killed - 1, "timeout": 1, "survived": len(survivors)}
    return Outcome("games/kernel/score.py", 50, killed + len(survivors), how, survivors)


def run(group: str, *outcomes: Outcome) -> Run:
    return Run(group, datetime.date(2026, 11, 22), 1.5, "3.11.7", outcomes)


def survivors(runs: tuple[Run, ...]) -> list[Change]:
    return [change for run in runs for outcome in run.outcomes for change in outcome.survivors]


@pytest.mark.parametrize("group", load_targets().group, ids=lambda group: group.name)
def test_modules_and_tests_of_a_group_exist(group):
    assert [path for path in (*group.modules, *group.tests) if not (ROOT / path).is_file()] == []


@pytest.mark.parametrize("group", load_targets().group, ids=lambda group: group.name)
def test_a_test_that_is_left_out_is_one_of_the_groups(group):
    for file, _colons, name in (test.partition("::") for test in group.deselect):
        assert file in group.tests
        assert f"def {name}(" in (ROOT / file).read_text(encoding="utf-8")


def test_a_module_is_in_one_group():
    modules = [module for group in load_targets().group for module in group.modules]
    assert sorted(modules) == sorted(set(modules))


def test_every_reason_is_for_a_line_that_still_stands():
    assert stale(load_reasons(), {module for group in load_targets().group for module in group.modules}) == []


def test_a_reason_for_a_line_that_is_gone_is_stale():
    gone = Reason(LEVEL.module, "ranked", "sum(other < key", "sum(other <= key", "long ago")
    renamed = Reason(LEVEL.module, "ranking", LEVEL.was, LEVEL.now, "by another name")
    assert stale([LEVEL, gone, renamed], {LEVEL.module}) == [gone, renamed]
    assert stale([LEVEL], {"games/registry.py"}) == [LEVEL]


def test_a_short_module_is_tried_whole_and_a_long_one_by_the_same_lot():
    names = [f"m.x_f__mutmut_{number}" for number in range(50)]
    assert sample(reversed(names), "m", seed="seme", size=50) == sorted(names)
    some = sample(names, "m", seed="seme", size=20)
    assert len(set(some)) == 20
    assert some == sample(reversed(names), "m", seed="seme", size=20)
    assert some != sample(names, "m", seed="un altro seme", size=20)


def test_the_settings_are_the_projects_own_with_those_of_mutmut():
    targets = load_targets()
    settings = tomllib.loads(mutmut_settings(targets.group[0], targets.excluded_lines))["tool"]
    assert settings["pytest"]["ini_options"]["DJANGO_SETTINGS_MODULE"] == "config.settings"
    assert settings["mutmut"]["only_mutate"] == list(targets.group[0].modules)
    assert settings["mutmut"]["do_not_mutate_patterns"] == list(targets.excluded_lines)


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
    assert any(re.search(pattern, line) for pattern in load_targets().excluded_lines) == is_left


def test_a_mutant_that_never_ends_is_killed():
    assert outcome(killed=4).killed == 4
    assert report.percent_killed([outcome(CHANGE, killed=4), outcome(killed=5)]) == 90
    assert report.percent_killed([]) == 100


def test_a_survivor_is_explained_by_its_very_change():
    assert reason_for(CHANGE, [LEVEL]) == "nobody is level"
    other = Change(CHANGE.module, CHANGE.function, CHANGE.was, "sum(other < key")
    assert reason_for(other, [LEVEL]) is None
    assert report.unexplained([outcome(CHANGE, other, killed=4)], [LEVEL]) == [other]


def test_the_report_names_each_survivor_with_its_reason():
    text = report.render([run("scoring", outcome(CHANGE, killed=4))], load_targets(), [LEVEL])
    assert "| `games/kernel/score.py` | 50 | 5 | 4 | 80.0 | 2026-11-22 |" in text
    assert "| **all** | 50 | 5 | 4 | 80.0 |" in text
    assert "- `ranked`: nobody is level" in text
    assert report.UNEXPLAINED not in text
    assert report.UNEXPLAINED in report.render([run("scoring", outcome(CHANGE, killed=4))], load_targets(), [])


def test_a_group_that_is_run_anew_takes_the_place_of_its_run_before(tmp_path):
    file = tmp_path / "found.json"
    groups = load_targets().group
    assert last_runs(groups, file) == ()
    before, anew = (run("scoring", outcome(killed=many)) for many in (4, 5))
    other = run("season", outcome(CHANGE, killed=3))
    for one in (other, before, anew, run("a group that is gone", outcome(killed=1))):
        store_run(one, file)
    assert last_runs(groups, file) == (anew, other)


def test_the_report_lists_every_survivor_of_the_last_runs(tmp_path):
    targets = load_targets()
    runs = last_runs(targets.group)
    report.write(report.render(runs, targets, load_reasons()), tmp_path / "build" / "report.md")
    text = (tmp_path / "build" / "report.md").read_text(encoding="utf-8")
    assert text.count("```diff") == len(survivors(runs)) > 0


def test_every_survivor_whose_line_still_stands_has_a_reason():
    current = [change for change in survivors(last_runs(load_targets().group)) if is_current(change)]
    assert len(current) > 0
    assert [change for change in current if reason_for(change, load_reasons()) is None] == []


def test_the_last_runs_are_of_modules_of_their_groups():
    modules = {group.name: set(group.modules) for group in load_targets().group}
    for run in last_runs(load_targets().group):
        assert {outcome.module for outcome in run.outcomes} <= modules[run.group]
