"""Every card, phase and faction of rulebook 000 has a case that is refused and one that passes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games.fabrisiko.board import EVENTS, FACTIONS, STRATEGIC
from games.fabrisiko.game import GAME
from games.kernel.cases import Case, load, twins

CASES = load(GAME)
PHASES = ("1-A", "1-B", "2", "3", "4-A", "4-B", "4-C", "5")


def passing() -> Iterator[Case]:
    for case in CASES:
        yield from (made for _, made in twins(case))


def plays(case: Case, card: str) -> bool:
    return any(entry.get("card") == card for entry in (case.act, *case.before))


def test_there_are_six_strategic_and_nine_event_cards() -> None:
    assert (len(STRATEGIC), len(EVENTS)) == (6, 9)


@pytest.mark.parametrize("card", [*STRATEGIC, *EVENTS])
def test_every_card_is_refused_once_and_played_once(card: str) -> None:
    refused = [case.number for case in CASES if plays(case, card) and case.refused_by]
    assert refused
    assert [made.number for made in passing() if plays(made, card)]


@pytest.mark.parametrize("phase", PHASES)
def test_every_phase_has_a_refusal_of_its_own(phase: str) -> None:
    assert [case.number for case in CASES if phase in (case.article, case.refused_by)]


@pytest.mark.parametrize("faction", FACTIONS)
def test_every_faction_has_a_case_of_its_skill(faction: str) -> None:
    assert [case.number for case in CASES if case.article.startswith(f"{faction}.")]
