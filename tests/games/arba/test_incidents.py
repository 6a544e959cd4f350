"""What incidents.toml says can be registered can be: the case's refused act happens, and the table goes on from a sound position."""

from __future__ import annotations

import pytest

from games.kernel import cases, incidents
from games.kernel.incidents import WAIVE, Incident
from games.registry import game

GAME = game("arba")
CASES = {case.number: case for case in cases.load(GAME)}
FOUND = incidents.load(GAME.folder)
REGISTERED = [pytest.param(one, id=one.case) for one in FOUND if WAIVE in one.acts]


@pytest.mark.parametrize("incident", REGISTERED)
def test_what_is_registered_happens_and_the_table_goes_on(incident: Incident) -> None:
    case = CASES[incident.case]
    record = cases.set_up(GAME, case)
    by, act = cases.read_entry(record, case, case.act)

    record.rule(by, act)

    assert list(GAME.unsound(record.rules, record.state)) == []
    assert record.choices({}).choices


@pytest.mark.parametrize("incident", REGISTERED)
def test_what_is_registered_is_an_act_that_the_incident_names(incident: Incident) -> None:
    assert CASES[incident.case].act["type"] in incident.acts


def test_who_claimed_and_did_not_move_pays_the_fine_once_the_turn_is_registered() -> None:
    case = CASES["danaro.conteso.2"]
    record = cases.set_up(GAME, case)
    record.rule(*cases.read_entry(record, case, case.act))

    assert cases.fact(record, "sides.0.money") == case.position["money"][0] - 10
    assert cases.fact(record, "in_turn") == 1


def test_a_defenders_die_before_the_attackers_changes_nothing() -> None:
    case = CASES["combattimento.ravvicinati.61"]
    record = cases.set_up(GAME, case)
    before = record.state
    record.rule(*cases.read_entry(record, case, case.act))

    assert record.state == before
