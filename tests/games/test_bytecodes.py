"""How many bytecodes of Python an act costs where a record is read and checked: what no timing on a busy machine can tell."""

from __future__ import annotations

import sys
from collections import Counter
from functools import lru_cache
from itertools import islice
from random import Random
from types import CodeType, FrameType
from typing import Any

import pytest

from games.kernel.lines import Header
from games.kernel.playing import play_game
from games.kernel.record import Record
from games.kernel.verify import _Reader, verify_lines
from games.registry import game
from tests.games.seeded_games import seated

SEATS = {"risiko": 4, "iperisiko": 4, "fabrisiko": 4, "arba": 2, "fatal": 4}
MOST = {"risiko": 455, "iperisiko": 672, "fabrisiko": 905, "arba": 937, "fatal": 655}
"""By game, a tenth more than there were when this was written. Whoever needs more writes it here (`docs/decisions/0011-speed.md`)."""


ACTS = 200


@lru_cache(maxsize=len(SEATS))
def begun(slug: str) -> tuple[Header, tuple[bytes, ...]]:
    """The header and the first lines of a seeded game."""
    header, dealt = seated(game(slug), SEATS[slug], 1)
    return header, tuple(islice(play_game(Record(game(slug), header), Random(f"begun {slug}"), dealt), ACTS))


def verify(slug: str) -> None:
    header, lines = begun(slug)
    assert not [line for line in verify_lines(Record(game(slug), header), lines) if line.refusal]


def bytecodes_of(slug: str) -> Counter[CodeType]:
    """Bytecodes run while a game is verified that was verified before, by function."""
    found: Counter[CodeType] = Counter()

    def count(frame: FrameType, event: str, _argument: Any) -> Any:
        frame.f_trace_lines, frame.f_trace_opcodes = False, True
        found[frame.f_code] += event == "opcode"
        return count

    verify(slug)
    before = sys.gettrace()
    sys.settrace(count)
    try:
        verify(slug)
    finally:
        sys.settrace(before)
    return found


@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="other versions compile to other bytecodes")
@pytest.mark.parametrize("slug", SEATS)
def test_an_act_costs_no_more_bytecodes_than_it_did(slug: str) -> None:
    found, acts = bytecodes_of(slug), len(begun(slug)[1])
    dearest = [f"{each / acts:.0f} {code.co_qualname}" for code, each in found.most_common(5)]
    assert found.total() / acts <= MOST[slug], dearest


@pytest.mark.parametrize("slug", SEATS)
def test_lines_in_order_are_not_looked_at_one_by_one(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(_Reader, "_heads")
    monkeypatch.delattr(_Reader, "_entry")
    monkeypatch.delattr(_Reader, "_check_one")
    verify(slug)
