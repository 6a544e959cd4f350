"""What the judge is told near the end and at the count: who still plays, and lines that add up to the points of the sheet."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from games.kernel.acts import CLOCK, TimeUp
from games.kernel.guide import rest_of_giro
from games.kernel.lines import header_for, read_header
from games.kernel.record import Record, replay_trusted
from games.registry import game, games

GOLDEN = Path(__file__).parent / "golden"
SLUGS = [slug for slug, one in games().items() if not one.is_example]


def golden(slug: str) -> Record:
    """The recorded game of the newest revision, told to its end."""
    head, *lines = (GOLDEN / f"{slug}-r{game(slug).revision}.jsonl").read_bytes().splitlines()
    record = Record(game(slug), read_header(head))
    record.adopt_header_line(head)
    replay_trusted(record, lines)
    return record


def lines_of(record: Record, seat: int):
    return list(record.game.counted(record.rules, record.state, seat))


def guide_of(record: Record) -> list[str]:
    return [words.it for words in record.game.guide(record.rules, record.state)]


@pytest.mark.parametrize("slug", SLUGS)
def test_a_whole_game_is_counted_line_by_line_for_every_seat(slug):
    record = golden(slug)
    for seat in range(len(record.header.seats)):
        assert lines_of(record, seat)
        assert all(line.words.it and line.words.en for line in lines_of(record, seat))


@pytest.mark.parametrize("slug", ["fabrisiko", "fatal"])
def test_what_counts_adds_up_to_the_points(slug):
    record = golden(slug)
    points = {row.seat: row.points for row in record.score().rows}
    for seat, found in points.items():
        counts = sum(Decimal(line.value) for line in lines_of(record, seat) if line.counts)
        assert counts == Decimal(found)


def at(slug: str, position: dict, edition: str = "", **options: object) -> Record:
    one = game(slug)
    seats = [f"s{number}" for number in range(one.seats[-1])]
    record = Record(one, header_for(one, seats, edition=edition, options=options))
    record.state = one.position(record.rules, position)
    return record


def test_arba_by_its_limit_counts_place_by_place_then_money_then_pieces():
    record = golden("arba")
    state = record.state.with_(ended="limit", winner=-1)
    for seat in (0, 1):
        lines = list(record.game.counted(record.rules, state, seat))
        row = next(row for row in record.game.score(record.rules, state, None).rows if row.seat == seat)
        places = [line for line in lines[:-2] if line.counts]
        assert (str(len(places)), lines[-2].value, lines[-1].value) == row.tiebreaks


def test_arba_with_a_base_taken_counts_nothing_else():
    record, winner = golden("arba"), 1
    state = record.state.with_(ended="base", winner=winner)
    result = {
        seat: [(line.words.it, line.value) for line in record.game.counted(record.rules, state, seat)]
        for seat in (0, 1)
    }
    assert result == {
        winner: [("base nemica conquistata", "1")],
        1 - winner: [("base nemica conquistata", "0")],
    }


def with_time_called(slug: str, **options: object) -> Record:
    """The recorded game, until its third giro."""
    head, *lines = (GOLDEN / f"{slug}-r{game(slug).revision}.jsonl").read_bytes().splitlines()
    record = Record(game(slug), read_header(head))
    for line in lines:
        replay_trusted(record, [line])
        if record.state.giro == 3 and not guide_of(record):
            break
    return record


@pytest.mark.parametrize("slug", ["iperisiko", "arba"])
def test_nothing_is_said_before_time_is_called_and_then_who_still_plays(slug):
    record = with_time_called(slug)
    assert guide_of(record) == []
    record.play(CLOCK, TimeUp())
    assert "Ora gioca il giocatore" in " ".join(guide_of(record))


def test_iperisiko_counts_its_three_final_giri_and_throws_no_dice():
    record = with_time_called("iperisiko")
    record.play(CLOCK, TimeUp())
    assert guide_of(record)[0] == "Si completa il giro in corso, poi tre giri finali."
    final = record.state.with_(giro=record.state.last_giro)
    game_record = [words.it for words in record.game.guide(record.rules, final)]
    assert game_record[0] == "Giro finale 3 di 3: niente D.N.A. e niente Diplomatico."
    last = final.with_(seat=final.order[-1])
    assert [words.it for words in record.game.guide(record.rules, last)][-1].startswith("È l'ultimo turno")


def test_fabrisiko_s_tournament_completes_the_global_turn():
    record = at("fabrisiko", {"giro": 5, "seat": 0}, edition="torneo")
    assert guide_of(record) == []
    record.state = record.state.with_(last_giro=5)
    assert guide_of(record) == [
        "Ora gioca il giocatore 1.",
        "Poi giocatore 4, giocatore 3, giocatore 2, in quest'ordine.",
    ]


def test_fatal_says_who_plays_only_where_time_ends_the_game():
    for option, text in (("last_giro", 2), ("noted", 0)):
        record = at("fatal", {"giro": 2, "seat": 0, "last_giro": 2}, time_called=option)
        assert len(guide_of(record)) == text


def test_the_rest_of_a_giro_leaves_out_who_is_gone():
    assert rest_of_giro(1, 0, ("active", "active", "eliminated", "active")) == [3]
    assert rest_of_giro(0, 1, ("active", "active", "active")) == []
