"""Whoever has won an event is the same on every page: the team where the event is of teams, and nobody while it is played."""

from datetime import date
from html import unescape

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.tournament.pages import page_text, to
from tests.tournament.test_formats import championship as of_teams
from tests.tournament.test_formats import play_round
from tournament.actions import day_plan, screen_links, teams, tournaments
from tournament.models import Part, ScreenLink, Tournament
from tournament.queries import sharing
from tournament.queries.champions import champions_of
from tournament.queries.podium import podium_of
from tournament.queries.printed_sheets import diplomas
from tournament.queries.prizes import doubtful_prizes, prize_sheet
from tournament.queries.projector import slides
from tournament.queries.teams import standings_of_teams

__all__ = ["of_teams"]


def play_a_round(tournament, organizer):
    chosen = list(tournament.entrants.filter(number__in=(1, 2, 3, 4)))
    teams.line_up(tournament, round_number=1, team="Squadra 1", entrants=chosen, by=organizer)
    return play_round(tournament, organizer)


@pytest.fixture
def won(of_teams, organizer):
    """An event of teams that is over and public, with the name of the team that has won."""
    play_a_round(of_teams, organizer)
    tournaments.finish(of_teams, by=organizer)
    Tournament.objects.filter(pk=of_teams.pk).update(is_public=True, day=date(2026, 3, 14))
    of_teams.refresh_from_db()
    of_teams.entrants.update(has_consented=True)
    return of_teams, standings_of_teams(of_teams)[0].team


def test_every_page_and_sheet_names_the_team_that_has_won(won, client, olga):
    tournament, champion = won
    assert [one.name for one in champions_of([tournament])[tournament.pk]] == [champion]
    for address in (reverse("tournament:home"), reverse("tournament:albo"), to("public", tournament)):
        assert champion in unescape(page_text(client.get(address)))
    assert podium_of(tournament)[0].name == champion
    assert sharing.event_card(tournament).lines[0].words.endswith(champion)
    sheet = prize_sheet(tournament, made_at=timezone.now())
    assert sheet.groups[0] is sheet.main
    assert sheet.main.rows[0].name == champion
    assert len(sheet.main.rows[0].members) == 4
    assert champion in {one.name for one in diplomas(tournament, made_at=timezone.now())}
    ceremony = olga.get(to("ceremony", tournament)).context
    last = ceremony["steps"][-1]
    assert (last.name, last.place, ceremony["podium"][0].name) == (champion, 1, champion)
    assert last.points
    assert last.members


@pytest.mark.parametrize("part", [Part.PRIZES, Part.STANDINGS])
def test_the_wall_has_the_teams_before_the_people(won, part):
    tournament, champion = won
    first = slides(tournament, tournament.rounds.last(), now=timezone.now(), screen=ScreenLink(parts=[part]))[0]
    assert first.rows[0].name == champion


def test_prizes_of_the_teams_are_written_like_those_of_a_category(won, organizer):
    tournament, champion = won
    prizes = [("Squadre", 1, "Coppa"), ("", 1, "Targa")]
    assert doubtful_prizes(tournament, prizes) == []
    assert doubtful_prizes(tournament, [("Squadre", 5, "Coppa")])
    day_plan.set_prizes(tournament, prizes=prizes, by=organizer)
    teams_first, of_people = prize_sheet(tournament, made_at=timezone.now()).groups
    assert [(row.name, row.title) for row in teams_first.rows] == [(champion, "Coppa")]
    assert (of_people.kind, of_people.rows[0].title) == ("field", "Targa")


def test_prizes_are_provisional_on_the_wall_and_at_the_ceremony_as_long_as_on_paper(
    of_teams,
    organizer,
    olga,
    client,
):
    play_a_round(of_teams, organizer)
    assert prize_sheet(of_teams, made_at=timezone.now()).is_provisional
    screen, token = screen_links.issue(of_teams, by=organizer, label="Sala")
    screen_links.arrange(screen, by=organizer, parts=[Part.PRIZES])
    assert "Provvisori" in page_text(client.get(reverse("tournament:projector", args=[token])))
    assert "ancora provvisoria" in page_text(olga.get(to("ceremony", of_teams)))
