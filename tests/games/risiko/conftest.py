"""Rules and positions of the tournament game, for tests that ask the chapters directly."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.kernel.lines import header_for
from games.registry import game
from games.risiko.position import position
from games.risiko.rules import Rules, rules_for
from games.risiko.state import State

RISIKO = game("risiko")


@pytest.fixture
def rules_of() -> Callable[..., Rules]:
    def rules_of(seats: int = 4, judge: int = 0, **options: Any) -> Rules:
        header = header_for(RISIKO, [f"s{seat}" for seat in range(seats)], judge=judge, options=options)
        return rules_for(header)

    return rules_of


@pytest.fixture
def position_of(rules_of: Callable[..., Rules]) -> Callable[..., State]:
    def position_of(seats: int = 4, **result: Any) -> State:
        return position(rules_of(seats), result)

    return position_of
