"""Undo and redo are two stacks, corrections among what is undone and redone: each goes and comes back as one. In every game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random

import msgspec
import pytest

from games.kernel import corrections
from games.kernel.acts import CLOCK
from games.kernel.breaches import Refused, Unreadable
from games.kernel.corrections import Change
from games.kernel.history import Amendment, History, Stacks
from games.kernel.record import OutOfReach, Record, Snapshot, resume, snapshot
from tests.games.seeded_games import SLUGS, acts_of, fresh, whole_game
from tests.tools import many


class Sheet:
    """A record with its lines, as a server or a tablet has them, in the middle of a game."""

    def __init__(self, slug: str, seats: int, moves: int) -> None:
        played, lines, _ = whole_game(slug, seats, 3)
        self.record, self.lines = fresh(played), list[str]()
        self.snapshots: list[Snapshot] = []
        self.struck: set[int] = set()
        for by, act in acts_of(played, lines[:moves]):
            turn = self.record.state.turn
            self.lines.append(self.record.append_trusted(by, act).decode())
            if self.record.state.turn > turn:
                self.snapshots.append(snapshot(self.record))

    def append(self, entries) -> None:
        for entry in entries:
            if entry.act is None:
                self.struck.add(self.record.last_undoable.seq)
            self.lines.append(corrections.append(self.record, entry).decode())

    @property
    def history(self) -> History:
        return corrections.history_of(self.record, tuple)

    def past(self) -> list[str]:
        """What a server reads of the record where it goes on from a snapshot."""
        return self.lines[min(self.struck, default=self.record.seq + 1) - 1 :]

    def undo(self, why: str = "") -> None:
        self.append(corrections.undo(self.record, self.history, why, "annullata"))

    def redo(self, why: str = "") -> None:
        entries = corrections.redo(self.record, self.history, why)
        assert entries
        self.append(entries)

    def correct(self, changes: dict[int, Change], reason: str, after: object = None) -> str:
        """What became of it: `corrected`, `struck` where nothing was entered in place of one last line; nothing where that is more than one
        undo or where it leads to the state `after`.
        """
        plan = corrections.plan(self.record, changes, reason, self.record.whys)
        if any(one.fate == "left out" for one in plan.lines if one.seq in changes):
            return ""
        entered = [one for one in plan.entries if one.kind != "undo"]
        if (
            entered
            and (entered[0].by, entered[0].act) == (plan.lines[0].by, plan.lines[0].act)
            and None in changes.values()
        ):
            return ""  # as the struck line was: two undoes and a redo read alike
        if not entered and len(plan.entries) > 1:
            return ""
        if plan.after.state == after:
            return ""
        self.append(plan.entries)
        return "corrected" if entered else "struck"

    def state(self) -> tuple[object, ...]:
        """What the clock says is left out: it stays where an undo leads."""
        acts = (one for one in self.record.standing if not self.record.is_transparent(one))
        return self.record.state, [self.record.as_it_happened(one) for one in acts]


def moments(slug: str, count: int) -> Iterator[Sheet]:
    seats = 2 if slug == "arba" else 4
    most = len(whole_game(slug, seats, 3)[1])
    for moves in sorted(Random(7).sample(range(most // 4, most), count)):
        yield Sheet(slug, seats, moves)


def other_dice(record: Record, one) -> Change:
    """The line with another first die; None, it never happened, where it is no throw."""
    by, act = record.as_it_happened(one)
    if not corrections.dice_of(record.game, act):
        return None
    name = type(act).__struct_fields__[0]
    value = getattr(act, name)
    changed = value % 6 + 1 if isinstance(value, int) else (value[0] % 6 + 1, *value[1:])
    return by, type(act)(**{name: changed})


@pytest.mark.parametrize("back", [0, 1, 4, 11])
@pytest.mark.parametrize("slug", SLUGS)
def test_one_undo_takes_a_correction_back_as_a_whole_and_a_redo_enters_it_again(slug: str, back: int) -> None:
    """A line struck, or other dice; nothing that was entered stands, and nothing that was taken back is lost."""
    tried = 0
    for sheet in moments(slug, many(6, 30)):
        before, lines = sheet.state(), corrections.correctable(sheet.record)
        if (
            back >= len(lines)
            or sheet.correct({lines[back].seq: other_dice(sheet.record, lines[back])}, "x") != "corrected"
        ):
            continue
        after = sheet.state()
        if after == before:
            continue
        tried += 1
        for why in ("", "per sbaglio"):
            assert isinstance(corrections.to_undo(sheet.record, sheet.history), Amendment)
            sheet.undo(why)
            assert sheet.state() == before
            assert isinstance(sheet.history.undone, Amendment)
            sheet.redo(why)
            assert sheet.state() == after
    assert tried or not back


class Course:
    """Steps of a judge at random, with the states between which undo and redo lead."""

    def __init__(self, sheet: Sheet, seed: int) -> None:
        self.sheet, self.rng, self.steps = sheet, Random(seed), 0
        self.vault = sheet.record.game.deal(sheet.record.header, Random(5))
        self.behind: list[tuple[object, ...]] = []
        self.ahead: list[tuple[object, ...]] = []

    def step(self) -> str:
        self.steps += 1
        kind = self.rng.choices(("enter", "correct", "undo", "redo"), (3, 3, 4, 4))[0]
        return kind if getattr(self, f"_{kind}")(f"motivo {self.steps}") else ""

    def _done(self, before: tuple[object, ...]) -> bool:
        self.behind.append(before)
        self.ahead.clear()
        return True

    def _enter(self, why: str) -> bool:
        record, before = self.sheet.record, self.sheet.state()
        if record.ended_by:
            return False
        move = record.game.policy(record, self.rng, self.vault)
        undone = self.sheet.history.undone
        if not isinstance(undone, Amendment) and undone and (move.by, move.act) == (undone.by, undone.act):
            return False  # entered again by hand, it is a redo
        if move.by == CLOCK:
            return False  # what the clock says stays where an undo leads, so no state comes back
        try:
            line = record.play(move.by, move.act, why=self.rng.choice(("", why)) or why)
        except (Refused, Unreadable):
            return False
        self.sheet.lines.append(line.decode())
        return self._done(before)

    def _correct(self, why: str) -> bool:
        record, before = self.sheet.record, self.sheet.state()
        lines = corrections.correctable(record)[: self.rng.choice((1, 2, 4, 12))]
        if not lines:
            return False
        wrong, amended = self.rng.choice(lines), corrections.to_undo(record, self.sheet.history)
        if amended and len(amended.entered) == 1 and wrong is lines[0]:
            return False  # struck, nothing of the correction would be left to undo
        redone = self.ahead[-1][0] if self.ahead else None  # corrected by hand as before, it is a redo
        done = self.sheet.correct({wrong.seq: self.rng.choice((None, other_dice(record, wrong)))}, why, redone)
        if done == "struck":  # an undo that gives a reason
            self.ahead.append(before)
            if amended is None:
                del self.behind[-1:]
            return True
        return self._done(before) if done else False

    def _undo(self, why: str) -> bool:
        if not self.behind:
            return False
        before = self.sheet.state()
        self.sheet.undo(self.rng.choice(("", why)))
        assert self.sheet.state() == self.behind.pop()
        self.ahead.append(before)
        return True

    def _redo(self, why: str) -> bool:
        if not self.ahead:
            assert self.sheet.history.undone is None
            return False
        before = self.sheet.state()
        self.sheet.redo(self.rng.choice(("", why)))
        assert self.sheet.state() == self.ahead.pop()
        self.behind.append(before)
        return True


def read_anew(sheet: Sheet) -> History:
    """As a server reads it that goes on from the newest snapshot that still reaches back far enough."""
    game, header = sheet.record.game, sheet.record.header
    for base in reversed(sheet.snapshots):
        with suppress(OutOfReach):
            record = resume(game, header, base, [line.encode() for line in sheet.lines[base.seq :]])
            return corrections.history_of(record, sheet.past)
    return sheet.history


@pytest.mark.parametrize("slug", SLUGS)
def test_undo_and_redo_are_stacks_however_entries_and_corrections_follow_each_other(slug: str) -> None:
    """Each undo leads to where the step before it had started, each redo to where it had led, and every reader of the lines agrees."""
    followed = set[tuple[str, str]]()
    for number, sheet in enumerate(moments(slug, many(8, 40))):
        course, last = Course(sheet, number), ""
        for _ in range(40):
            kind = course.step()
            assert read_anew(sheet).stacks == sheet.history.stacks
            followed.add((last, kind))
            last = kind or last
        while course.behind:
            course._undo("")
        while course.ahead:
            course._redo("")
    assert followed >= {(one, other) for one in ("enter", "correct", "undo") for other in ("correct", "undo")}
    assert followed >= {("undo", "redo"), ("redo", "redo"), ("redo", "undo")}


@pytest.mark.parametrize("slug", SLUGS)
def test_a_line_undone_after_a_correction_was_undone_is_redone_first_and_then_the_correction(slug: str) -> None:
    tried = 0
    for sheet in moments(slug, many(6, 30)):
        wrong = corrections.correctable(sheet.record)[2]
        states = [sheet.state()]
        if sheet.correct({wrong.seq: other_dice(sheet.record, wrong)}, "x") != "corrected":
            continue
        corrected = sheet.state()
        sheet.undo("per sbaglio")
        sheet.undo()
        before = sheet.state()
        sheet.redo()
        assert sheet.state() == states[0] != before
        sheet.redo()
        assert sheet.state() == corrected
        tried += 1
    assert tried


@pytest.mark.parametrize("slug", SLUGS)
def test_a_reason_given_to_the_undo_of_a_correction_stands_with_each_of_its_undoes(slug: str) -> None:
    tried = 0
    for sheet in moments(slug, many(6, 30)):
        wrong = corrections.correctable(sheet.record)[1]
        if sheet.correct({wrong.seq: other_dice(sheet.record, wrong)}, "x") != "corrected":
            continue
        amended = corrections.to_undo(sheet.record, sheet.history)
        assert amended is not None
        for act, many_lines in ((sheet.undo, len(amended.entered)), (sheet.redo, len(amended.gone))):
            seq = sheet.record.seq
            act("tolta per sbaglio")
            undoes = [msgspec.json.decode(line) for line in sheet.lines[seq : seq + many_lines]]
            assert {(one["act"]["type"], one["why"]) for one in undoes} == {("undo", "tolta per sbaglio")}
        tried += 1
    assert tried


@pytest.mark.parametrize("slug", SLUGS)
def test_an_undo_and_another_answer_are_no_correction(slug: str) -> None:
    for sheet in moments(slug, many(4, 20)):
        record = sheet.record
        by, act = record.as_it_happened(corrections.correctable(record)[0])
        sheet.undo()
        if not record.breaches(by, act, why="?"):
            sheet.lines.append(record.play(by, act, why="di nuovo").decode())
        assert sheet.history.stacks == Stacks()
