"""The projector: fits its screen, turns its pages, follows the hall by itself, and its clock survives a restart."""

import re
from datetime import date

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from tests.browser.server import running_site
from tests.tournament.conftest import a_tournament, enter, play, ready_to_draw, user
from tests.tournament.test_formats import choose, play_round
from tournament.actions import clocks, rounds, screen_links, tables, tournaments
from tournament.core.letter_widths import lines_of
from tournament.core.regulation.schema import presets
from tournament.models import Entrant, ScreenLink
from tournament.queries.projector import name_room

TOKEN = "un-gettone-di-prova"
SIZES = [(1920, 1080), (1280, 720)]
LETTERS = ("normal", "large", "huge")


@pytest.fixture
def hall(transactional_db):
    """Forty people, one round published, a projector."""
    olga = user("olga")
    tournament = ready_to_draw(a_tournament(olga), 40, olga)
    screen_links.issue(tournament, by=olga, token=TOKEN)
    round_ = rounds.draw(tournament, seed="seme", by=olga)
    rounds.publish(round_, by=olga)
    return round_, olga


def open_screen(page: Page) -> None:
    page.goto(f"/schermo/{TOKEN}/")
    expect(page.locator("body")).to_have_attribute("data-live-state", "open")


def overflow(page: Page) -> list[list]:
    """Every slide that is higher or wider than its room, each shown in turn."""
    return page.evaluate(
        """() => {
          const all = [...document.querySelectorAll("[data-slide]")];
          return all.map((slide) => {
            all.forEach((one) => { one.hidden = one !== slide; });
            const { documentElement: page } = document;
            const spill = Math.max(slide.scrollHeight - slide.clientHeight, page.scrollHeight - innerHeight,
                                   slide.scrollWidth - slide.clientWidth, page.scrollWidth - innerWidth);
            return [slide.dataset.slide, spill];
          }).filter(([, spill]) => spill > 0);
        }"""
    )


def test_no_page_of_the_projector_scrolls(open_page, hall):
    round_, olga = hall
    page = open_page()
    for step in (
        lambda: None,
        lambda: play_on(round_, olga),
        lambda: rounds.close(round_, by=olga, now=timezone.now()),
    ):
        step()
        page.goto(f"/schermo/{TOKEN}/")
        assert page.locator("[data-slide]").count() >= 1
        for width, height in (*SIZES, (1024, 768)):
            page.set_viewport_size({"width": width, "height": height})
            assert ((width, height), overflow(page)) == ((width, height), [])


ALL = ["seatings", "tables", "calls", "through", "bracket", "standings", "announcements", "prizes"]
LONG = (
    "Il secondo turno comincia alle 14:30 nella sala grande: chi ha mangiato al primo piano passi a ritirare il badge. "
)


def arrange(olga, *, parts=(), size="normal", is_paused=False) -> ScreenLink:
    screen = ScreenLink.objects.get()
    screen_links.arrange(screen, parts=parts, by=olga)
    screen_links.set_up(screen, least_seconds=8, size=size, is_paused=is_paused, by=olga)
    return screen


def test_every_part_fits_at_every_size_of_letters(open_page, hall):
    round_, olga = hall
    for number in range(4):
        screen_links.announce(round_.tournament, text=f"{number} {LONG}{LONG}"[:200], by=olga)
    rounds.start(round_, by=olga, now=timezone.now())
    for table in round_.tables.all()[:3]:
        tables.begin(table, by=olga)
        tables.record_status(table, call_reason="dadi", called_at=timezone.now())
    page = open_page()
    for letters in LETTERS:
        arrange(olga, parts=ALL, size=letters)
        page.goto(f"/schermo/{TOKEN}/")
        kinds = {
            key.rpartition("-")[0]
            for key in page.locator("[data-slide]").evaluate_all("(all) => all.map((one) => one.dataset.slide)")
        }
        assert kinds == {"seatings", "tables", "calls", "bracket", "announcements"}
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert (letters, width, overflow(page)) == (letters, width, [])


