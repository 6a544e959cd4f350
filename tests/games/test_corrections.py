"""A line corrected in place, in every game: the notation that there is, and a game that stands as if the line had been right at once."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from games.kernel import corrections
from games.kernel.acts import JUDGE, Note, TimeUp
from games.kernel.breaches import Refused, Unreadable
from games.kernel.record import Record, replay_trusted
from tests.games.seeded_games import acts_of, every_table, fresh, read_tag, whole_game

WHY = "letto male"


def positions(slug: str, seats: int, every: int = 23):
    """A record now and then on its way through a random game, with the lines that it wrote."""
    record, lines, _ = whole_game(slug, seats, 1)
    table, written = fresh(record), []
    for number, (by, act) in enumerate(acts_of(record, lines[:260]), 1):
        written.append(table.append_trusted(by, act))
        if number % every == 0:
            yield table.fork(), list(written)


def rebuilt(record: Record, lines: list[bytes]) -> Record:
    again = Record(record.game, record.header)
    replay_trusted(again, lines)
    return again


def other_face(act: Any) -> Any:
    """The same throw with another first die."""
    if hasattr(act, "die"):
        return msgspec.structs.replace(act, die=act.die % 6 + 1)
    return msgspec.structs.replace(act, dice=(act.dice[0] % 6 + 1, *act.dice[1:]))


def throws_of(record: Record) -> list[Any]:
    found = corrections.correctable(record)
    return [one for one in found if read_tag(one.act) in record.game.dice_acts and read_tag(one.act) != "reroll"]


@every_table()
def test_a_line_corrected_into_itself_changes_nothing(slug: str, seats: int) -> None:
    rng = Random(f"same {slug} {seats}")
    for record, _ in positions(slug, seats):
        one = rng.choice(corrections.correctable(record))
        was = record.state
        plan = corrections.plan(record, {one.seq: record.as_it_happened(one)}, WHY, {})
        assert plan.is_smooth
        assert plan.after.state == was
        assert record.state is was
        assert record.seq == max(standing.seq for standing in record.standing)


@every_table()
def test_a_die_corrected_is_the_game_with_that_die_from_the_start(slug: str, seats: int) -> None:
    seen = 0
    for record, lines in positions(slug, seats, every=11):
        for one in throws_of(record)[:2]:
            change = (one.by, other_face(one.act))
            plan = corrections.plan(record, {one.seq: change}, WHY, {})
            if any(line.fate == "left out" for line in plan.lines):
                continue
            lines_after = [*lines, *(corrections.append(record, entry) for entry in plan.entries)]
            assert record.state == plan.after.state == rebuilt(record, lines_after).state
            straight = rebuilt(record, lines[: one.seq - 1])
            for line in plan.lines:
                write = straight.rule if line.fate == "registered" else straight.play
                write(line.by, line.act, why=WHY)
            assert straight.state == record.state
            seen += 1
            break
    assert seen or not throws_of(record)


@every_table()
def test_every_line_of_a_correction_passes_the_check_of_a_stranger(slug: str, seats: int) -> None:
    """Undoes and acts, each accepted by `play`: a reader of the notation needs to know nothing of corrections."""
    for record, lines in positions(slug, seats, every=60):
        stranger = rebuilt(record, lines)
        oldest = corrections.correctable(record)[-1]
        plan = corrections.plan(record, {oldest.seq: None}, WHY, {})
        for entry in plan.entries:
            line = corrections.append(record, entry)
            told = msgspec.json.decode(line)
            assert told["act"]["type"] in ("undo", "ruling") or entry.act is not None
            if entry.kind == "undo":
                stranger.undo(why=entry.why)
            else:
                corrections.append(stranger, entry)
            assert stranger.head == told["head"] == record.head
        assert record.state == plan.after.state


@every_table()
def test_what_was_shown_stays_seen_and_the_clock_stays_called(slug: str, seats: int) -> None:
    for record, _ in positions(slug, seats, every=40):
        try:
            record.play("clock", TimeUp())
        except Refused:
            continue
        one = corrections.correctable(record)[-1]
        plan = corrections.plan(record, {one.seq: record.as_it_happened(one)}, WHY, {})
        assert [line for line in plan.after.standing if isinstance(line.act, TimeUp)]
        shown = [line.act for line in plan.lines if read_tag(line.act) in record.game.reveals]
        assert len(plan.after.known) == len(record.known) + len(shown)


def redo(record: Record) -> tuple[corrections.PlannedEntry, ...]:
    return corrections.redo(record, corrections.history_of(record, tuple), WHY)


@every_table()
def test_redo_enters_again_what_undo_took_back_until_something_else_is_entered(slug: str, seats: int) -> None:
    for record, _ in positions(slug, seats):
        was = record.state
        for _ in range(3):
            record.undo()
        before = record.state
        for _ in range(3):
            record.play(JUDGE, Note("una nota non cambia nulla"))
            for entry in redo(record):
                corrections.append(record, entry)
        assert record.state == was
        assert not redo(record)
        for _ in range(3):
            record.undo()
        assert record.state == before
        again = record.history.undone
        record.play(again.by, again.act, why=WHY)
        assert len(record.history.stacks.undone) == 2, "what is entered by hand just as it was is redone"


def test_something_else_entered_leaves_nothing_to_redo() -> None:
    record, lines, _ = whole_game("risiko", 4, 1)
    table = fresh(record)
    for by, act in acts_of(record, lines):
        table.append_trusted(by, act)
        if read_tag(act) == "attack_dice":
            break
    table.undo()
    assert table.history.undone
    table.play(by, other_face(act), why=WHY)
    assert not redo(table)


def test_a_line_that_is_too_far_back_or_was_taken_back_cannot_be_corrected() -> None:
    record, lines, _ = whole_game("risiko", 4, 1)
    table = fresh(record)
    for by, act in acts_of(record, lines[:60]):
        table.append_trusted(by, act)
    last = table.last_undoable
    table.undo()
    for seq in (last.seq, 5, 999):
        with pytest.raises(Unreadable, match="can no longer be corrected"):
            corrections.plan(table, {seq: None}, WHY, {})


def test_attacker_and_defender_swapped() -> None:
    record, lines, _ = whole_game("risiko", 4, 1)
    table = fresh(record)
    for by, act in acts_of(record, lines):
        attack = table.last_undoable
        table.append_trusted(by, act)
        if read_tag(act) == "defence_dice" and act.dice != attack.act.dice and len(act.dice) == len(attack.act.dice):
            break
    defence = table.last_undoable
    changes = {
        attack.seq: (attack.by, msgspec.structs.replace(attack.act, dice=defence.act.dice)),
        defence.seq: (defence.by, msgspec.structs.replace(defence.act, dice=attack.act.dice)),
    }
    plan = corrections.plan(table, changes, "lato sbagliato", {})
    assert [line.fate for line in plan.lines] == ["changed", "changed"]
    assert [entry.kind for entry in plan.entries] == ["undo", "undo", "act", "act"]
    assert plan.after.state != table.state
