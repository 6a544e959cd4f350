"""A correction is undone as one: by one tap the lines after it stand as they had stood, and a redo enters it once more. In every game."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from games.kernel import corrections
from games.kernel.corrections import Change
from games.kernel.record import Record
from tests.games.seeded_games import SLUGS, acts_of, fresh, read_tag, whole_game
from tests.tools import many


class Sheet:
    """A record with its lines, as a server or a tablet has them."""

    def __init__(self, slug: str, seats: int, moves: int) -> None:
        played, lines, _ = whole_game(slug, seats, 3)
        self.record, self.lines = fresh(played), list[str]()
        for by, act in acts_of(played, lines[:moves]):
            self.lines.append(self.record.append_trusted(by, act).decode())

    def append(self, entries) -> None:
        for entry in entries:
            self.lines.append(corrections.append(self.record, entry).decode())

    @property
    def newest_first(self) -> list[str]:
        return self.lines[::-1][: corrections.LOOK_BACK]

    def correct(self, changes: dict[int, Change], reason: str = "riga sbagliata") -> bool:
        plan = corrections.plan(self.record, changes, reason, {})
        if any(one.fate == "left out" for one in plan.lines if one.seq in changes):
            return False
        self.append(plan.entries)
        return True

    @property
    def ends_with_undo(self) -> bool:
        """Whether nothing was entered in place of what was struck: an undo that gives a reason."""
        if not (found := corrections.UNDO_MARK in self.lines[-1]):
            return False
        assert self.last is None
        return found

    @property
    def last(self) -> corrections.Amendment | None:
        return corrections.last_amendment(self.record, self.newest_first)


def moments(slug: str, count: int) -> Iterator[Sheet]:
    seats = 2 if slug == "arba" else 4
    most = len(whole_game(slug, seats, 3)[1])
    for moves in sorted(Random(7).sample(range(most // 4, most), count)):
        yield Sheet(slug, seats, moves)


def state_of(record: Record) -> tuple[object, ...]:
    return record.state, [record.as_it_happened(one) for one in record.standing]


@pytest.mark.parametrize("back", [0, 1, 4, 11])
@pytest.mark.parametrize("slug", SLUGS)
def test_one_undo_takes_a_correction_back_as_a_whole_and_a_redo_enters_it_again(slug: str, back: int) -> None:
    """A line struck, or other dice; nothing that was entered stands, and nothing that was taken back is lost."""
    tried = 0
    for sheet in moments(slug, many(6, 30)):
        record, before = sheet.record, state_of(sheet.record)
        lines = corrections.correctable(record)
        if back >= len(lines):
            continue
        wrong = lines[back]
        assert sheet.last is None
        if not sheet.correct({wrong.seq: other_dice(record, wrong)}):
            continue
        after = state_of(record)
        if after == before or sheet.ends_with_undo:
            continue
        tried += 1
        for _ in range(2):
            amended = sheet.last
            assert amended is not None
            assert not amended.is_undone
            sheet.append(corrections.undo_amendment(record, amended, "annullata"))
            assert state_of(record) == before
            undone = sheet.last
            assert undone is not None
            assert undone.is_undone
            sheet.append(corrections.redo_amendment(record, undone))
            assert state_of(record) == after
    assert tried or not back


def other_dice(record: Record, one) -> Change:
    """The line with another first die; None, it never happened, where it is no throw."""
    by, act = record.as_it_happened(one)
    if not corrections.dice_of(record.game, act):
        return None
    name = type(act).__struct_fields__[0]
    value = getattr(act, name)
    changed = value % 6 + 1 if isinstance(value, int) else (value[0] % 6 + 1, *value[1:])
    return by, type(act)(**{name: changed})


@pytest.mark.parametrize("slug", SLUGS)
def test_what_is_entered_after_a_correction_is_undone_by_itself_first(slug: str) -> None:
    tried = 0
    for sheet in moments(slug, many(6, 30)):
        record = sheet.record
        last, wrong = corrections.correctable(record)[:2]
        by, act = record.as_it_happened(last)
        if not sheet.correct({wrong.seq: None}) or sheet.ends_with_undo:
            continue
        struck = sheet.last
        assert struck is not None
        rng, vault = Random(5), record.game.deal(record.header, Random(5))
        move = record.game.policy(record, rng, vault)
        if (move.by, move.act) == (by, act) or record.breaches(move.by, move.act, why="?"):
            continue
        tried += 1
        sheet.lines.append(record.play(move.by, move.act, why="altro").decode())
        if record.is_transparent(record.standing[-1]):  # what the clock says no undo takes back
            assert sheet.last == struck
            continue
        assert sheet.last is None, read_tag(move.act)
        sheet.lines.append(record.undo().decode())
        assert sheet.last is None
    assert tried


@pytest.mark.parametrize("slug", SLUGS)
def test_an_undo_and_another_answer_are_no_correction(slug: str) -> None:
    for sheet in moments(slug, many(4, 20)):
        record = sheet.record
        by, act = record.as_it_happened(corrections.correctable(record)[0])
        sheet.lines.append(record.undo().decode())
        assert sheet.last is None
        if not record.breaches(by, act, why="?"):
            sheet.lines.append(record.play(by, act, why="di nuovo").decode())
            assert sheet.last is None
