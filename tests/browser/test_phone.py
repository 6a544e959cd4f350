"""A player's phone: the badge opens his page, the address forgets the badge, the page follows the hall."""

import pytest
from playwright.sync_api import Response, expect

from tests.browser.pictures import screenshot
from tests.tournament.conftest import NOW, a_tournament, enter, lines_for, play, ready_to_draw, user
from tournament.actions import results, rounds, tournaments
from tournament.queries import badge_tokens

PHONE = (390, 844)


@pytest.fixture
def olga(transactional_db):
    return user("olga")


def asked_again(response: Response) -> bool:
    """The page asks once more for what it shows, when its stream has opened."""
    return "hx-request" in response.request.headers


def badge_of(tournament, number: int = 1) -> str:
    return badge_tokens.token_of(tournament.entrants.get(number=number))


def test_the_badge_opens_where_i_sit_and_is_in_no_address_afterwards(open_page, olga):
    tournament = ready_to_draw(a_tournament(olga), 20, olga)
    round_ = rounds.draw(tournament, seed="seme", by=olga)
    page = open_page(*PHONE)
    page.goto(f"/g/{badge_of(tournament)}/")
    assert page.url.endswith(f"/t/{tournament.slug}/io/")
    expect(page.get_by_text("I tavoli compaiono qui appena pubblicati")).to_be_visible()
    rounds.publish(round_, by=olga)
    mine = round_.seats.get(entrant__number=1).table
    expect(page.get_by_text(f"Tavolo {mine.number}", exact=True)).to_be_visible(timeout=10_000)
    rounds.start(round_, by=olga, now=NOW)
    results.enter_by_hand(mine, lines=lines_for(mine), ended_by="time", by=olga)
    expect(page.get_by_role("heading", name="In classifica")).to_be_visible(timeout=10_000)
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= PHONE[0]


def test_every_page_of_an_event_is_a_tap_away_however_many_tables_it_has(open_page, olga):
    tournament = ready_to_draw(a_tournament(olga), 40, olga)
    round_ = rounds.draw(tournament, seed="seme", by=olga)
    rounds.publish(round_, by=olga)
    page = open_page(360, 740)
    page.goto(f"/t/{tournament.slug}/")
    row = page.get_by_role("navigation", name="Tutto su questo torneo")
    box = row.bounding_box()
    assert box["height"] <= 64
    assert box["y"] + box["height"] <= min(740, page.locator("#public-table-1").bounding_box()["y"])
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    links = row.get_by_role("link").all()
    assert {link.inner_text() for link in links} >= {"Risultati turno per turno", "Regolamento", "Sorteggi e verifica"}
    for link in links:
        link.evaluate("(one) => one.scrollIntoView({ inline: 'center', block: 'nearest' })")
        found = link.bounding_box()
        assert found["x"] >= 0
        assert found["x"] + found["width"] <= 360
        assert found["height"] >= 44
    row.evaluate("(one) => { one.scrollLeft = 0; }")
    screenshot(page, "event-phone")


def test_one_tap_says_that_i_am_here(open_page, olga):
    tournament = a_tournament(olga)
    enter(tournament, 3, state="expected")
    tournaments.open_checkin(tournament, by=olga)
    page = open_page(*PHONE)
    page.goto(f"/g/{badge_of(tournament)}/")
    button = page.get_by_role("button", name="Sono qui")
    assert button.bounding_box()["height"] >= 56
    button.click()
    expect(page.get_by_text("La segreteria sa che ci sei")).to_be_visible()
    assert tournament.entrants.get(number=1).state == "present"
    expect(button).to_be_hidden()


def test_a_phone_that_is_not_mine_forgets_me(open_page, olga):
    tournament = a_tournament(olga)
    enter(tournament, 1)
    page = open_page(*PHONE)
    with page.expect_response(asked_again):  # an answer that came after he left would be a refusal
        page.goto(f"/g/{badge_of(tournament)}/")
    page.get_by_role("button", name="Non sono io").click()
    page.wait_for_url(f"**/t/{tournament.slug}/")
    assert page.request.get(f"/t/{tournament.slug}/io/").status == 404


