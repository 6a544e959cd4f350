"""A round of which half of the tables is recorded and half typed from paper: its standings are those that the sheets give."""

from decimal import Decimal
from fractions import Fraction
from random import Random

import pytest

from games.registry import game, games
from referee.actions import acceptances
from tests.games.paper_sheets import finished_under
from tests.referee.conftest import Recorder, current, open_table
from tests.tournament.conftest import NOW, ready_to_draw, url
from tests.tournament.second import standings as second
from tests.tournament.web.test_paper_form import typed
from tests.tournament.whole_events import FILES
from tournament.actions import rounds, tournaments
from tournament.core.regulation.schema import presets
from tournament.models import Result, Tournament
from tournament.queries.results import standings_of
from tournament.states import TableState

PLAYERS = 8
PRESETS = {rules.game: slug for slug, rules in presets().items() if slug in ("risiko-torneo", *games())}


def test_every_game_has_a_preset_here():
    assert set(PRESETS) == set(games())


@pytest.mark.parametrize("slug", list(games()))
def test_half_the_tables_on_paper_and_half_recorded(client, organizer, slug):
    rules = presets()[PRESETS[slug]]
    tournament = tournaments.create(name="Misto", day=NOW.date(), regulation=rules, by=organizer)
    ready_to_draw(tournament, PLAYERS, organizer)
    round_ = rounds.draw(tournament, seed="seme", by=organizer)
    rounds.publish(round_, by=organizer)
    rounds.start(round_, by=organizer, now=NOW)
    client.force_login(organizer)
    sheets = []
    for table in round_.tables.order_by("number"):
        people = list(table.seats.order_by("position").values_list("entrant__public_id", flat=True))
        play = recorded if table.number % 2 else typed_from_paper
        sheets.append(rows_of(play(client, organizer, table, len(people)), people))
        table.refresh_from_db()
        assert table.state == TableState.SIGNED
    assert len(sheets) >= 2, "one table alone mixes nothing"
    agree_with_the_second(tournament, PRESETS[slug], sheets)
    assert results_by_table(round_) == [
        sorted((row["name"], row["points"], row["rank"]) for row in one) for one in sheets
    ]


def recorded(_client, by, table, seats: int):
    """Told move by move on a tablet, accepted by everybody and signed there: the engine's sheet."""
    row = open_table(table, by)
    recorder = Recorder(row, by, seed=table.number)
    recorder.record_all()
    for seat in range(seats):
        acceptances.accept(current(row), seat=seat, head=current(row).head, seats=seats, by=by)
    acceptances.sign(current(row), seats=seats, by=by)
    return recorder.ahead.score(recorder.vault).rows


def typed_from_paper(client, _by, table, seats: int):
    """Played beside the site, and what its players wrote down typed on the page: the sheet that they worked out."""
    tournament = table.round.tournament
    rules = tournament.rules
    options = {**rules.game_options, **dict(table.round.changed_options())}
    rng = Random(f"paper {table.number}")
    one = game(rules.game)
    _record, sheet, lines = finished_under(one, seats, table.number, rng, edition=rules.edition, options=options)
    data = {**typed(sheet.ended_by, lines), "is_signed": "on"}
    address = url("paper_save", tournament.slug, table.round.number, table.number)
    answer = client.post(address, {f"t{table.number}-{name}": value for name, value in data.items()})
    assert answer.status_code == 200, answer.context["form"].errors
    return sheet.rows


def rows_of(rows, people: list[str]) -> list[dict]:
    """As the second implementation reads a sheet."""
    return [
        {
            "name": people[row.seat], "points": Decimal(row.points), "rank": row.rank,
            "ties": [Decimal(value) for value in row.tiebreaks], "out": row.status not in ("", "active"),
        }
        for row in rows
    ]  # fmt: skip


def results_by_table(round_) -> list[list[tuple]]:
    found = Result.objects.filter(seat__table__round=round_).select_related("seat__entrant", "seat__table")
    tables = sorted({one.seat.table.number for one in found})
    return [
        sorted((one.seat.entrant.public_id, one.points, one.rank) for one in found if one.seat.table.number == number)
        for number in tables
    ]


def agree_with_the_second(tournament: Tournament, preset: str, sheets: list[list[dict]]) -> None:
    names = sorted(row["name"] for sheet in sheets for row in sheet)
    kind = (tournament.rounds.get().stage or {}).get("pairing", "")
    plain = second.standings(FILES[preset], names, [sheets], reached=dict.fromkeys(names, 1), kind=kind)
    lines = [(line.rank, line.entrant, Fraction(line.total), line.wins) for line in standings_of(tournament)]
    assert sorted(lines) == sorted((one["rank"], one["name"], one["total"], one["wins"]) for one in plain)
