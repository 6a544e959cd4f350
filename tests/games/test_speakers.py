"""Who says what: declared once for each act, refused by the kernel, printed in the documentation."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from games.kernel.acts import CLOCK, JUDGE, Note, Undo
from games.kernel.acts_table import acts_table, with_speakers
from games.kernel.breaches import IMPOSSIBLE, INFRACTION, Refused
from games.kernel.lines import header_for, read_act
from games.kernel.record import Record
from games.registry import game, games
from games.risiko.acts import StartDice
from tests.games.seeded_games import SLUGS, acts_of, every_table, fresh, read_tag, whole_game

NOTATION = (Path(__file__).parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")
RISIKO = game("risiko")


@pytest.mark.parametrize("slug", SLUGS)
def test_the_file_of_acts_is_in_step_with_the_declarations(slug: str) -> None:
    """To mend it: `python -m games acts GAME > games/GAME/ACTS.md`."""
    assert (game(slug).folder / "ACTS.md").read_text(encoding="utf-8") == acts_table(game(slug))


def test_the_notation_says_who_says_each_act() -> None:
    """To mend it: `python -m games speakers docs/notation.md`."""
    assert with_speakers(NOTATION, games()) == NOTATION
    other = NOTATION.replace("| `start_dice` | `judge` |", "| `start_dice` | seat |")
    assert other != NOTATION
    assert with_speakers(other, games()) == NOTATION


@every_table()
def test_whoever_cannot_say_an_act_is_refused_and_named(slug: str, seats: int) -> None:
    """Every act of a game in its own moment, said by everybody else who cannot say it."""
    record, lines, _ = whole_game(slug, seats, 1)
    game_record, seen = fresh(record), 0
    for by, act in acts_of(record, lines):
        speakers = game_record.game.acts[type(act)].by.speakers(seats)
        for stranger in {JUDGE, CLOCK, 0, seats - 1} - speakers:
            (breach,) = game_record.breaches(stranger, act)
            assert breach.kind == IMPOSSIBLE
            assert re.search(r"the judge|the clock|seat \d", breach.reason.en.rpartition(", not ")[2])
            assert "{" not in breach.reason.it + breach.reason.en
            seen += 1
        game_record.play(by, act)
    assert seen > 50


@every_table()
def test_an_act_in_another_turn_breaks_first_the_article_that_sets_the_turn(slug: str, seats: int) -> None:
    record, lines, _ = whole_game(slug, seats, 2)
    game_record, seen = fresh(record), 0
    for by, act in acts_of(record, lines):
        is_bound = game_record.game.acts[type(act)].by.seats == "in turn"
        if is_bound and game_record.state.giro and not game_record.state.ended:
            for other in {0, 1, seats - 1} - {by}:
                found = game_record.breaches(other, act)
                owed = {moment.article for moment in game_record.game.moments.values()}
                assert {breach.kind for breach in found} == {INFRACTION}
                assert found[0].article in owed | {game_record.game.turn_article}
                seen += 1
        game_record.play(by, act)
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
    game_record = fresh(record)
    for by, act in acts_of(record, lines):
        game_record.play(by, act)
    transparent = {read_tag(one.act) for one in game_record.standing}
    while game_record.last_undoable:
        game_record.undo(why="test")
    assert {read_tag(one.act) for one in game_record.standing} <= transparent & {"time_up", "time_not_up", "pre_alarm"}
    assert read_act(game_record.game, {"type": "pre_alarm"})
