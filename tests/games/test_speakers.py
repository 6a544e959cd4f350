"""Who says what: declared once for each act, refused by the kernel, printed in the documentation."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from games.kernel.acts import CLOCK, JUDGE, Note, Undo
from games.kernel.breaches import IMPOSSIBLE, INFRACTION, Refused
from games.kernel.game import KERNEL_ACTS
from games.kernel.lines import header_for, read_act
from games.kernel.record import Record
from games.registry import game
from games.risiko.acts import StartDice
from tests.games.told import SLUGS, acts_of, every_table, fresh, read_tag, whole_game

NOTATION = (Path(__file__).parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")
RISIKO = game("risiko")


def rows_of(slug: str) -> dict[str, str]:
    """The second column of the documentation for each act of a game, by its tag."""
    found: dict[str, str] = {}
    if section := re.search(rf"## Acts of `{slug}`\n(.*?)(?=\n## )", NOTATION, re.S):
        for names, column in re.findall(r"^\| (`[^|]+`) \| ([^|]*) \|", section[1], re.M):
            found |= dict.fromkeys(re.findall(r"`(\w+)`", names), column.strip())
    return found


@pytest.mark.parametrize("slug", [slug for slug in SLUGS if not game(slug).is_example])
def test_the_documentation_says_who_says_each_act(slug: str) -> None:
    one = game(slug)
    declared = {read_tag(kind): rule.by.column for kind, rule in one.acts.items() if kind not in KERNEL_ACTS}
    written = {**rows_of("risiko"), **rows_of(slug)}
    assert {name: written[name] for name in declared} == declared


@every_table()
def test_whoever_cannot_say_an_act_is_refused_and_named(slug: str, seats: int) -> None:
    """Every act of a game in its own moment, said by everybody else who cannot say it."""
    record, lines, _ = whole_game(slug, seats, 1)
    told, seen = fresh(record), 0
    for by, act in acts_of(record, lines):
        speakers = told.game.acts[type(act)].by.speakers(seats)
        for stranger in {JUDGE, CLOCK, 0, seats - 1} - speakers:
            (breach,) = told.breaches(stranger, act)
            assert breach.kind == IMPOSSIBLE
            assert re.search(r"the judge|the clock|seat \d", breach.reason.en.rpartition(", not ")[2])
            assert "{" not in breach.reason.it + breach.reason.en
            seen += 1
        told.play(by, act)
    assert seen > 50


@every_table()
def test_an_act_in_another_turn_breaks_the_article_that_sets_the_turn_and_no_other(slug: str, seats: int) -> None:
    record, lines, _ = whole_game(slug, seats, 2)
    told, seen = fresh(record), 0
    for by, act in acts_of(record, lines):
        is_bound = told.game.acts[type(act)].by.seats == "in turn"
        if is_bound and told.state.giro and not told.state.ended:
            for other in {0, 1, seats - 1} - {by}:
                found = [(breach.kind, breach.article) for breach in told.breaches(other, act)]
                assert found == [(INFRACTION, told.game.turn_article)]
                seen += 1
        told.play(by, act)
    assert seen > 20


@pytest.mark.parametrize("slug", SLUGS)
def test_the_article_that_sets_the_turn_is_in_the_rulebook(slug: str) -> None:
    assert game(slug).turn_article in game(slug).rulebook


@pytest.mark.parametrize("act", [Undo(1), Note("talks")])
def test_only_the_judge_writes_about_the_record(act: msgspec.Struct) -> None:
    record = Record(RISIKO, header_for(RISIKO, ["a", "b", "c", "d"]))
    record.play(JUDGE, StartDice((6, 6, 1, 1)))
    for stranger in (0, CLOCK):
        with pytest.raises(Refused, match="the judge records it"):
            record.play(stranger, act)
    record.play(JUDGE, act)


# -- the clock


def table(revision: int) -> Record:
    header = header_for(RISIKO, ["a", "b", "c", "d"])
    return Record(RISIKO, msgspec.structs.replace(header, revision=revision))


def test_the_clock_throws_no_dice() -> None:
    record = table(RISIKO.revision)
    record.play(JUDGE, StartDice((6, 6, 1, 1)))
    with pytest.raises(Refused, match="not the clock"):
        record.play(CLOCK, StartDice((5, 2)))
    record.play(JUDGE, StartDice((5, 2)))


def test_dice_that_the_clock_threw_in_an_older_record_are_taken_back_like_any_others() -> None:
    record = table(RISIKO.law_from - 1)
    record.play(JUDGE, StartDice((6, 6, 1, 1)))
    record.play(CLOCK, StartDice((5, 2)))
    with pytest.raises(Refused):
        record.play(JUDGE, Undo(1))
    record.play(JUDGE, Undo(2))
    record.play(JUDGE, Undo(1))
    assert record.last_undoable is None


@every_table()
def test_only_what_the_clock_says_stays_through_an_undo(slug: str, seats: int) -> None:
    record, lines, _ = whole_game(slug, seats, 1)
    told = fresh(record)
    for by, act in acts_of(record, lines):
        told.play(by, act)
    transparent = {read_tag(one.act) for one in told.standing}
    while told.last_undoable:
        told.undo(why="test")
    assert {read_tag(one.act) for one in told.standing} <= transparent & {"time_up", "time_not_up", "pre_alarm"}
    assert read_act(told.game, {"type": "pre_alarm"})
