"""After a registered infraction the game goes on as it happened."""

from __future__ import annotations

from games.fatal.acts import Claim, EndPlay, Play, Take
from games.kernel import cases


def test_a_card_that_was_set_aside_and_laid_lies_in_its_row(table) -> None:
    record = table(hands=[1, 4, 4], smazzata=2)
    record.play(0, Play("v05", 0))
    record.rule(0, Play("v09", 1))

    assert cases.fact(record, "players.0.rows.1.0.card") == "v09"


def test_a_character_that_was_claimed_without_right_has_been_seen_and_the_turn_goes_on(table) -> None:
    record = table()
    record.rule(0, Claim("flambeaux"))

    assert (record.ended_by, cases.fact(record, "in_turn")) == (None, 0)
    record.play(0, EndPlay())


def test_whoever_begins_without_waiting_for_the_treasure_passes_it_over(table) -> None:
    """The seat before has stopped laying visions, and leaves its treasure where it lies."""
    record = table(rows={"0": [["v02", "v03"], ["v04"]]})
    record.play(0, EndPlay())
    assert [breach.article for breach in record.breaches(1, Play("v09", 0))] == ["A"]
    record.rule(1, Play("v09", 0))

    assert cases.fact(record, "in_turn") == 1


def test_a_second_treasure_before_the_first_is_replaced_goes_back(table) -> None:
    record = table(rows={"0": [["v02", "v03"], ["v04"]]}, display=["verde_1", "verde_2", "verde_3"])
    record.play(0, EndPlay())
    record.play(0, Take("verde_1", 0))

    (breach,) = record.breaches(0, Take("verde_2", 0))
    assert (breach.article, breach.may_be_registered) == ("A", False)
