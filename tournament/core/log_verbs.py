"""The verbs of a tournament's log: what was done, in words. Each is declared beside the action that records it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from tournament.core.formats.values import Case, in_sentence

RoundText = Callable[[int, Case], str]
"""The name of the round of a number, as it stands in a sentence."""


@dataclass(frozen=True, kw_only=True)
class LogVerb:
    """`words` say what was done: the subject stands in the place of `%s`, else behind them. `subject_text` makes words of a subject
    that is none.

    The words come from `gettext_lazy`, or from `ngettext_lazy` where the verb `is_counted`: its subject is a number. `public_words`
    name nobody: with them the act stands on the public page of the draws. What `is_announced` becomes a message to other programs.
    The subject of a verb with a `round_case` is the number of a round, which stands in the line by its name.
    """

    key: str
    words: Any
    public_words: Any = None
    subject_text: Callable[[str], str] = str
    is_counted: bool = False
    is_announced: bool = False
    round_case: Case | Literal[""] = ""

    def describe(self, subject: str, round_text: RoundText | None = None) -> str:
        if self.is_counted:
            return str(self.words % (int(subject) if subject.isdecimal() else 0))
        words, text = str(self.words), self.subject_text(subject)
        if self.round_case and subject.isdecimal():
            text = (round_text or _numbered_round)(int(subject), self.round_case)
        return words % text if "%s" in words else f"{words} {text}".strip()


def _numbered_round(number: int, case: Case) -> str:
    return in_sentence("", number, case)


_verbs: dict[str, LogVerb] = {}


def log_verb(key: str, words: object, **more: Any) -> LogVerb:
    """Declare a verb. Raises ValueError for a key that is in use."""
    if key in _verbs:
        raise ValueError(f"{key} is declared already")
    return _verbs.setdefault(key, LogVerb(key=key, words=words, **more))


def log_verbs() -> tuple[LogVerb, ...]:
    return tuple(_verbs.values())


def announced_keys() -> frozenset[str]:
    return frozenset(verb.key for verb in _verbs.values() if verb.is_announced)


def public_keys() -> frozenset[str]:
    return frozenset(verb.key for verb in _verbs.values() if verb.public_words)


def describe(key: str, subject: str, round_text: RoundText | None = None) -> str:
    """A line of the log in words; a verb that this version does not know shows its key."""
    verb = _verbs.get(key)
    return verb.describe(subject, round_text) if verb else f"{key} {subject}".strip()


def is_about_a_round(key: str) -> bool:
    return key in _verbs and bool(_verbs[key].round_case)


def describe_publicly(key: str) -> str:
    """Of one of the `public_keys`."""
    return str(_verbs[key].public_words)
