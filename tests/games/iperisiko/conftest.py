"""Tables of Iperisiko set up by hand, for tests that ask one rule at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.iperisiko.rules import Rules, rules_for
from games.kernel.game import Game
from games.kernel.lines import header_for
from games.kernel.record import Record
from games.registry import game

SEATS = ("s1", "s2", "s3", "s4")


@pytest.fixture(scope="session")
def iperisiko() -> Game:
    return game("iperisiko")


@pytest.fixture
def rules_of(iperisiko: Game) -> Callable[..., Rules]:
    def rules_of(**options: Any) -> Rules:
        return rules_for(header_for(iperisiko, SEATS, options=options))

    return rules_of


@pytest.fixture
def table(iperisiko: Game) -> Callable[..., Record]:
    """`table(options={…}, board={…}, …)`: a record that stands at this position."""

    def table(options: dict[str, Any] | None = None, **result: Any) -> Record:
        record = Record(iperisiko, header_for(iperisiko, SEATS, options=options or {}))
        if result:
            record.start_from(iperisiko.position(record.rules, result))
        return record

    return table
