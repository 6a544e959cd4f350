"""Choices where regulations are silent, through the actions: each value does what it says."""

from decimal import Decimal

import msgspec
import pytest

from tests.tournament.conftest import NOW, enter, play, set_rules
from tests.tournament.test_formats import begin, leave, play_round
from tournament.actions import chairs, results, rounds, tournaments
from tournament.core.ranking.standings import standings
from tournament.core.regulation.schema import Readings, presets, to_json
from tournament.core.results import ResultRow, TableResult
from tournament.errors import NotNow
from tournament.models import Result, Tournament
from tournament.queries.completeness import completeness_of
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


def level_final(by, preset: str, people: int, kind: str = "", **readings: str):
    """An event up to its closed final, whose players all share the first place; the final and the tournament."""
    tournament = with_readings(preset, people, by, kind, **readings)
    while True:
        round_ = begun(tournament, by)
        is_final = round_.number == len(format_of(tournament).stages)
        for table in round_.tables.all():
            lines = [
                results.ResultLine(seat.position, Decimal(0), 1 if is_final else 1 + number)
                for number, seat in enumerate(table.seats.order_by("entrant__number"))
            ]
            results.enter_by_hand(table, lines=lines, ended_by="other", by=by, confirmed="patta")
            results.sign(table, by=by)
        rounds.close(round_, by=by, now=NOW)
        if is_final:
            return tournament, round_


FINALS = [("arba", 8, "bracket"), ("fabrisiko", 16, ""), ("fatal", 16, "")]


@pytest.mark.parametrize(("preset", "people", "kind"), FINALS)
def test_dice_are_asked_for_where_the_final_ended_level(organizer, preset, people, kind):
    """Nobody has won until they are thrown: the standings are not final, and the event does not end."""
    tournament, final = level_final(organizer, preset, people, kind)
    level = {seat.entrant.public_id for seat in final.seats.all()}
    assert {line.entrant for line in standings_of(tournament) if line.rank == 1} == level
    (tie,) = qualification_of(final).tied
    assert set(tie.entrants) == level
    assert completeness_of(tournament).pending == ("la finale è finita in parità",)
    with pytest.raises(NotNow, match="dadi"):
        tournaments.finish(tournament, by=organizer)
    order = sorted(level)
    rounds.decide_tie(final, order=order, reason="dadi", by=organizer)
    assert [line.entrant for line in standings_of(tournament) if line.entrant in level] == order
    assert [line.rank for line in standings_of(tournament) if line.entrant in level] == list(range(1, len(level) + 1))
    assert completeness_of(tournament).pending == ()
    rounds.forget_tie(final, by=organizer)
    assert qualification_of(final).tied
    rounds.decide_tie(final, order=order, reason="dadi", by=organizer)
    tournaments.finish(tournament, by=organizer)


@pytest.mark.parametrize(("preset", "people", "kind"), FINALS)
@pytest.mark.parametrize(("reading", "is_shared"), [("shared", True), ("order", False)])
def test_a_level_final_may_be_shared_or_parted_by_what_follows(organizer, preset, people, kind, reading, is_shared):
    tournament, final = level_final(organizer, preset, people, kind, level_final=reading)
    ranks = [line.rank for line in standings_of(tournament)][: final.seats.count()]
    totals = {line.total for line in standings_of(tournament)[: final.seats.count()]}
    assert qualification_of(final).tied == ()
    assert set(ranks) == {1} if is_shared or len(totals) == 1 else set(ranks) != {1}
    tournaments.finish(tournament, by=organizer)


@pytest.mark.parametrize(("reading", "share"), [("half", Decimal("0.5")), ("nothing", Decimal(0))])
def test_a_draw_brings_half_of_the_opponents_points_or_nothing(organizer, reading, share):
    """Two players, one drawn game: half a point each, and of the other's half what the regulation says."""
    rules = msgspec.structs.replace(presets()["arba"], readings=Readings(drawn_opponents=reading))
    rows = tuple(ResultRow(name, Decimal("0"), rank=1) for name in "ab")
    lines = standings(rules, "ab", [TableResult(1, 1, rows)])
    place = rules.order.index("beaten") + 1
    assert [line.merit[place] for line in lines] == [share * Decimal("0.5")] * 2


@pytest.mark.parametrize(("reading", "wins"), [("nobody", 0), ("each", 1)])
def test_a_shared_first_place_is_a_win_of_nobody_or_of_each(reading, wins):
    rules = msgspec.structs.replace(presets()["open"], readings=Readings(shared_first=reading))
    points = {"a": 40, "b": 40, "c": 20, "d": 10}
    rows = tuple(ResultRow(name, Decimal(of), rank=max(1, n)) for n, (name, of) in enumerate(points.items()))
    found = {line.entrant: line.wins for line in standings(rules, "abcd", [TableResult(1, 1, rows)])}
    assert found == {"a": wins, "b": wins, "c": 0, "d": 0}


@pytest.mark.parametrize(("die", "ranks"), [("0", [1, 1]), ("5", [1, 2])])
def test_a_die_that_a_record_did_not_throw_decides_nothing_between_tables(draft, organizer, die, ranks):
    """Winners of two tables level on all that is counted, under rules that compare every figure; one threw dice at the own table."""
    set_rules(draft.tournament, order=("reached", "place", "points", "tiebreaks"), tiebreaks_across=None)
    play(draft, organizer)
    for table, thrown in ((1, "6"), (2, die)):
        result = Result.objects.get(seat__table__round=draft, seat__table__number=table, rank=1)
        result.points, result.tiebreaks = 84, ["9", "20", "40", thrown]
        result.save(update_fields=["points", "tiebreaks"])
    first = [line.rank for line in standings_of(Tournament.objects.get(pk=draft.tournament.pk))][:2]
    assert first == ranks
