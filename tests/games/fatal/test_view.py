"""The public view keeps the players that stayed as they were in the view before; nobody can tell."""

from __future__ import annotations

from itertools import zip_longest
from random import Random

import msgspec
import pytest

from games.fatal import view
from games.kernel.playing import play_game
from games.kernel.record import Record
from games.registry import game
from tests.games.seeded_games import seated

FATAL = game("fatal")


def test_a_view_is_the_same_whatever_was_seen_before(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = []
    for seats, is_sealed in ((3, False), (4, False), (4, True)):
        header, vault = seated(FATAL, seats, seats, is_sealed=is_sealed)
        record = Record(FATAL, header)
        tables.append((record, play_game(record, Random(f"view {len(tables)}"), vault)))

    for _lines in zip_longest(*(lines for _record, lines in tables)):
        for record, _ in tables:
            seen = msgspec.json.encode(record.view("public"))
            before = view._VIEW_BEFORE
            monkeypatch.setattr(view, "_VIEW_BEFORE", (None, (), ()))
            assert msgspec.json.encode(record.view("public")) == seen
            monkeypatch.setattr(view, "_VIEW_BEFORE", before)
