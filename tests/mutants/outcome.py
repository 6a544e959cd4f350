"""What became of the mutants of a module."""

import msgspec

KILLED = ("killed", "timeout", "segfault")
"""A mutant that never ends is noticed as well: mutmut stops it by SIGXCPU, and by SIGKILL when that is not enough."""


class Change(msgspec.Struct, frozen=True):
    """One mutant: a line of a module, and what stands there instead."""

    module: str
    line: int
    function: str
    was: str
    now: str


class Outcome(msgspec.Struct, frozen=True):
    """What became of one module's mutants; `how` says how many ended in which way."""

    module: str
    mutants: int
    tried: int
    how: dict[str, int]
    survivors: tuple[Change, ...]

    @property
    def killed(self) -> int:
        return sum(self.how.get(end, 0) for end in KILLED)
