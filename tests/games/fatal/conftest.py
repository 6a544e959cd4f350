"""Tables of the card game, for tests that ask its chapters directly."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from games.fatal.position import position
from games.kernel.lines import header_for
from games.kernel.record import Record
from games.registry import game

FATAL = game("fatal")


@pytest.fixture
def table() -> Callable[..., Record]:
    """A record that stands at a position written by hand."""

    def table(
        seats: int = 3, *, options: dict[str, Any] | None = None, edition: str = "", revision: int = 0, **result: Any
    ) -> Record:
        header = header_for(FATAL, [f"s{seat}" for seat in range(seats)], edition=edition, options=options or {})
        record = Record(FATAL, msgspec.structs.replace(header, revision=revision or FATAL.revision))
        record.start_from(position(record.rules, {"giro": 3, **result}))
        return record

    return table


@pytest.fixture
def empty_table() -> Callable[..., Record]:
    """A record before its first act."""

    def empty_table(seats: int = 3, **more: Any) -> Record:
        return Record(FATAL, header_for(FATAL, [f"s{seat}" for seat in range(seats)], **more))

    return empty_table
