"""Every value of every option makes a difference that some case shows: under the usual value the table gets another verdict or state.

An option of the round's clock, or of what the page announces, makes its difference there.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest

from games.kernel import cases
from games.kernel.breaches import Refused, Unreadable
from games.kernel.cases import Case
from games.kernel.game import Game
from games.kernel.lines import header_for
from games.kernel.options import Option, Value
from games.registry import games


def values(option: Option) -> list[Value | None]:
    """The values that are not the usual one; `None` stands for any number other than it."""
    return [None] if option.is_number else [value for value in option.values if value != option.usual]


VALUES = [
    pytest.param(game, option, value, id=f"{slug}-{option.key}-{value or 'another'}")
    for slug, game in games().items()
    for option in game.options
    for value in values(option)
]


@cache
def every_case(slug: str) -> tuple[Case, ...]:
    game = games()[slug]
    return tuple(whole for case in cases.load(game) for whole in (case, *(twin for _, twin in cases.twins(case))))


def naming(game: Game, option: Option, value: Value | None) -> Iterator[Case]:
    for case in every_case(game.slug):
        edition = game.edition(case.edition)
        settled = {**(edition.options if edition else {}), **case.options}
        found = settled.get(option.key, option.usual)
        if found != option.usual and value in (None, found):
            yield case


def outcome(game: Game, case: Case) -> Any:
    """What the table answers: the breaches, or the judge's view and the score after the act."""
    try:
        breaches = cases.refusal(game, case)
        if breaches:
            return [(one.article, one.kind) for one in breaches]
        record = cases.outcome(game, case)
        return msgspec.json.encode((record.view("judge"), record.score()))
    except (Refused, Unreadable) as error:
        return type(error).__name__


def is_beside_the_rules(game: Game, option: Option, value: Value | None) -> bool:
    """The clock's plan, or what is announced, is another one in some edition."""
    other = value if value is not None else (option.least if option.usual != option.least else option.most)
    return any(
        beside(game, edition.slug, {}) != beside(game, edition.slug, {option.key: other}) for edition in game.editions
    )


def beside(game: Game, edition: str, options: dict[str, Value]) -> Any:
    seats = [str(seat) for seat in range(game.seats[0])]
    rules = game.rules(header_for(game, seats, edition=edition, options=options))
    return game.clock(rules), game.announces(rules)


@pytest.mark.parametrize(("game", "option", "value"), VALUES)
def test_some_case_comes_out_otherwise_under_the_usual_value(game: Game, option: Option, value: Value | None) -> None:
    def differs(case: Case) -> bool:
        usual = msgspec.structs.replace(case, options={**case.options, option.key: option.usual})
        return bool(outcome(game, case) != outcome(game, usual))

    assert is_beside_the_rules(game, option, value) or any(differs(case) for case in naming(game, option, value))
