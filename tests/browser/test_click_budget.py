"""From an empty site to a published draw: twelve clicks at most, and less than four minutes."""

import time

from playwright.sync_api import Locator, Page, expect

from tests.browser.test_organizer import roster
from tournament.models import Tournament

MOST_CLICKS, MOST_SECONDS = 12, 240


class Clicks:
    """Counts every click, choosing a file included; what is typed is not counted."""

    def __init__(self) -> None:
        self.steps: list[str] = []

    def on(self, what: str, target: Locator) -> None:
        target.click()
        self.steps.append(what)

    def file(self, target: Locator, data: bytes) -> None:
        target.set_input_files({"name": "iscritti.csv", "mimeType": "text/csv", "buffer": data})
        self.steps.append("file")


def test_from_an_empty_site_to_a_published_draw(page: Page, transactional_db):
    begun, clicks = time.monotonic(), Clicks()

    def button(name: str) -> Locator:
        return page.get_by_role("button", name=name)

    page.goto("/")
    clicks.on("begin", page.get_by_role("link", name="Comincia"))
    page.get_by_label("Nome utente").fill("olga")
    for field in page.locator("input[type=password]").all():
        field.fill("una parola lunga")
    clicks.on("first account", page.locator("main button[type=submit], main form button").first)
    clicks.on("new tournament", page.get_by_role("link", name="Nuovo torneo"))
    page.get_by_label("Nome", exact=True).fill("Open di primavera")
    page.get_by_label("Giorno").fill("2026-03-14")
    clicks.on("create", button("Crea il torneo"))
    clicks.on("roster", page.get_by_role("link", name="Carica gli iscritti"))
    clicks.file(page.get_by_label("File CSV o Excel"), roster(20))
    clicks.on("preview", button("Vedi l'anteprima"))
    clicks.on("import", button("Importa 20 iscritti"))
    clicks.on("open check-in", button("Apri l'accettazione"))
    clicks.on("everybody is here", button("Tutti gli attesi sono presenti"))
    clicks.on("draw", button("Fai subito i tavoli"))
    clicks.on("publish", button("Pubblica i tavoli"))
    expect(button("Avvia turno e orologio")).to_be_visible()
    assert Tournament.objects.get().rounds.get().state == "published"
    assert len(clicks.steps) <= MOST_CLICKS, clicks.steps
    assert time.monotonic() - begun < MOST_SECONDS
