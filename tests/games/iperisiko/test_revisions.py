"""What records of an earlier revision of the rules keep."""

from __future__ import annotations

import msgspec
import pytest

from games.iperisiko import acts
from games.kernel.game import Game
from games.kernel.lines import header_for
from games.kernel.record import Record


@pytest.mark.parametrize(("revision", "articles"), [(1, []), (2, ["19"])])
def test_hidden_armies_stood_for_the_factory_s_new_ones(iperisiko: Game, revision: int, articles: list[str]) -> None:
    header = header_for(iperisiko, ["s1", "s2", "s3", "s4"])
    record = Record(iperisiko, msgspec.structs.replace(header, revision=revision))
    result = {"locked": {"alaska": 2}, "hidden": {"alaska": 3}, "board": {0: "alaska 9, alberta"}}
    record.state = iperisiko.position(record.rules, {**result, "awaits": {"is": "reinforce", "left": 0}})

    assert [breach.article for breach in record.breaches(0, acts.Move("alaska", "alberta", 5))] == articles
    assert record.breaches(0, acts.Move("alaska", "alberta", 4)) == ()