LONG_NAMES = (
    "Zanzottera dell'Acquasparta",
    "Hohenlohe-Waldenburg",
    "Bo",
    "Castelvecchio Pascoli",
    "Quattrocchi-Sanseverino",
)
FIRST_NAMES = ("Massimiliano Bartolomeo", "Al", "Maria Immacolata Concetta", "Wilhelmina Eleonora Ludovica Annunziata")

# Of each page of seatings: the lines of every name, and how much of the room of all columns is taken.
FILLED = """() => {
  const all = [...document.querySelectorAll("[data-slide]")];
  return all.map((slide) => {
    all.forEach((one) => { one.hidden = one !== slide; });
    const room = slide.getBoundingClientRect().bottom - slide.querySelector(".screen-columns").getBoundingClientRect().top;
    const names = [...slide.querySelectorAll(".screen-name")];
    const lines = names.map((one) => [one.textContent, Math.round((one.clientHeight - 0.007 * innerHeight)
        / parseFloat(getComputedStyle(one).lineHeight))]);
    const { columns } = slide.querySelector(".screen-columns").dataset;
    return [[...slide.querySelectorAll("table")].reduce((sum, one) => sum + one.offsetHeight, 0) / room / columns, lines];
  });
}"""


CUT = """() => {
  const all = [...document.querySelectorAll("[data-slide]")];
  return all.flatMap((slide) => {
    all.forEach((one) => { one.hidden = one !== slide; });
    const cells = [...slide.querySelectorAll("td, li")];
    return cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.textContent);
  });
}"""


def test_pages_of_long_names_are_full_and_never_scroll(open_page, hall):
    round_, olga = hall
    people = list(Entrant.objects.filter(tournament=round_.tournament))
    for at, one in enumerate(people):
        one.surname, one.name = f"{LONG_NAMES[at % 5]} {'ABCDEFGH'[at // 5]}", FIRST_NAMES[at % 4]
    Entrant.objects.bulk_update(people, ["surname", "name"])
    page, found = open_page(), []
    for letters in LETTERS:
        arrange(olga, parts=["seatings"], size=letters)
        page.goto(f"/schermo/{TOKEN}/")
        for width, height in (*SIZES, (1280, 800), (1024, 768)):
            page.set_viewport_size({"width": width, "height": height})
            assert (letters, width, overflow(page)) == (letters, width, [])
        page.set_viewport_size({"width": 1920, "height": 1080})
        for filled, lines in page.evaluate(FILLED):
            found.append(filled)
            columns = int(page.locator("[data-columns]").first.get_attribute("data-columns"))
            letters_shown = float(page.locator("[data-letters]").first.get_attribute("data-letters"))
            room = name_room(letters_shown, columns, highest_table=10)
            assert [(name, many) for name, many in lines if not many <= lines_of(name, room) <= many + 1] == []
    assert min(found) > 0.5, found


def test_an_outlier_is_whole_in_letters_that_a_hall_can_read(open_page, hall):
    round_, olga = hall
    one, other = Entrant.objects.filter(tournament=round_.tournament)[:2]
    one.surname, other.surname = "Donaudampfschifffahrtsgesellschaftskapitaen", "W" * 60
    Entrant.objects.bulk_update([one, other], ["surname"])
    page = open_page()
    arrange(olga, parts=["seatings"])
    page.goto(f"/schermo/{TOKEN}/")
    assert page.locator(".is-small").count() == 2
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert overflow(page) == []
        assert page.evaluate(CUT) == []
        sizes = page.locator(".screen-name").evaluate_all(
            "(all) => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"
        )
        assert min(sizes) >= height * 0.0359


def lengthen_names(tournament) -> set[str]:
    people = list(Entrant.objects.filter(tournament=tournament))
    for at, one in enumerate(people):
        one.surname, one.name = f"{LONG_NAMES[at % 5]} {'ABCDEFGH'[at // 5]}", FIRST_NAMES[at % 4]
        one.club = f"Associazione ludica {LONG_NAMES[(at + 1) % 5]}"
    Entrant.objects.bulk_update(people, ["surname", "name", "club"])
    return {str(one) for one in people}


