"""From an empty site to a published draw: twelve clicks at most, and less than four minutes.

`make film` keeps what the organizer sees at each step as an animated picture, with the steps and the seconds counted.
"""

import io
import os
import time
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont
from playwright.sync_api import Locator, Page, expect

from tests.browser.test_organizer import roster
from tournament.models import Tournament

MOST_CLICKS, MOST_SECONDS = 12, 240


FRAME_MS, CAPTION = 1800, 44
FONT = Path(__file__).parents[2] / "tournament" / "exports" / "fonts" / "Inter-Bold.ttf"


class Clicks:
    """Counts every click, choosing a file included; what is typed is not counted. Where `film` is given, a picture before each."""

    def __init__(self, page: Page, film: str) -> None:
        self.steps: list[str] = []
        self.begun = time.monotonic()
        self._page, self._film = page, film
        self._frames: list[Image.Image] = []

    def on(self, what: str, target: Locator) -> None:
        self._count(what)
        target.click()

    def file(self, target: Locator, data: bytes) -> None:
        self._count("file")
        target.set_input_files({"name": "iscritti.csv", "mimeType": "text/csv", "buffer": data})

    def _count(self, what: str) -> None:
        self.steps.append(what)
        self.photograph(f"{len(self.steps)}. {what}")

    def photograph(self, caption: str) -> None:
        if not self._film:
            return
        picture = Image.open(io.BytesIO(self._page.screenshot()))
        frame = Image.new("RGB", (picture.width, picture.height + CAPTION), "white")
        frame.paste(picture, (0, CAPTION))
        text = f"{caption}  ·  {time.monotonic() - self.begun:.0f} s"
        ImageDraw.Draw(frame).text((16, 10), text, fill="black", font=ImageFont.truetype(FONT, 20))
        self._frames.append(frame)

    def save(self) -> None:
        if self._frames:
            first, *rest = self._frames
            first.save(self._film, save_all=True, append_images=rest, duration=FRAME_MS, loop=0, quality=60)


def test_from_an_empty_site_to_a_published_draw(page: Page, transactional_db):
    clicks = Clicks(page, os.environ.get("FILM", ""))

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
    assert time.monotonic() - clicks.begun < MOST_SECONDS
    clicks.photograph(f"{len(clicks.steps)} clicks")
    clicks.save()
