# ruff: noqa: F811
"""Ways that a reader takes on a phone: from a page to the own place in the bracket, down the list of prizes, and to who is out."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.browser.pictures import screenshot
from tests.referee.conftest import Recorder
from tests.referee.test_every_game import open_a_table_of
from tests.referee.test_live_table import final  # noqa: F401
from tests.tournament.conftest import user
from tests.tournament.test_formats import begin, play_all
from tournament.actions import day_plan
from tournament.models import Entrant
from tournament.states import TableState

PHONE = (360, 740)
SEED_WITH_SOMEBODY_OUT = 7
NAMES = ("Montecuccoli Alba", "Quattrocchi Rosalba", "Sorrentino Beatrice", "Pellegrini Nicolò")

# Names of the list of prizes that do not stand on one line, or run out of the page.
BROKEN = """() => [...document.querySelectorAll(".data-table tbody td:last-child > .block:first-child")].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.height > 1.5 * parseFloat(getComputedStyle(one).lineHeight) || box.right > document.documentElement.clientWidth;
}).map((one) => one.textContent)"""


@pytest.fixture
def over(transactional_db):
    """A bracket of thirteen with prizes, played to the end."""
    by = user("olga")
    tournament = begin("arba", 13, by, "bracket")
    for one in tournament.entrants.all():
        surname, name = NAMES[one.number % len(NAMES)].split()
        Entrant.objects.filter(pk=one.pk).update(
            surname=surname, name=f"{name} {one.number}", club="Ludoteca della Piazza"
        )
    play_all(tournament, by)
    return tournament


@pytest.mark.parametrize(("width", "height"), [PHONE, (800, 1280)])
def test_an_address_of_the_bracket_opens_at_its_table_on_every_screen(open_page, over, width, height):
    page = open_page(width, height)
    last = over.rounds.last()
    page.goto(reverse("tournament:sheet_page", args=[over.slug, last.number, 1]))
    page.get_by_role("link", name="Nel tabellone").click()
    table = page.locator(".b-table.is-addressed")
    expect(table).to_have_count(1)
    expect(table).to_be_in_viewport(ratio=0.6)
    screenshot(page, f"bracket-final-{width}")
    winner = last.seats.get(result__rank=1).entrant
    page.goto(reverse("tournament:player", args=[over.slug, winner.number]))
    page.get_by_role("link", name="La sua strada nel tabellone").click()
    expect(page.locator(".bracket-path strong")).to_have_text(str(winner))
    expect(page.locator(".b-table.is-addressed")).to_be_in_viewport(ratio=0.6)
    first = page.locator(".event-pages a").first
    first.click()
    expect(page.locator(".b-table.is-addressed")).to_be_in_viewport()


def test_names_of_the_prizes_stand_on_one_line_of_a_phone(open_page, over):
    prizes = [("", place, "Gioco in scatola") for place in (1, 2, 3)]
    day_plan.set_prizes(over, prizes=prizes, by=over.memberships.first().user)
    page = open_page(*PHONE)
    page.goto(reverse("tournament:day_plan", args=[over.slug]))
    expect(page.locator(".prize-group").first).to_be_visible()
    assert page.evaluate(BROKEN) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    screenshot(page, "prizes-360")


def test_a_replay_says_in_words_who_is_out(open_page, final, judge, organizer):
    row = open_a_table_of("risiko", final, judge)
    recorder = Recorder(row, judge, seed=SEED_WITH_SOMEBODY_OUT)
    recorder.record_all()
    seats = recorder.ahead.game.scene(recorder.ahead.rules, recorder.ahead.state, frozenset()).seats
    final.refresh_from_db()
    final.state = TableState.SIGNED
    final.save()
    page = open_page(*PHONE)
    page.goto(reverse("referee:replay", args=[final.round.tournament.slug, final.round.number, final.number]))
    expect(page.locator("#replay[data-ready]")).to_have_count(1)
    expect(page.locator(".r-out")).to_have_count(0)
    last = page.locator("#replay").get_attribute("data-last")
    page.keyboard.press("End")
    expect(page.locator("#replay")).to_have_attribute("data-seq", last)
    out = [one.inner_text() for one in page.locator(".r-player.is-out .r-name").all()]
    assert len(out) == sum(seat.is_out for seat in seats) > 0
    assert all(name.endswith("· fuori") for name in out)
    screenshot(page, "replay-out-360")
