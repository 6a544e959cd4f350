"""Options: where a rulebook admits two readings, or an edition leaves a number to the organizer."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from games.kernel.breaches import Unreadable
from games.kernel.latest import latest
from games.kernel.words import Words

Value = str | int
DIGITS = re.compile("-?[0-9]{1,9}")


class Option(Struct, frozen=True):
    """One question with its possible answers; the first value is the default unless an edition says otherwise.

    A numeric option has `least` and `most` instead of `values`. `article` names the article of the rulebook that it reads, or several.
    """

    key: str
    words: Words
    values: tuple[str, ...] = ()
    default: Value = ""
    least: int = 0
    most: int = 0
    article: str = ""
    labels: Mapping[str, Words] = {}

    @property
    def articles(self) -> list[str]:
        return self.article.split(", ") if self.article else []

    @property
    def is_number(self) -> bool:
        return not self.values

    @property
    def usual(self) -> Value:
        return self.default if self.default != "" or self.is_number else self.values[0]

    def read(self, value: Any) -> Value:
        """The value, checked; a number may be typed as text. Raises `Unreadable` naming the option."""
        is_typed = isinstance(value, str) and DIGITS.fullmatch(value)
        return self.check(int(value) if self.is_number and is_typed else value)

    def check(self, value: Any) -> Value:
        """The value as a record holds it: a number is a number, a choice is text. Raises `Unreadable` naming the option."""
        return self._number(value) if self.is_number else self._choice(value)

    def _number(self, value: Any) -> int:
        number = value if type(value) is int else self.least - 1
        if not self.least <= number <= self.most:
            raise Unreadable(
                "opzione {key}: {value} non è un numero tra {least} e {most}",
                "option {key}: {value} is not a number from {least} to {most}",
                key=self.key,
                value=value,
                least=self.least,
                most=self.most,
            )
        return number

    def _choice(self, value: Any) -> str:
        if value not in self.values:
            raise Unreadable(
                "opzione {key}: {value} non è tra {values}",
                "option {key}: {value} is not one of {values}",
                key=self.key,
                value=value,
                values=", ".join(self.values),
            )
        return str(value)


def settle(options: tuple[Option, ...], edition: Mapping[str, Value], chosen: Mapping[str, Any]) -> dict[str, Value]:
    """Every option with its value: the header's choice, else the edition's, else the default."""
    found = {**_unchosen(options, edition)}
    for key in chosen:
        if key not in found:
            raise Unreadable("opzione sconosciuta: {key}", "unknown option: {key}", key=key)
    for option in options if chosen else ():
        if option.key in chosen:
            found[option.key] = option.check(chosen[option.key])
    return found


@latest
def _unchosen(options: tuple[Option, ...], edition: Mapping[str, Value]) -> Mapping[str, Value]:
    return {option.key: option.check(edition.get(option.key, option.usual)) for option in options}
