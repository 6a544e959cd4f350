"""The prize giving in a browser: whatever the name, all of the place that a key opens is on the screen."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_a_tournament_day import log_in, people  # noqa: F401
from tests.tournament.pages import to
from tests.tournament.test_formats import begin, play_all
from tournament.actions import roster

NAMES = [
    ("Bo", "Al", ""),
    (
        "Zanzottera dell'Acquasparta",
        "Massimiliano Bartolomeo",
        "Associazione Ludica Tana dei Goblin di Bassano del Grappa",
    ),
    ("Zanzottera dell'Acquasparta", "Massimiliano Bartolomeo", "Gran Circolo dei Giocatori della Valle Olona"),
    ("Hohenlohe-Waldenburg-Schillingsfürst", "Wilhelmina", "Gufo"),
    ("Quattrocchimarinidelboscovecchioesanseverino", "Giovanbattista", "Gufo"),
]

SPILL = """() => {
  const step = document.querySelector("[data-step]:not([hidden])"), frame = step.parentElement, page = document.documentElement;
  return Math.max(frame.scrollHeight - frame.clientHeight, step.scrollWidth - step.clientWidth, page.scrollHeight - innerHeight,
                  page.scrollWidth - innerWidth);
}"""


def test_every_name_fits_and_a_short_one_keeps_its_letters(page: Page, people):  # noqa: F811
    olga = people["olga"]
    tournament = begin("arba", len(NAMES), olga, "bracket")
    play_all(tournament, olga)
    for entrant, (surname, name, club) in zip(tournament.entrants.order_by("number"), NAMES, strict=True):
        roster.edit(entrant, by=olga, surname=surname, name=name, club=club, nick="", is_namesake=True)
    log_in(page, "olga")
    for width, height in ((1280, 720), (1920, 1080), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(to("ceremony", tournament))
        sizes = {}
        for _place in NAMES:
            page.keyboard.press("ArrowRight")
            name = page.locator(".ceremony-name:visible")
            expect(name).to_be_visible()
            assert ((width, name.inner_text()), page.evaluate(SPILL)) == ((width, name.inner_text()), 0)
            sizes[name.inner_text()] = name.evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)")
        page.keyboard.press("ArrowRight")
        expect(page.locator(".podium-step").first).to_be_visible()
        assert width < height or (width, page.evaluate(SPILL)) == (width, 0)  # a podium is for a wall
        assert sizes["Bo Al"] == max(sizes.values()) > min(sizes.values())
        assert sizes["Bo Al"] == pytest.approx(min(0.15 * height, 0.16 * width), abs=1)
