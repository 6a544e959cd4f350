"""Every kind of question of a game, each where it is longest."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from games.kernel.choices import Ask
from games.kernel.game import Move
from games.kernel.record import Record
from referee.judge_page import questions

MOST_STEPS = 5

Sort = tuple[str, str, str]


@dataclass(frozen=True)
class Moment:
    """A question before a move of a game, by the move's number. `is_opening`: a new page asks it by itself."""

    number: int
    ask: Ask
    is_opening: bool

    @property
    def name(self) -> str:
        return "-".join(one for one in (*sort_of(self.ask), "opening" * self.is_opening) if one)

    @property
    def size(self) -> int:
        return self.ask.most if self.ask.kind == "dice" else len(self.ask.choices)


def sort_of(ask: Ask) -> Sort:
    return str(ask.partial.get("type", "")), ask.kind, ask.field


def moments(record: Record, moves: Iterable[Move]) -> list[Moment]:
    """In the order of the game, which is played on `record`."""
    found: dict[str, Moment] = {}
    for number, move in enumerate(moves):
        for moment in _moments_before(record, number):
            if moment.name not in found or found[moment.name].size < moment.size:
                found[moment.name] = moment
        record.append_trusted(move.by, move.act)
    return sorted(found.values(), key=lambda one: one.number)


def _moments_before(record: Record, number: int) -> Iterator[Moment]:
    yield Moment(number, questions.opening(record), is_opening=True)
    acts = record.choices({})
    for choice in acts.choices:
        for ask in _steps(record, record.choices(acts.answered(choice.value))):
            yield Moment(number, ask, is_opening=False)


def _steps(record: Record, ask: Ask) -> Iterator[Ask]:
    """A question with those that follow it, each answered by its first answer."""
    for _ in range(MOST_STEPS):
        if ask.kind == "ready":
            return
        yield ask
        if ask.kind not in ("act", "pick") or not ask.choices:
            return
        ask = record.choices(ask.answered(ask.choices[0].value))
