"""A field that the regulation does not seat, and a club larger than a team, find a way to play."""

import pytest

from tests.tournament.conftest import NOW, a_tournament, enter
from tests.tournament.pages import page_text, to
from tournament.actions import teams, tournaments
from tournament.core.formats import possible_formats
from tournament.core.formats.values import NoFormat
from tournament.core.formats.ways_to_play import ways_to_play
from tournament.core.regulation.schema import presets
from tournament.errors import BadDraw
from tournament.models import Entrant, LineUpEntry
from tournament.states import EntrantState, TournamentState


@pytest.mark.parametrize("slug", [slug for slug, one in presets().items() if one.format != "pairs"])
def test_every_field_of_every_regulation_has_a_way_to_play(slug):
    regulation = presets()[slug]
    for present in range(3, 61):
        try:
            possible_formats(present, regulation)
        except NoFormat:
            ways = ways_to_play(present, regulation)
            assert ways.fewer or ways.more or ways.splits, present
            for players in filter(None, (ways.fewer, ways.more)):
                assert possible_formats(players, regulation)
            assert all(sum(split.sizes) == present for split in ways.splits)


def test_eleven_of_three_or_four_or_with_a_reserve():
    ways = ways_to_play(11, presets()["risiko-torneo"])
    assert (ways.fewer, ways.sitting_out, ways.more, ways.missing) == (10, 1, 12, 1)
    assert (3, 4, 4) in [split.sizes for split in ways.splits]


@pytest.fixture
def eleven(organizer):
    tournament = a_tournament(organizer)
    enter(tournament, 11)
    tournament.state = TournamentState.CHECKIN
    tournament.save()
    return tournament


def test_eleven_play_at_tables_that_the_regulation_lacks(olga, eleven):
    page = page_text(olga.get(to("format", eleven)))
    assert "Come si può giocare lo stesso" in page
    assert to("table_splits", eleven) in page
    assert to("checkin", eleven) in page
    splits = page_text(olga.get(to("table_splits", eleven)))
    assert "referto di carta" in splits
    olga.post(to("table_splits", eleven), {"sizes": "3-4-4"})
    olga.post(to("draw", eleven), {"seed": "undici", "method": "seed"})
    assert sorted(table.seats.count() for table in eleven.rounds.get().tables.all()) == [3, 4, 4]
    assert eleven.regulation_versions.count() > 1


def test_eleven_play_with_one_in_reserve(olga, eleven):
    one = eleven.entrants.first()
    olga.post(to("checkin_mark", eleven, one.public_id), {"state": EntrantState.RESERVE})
    formats = olga.get(to("format", eleven)).context["formats"]
    assert {stage.tables for format_ in formats for stage in format_.stages[:1]} == {(5, 5)}


# Teams


@pytest.fixture
def club(organizer):
    """Fifteen people of one club at an event of teams, which have four to twelve."""
    tournament = tournaments.create(name="Squadre", day=NOW.date(), regulation=presets()["cns"], by=organizer)
    Entrant.objects.filter(pk__in=[one.pk for one in enter(tournament, 15)]).update(club="Il Grande Club")
    return tournament


def test_a_club_of_more_than_twelve_fields_four(club, organizer):
    four = list(club.entrants.all()[:4])
    teams.line_up(club, round_number=1, team="Il Grande Club", entrants=four, by=organizer)
    assert LineUpEntry.objects.filter(tournament=club, round_number=1).count() == 4


def test_thirteen_different_people_are_no_team(club, organizer):
    people = list(club.entrants.all())
    for number, start in ((1, 0), (2, 4), (3, 8)):
        teams.line_up(
            club, round_number=number, team="Il Grande Club", entrants=people[start : start + 4], by=organizer
        )
    with pytest.raises(BadDraw):
        teams.line_up(club, round_number=4, team="Il Grande Club", entrants=people[11:15], by=organizer)
    teams.line_up(club, round_number=4, team="Il Grande Club", entrants=people[2:6], by=organizer)
