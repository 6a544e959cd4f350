"""A whole event through the actions alone."""

from tests.tournament.conftest import NOW, play
from tournament.actions import rounds, tournaments
from tournament.models import Result, Seat
from tournament.queries.results import standings_of
from tournament.states import TournamentState


def test_twenty_people_play_from_the_draw_to_the_champion(ready, organizer):
    for number in range(1, len(ready.format["stages"]) + 1):
        round_ = rounds.draw(ready, seed=f"seme {number}", by=organizer)
        play(round_, organizer)
        rounds.close(round_, by=organizer, now=NOW)
    tournaments.finish(ready, by=organizer)
    table = standings_of(ready)
    final_winner = Result.objects.get(seat__round=round_, rank=1).seat.entrant.public_id
    assert table[0].entrant == final_winner
    assert len(table) == 20
    assert Seat.objects.filter(round=round_).count() in ready.rules.final_sizes
    assert ready.state == TournamentState.FINISHED
