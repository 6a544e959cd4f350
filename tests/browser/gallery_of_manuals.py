"""`make screenshots`: the pictures of the manuals, in each language of the interface, into `static/manuals/LANGUAGE/`.

Not a test: it is asked for by name. Each is the page that its chapter speaks of, on a day some minutes after the round's start.
"""

import io
from pathlib import Path

import pytest
from django.utils import timezone
from django.utils.translation import gettext, override
from PIL import Image
from playwright.sync_api import expect

from tests.browser.gallery import ENTRIES, PHONE, PLAYED, TABLET
from tests.browser.pages import browsers, visits
from tests.referee.conftest import Recorder
from tests.test_roles import World, world  # noqa: F401
from tournament.actions import invitations
from tournament.documents.manuals import manuals
from tournament.models import ClockEvent
from tournament.states import Role

STATIC = Path(__file__).resolve().parents[2] / "static" / "manuals"
ROUTES = {
    "checkin": "tournament:checkin",
    "desk": "tournament:desk",
    "devices": "tournament:devices",
    "floor": "referee:floor",
    "judge": "referee:judge",
    "player_day": "tournament:player_day",
    "public": "tournament:public",
    "round": "tournament:round",
    "system": "system",
}
ROLES = {"system": "house_copies"}
"""Who sees the page with all that its chapter speaks of; else the first who may open it."""
PHONES = {"player_day", "public"}
QUALITY = 72


@pytest.mark.parametrize("language", ["it", "en"])
def test_every_picture_of_the_manuals(chromium, site, world: World, language):  # noqa: F811
    assert {chapter.picture for manual in manuals() for chapter in manual.chapters} - {""} == set(ROUTES)
    ClockEvent.objects.update(at=timezone.now() - PLAYED)
    organizer = world.tournament.memberships.get(role=Role.ORGANIZER).user
    for name in ("anna.bianchi", "marco.verdi"):  # accounts of the tournament's own, for which there are passes
        invitations.invite(world.tournament, username=name, role=Role.JUDGE, by=organizer)
    Recorder(world.table.record, world.table.judge, seed=5).record_many(ENTRIES)
    seen = {visit.route: visit for visit in reversed(list(visits(world))) if visit.route in ROUTES.values()}
    whose = {name: ROLES.get(name, seen[route].role) for name, route in ROUTES.items()}
    roles = set(whose.values())
    contexts = browsers(chromium, site, world, roles, locale=f"{language}-{language.upper()}", color_scheme="light")
    for name, route in ROUTES.items():
        page = contexts[whose[name]].new_page()
        width, height = PHONE if name in PHONES else TABLET
        page.set_viewport_size({"width": width, "height": height})
        page.goto(seen[route].url)
        page.evaluate("document.getAnimations().forEach((one) => { try { one.finish(); } catch { one.cancel(); } })")
        if name == "judge":
            with override(language):
                acquire = page.get_by_role("button", name=gettext("Prendi il tavolo"))
            acquire.click()
            expect(acquire).to_have_count(0)
        assert page.locator("html").get_attribute("lang") == language
        _save(page.screenshot(), STATIC / language / f"{name}.webp")
        page.close()
    for context in contexts.values():
        context.close()


def _save(picture: bytes, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with Image.open(io.BytesIO(picture)) as image:
        image.convert("RGB").save(path, "WEBP", quality=QUALITY, method=6)
