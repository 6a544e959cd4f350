"""What undo and redo are about: two stacks, of what was done and of what was undone, followed line by line.

A correction is written as undoes and acts, and it is undone and redone so too: nothing in the record marks which lines belong together.
They are recognized by what they take back and enter, so that a server and a device that read the same lines agree. What looks like
the beginning of a correction counts as plain undoes until the lines show what it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from games.kernel.acts import Act, By


class Line(Struct, frozen=True, gc=False):
    """An act of the table as it happened, also where a ruling registers it."""

    seq: int
    by: By
    act: Act
    why: str = ""
    is_ruling: bool = False

    def happened_as(self, other: Line) -> bool:
        return self.by == other.by and self.act == other.act


class Amendment(Struct, frozen=True):
    """A correction: the lines that it took back and those that it entered, oldest first, and its reason."""

    gone: tuple[Line, ...]
    entered: tuple[Line, ...]
    reason: str


Step = Line | Amendment


class Stacks(NamedTuple):
    """`amendments`: corrections that stand, also those of which a later one took lines back; what else was done, the record knows.
    `undone`: what a redo enters, the next one last.
    """

    amendments: tuple[Amendment, ...] = ()
    undone: tuple[Step, ...] = ()

    def renumbered(self, again: Mapping[int, Line]) -> Stacks:
        """With the lines that were entered again, by the number that they had before, under their new ones."""
        return Stacks(
            tuple(_renumbered(one, again) for one in self.amendments),
            tuple(_renumbered(one, again) if isinstance(one, Amendment) else one for one in self.undone),
        )


def _renumbered(one: Amendment, again: Mapping[int, Line]) -> Amendment:
    gone, entered = (tuple(again.get(line.seq, line) for line in lines) for lines in (one.gone, one.entered))
    return Amendment(gone, entered, one.reason)


class Trial(NamedTuple):
    """Lines that may become a correction, or the undo or redo of one (`of`), with the stacks from before the first of them.

    `left`: lines that a correction took back and that may still be entered again.
    """

    kind: Literal["redo", "undo", "correct"]
    stacks: Stacks
    why: str
    of: Amendment | None = None
    gone: tuple[Line, ...] = ()
    entered: tuple[Line, ...] = ()
    left: tuple[Line, ...] = ()

    def after_undo(self, gone: Line, why: str) -> Trial | None:
        """The trial with one more undo; None where that shows that it is something else."""
        if self.entered or why != self.why:
            return None
        if self.of is not None:
            due, many = self._due(self.of)[0], len(self.gone)
            if many == len(due) or due[-1 - many].seq != gone.seq:
                return None
        return self._replace(gone=(gone, *self.gone), left=(gone, *self.left))

    def after_act(self, line: Line) -> Trial | None:
        return self._corrected(line) if self.of is None else self._exchanged(self.of, line)

    def _due(self, of: Amendment) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
        """What is to be taken back, and what is to be entered."""
        return (of.entered, of.gone) if self.kind == "undo" else (of.gone, of.entered)

    def _exchanged(self, of: Amendment, line: Line) -> Trial | None:
        gone, entered = self._due(of)
        if len(self.gone) < len(gone):
            return None
        due = entered[len(self.entered)]
        # Of a line that gives the reason of the undoes it is a correction to what it was, unless it gave that before.
        fits = (
            line.why in (due.why, of.reason)
            if self.kind == "redo"
            else line.why in ("", due.why) or line.why != self.why
        )
        return self._replace(entered=(*self.entered, line)) if fits and line.happened_as(due) else None

    def _corrected(self, line: Line) -> Trial | None:
        """The line as it should have been has the reason; what followed is as it was, or left out. What begins as it was is redone."""
        if not self.entered and line.happened_as(self.gone[0]):
            return None
        if line.why == self.why:
            left = self.left[1:]
        else:
            place = next(
                (number for number, one in enumerate(self.left) if line.happened_as(one) and line.why == one.why), -1
            )
            if place < 0:
                return None
            left = self.left[place + 1 :]
        return self._replace(entered=(*self.entered, line), left=left)

    @property
    def result(self) -> Stacks | None:
        """The stacks with what it has become; None while lines are missing."""
        amendments, undone = self.stacks
        if self.of is None:
            amendment = Amendment(self.gone, self.entered, self.why)
            return Stacks((*amendments, amendment)) if self.entered else None
        _, entered = self._due(self.of)
        if len(self.entered) < len(entered):
            return None
        again = {was.seq: line for was, line in zip(entered, self.entered, strict=True)}
        if self.kind == "undo":
            return Stacks(amendments[:-1], (*undone, self.of)).renumbered(again)
        return Stacks((*amendments, self.of), undone[:-1]).renumbered(again)


class History:
    """Follow every line of the record but notes and what no undo takes back."""

    def __init__(self) -> None:
        self.stacks = Stacks()
        self.trials: tuple[Trial, ...] = ()

    def fork(self) -> History:
        return copy(self)

    @property
    def is_settled(self) -> bool:
        """Whether an act changes nothing here: it is done, and no more."""
        return not self.trials and not self.stacks.undone

    @property
    def undone(self) -> Step | None:
        """What a redo enters."""
        return self.stacks.undone[-1] if self.stacks.undone else None

    def amendment_ending_with(self, seq: int) -> Amendment | None:
        """The correction that entered this line as its last."""
        last = self.stacks.amendments[-1:]
        return last[0] if last and last[0].entered[-1].seq == seq else None

    def follow_undo(self, gone: Line, why: str) -> None:
        going_on = (one.after_undo(gone, why) for one in (*self.trials, *self._begun(gone, why)))
        self.trials = tuple(one for one in going_on if one)
        self.stacks = Stacks(_without(self.stacks.amendments, gone.seq), (*self.stacks.undone, gone))

    def _begun(self, gone: Line, why: str) -> list[Trial]:
        """What may begin with this undo, the surest first; a run of undoes for one reason is one correction."""
        begun, redone = list[Trial](), self.undone
        if why and isinstance(redone, Amendment):
            begun.append(Trial("redo", self.stacks, why, redone))
        if (amended := self.amendment_ending_with(gone.seq)) is not None:
            begun.append(Trial("undo", self.stacks, why, amended))
        if why and not any(one.of is None and one.why == why and not one.entered for one in self.trials):
            begun.append(Trial("correct", self.stacks, why))
        return begun

    def follow_act(self, line: Line) -> None:
        if self.is_settled:
            return
        if self.stacks.undone:
            self._follow_plainly(line)
        self.trials = tuple(one for trial in self.trials if (one := trial.after_act(line)))
        found = [(trial.of, result) for trial in self.trials if (result := trial.result) is not None]
        exchanged = next((result for of, result in found if of is not None), None)
        if exchanged is not None:
            self.stacks, self.trials = exchanged, ()
        elif found:
            self.stacks = found[0][1]  # a correction, which may enter more

    def _follow_plainly(self, line: Line) -> None:
        """What is entered again is redone; anything else leaves nothing to redo."""
        amendments, undone = self.stacks
        last = undone[-1]
        if isinstance(last, Line) and line.happened_as(last):
            self.stacks = Stacks(amendments, undone[:-1]).renumbered({last.seq: line})
        else:
            self.stacks = Stacks(amendments)


def _without(amendments: tuple[Amendment, ...], seq: int) -> tuple[Amendment, ...]:
    """The corrections once the line that stood last is struck by itself: the last one without it, unless it entered nothing else."""
    while amendments and amendments[-1].entered[-1].seq > seq:
        amendments = amendments[:-1]
    if not amendments or amendments[-1].entered[-1].seq < seq:
        return amendments
    *rest, last = amendments
    return (*rest, replace(last, entered=last.entered[:-1])) if len(last.entered) > 1 else tuple(rest)
