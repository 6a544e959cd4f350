"""Units that a ruling lets come onto land that is not theirs, and a sheet that is lost."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.fabrisiko import acts
from games.fabrisiko.state import CaptureThrow, Heat, Quake, Rebels
from games.kernel import cases
from games.kernel.acts import Act
from games.kernel.breaches import INFRACTION
from games.kernel.cases import Case
from games.kernel.lines import header_for
from games.kernel.record import Record
from games.kernel.words import same
from games.registry import game

GAME = game("fabrisiko")
VARANO = GAME.rules(header_for(GAME, ["a", "b"])).board.index["varano"]


def table(**position: Any) -> Record:
    return cases.set_up(GAME, Case("0", "4-B", same(""), position={"phase": "2", **position}))


CAME_IN = {
    "moved in 4-C": acts.Move("melano", ("varano",), {"fanteria": 1}),
    "placed there": acts.Place("varano", {"fanteria": 1}),
}


@pytest.mark.parametrize("act", CAME_IN.values(), ids=CAME_IN)
def test_ground_units_that_came_onto_empty_land_by_a_ruling_have_it(act: Act) -> None:
    record = table(board={0: "melano fanteria 2", 1: "marischio, varano"}, bought={0: "fanteria 1"})
    record.rule(0, act, why="as it happened")
    assert record.state.owners[record.rules.board.index["varano"]] == 0


@pytest.mark.parametrize("act", CAME_IN.values(), ids=CAME_IN)
def test_where_enemies_stand_they_fight_first(act: Act) -> None:
    record = table(board={0: "melano fanteria 2", 1: "marischio, varano fanteria 1"}, bought={0: "fanteria 1"})
    record.rule(0, act, why="as it happened")
    assert record.state.owners[record.rules.board.index["varano"]] == 1
    assert record.breaches(0, acts.Battle("varano")) == ()


def test_what_is_bought_without_a_sheet_goes_back_into_the_box() -> None:
    (breach,) = table(board={0: "varano", 1: "melano"}).breaches(0, acts.Buy({"fanteria": 1}))
    assert (breach.article, breach.kind, breach.waivable) == ("frazione_persa", INFRACTION, False)


def test_whoever_tells_a_turn_in_which_a_frazione_fell_is_not_asked_to_clear_its_sheet() -> None:
    record = table(resources=[4, 6], bought={1: "carro 2"})
    shown = GAME.complete_turn(record.rules, record.state, acts.Shown(owners={"marischio": 0}, resources=(12, 6)))
    record.play("judge", shown, why="the whole turn")
    assert record.state.resources == (12, 0)
    assert not any(record.state.bought[1])


DEPENDS = {
    "a die for each structure": (
        {"awaits": CaptureThrow(VARANO, 1, 0), "board": {0: "melano, varano complesso 1", 1: "marischio"}},
        {"structures": {"varano": {"complesso": 2}}},
    ),
    "units for what cannot be paid": (
        {"awaits": Heat(0, 2), "board": {0: "melano fanteria 3", 1: "marischio"}},
        {"resources": (9, 9)},
    ),
    "a frazione that rebels": (
        {"awaits": Rebels(1), "board": {0: "melano, bastia, viacce", 1: "marischio"}},
        {"owners": {"bastia": -1, "viacce": -1}},
    ),
    "what an earthquake costs": (
        {
            "awaits": Quake(0, (VARANO,)),
            "resources": (5, 5),
            "board": {0: "melano, varano complesso 1", 1: "marischio"},
        },
        {"resources": (1, 5)},
    ),
}


@pytest.mark.parametrize(("position", "shown"), DEPENDS.values(), ids=DEPENDS)
def test_what_something_due_was_worked_out_from_is_not_shown_otherwise(
    position: dict[str, Any], shown: dict[str, Any]
) -> None:
    record = table(**position)
    found = [breach.reason.en for breach in record.breaches("judge", acts.Shown(**shown), "miscounted")]
    assert found == ["what the table waits for depends on it: that is finished or taken back first"]
    assert record.breaches("judge", acts.Shown(hands=(0, 0), bought={"1": {"fanteria": 1}}), "beside it") == ()
    earlier = Record(GAME, msgspec.structs.replace(record.header, revision=15))
    earlier.start_from(record.state)
    assert earlier.breaches("judge", acts.Shown(**shown), "miscounted") == ()


PASSED_BY = {
    "structures": ({"board": {0: "melano carro 1", 1: "varano complesso 1 sito_aa 1"}}, "varano"),
    "fabriano": ({"factions": ["marischio", "melano"], "board": {0: "marischio carro 2"}}, "fabriano"),
}


@pytest.mark.parametrize("revision", [16, 17])
@pytest.mark.parametrize(("position", "place"), PASSED_BY.values(), ids=PASSED_BY)
def test_a_throw_passed_by_brings_nothing(position: dict[str, Any], place: str, revision: int) -> None:
    """Up to the sixteenth revision whoever left it out had what only the best of the dice gives."""
    record = Record(GAME, msgspec.structs.replace(header_for(GAME, ["s1", "s2"]), revision=revision))
    record.start_at({"phase": "4-A", **position})
    at = record.rules.board.index[place]
    src = "marischio" if place == "fabriano" else "melano"
    record.play(0, acts.Invade(src, (place,), {"carro": 1}))
    record.rule(0, acts.EndTurn(), why="not thrown")
    has_gained = revision == 16
    assert record.state.seat == 1
    assert any(record.state.structures[at]) == (has_gained and place == "varano")
    assert (record.state.owners[at] == 0) == (has_gained or place == "varano")
    assert bool(record.state.armies[at]) == (has_gained or place == "varano")