def test_a_long_name_hides_nobodys_figures(open_page, olga):
    tournament = ready_to_draw(a_tournament(olga), 20, olga)
    one = tournament.entrants.get(number=1)
    one.surname, one.name = "Montecuccoli degli Erri di Roccabianca", "Wolfeschlegelsteinhausenbergerdorff"
    one.save()
    round_ = rounds.draw(tournament, seed="seme", by=olga)
    play(round_, olga)
    page = open_page(*PHONE)
    page.goto(f"/t/{tournament.slug}/classifica/")
    assert one.surname in page.locator(".data-table").inner_text()
    head = page.get_by_role("columnheader", name="Totale").bounding_box()
    assert head["x"] + head["width"] <= PHONE[0]
    rows = page.locator(".standings-table tbody tr")
    assert max(rows.evaluate_all("(all) => all.map((row) => row.offsetHeight)")) <= 46
    page.goto(f"/t/{tournament.slug}/")
    assert page.locator("#public-table-1").bounding_box()["y"] < 0.75 * PHONE[1]
    assert page.get_by_role("link", name="Classifica", exact=True).count() == 1


SHIFTS = """() => {
    window.shift = 0;
    new PerformanceObserver((list) => { for (const one of list.getEntries()) window.shift += one.value; })
        .observe({ type: "layout-shift", buffered: true });
}"""
FONT_IS_LATE = 700  # ms


@pytest.mark.parametrize("where", ["", "classifica/", "risultati/"])
def test_nothing_moves_when_the_font_arrives(open_page, olga, where):
    tournament = ready_to_draw(a_tournament(olga), 40, olga)
    play(rounds.draw(tournament, seed="seme", by=olga), olga)
    page = open_page(*PHONE)
    page.route("**/fonts/*", lambda route: (page.wait_for_timeout(FONT_IS_LATE), route.continue_()))
    page.add_init_script(f"({SHIFTS})()")
    page.goto(f"/t/{tournament.slug}/{where}")
    page.evaluate("document.fonts.ready")
    assert page.evaluate("[...document.fonts].some((one) => one.family.includes('Inter') && one.status === 'loaded')")
    page.wait_for_timeout(300)
    assert page.evaluate("shift") < 0.001


def test_the_own_page_is_found_again_and_the_own_row_is_marked_until_the_badge_is_forgotten(
    open_page, olga, complaints
):
    tournament = ready_to_draw(a_tournament(olga), 20, olga)
    play(rounds.draw(tournament, seed="seme", by=olga), olga)
    page = open_page(*PHONE)
    page.goto(f"/t/{tournament.slug}/classifica/")
    way = page.get_by_role("link", name="La mia pagina")
    expect(page.locator("#standings .who").first).to_be_visible()
    expect(way).to_have_count(0)
    page.goto(f"/g/{badge_of(tournament)}/")
    expect(page.locator("#my-day")).to_contain_text("contro")
    for address in ("", "classifica/", "regolamento/"):
        page.goto(f"/t/{tournament.slug}/{address}")
        expect(way).to_be_visible()
        if address != "regolamento/":
            expect(page.locator(".is-my-row")).to_have_count(1)
            assert page.locator(".is-my-row a.who").first.get_attribute("href").endswith("/giocatori/1/")
        if address == "classifica/":
            page.locator(".is-my-row").scroll_into_view_if_needed()
            grounds = page.locator(".is-my-row > td").evaluate_all(
                "(all) => all.map((one) => getComputedStyle(one).backgroundColor)"
            )
            assert len(set(grounds)) == 1
            assert grounds[0] != page.locator("tr:not(.is-my-row) > td").first.evaluate(
                "(one) => getComputedStyle(one).backgroundColor"
            )
            screenshot(page, "own-row-phone")
    complaints.expect("status of 404")
    cookies = page.context.cookies()
    page.context.clear_cookies()
    way.click()
    expect(page.get_by_role("heading", name="Qui non c'è più il tuo badge")).to_be_visible()
    assert page.evaluate("localStorage.getItem('sdadata-my-pages')") == "{}"
    screenshot(page, "no-badge-phone")
    page.get_by_role("link", name="Tavoli del torneo").click()
    expect(way).to_have_count(0)
    page.context.add_cookies(cookies)
    page.goto(f"/t/{tournament.slug}/io/")
    page.goto(f"/t/{tournament.slug}/classifica/")
    way.click()
    page.get_by_role("button", name="Non sono io").click()
    page.goto(f"/t/{tournament.slug}/classifica/")
    expect(page.locator("#standings .who").first).to_be_visible()
    expect(way).to_have_count(0)
    expect(page.locator(".is-my-row")).to_have_count(0)
