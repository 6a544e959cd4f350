"""Every worked example of rulebook 002 is a case: our own list of the examples, each with the case and how many twins tell it."""

from __future__ import annotations

import pytest

from games.fatal.game import GAME
from games.kernel.cases import load

CASES = {case.number: case for case in load(GAME)}

EXAMPLES = {
    "Schermo: Bea cancels it on herself, Andrea goes on with Carlo": ("schermo.2", 2),
    "the paid change: five cards in hand, three changed, the fourth drawn is discarded": ("cambio.1", 2),
    "the theft: Bea's multiblade, Carlo's upside down, not Bea's scroll": ("2.1", 2),
    "the theft: Carlo's vision without a symbol": ("2.2", 1),
    "trimagia 1: one card to himself, the other to a different player": ("B.2", 1),
    "trimagia 2: two treasures to one player, the first replaced before the second": ("B.3", 1),
    "trimagia 3: a treasure at random from two different players": ("B.4", 1),
    "trimagia 4: one card at random from a hand, discarded": ("B.5", 1),
    "the first count: six points": ("smazzata.1", 1),
    "red puts yellow out, and has won": ("eliminare.4", 1),
    "the red player's 15, and 12 had he not revealed": ("fine.1", 2),
}


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_worked_example_is_a_case(example: str) -> None:
    number, result = EXAMPLES[example]
    assert len(CASES[number].twin) >= result


def test_the_examples_are_counted() -> None:
    """Eleven in the rulebook; in the cases a title says that it is one, but for the count of the first smazzata and the elimination."""
    named = {case.number for case in CASES.values() if (case.title.it or "").startswith("Esempio")}
    assert len(EXAMPLES) == 11
    assert named <= {number for number, _ in EXAMPLES.values()}


def test_the_red_players_points_are_fifteen_or_twelve() -> None:
    points = [value for twin in CASES["fine.1"].twin for key, value in twin.then.items() if key.endswith(".points")]
    assert {"15", "12"} <= set(map(str, points))
