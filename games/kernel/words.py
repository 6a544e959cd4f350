"""Text that a person reads, in the two languages of the product."""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter
from typing import Any

from msgspec import Struct


class Words(Struct, frozen=True):
    """The same sentence in Italian and in English; `{name}` fields are filled by `fill`.

    `{n:carta|carte}` is a count with its word, `{n:resta # carta|restano # carte}` a count with its sentence.
    """

    it: str
    en: str

    def __str__(self) -> str:
        return self.it

    def in_language(self, code: str) -> str:
        return self.en if code.startswith("en") else self.it

    def fill(self, facts: Mapping[str, Any]) -> Words:
        """The sentence with its fields filled; a fact that is `Words` is put in its own language."""
        if not facts:
            return self
        italian = {key: value.it if isinstance(value, Words) else value for key, value in facts.items()}
        english = {key: value.en if isinstance(value, Words) else value for key, value in facts.items()}
        return Words(_filled(self.it, italian), _filled(self.en, english))


class _Counting(Formatter):
    def format_field(self, value: Any, format_spec: str) -> Any:
        one, bar, many = format_spec.partition("|")
        if not bar:
            return super().format_field(value, format_spec)
        words = one if value == 1 else many
        return words.replace("#", str(value)) if "#" in words else f"{value} {words}"


_counting = _Counting()


def _filled(text: str, facts: Mapping[str, Any]) -> str:
    return _counting.vformat(text, (), facts) if "|" in text else text.format_map(facts)


def stopped(text: str) -> str:
    """The sentence with a full stop at its end, and no second one behind a name that ends with its initial: `Ora gioca Gaia F.`"""
    return text if text.endswith((".", "?", "!", "…")) else f"{text}."


def unstopped(text: object) -> str:
    """What stands before the full stop of a sentence: of a name that ends with its initial, and of a sentence, the own one falls away."""
    words = str(text)
    return words.removesuffix(".") if not words.endswith("..") else words


def same(text: str) -> Words:
    """A name that is the same in both languages."""
    return Words(text, text)


def listed(items: list[Words]) -> Words:
    return Words(", ".join(item.it for item in items), ", ".join(item.en for item in items))


MOST_NAMED, FEW_NAMED = 6, 2


def named_briefly(items: list[Words]) -> Words:
    """All of a few names; of more, as of a whole board, two and how many others."""
    if len(items) <= MOST_NAMED:
        return listed(items)
    facts = {"named": listed(items[:FEW_NAMED]), "n": len(items) - FEW_NAMED}
    return Words("{named} e altri {n}", "{named} and {n} others").fill(facts)


def table_words(named: list[Words], others: list[Words], *, is_turn: bool) -> Words:
    """What the judge records of the table, briefly: what has a name, else the `others`; of a turn that changed nothing, that it is over."""
    if named or others:
        return named_briefly(named or others)
    return Words("il turno è finito", "the turn is over") if is_turn else Words("correzione", "correction")


HANDS = Words("carte in mano", "cards in hand")


def titled(title: Words, more: Words | None) -> Words:
    """“attacco: Alaska, 5-3”; the title alone where there is no more to say."""
    return (
        Words("{title}: {more}", "{title}: {more}").fill({"title": title, "more": more}) if more and more.it else title
    )


def seat_words(seat: int) -> Words:
    """How people call whoever sits there: records count from 0, people from 1. Never «posto», which is a placing."""
    return Words(f"giocatore {seat + 1}", f"seat {seat + 1}")