def assert_nothing_is_cut(page: Page, letters: str) -> None:
    for width, height in (*SIZES, (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        assert (letters, width, overflow(page)) == (letters, width, [])
        assert page.evaluate(CUT) == []


def test_names_are_whole_in_standings_prizes_and_among_those_who_are_through(open_page, hall):
    round_, olga = hall
    play_on(round_, olga)
    rounds.close(round_, by=olga, now=timezone.now())
    names, page = lengthen_names(round_.tournament), open_page()
    for letters in LETTERS:
        arrange(olga, parts=["through", "standings", "prizes"], size=letters)
        page.goto(f"/schermo/{TOKEN}/")
        assert names <= set(page.locator("[data-slide] :is(td, .screen-full)").all_text_contents())
        assert_nothing_is_cut(page, letters)


# The least letters of each list, in hundredths of the height, every page shown in turn.
LEAST_LETTERS = """() => {
  const all = [...document.querySelectorAll("[data-slide]")];
  return all.map((slide) => {
    all.forEach((one) => { one.hidden = one !== slide; });
    const words = [...slide.querySelectorAll("table :is(td, th, span, b)")].filter((one) => one.offsetWidth > 1 && one.textContent.trim());
    return [slide.dataset.slide, Math.min(...words.map((one) => parseFloat(getComputedStyle(one).fontSize))) * 100 / innerHeight];
  });
}"""


def test_no_list_on_the_wall_has_letters_that_the_last_row_cannot_read(open_page, hall):
    """Ten arc minutes at ten metres; forty people's standings stand in columns, and on few pages."""
    round_, olga = hall
    play_on(round_, olga)
    rounds.close(round_, by=olga, now=timezone.now())
    page = open_page()
    arrange(olga, parts=["through", "standings", "prizes"])
    page.goto(f"/schermo/{TOKEN}/")
    assert page.locator("[data-slide^=standings]").count() <= 2
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert [one for one in page.evaluate(LEAST_LETTERS) if one[1] < 3.59] == []
        assert overflow(page) == []


def test_names_are_whole_at_the_tables_and_in_the_bracket(open_page, hall):
    round_, olga = hall
    rounds.start(round_, by=olga, now=timezone.now())
    lengthen_names(round_.tournament)
    page = open_page()
    for letters in LETTERS:
        arrange(olga, parts=["tables", "bracket"], size=letters)
        page.goto(f"/schermo/{TOKEN}/")
        assert page.locator("[data-slide^=bracket]").count() >= 1
        assert_nothing_is_cut(page, letters)


# Of the page of tables in sight: what tiles take of its room, their least letters in hundredths of the height, words out of a tile.
TILES = """() => {
  const slide = [...document.querySelectorAll("[data-slide]")].find((one) => !one.hidden);
  const tiles = [...slide.querySelectorAll(".screen-tile")];
  const list = slide.querySelector(".screen-tiles").getBoundingClientRect();
  const area = tiles.reduce((sum, one) => sum + one.offsetWidth * one.offsetHeight, 0);
  const sizes = tiles.map((one) => parseFloat(getComputedStyle(one).fontSize) * 100 / innerHeight);
  const out = tiles.flatMap((one) => {
    const box = one.getBoundingClientRect();
    return [...one.querySelectorAll("b, .badge, p, p > span")].map((part) => [part, part.getBoundingClientRect()])
      .filter(([, part]) => part.width && (part.right > box.right || part.bottom > box.bottom || part.left < box.left))
      .map(([part]) => part.textContent);
  });
  return [area / (slide.clientWidth * (slide.getBoundingClientRect().bottom - list.top)), Math.min(...sizes), out];
}"""


@pytest.mark.parametrize("many", [4, 8, 20, 40])
def test_the_tables_of_the_hall_fill_the_screen(open_page, transactional_db, many):
    olga = user("olga")
    tournament = ready_to_draw(a_tournament(olga), many, olga)
    screen_links.issue(tournament, by=olga, token=TOKEN)
    round_ = rounds.draw(tournament, seed="seme", by=olga)
    rounds.publish(round_, by=olga)
    rounds.start(round_, by=olga, now=timezone.now())
    arrange(olga, parts=["tables"])
    page = open_page()
    page.goto(f"/schermo/{TOKEN}/")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        filled, letters, out = page.evaluate(TILES)
        assert filled > 0.8
        assert letters >= 3.59
        assert out == []
    expect(page.locator(".screen-tile .badge").first).to_have_text("In gioco")


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_letters_are_as_large_as_a_hall_needs(open_page, hall, width, height):
    """Ten arc minutes at ten metres, 3.6 % of the height, at least, and larger as the organizer asks; never more than fourteen lines."""
    _round, olga = hall
    found, page = [], open_page(width, height)
    for letters in LETTERS:
        arrange(olga, parts=["seatings"], size=letters)
        page.goto(f"/schermo/{TOKEN}/")
        row = page.locator(".screen-columns:visible table").first.locator("tbody tr")
        assert 1 < row.count() <= 14
        found.append(row.first.locator("td").first.evaluate("(cell) => parseFloat(getComputedStyle(cell).fontSize)"))
    assert found[0] >= height * 0.0359
    assert found[0] < found[1] < found[2]


def test_the_screen_follows_what_the_organizer_arranges(page: Page, hall):
    round_, olga = hall
    open_screen(page)
    visible = page.locator("[data-slide]:visible")
    expect(visible).to_have_attribute("data-slide", "seatings-1")
    screen_links.announce(round_.tournament, text="Si mangia alle 13", by=olga)
    arrange(olga, parts=["announcements"])
    expect(visible).to_have_attribute("data-slide", "announcements-1")
    expect(visible).to_contain_text("Si mangia alle 13")


def test_a_paused_screen_keeps_its_page(page: Page, hall):
    _round, olga = hall
    arrange(olga, parts=["seatings"], size="large", is_paused=True)
    page.clock.install()
    open_screen(page)
    visible = page.locator("[data-slide]:visible")
    page.clock.run_for(20_000)
    expect(visible).to_have_attribute("data-slide", "seatings-1")
    arrange(olga, parts=["seatings"], size="large")
    page.clock.run_for(12_000)
    expect(visible).to_have_attribute("data-slide", "seatings-2")


def test_a_call_shows_its_table_and_not_its_reason(page: Page, hall):
    round_, olga = hall
    rounds.start(round_, by=olga, now=timezone.now())
    table = round_.tables.get(number=4)
    tables.begin(table, by=olga)
    tables.record_status(table, call_reason="Rossi dice che il dado è caduto", called_at=timezone.now())
    arrange(olga, parts=["calls"])
    open_screen(page)
    expect(page.locator("[data-slide=calls-1] li").first).to_contain_text("Tavolo 4")
    assert "caduto" not in page.content()


def test_a_screen_that_lost_the_server_says_how_old_it_is(chromium: Browser, hall):
    with running_site() as address:
        page = chromium.new_page(locale="it-IT", base_url=address)
        page.clock.install()
        open_screen(page)
        expect(page.locator("[data-live-stale]")).to_be_hidden()
    page.clock.run_for(40_000)
    expect(page.locator("[data-live-stale]")).to_have_text(re.compile(r"^dati vecchi di \d+ s$"))
    expect(page.locator("[data-slide]:visible")).to_be_visible()
    page.close()


def play_on(round_, olga) -> None:
    rounds.unpublish(round_, by=olga, reason="prova")
    play(round_, olga)


def test_the_clock_takes_an_eighth_of_the_height(open_page, hall):
    page = open_page(1280, 720)
    open_screen(page)
    size = page.locator(".screen-clock").evaluate("(element) => parseFloat(getComputedStyle(element).fontSize)")
    assert size * 0.727 >= 720 / 8  # Inter's digits are 0.727 of the font's size high
    assert page.locator(".screen-clock").bounding_box()["height"] >= 720 / 8


def test_the_projector_follows_the_hall_by_itself(page: Page, hall):
    round_, olga = hall
    open_screen(page)
    word = page.locator(".screen-word")
    expect(word).to_have_text("Aspetta il via")
    rounds.start(round_, by=olga, now=timezone.now())
    expect(word).to_have_text("In corso")
    clocks.pause(round_, by=olga, now=timezone.now())
    expect(word).to_have_text("In pausa")
    clocks.resume(round_, by=olga, now=timezone.now())
    table = round_.tables.first()
    tables.begin(table, by=olga)
    tables.record_status(table, closing_threshold=5)
    expect(page.locator("[data-slide=tables-1]")).to_contain_text("Sdadata 5")
    assert page.locator("[data-slide]:visible").count() == 1


def test_the_pages_turn_and_stay_where_they_are_when_the_rows_change(page: Page, hall):
    round_, olga = hall
    arrange(olga, parts=["seatings"], size="large")
    page.clock.install()
    open_screen(page)
    visible = page.locator("[data-slide]:visible")
    expect(visible).to_have_attribute("data-slide", "seatings-1")
    page.clock.run_for(10_000)
    expect(visible).to_have_attribute("data-slide", "seatings-2")
    rounds.replace(round_.seats.first(), entrant=a_reserve(round_), reason="assente", by=olga)
    page.clock.run_for(2_000)
    expect(page.locator("#screen-live")).to_contain_text("Zorzi Riserva")
    expect(visible).to_have_attribute("data-slide", "seatings-2")


def a_reserve(round_):
    return round_.tournament.entrants.create(number=99, surname="Zorzi", name="Riserva", state="present")


def test_the_clock_goes_on_after_the_server_restarted(chromium: Browser, hall):
    round_, olga = hall
    rounds.start(round_, by=olga, now=timezone.now())
    with running_site() as address:
        page = chromium.new_page(locale="it-IT", base_url=address)
        open_screen(page)
        before = visible_seconds(page)
    with running_site(int(address.rpartition(":")[2])):
        expect(page.locator("body")).to_have_attribute("data-live-state", "open", timeout=20_000)
        after = visible_seconds(page)
        page.close()
    assert 0 <= before - after < 40
    assert after > 80 * 60


def visible_seconds(page: Page) -> int:
    parts = re.findall(r"\d+", page.locator(".screen-clock").inner_text())
    return sum(int(part) * 60**power for power, part in enumerate(reversed(parts)))


# How near the words of each row come to its figure, in hundredths of the screen's height.
DISTANCES = """() => [...document.querySelectorAll("[data-slide=teams-1] .screen-figure")].map((figure) => {
  const edges = (one) => { const range = document.createRange(); range.selectNodeContents(one); return [...range.getClientRects()]; };
  const right = Math.max(...edges(figure.previousElementSibling).map((box) => box.right));
  return ((edges(figure)[0].left - right) * 100) / innerHeight;
})"""


def test_the_people_of_a_team_stand_clear_of_its_points(open_page, transactional_db):
    """Beside the name of the team, where their names fill the line, and below it."""
    olga = user("olga")
    event = tournaments.create(name="Squadre", day=date(2026, 3, 14), regulation=presets()["cns"], by=olga)
    for one in enter(event, 16):
        letters = "aeiou"[one.number % 5] * (3 + one.number % 4)
        Entrant.objects.filter(pk=one.pk).update(club=f"Club {(one.number - 1) // 4}", surname=f"R{letters}", name="Al")
    tournaments.open_checkin(event, by=olga)
    choose(event, olga)
    play_round(event, olga)
    screen_links.issue(event, by=olga, token=TOKEN)
    page = open_page(1920, 1080)
    for turns_pages_or_fetches in ("**/projector*.js", "**/live*.js"):
        page.route(turns_pages_or_fetches, lambda route: route.fulfill(content_type="text/javascript", body=""))
    arrange(olga, parts=["standings"])
    for added in range(14):
        Entrant.objects.filter(tournament=event, number__in=(1, 5, 9, 13)).update(name="A" + "l" * (2 * added + 1))
        page.goto(f"/schermo/{TOKEN}/")
        expect(page.locator("[data-slide=teams-1] .screen-figure").first).to_be_visible()
        assert min(page.evaluate(DISTANCES)) >= 2.9
