"""What a judge is told to register at a table can be registered there: every incident of kind `waive`, on the table of its case."""

from __future__ import annotations

import pytest

from games.kernel import cases, incidents
from games.kernel.breaches import infraction
from games.kernel.game import Game, in_book_order
from games.kernel.incidents import WAIVE, Incident
from games.registry import games

WAIVED = [
    pytest.param(game, one, id=f"{slug}-{one.case or one.article}-{number}")
    for slug, game in games().items()
    for number, one in enumerate(incidents.load(game.folder))
    if WAIVE in one.acts
]


@pytest.mark.parametrize(("game", "incident"), WAIVED)
def test_what_is_registered_at_a_table_stands_in_the_record(game: Game, incident: Incident) -> None:
    case = next(one for one in cases.load(game) if one.number == incident.case)
    record = cases.set_up(game, case)
    by, act = cases.read_entry(record, case, case.act)
    found = record.breaches(by, act, why=cases.WHY)
    assert found, "nothing to register"
    assert all(one.may_be_registered for one in found), [one.reason.en for one in found]
    record.rule(by, act, why="the judge saw it")
    assert not list(game.unsound(record.rules, record.state))


def test_a_reason_that_stands_twice_is_given_once() -> None:
    game = games()["risiko"]
    first, same, other = (
        infraction("4", "uno", "one", n=1),
        infraction("4", "uno", "one"),
        infraction("5", "uno", "one"),
    )
    assert in_book_order(game, (other, first, same)) == (first, other)
