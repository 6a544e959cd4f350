"""What a plain form asks of a game's acts: words of their fields, what a field names, and which act is offered once more.

Each game says it in `forms.toml` of its folder; for the acts that every game knows the kernel has a file of its own.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from games.kernel.game import Game
from games.kernel.words import Words

FILE = "forms.toml"
Meaning = Literal["", "place", "seat", "card", "article", "row", "order", "numbers", "owners", "armies"]


class FormField(Struct, frozen=True, forbid_unknown_fields=True):
    """A field in words; `of` is what it names where its type does not say it: `order` is one of seats, `owners` and `armies` a board's.

    `where`: the values of another field with which alone it is asked; `step`: by how much a key beside the number changes it.
    """

    it: str
    en: str
    of: Meaning = ""
    where: Mapping[str, tuple[str, ...]] = {}
    step: int = 1

    @property
    def words(self) -> Words:
        return Words(self.it, self.en)


class Forms(Struct, frozen=True, forbid_unknown_fields=True):
    """`repeat_acts` are tags of acts that a page offers once more just as they were; `end_acts` those by which a player ends the game."""

    repeat_acts: frozenset[str] = frozenset()
    end_acts: frozenset[str] = frozenset()
    fields: Mapping[str, FormField] = {}
    values: Mapping[str, Words] = {}

    def words(self, name: str) -> Words | None:
        """Of a field, or of an id or value that a field may hold."""
        field = self.fields.get(name)
        return field.words if field else self.values.get(name)

    def meaning(self, name: str) -> Meaning:
        field = self.fields.get(name)
        return field.of if field else ""

    def where(self, name: str) -> Mapping[str, tuple[str, ...]]:
        field = self.fields.get(name)
        return field.where if field else {}

    def step(self, name: str) -> int:
        field = self.fields.get(name)
        return field.step if field else 1


def forms_of(game: Game) -> Forms:
    return _forms(game.folder)


@cache
def _forms(folder: Path) -> Forms:
    own, shared = _read(folder / FILE), _read(Path(__file__).parent / FILE)
    return Forms(
        repeat_acts=own.repeat_acts,
        end_acts=own.end_acts,
        fields={**shared.fields, **own.fields},
        values=own.values,
    )


def _read(path: Path) -> Forms:
    return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Forms)
