"""A penalty: a sound figure taken from a total until it is revoked."""

from decimal import Decimal

import pytest

from tests.tournament.conftest import a_tournament, enter, play
from tournament.actions import penalties
from tournament.errors import BadResult, NotNow
from tournament.models import Penalty
from tournament.queries.results import standings_of


def test_a_penalty_lowers_the_total_until_it_is_revoked(draft, organizer):
    play(draft, organizer)
    entrant = draft.seats.first().entrant

    def total():
        return next(line.total for line in standings_of(draft.tournament) if line.entrant == entrant.public_id)

    before = total()
    penalty = penalties.add(entrant, points=Decimal("2.5"), reason="ritardo", by=organizer)
    assert total() == before - Decimal("2.5")
    penalties.revoke(penalty, by=organizer, reason="scusato")
    assert total() == before
    with pytest.raises(NotNow):
        penalties.revoke(penalty, by=organizer, reason="scusato")


@pytest.mark.parametrize("points", ["-1", "NaN", "Infinity", "0.00001", "1000000"])
def test_a_penalty_is_a_sound_figure(tournament, organizer, points):
    (entrant,) = enter(tournament, 1)
    with pytest.raises(BadResult):
        penalties.add(entrant, points=Decimal(points), reason="x", by=organizer)
    penalties.add(entrant, points=Decimal(0), reason="richiamo", by=organizer)
    assert Penalty.objects.count() == 1


def test_a_penalty_belongs_to_a_round_of_its_own_tournament(draft, organizer):
    other = a_tournament(organizer, name="Altro")
    (stranger,) = enter(other, 1)
    with pytest.raises(BadResult):
        penalties.add(stranger, points=Decimal(1), reason="x", round_=draft, by=organizer)
    penalties.add(draft.seats.first().entrant, points=Decimal(1), reason="x", round_=draft, by=organizer)
