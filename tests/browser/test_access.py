"""Invitation, second step and rights of the house, by keyboard alone, on a phone and at a desk; axe looks at every state of the pages."""

import re
from base64 import b32decode

import pytest
from django_otp.oath import totp
from playwright.sync_api import Page, expect

from tests.browser.pictures import screenshot
from tests.browser.test_accessible import AXE, faults
from tests.tournament.conftest import a_tournament, give_rights, user
from tournament.actions import invitations, second_factors
from tournament.models import HouseGrant, SecondFactor
from tournament.states import HouseRight, Role

PASSWORD = "una parola lunga"
HOME = r":\d+/$"
SIZES = [(390, 844), (1280, 800)]
MOST_TABS = 60
FOCUSED = """() => { const one = document.activeElement;
    return [one.name || "", (one.labels?.[0]?.textContent || one.textContent || "").trim()]; }"""
IS_VISIBLE = """() => { const one = document.activeElement, style = getComputedStyle(one), box = one.getBoundingClientRect();
    return (style.outlineStyle !== "none" || style.boxShadow !== "none") && box.top >= 0 && box.bottom <= innerHeight; }"""


def tab_to(page: Page, wanted: str) -> None:
    """Tab until the element with this name or text has the focus, which must be seen there."""
    for _tab in range(MOST_TABS):
        page.keyboard.press("Tab")
        if wanted in page.evaluate(FOCUSED):
            assert page.evaluate(IS_VISIBLE), f"{wanted}: its focus is not seen"
            return
    raise AssertionError(f"the keyboard does not reach {wanted}")


def enter(page: Page, field: str, text: str) -> None:
    if field not in page.evaluate(FOCUSED):
        tab_to(page, field)
    page.keyboard.type(text)


def press(page: Page, button: str) -> None:
    tab_to(page, button)
    page.keyboard.press("Enter")


def look(page: Page, name: str) -> None:
    screenshot(page, f"{name}-{page.viewport_size['width']}")
    assert faults(page) == [], name


def log_in(page: Page, name: str) -> None:
    page.goto("/accedi/")
    enter(page, "username", name)
    enter(page, "password", PASSWORD)
    page.keyboard.press("Enter")


@pytest.fixture(params=SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def page(request, open_page) -> Page:
    found = open_page(*request.param)
    found.context.add_init_script(path=AXE)
    return found


def test_a_role_that_was_offered_is_accepted_by_keyboard(page):
    organizer, ada = user("organizer"), user("ada")
    tournament = a_tournament(organizer)
    invitations.invite(tournament, username="ada", role=Role.JUDGE, by=organizer)
    log_in(page, "ada")
    expect(page).to_have_url(re.compile(HOME))
    page.goto("/inviti/")
    look(page, "invitations")
    press(page, "Accetta")
    expect(page.get_by_text("Hai accettato")).to_be_visible()
    assert tournament.memberships.filter(user=ada, role=Role.JUDGE).exists()


def test_the_second_step_is_set_up_and_taken_by_keyboard(page, complaints):
    complaints.expect("422")
    keeper = user("keeper")
    give_rights(keeper, HouseRight.ACCOUNTS)
    log_in(page, "keeper")
    expect(page.get_by_role("link", name="Aggiungi il secondo passo")).to_be_visible()
    press(page, "Aggiungi il secondo passo")
    expect(page.locator("h1")).to_have_text("Il secondo passo")
    look(page, "second-factor-new")
    tab_to(page, "Senza fotocamera: scrivi questa chiave")
    page.keyboard.press("Enter")
    key = page.locator("code.select-all").inner_text()
    enter(page, "password", PASSWORD)
    enter(page, "code", "000000")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Le cifre non sono queste")).to_be_visible()
    look(page, "second-factor-refused")
    enter(page, "password", PASSWORD)
    page.locator("[name=code]").fill("")
    enter(page, "code", _digits(key))
    page.keyboard.press("Enter")
    expect(page.locator("ul.font-mono li")).to_have_count(second_factors.RECOVERY_CODES)
    look(page, "second-factor-codes")
    code = page.locator("ul.font-mono li").first.inner_text()
    page.context.clear_cookies()
    log_in(page, "keeper")
    expect(page.get_by_text("La password è giusta")).to_be_visible()
    look(page, "second-step")
    enter(page, "code", code)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(HOME))
    page.goto("/password/secondo-passo/")
    look(page, "second-factor")
    assert SecondFactor.objects.get().codes.count() == second_factors.RECOVERY_CODES - 1


def _digits(key: str) -> str:
    return f"{totp(b32decode(key)):06d}"


def test_a_right_is_given_and_taken_by_keyboard(page):
    keeper, ada = user("keeper"), user("ada")
    give_rights(keeper, HouseRight.ACCOUNTS)
    log_in(page, "keeper")
    expect(page).to_have_url(re.compile(HOME))
    page.goto("/casa/")
    enter(page, "username", "ada")
    tab_to(page, "right")
    page.keyboard.press("ArrowDown")
    press(page, "Aggiungi")
    expect(page.get_by_text("Diritto dato")).to_be_visible()
    look(page, "house-rights")
    assert HouseGrant.objects.filter(user=ada).exists()
    press(page, "Togli")
    expect(page.get_by_text("Diritto tolto")).to_be_visible()
