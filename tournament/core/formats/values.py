"""The parts of a format, and the ways to seat a field."""

from collections.abc import Iterator
from typing import Literal

import msgspec

from tournament.core.regulation.schema import Regulation
from tournament.core.translation import translated as _

Kind = Literal["exact", "one-each", "runners-up", "fewer-rounds", "more-rounds", "swiss", "round-robin", "bracket"]
KINDS: tuple[Kind, ...] = (
    "exact", "one-each", "runners-up", "fewer-rounds", "more-rounds", "swiss", "round-robin", "bracket",
)  # fmt: skip
Advancement = Literal["by-table", "everybody", "by-standings"]
PairingSystem = Literal["", "swiss", "round-robin", "bracket"]
Case = Literal["the", "of", "from", "to"]
"""The place of a round's name in a sentence: Italian joins the article to what stands before it."""


class NoFormat(ValueError):
    """No legal format exists for this field; the message says why, for the organizer."""


class Stage(msgspec.Struct, frozen=True, omit_defaults=True):
    """One round: its tables' sizes, how many of each go through, and how many of the best who just missed it go too.

    Where everybody goes on, or the standings say who, `through` is 0. By standings, the best `direct` wait for the round
    after the next, the following `cut` play the next one, the last `wildcards` of them by their best single score.
    `pairing` says how tables of two are made; `byes` people have nobody to play in this round.
    """

    name: str
    tables: tuple[int, ...]
    through: int
    runners_up: int = 0
    advancement: Advancement = msgspec.field(default="by-table", name="going")
    cut: int = 0
    direct: int = 0
    wildcards: int = 0
    pairing: PairingSystem = ""
    byes: int = 0

    def title(self, number: int) -> str:
        """The name of the round with this number."""
        return title_of(self.name, number)

    @property
    def players(self) -> int:
        return sum(self.tables) + self.byes

    @property
    def players_after(self) -> int:
        """The number of players of the next round, without direct finalists; 0 after the final."""
        if self.advancement == "everybody":
            return self.players
        if self.advancement == "by-standings":
            return self.cut
        return len(self.tables) * self.through + self.runners_up + (self.byes if self.through else 0)


def title_of(name: str, number: int) -> str:
    if name == "final":
        return _("Finale")
    return _("Semifinale") if name == "semifinal" else _("Turno %d") % number


def in_sentence(name: str, number: int, case: Case = "the") -> str:
    """The name of the round within a sentence: "il turno 3", "della finale"."""
    if name == "final":
        forms = {"the": _("la finale"), "of": _("della finale"), "from": _("dalla finale"), "to": _("alla finale")}
        return forms[case]
    if name == "semifinal":
        forms = {
            "the": _("la semifinale"),
            "of": _("della semifinale"),
            "from": _("dalla semifinale"),
            "to": _("alla semifinale"),
        }
        return forms[case]
    forms = {
        "the": _("il turno %d"),
        "of": _("del turno %d"),
        "from": _("dal turno %d"),
        "to": _("al turno %d"),
    }
    return forms[case] % number


class Format(msgspec.Struct, frozen=True):
    """Rounds that lead from the field to one final table. `key` names the format in a URL and is the same every time."""

    key: str
    stages: tuple[Stage, ...]
    kind: Kind
    note: str = ""

    def round_title(self, number: int) -> str:
        """The name of the round of this number, also of one beyond the last."""
        return title_of(self.stages[number - 1].name if number <= len(self.stages) else "", number)

    @property
    def rounds_of_everybody(self) -> int:
        """How many of the first rounds the whole field plays: up to the first from which not everybody goes on."""
        selecting = (number for number, stage in enumerate(self.stages, 1) if stage.advancement != "everybody")
        return next(selecting, len(self.stages))


def splits(players: int, sizes: tuple[int, ...], most_second: int | None = None) -> tuple[tuple[int, ...], ...]:
    """Every way to seat the players, fewest tables of the later sizes first; in each way the small tables first.

    `most_second` limits the tables of the second size.
    """
    if players < 1:
        return ()
    found = [
        counts
        for counts in _counts(players, sizes)
        if most_second is None or not counts[1:] or counts[1] <= most_second
    ]
    ways = sorted(found, key=lambda counts: counts[::-1])
    return tuple(tuple(sorted(_spread(counts, sizes))) for counts in ways)


def splits_of(regulation: Regulation, players: int) -> tuple[tuple[int, ...], ...]:
    """Every way to seat them that the regulation allows."""
    return splits(players, regulation.table_sizes, regulation.second_size_tables)


def _counts(players: int, sizes: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """How many tables of each size, for every way that seats everybody."""
    first, rest = sizes[0], sizes[1:]
    if not rest:
        if players % first == 0:
            yield (players // first,)
        return
    for many in range(players // first + 1):
        yield from ((many, *counts) for counts in _counts(players - many * first, rest))


def _spread(counts: tuple[int, ...], sizes: tuple[int, ...]) -> Iterator[int]:
    for many, size in zip(counts, sizes, strict=True):
        yield from [size] * many


def key_of(stages: list[Stage] | tuple[Stage, ...]) -> str:
    return "_".join(map(_key, stages))


def _key(stage: Stage) -> str:
    sizes = "-".join(f"{stage.tables.count(size)}x{size}" for size in sorted(set(stage.tables)))
    runners_up = f"+{stage.runners_up}" if stage.runners_up else ""
    if stage.advancement == "everybody":
        return f"{sizes}.all"
    if stage.advancement == "by-standings":
        return f"{sizes}.top{stage.cut}" + (f"+{stage.direct}" if stage.direct else "")
    return f"{sizes}.{stage.through}{runners_up}" if stage.through else sizes


def unseatable(entrants: int, regulation: Regulation) -> str:
    sizes = _(" o ").join(str(size) for size in regulation.table_sizes)
    return _("%(entrants)d giocatori non si possono dividere in tavoli da %(sizes)s") % {
        "entrants": entrants,
        "sizes": sizes,
    }
