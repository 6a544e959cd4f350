"""The mutants of a module and how they ended."""

import msgspec

KILLED = ("killed", "timeout", "segfault")
"""A mutant that never ends counts as noticed: mutmut stops it by SIGXCPU, then by SIGKILL."""


class Change(msgspec.Struct, frozen=True, order=True, forbid_unknown_fields=True):
    """One mutant: the lines of a function that it replaces, and their replacement; without line numbers, which move."""

    module: str
    function: str
    was: str
    now: str


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the mutants of one module ended; `how` counts them by mutmut's status."""

    module: str
    mutants: int
    tried: int
    how: dict[str, int]
    survivors: tuple[Change, ...]

    @property
    def killed(self) -> int:
        return sum(self.how.get(end, 0) for end in KILLED)
