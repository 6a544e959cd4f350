"""Undo in every game: what was seen is asked for again, for every throw that a game has and for every act that shows something."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import msgspec
import pytest

from games.kernel.acts import CLOCK, JUDGE, PreAlarm, TimeNotUp, TimeUp
from games.kernel.breaches import Refused, Unreadable
from games.kernel.lines import line_decoder, read_act
from games.kernel.record import Record
from games.registry import game
from tests.games.seeded_games import SLUGS, acts_of, every_table, fresh, read_tag, whole_game
from tests.games.test_one_reading import bounds


@pytest.mark.parametrize("slug", SLUGS)
def test_every_act_that_holds_dice_is_a_throw_that_an_undo_asks_for(slug: str) -> None:
    """A die is a number from 1; what is declared of dice may be 0."""
    dice = {
        where.partition(".")[0]
        for where, one in bounds(slug)
        if re.search(r"\.(dice|die|value)$", where) and one.ge == 1
    }
    tags = {kind.__name__: read_tag(kind) for kind in game(slug).acts}
    assert {tags[name] for name in dice} <= game(slug).dice_acts


@every_table()
def test_other_dice_need_a_reason_after_any_throw_that_was_taken_back(slug: str, seats: int) -> None:
    record, lines, _ = whole_game(slug, seats, 1)
    game_record, seen = fresh(record), 0
    for by, act in acts_of(record, lines[:150]):
        game_record.play(by, act)
        if read_tag(act) in game_record.game.dice_acts and (other := _other(act)) is not None:
            game_record.undo(why="misread")
            if not game_record.breaches(by, other, why="misread"):
                with pytest.raises(Refused, match="say why"):
                    game_record.play(by, other)
                seen += 1
            game_record.play(by, act)
    assert seen or not record.game.dice_acts


def _other(act: Any) -> Any:
    """The same throw with another first die."""
    field = "die" if hasattr(act, "die") else "dice"
    value = getattr(act, field)
    if isinstance(value, int):
        return None if read_tag(act) == "reroll" else type(act)(value % 6 + 1)
    return type(act)((value[0] % 6 + 1, *value[1:]))


HIDES_NOTHING = {
    "fatal": {"take", "award", "keep", "steal"},  # treasures that lie open, visions on the table
    "fabrisiko": {"draw"},  # how many, not which
}
"""Acts that name cards or treasures which everybody sees already."""


@pytest.mark.parametrize("slug", SLUGS)
def test_every_act_that_names_cards_or_secrets_shows_them(slug: str) -> None:
    words = re.compile(r"cards?|treasures?|objectives?|characters?|faction|faced|discarded|display|revealed")
    shows = {read_tag(kind) for kind in game(slug).acts if any(map(words.fullmatch, kind.__struct_fields__))}
    declared = set(game(slug).reveals)
    assert shows - declared - HIDES_NOTHING.get(slug, set()) - {"shown"} == set()
    for kind in game(slug).acts:
        assert set(game(slug).reveals.get(read_tag(kind), ())) <= set(kind.__struct_fields__)


def _told_otherwise(record: Any, act: Any, others: list[Any]) -> list[Any]:
    """The same act with what another one showed."""
    fields = record.game.reveals[read_tag(act)]
    found = [msgspec.structs.replace(act, **{field: getattr(one, field) for field in fields}) for one in others]
    return [one for one in found if one != act]


def may_stand(record: Record, by: Any, act: Any) -> bool:
    try:
        return not record.breaches(by, act)
    except Unreadable:
        return False


@every_table()
def test_what_was_seen_needs_a_reason_to_be_told_otherwise(slug: str, seats: int) -> None:
    """Cards turned up, drawn or laid, characters, objectives, a lot: as for dice, and not where the same is told again."""
    if not game(slug).reveals:
        return
    record, lines, _ = whole_game(slug, seats, 1)
    acts = acts_of(record, lines)
    pool: dict[str, list[Any]] = {}
    for _, act in acts:
        pool.setdefault(read_tag(act), []).append(act)
    table, tried, seen = fresh(record), Counter[str](), Counter[str]()
    for by, act in acts:
        name = read_tag(act)
        if record.game.reveals.get(name) and tried[name] < 6:
            tried[name] += 1
            after = table.fork()
            after.play(by, act)
            after.undo(why="misread")
            for other in _told_otherwise(record, act, pool[name]):
                if may_stand(table, by, other):
                    (breach,) = after.breaches(by, other)
                    assert "say why" in breach.reason.en
                    assert not after.breaches(by, other, why="misread")
                    seen[name] += 1
                    break
            assert not after.breaches(by, act)
        table.append_trusted(by, act)
    assert seen


@pytest.mark.parametrize("slug", [slug for slug in SLUGS if game(slug).reveals])
def test_an_earlier_revision_asks_for_dice_alone(slug: str) -> None:
    record, lines, _ = whole_game(slug, game(slug).seats[0], 1)
    table = Record(record.game, msgspec.structs.replace(record.header, revision=game(slug).seen_from - 1))
    acts, seen = acts_of(record, lines[:60]), 0
    for by, act in acts:
        if record.game.reveals.get(read_tag(act)):
            after = table.fork()
            after.play(by, act)
            after.undo()
            others = _told_otherwise(record, act, [one for _, one in acts if type(one) is type(act)])
            seen += sum(may_stand(after, by, other) for other in others if may_stand(table, by, other))
        table.append_trusted(by, act)
    assert seen or slug == "iperisiko"  # a lot and a deal cannot be otherwise with what else was told there


def test_what_was_taken_back_in_an_earlier_turn_is_not_in_the_way_of_reading_on() -> None:
    """Lines of later turns are followed together, as those of a record in which nothing was taken back."""
    record, lines, _ = whole_game("fatal", 3, 1)
    table, acts = fresh(record), acts_of(record, lines)
    place = next(number for number, (_, act) in enumerate(acts) if read_tag(act) == "play")
    for by, act in acts[: place + 1]:
        table.append_trusted(by, act)
    table.undo(why="not laid")
    table.play(acts[place][0], read_act(record.game, {"type": "end_play"}))
    assert [one.turn for one in table.undone] == [table.state.turn - 1]
    line = msgspec.json.encode({"seq": table.seq + 1, "by": table.state.seat, "act": {"type": "end_play"}})
    assert table.follow([line_decoder(record.game.act_types).decode(line)], 0, []) == 1


def called_by(record: Record, by: Any, act: Any) -> Record | None:
    """The record once that was said of the time; None where it cannot be."""
    after = record.fork()
    if not may_stand(after, by, act):
        return None
    after.play(by, act)
    return after


@pytest.mark.parametrize("said", [TimeUp(), TimeUp(1), PreAlarm(), TimeNotUp()])
@every_table()
def test_an_undo_takes_back_what_the_judge_says_of_the_time_and_leaves_what_the_clock_says(
    slug: str, seats: int, said: Any
) -> None:
    """Time does not run backwards; a word of the judge is taken back like any other act of his."""
    record, lines, _ = whole_game(slug, seats, 1)
    table, seen = fresh(record), Counter[Any]()
    for by, act in acts_of(record, lines)[: 90 if slug != "porcello" else 12]:
        if by == CLOCK:
            continue
        table.append_trusted(by, act)
        if table.state.ended or not table.state.giro or seen[JUDGE] > 5:
            continue
        before = table.fork()
        if type(said) is TimeNotUp:
            before = called_by(table, CLOCK, TimeUp()) or before
        if (after := called_by(before, JUDGE, said)) is not None:
            assert after.last_undoable.seq == after.seq
            after.undo(why="not so")
            assert after.state == before.state
            seen[JUDGE] += 1
        if (after := called_by(before, CLOCK, said)) is not None:
            assert after.last_undoable.seq < after.seq
            seen[CLOCK] += 1
    assert seen[JUDGE] or (slug == "fabrisiko" and type(said) is not PreAlarm)  # whose traditional game has no clock
    assert seen[CLOCK] or type(said) is TimeNotUp or said == TimeUp(1) or slug == "fabrisiko"


@pytest.mark.parametrize("slug", SLUGS)
def test_an_earlier_revision_leaves_what_the_judge_says_of_the_time(slug: str) -> None:
    record, lines, _ = whole_game(slug, game(slug).seats[0], 1)
    table = Record(record.game, msgspec.structs.replace(record.header, revision=game(slug).strict_from - 1))
    for by, act in acts_of(record, lines[:30]):
        table.append_trusted(by, act)
    table.play(JUDGE, PreAlarm())
    assert table.last_undoable.seq < table.seq
