"""Links for the hall are addresses that other people reach, with a QR; judges may have a name with a space."""

import pytest

from tests.tournament.conftest import user
from tests.tournament.pages import page_text, to
from tournament.actions import judging, staff
from tournament.states import Role

LAPTOP, NETWORK = "127.0.0.1:8000", "192.168.1.20"


@pytest.fixture
def laptop(settings):
    settings.ALLOWED_HOSTS = ["127.0.0.1", NETWORK]


def test_a_screen_has_an_address_of_the_network_and_a_qr(olga, tournament, laptop):
    page = page_text(olga.post(to("screen_links", tournament), {"label": "Sala"}, headers={"Host": LAPTOP}))
    assert f'href="http://{NETWORK}:8000/schermo/' in page
    assert "http://127.0.0.1" not in page
    assert "<svg" in page


@pytest.mark.parametrize(
    ("name", "is_good"), [("Anna Maria De Luca", True), ("d'Amico", True), ("a", False), ("x  y", False)]
)
def test_judges_names_may_hold_a_space(olga, tournament, name, is_good):
    olga.post(to("staff", tournament), {"username": name, "role": Role.JUDGE})
    assert tournament.memberships.filter(user__username=name).exists() is is_good


def test_a_bare_table_says_why(draft, organizer):
    """One judge of a club that everybody plays for, one who plays, and one who has a table already."""
    tournament = draft.tournament
    tournament.entrants.update(club="Gufo")
    for name in ("del club", "di nessuno"):
        staff.grant(tournament, user=user(name), role=Role.JUDGE, by=organizer)
    judging.describe(tournament.memberships.get(user__username="del club"), by=organizer, club="Gufo")
    bare = judging.draw(draft, seed="x", by=organizer)
    assert len(bare) == draft.tables.count() - 1
    for why in bare.values():
        assert "è del club di chi vi gioca: del club" in why
        assert "ha già tutti i tavoli che può tenere: di nessuno" in why
