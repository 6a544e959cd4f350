"""The dice of an act, as they are drawn."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import msgspec

from games.kernel.acts import Act


@dataclass(frozen=True)
class Throw:
    """Dice as they fell. `faces` says whether they are drawn with pips or as figures."""

    dice: tuple[int, ...]
    faces: int

    @property
    def has_pips(self) -> bool:
        return self.faces <= 6


def throw_of(act: Act) -> Throw | None:
    """The dice of an act: several, one that was thrown again, or a single one."""
    for name in ("dice", "value", "die"):
        found = getattr(act, name, None)
        if isinstance(found, int) and name == "dice":
            continue  # so many dice are declared, and none has been thrown
        dice = found if isinstance(found, tuple) else (found,)
        if dice and all(isinstance(die, int) for die in dice):
            return Throw(dice, _faces(type(act), name))
    return None


@lru_cache(maxsize=128)
def _faces(kind: type[Act], name: str) -> int:
    """How many faces the dice of an act have, by the bounds of its type."""
    about: Any = msgspec.inspect.type_info(kind)
    dice = next(field.type for field in about.fields if field.name == name)
    return int(getattr(getattr(dice, "item_type", dice), "le", None) or 6)
