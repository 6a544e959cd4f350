"""Choices where regulations are silent, through the actions: each value does what it says."""

from decimal import Decimal

import msgspec
import pytest

from tests.tournament.conftest import NOW, enter
from tests.tournament.test_formats import begin, leave, play_round
from tournament.actions import chairs, results, rounds
from tournament.core.regulation.schema import Readings, to_json
from tournament.queries.results import format_of, qualification_of, standings_of
from tournament.states import TableState


def with_readings(preset: str, people: int, by, kind: str = "", **readings: str):
    tournament = begin(preset, people, by, kind)
    changed = msgspec.structs.replace(tournament.rules, readings=Readings(**readings))
    tournament.regulation = to_json(changed)
    tournament.save(update_fields=["regulation"])
    tournament.__dict__.pop("rules", None)
    return tournament


def begun(tournament, by):
    round_ = rounds.draw(tournament, seed="seme", by=by)
    rounds.publish(round_, by=by)
    rounds.start(round_, by=by, now=NOW)
    return round_


def lowest_number_wins(round_, by) -> None:
    for table in round_.tables.exclude(state=TableState.SIGNED):
        first = min(seat.entrant.number for seat in table.seats.all())
        lines = [
            results.ResultLine(seat.position, Decimal(0), 1 if seat.entrant.number == first else 2)
            for seat in table.seats.all()
        ]
        results.enter_by_hand(table, lines=lines, ended_by="other", by=by)
        results.sign(table, by=by)
    rounds.close(round_, by=by, now=NOW)


def two_rounds(by, kind: str, worth: str, is_before: bool) -> list[tuple]:
    """The standings after two rounds, where number 1 wins the first and leaves before the draw of the second or after it."""
    tournament = with_readings("arba", 8, by, kind, absent_opponent=worth)
    lowest_number_wins(begun(tournament, by), by)
    if is_before:
        leave(tournament, 1)
    second = begun(tournament, by)
    if not is_before:
        chair = second.seats.get(entrant__number=1)
        leave(tournament, 1)
        chairs.walkover(chair, reason="non è venuto", by=by)
    lowest_number_wins(second, by)
    numbers = dict(tournament.entrants.values_list("public_id", "number"))
    return sorted(
        (line.rank, numbers[line.entrant], line.total, line.wins, line.reached) for line in standings_of(tournament)
    )


@pytest.mark.parametrize("worth", ["win", "nothing"])
@pytest.mark.parametrize("kind", ["bracket", "round-robin"])
def test_an_opponent_who_left_is_worth_the_same_before_the_draw_and_after_it(organizer, kind, worth):
    """Marked a minute earlier or later, the standings are the same."""
    before, after = (two_rounds(organizer, kind, worth, is_before) for is_before in (True, False))
    assert before == after
    played = {"bracket": 4 + 1, "round-robin": 4 + 3}[kind]
    assert sum(line[2] for line in before) == played + (worth == "win")


@pytest.mark.parametrize(("band", "semifinalists"), [("first-round", 0), ("last-round", 8)])
def test_a_band_is_that_of_the_first_night_or_of_all_who_came(organizer, band, semifinalists):
    """Nine begin, and ten have played by the last night: the larger band has semifinals."""
    tournament = with_readings("league", 9, organizer, band=band)
    for _night in range(7):
        play_round(tournament, organizer)
    enter(tournament, 1)
    last = play_round(tournament, organizer)
    stages = format_of(tournament).stages
    assert [stage.name for stage in stages[8:]] == (["semifinal", "final"] if semifinalists else ["final"])
    assert len(qualification_of(last).waiting) == (2 if semifinalists else 0)
