"""The site in a real browser: its style and font arrive, its policy stops nothing of its own and everything else."""

import re

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect


def test_the_login_page_is_dressed_and_breaks_no_policy(page: Page):
    answer = page.goto("/accedi/")
    assert answer.status == 200
    expect(page.get_by_role("heading", name="Accedi")).to_be_visible()
    assert page.evaluate("document.fonts.load('16px Inter').then((faces) => faces.length > 0)")
    assert page.evaluate("getComputedStyle(document.body).fontFamily").startswith("Inter")
    assert page.evaluate("htmx.config.allowEval") is False


def test_a_wrong_password_is_explained_and_the_right_one_lets_in(page: Page):
    User.objects.create_user("organizzatore", password="una lunga prova")
    page.goto("/accedi/?next=/static/img/mark.svg")
    page.get_by_label("Nome utente").fill("organizzatore")
    page.get_by_label("Password").fill("sbagliata")
    page.get_by_role("button", name="Entra").click()
    expect(page.get_by_role("alert").first).to_contain_text("Inserisci")
    page.get_by_label("Password").fill("una lunga prova")
    page.get_by_role("button", name="Entra").click()
    expect(page).to_have_url(re.compile(r"/static/img/mark\.svg$"))


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (800, 1280), (390, 844)])
def test_the_login_page_fits_its_screen(open_page, width, height):
    page = open_page(width, height)
    page.goto("/accedi/")
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_the_policy_stops_a_script_written_into_the_page(page: Page, complaints):
    complaints.expect("script-src 'self'")
    page.goto("/accedi/")
    stopped = page.evaluate(
        """() => {
            const stopped = new Promise((done) =>
                document.addEventListener("securitypolicyviolation", (event) => done(event.effectiveDirective)));
            const script = document.createElement("script");
            script.textContent = "window.intruder = true";
            document.body.append(script);
            return stopped;
        }"""
    )
    assert stopped == "script-src-elem"
    assert page.evaluate("window.intruder") is None


def test_a_chosen_look_stays_and_the_devices_own_can_be_had_again(open_page):
    page = open_page(color_scheme="light")
    page.goto("/accedi/")
    dark = page.get_by_role("button", name="Scuro")
    dark.click()
    page.reload()
    expect(dark).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"
    page.get_by_role("button", name="Automatico").click()
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"


def test_a_device_that_is_dark_has_the_dark_look(open_page):
    page = open_page(color_scheme="dark")
    page.goto("/accedi/")
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"
