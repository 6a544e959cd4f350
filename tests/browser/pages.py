"""Every page of the site as somebody who may open it, from the role table: for the tests that go through all of them."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, BrowserContext

from tests.role_table import ROUTES
from tests.test_roles import World, address
from tournament.queries import badge_tokens
from tournament.states import HouseRight

OPENERS = ("anonymous", "organizer", "table_judge", *(f"house_{right}" for right in HouseRight), "stranger")
JUDGES_PAGE = "referee:judge"


@dataclass(frozen=True)
class Visit:
    route: str
    role: str
    url: str


def visits(world: World) -> Iterator[Visit]:
    """Each page once, as the first who may open it: everybody's pages as nobody, the others as who uses them."""
    for route, methods in ROUTES.items():
        role = next((one for one in OPENERS if methods["GET"].get(one) == "may"), None)
        role = "table_judge" if route == JUDGES_PAGE else role
        if role:
            url = address(route, world)
            if is_page(world.clients[role], url):
                yield Visit(route, role, url)
    slug = world.tournament.slug
    token = badge_tokens.token_of(world.tournament.entrants.first())
    world.clients.setdefault("player", Client()).get(reverse("tournament:phone", args=[token]))
    yield Visit("tournament:player_day", "player", reverse("tournament:player_day", args=[slug]))
    yield Visit("tournament:home", "organizer", reverse("tournament:home"))
    yield Visit("tournament:table", "table_judge", reverse("tournament:table", args=[slug, 1, 1]))
    yield Visit("not found", "anonymous", "/t/nessuno/")
    yield Visit("refused", "table_judge", reverse("tournament:edit_tournament", args=[slug]))


def is_page(client: Client, url: str) -> bool:
    """Whether a whole page is shown there: no file, no stream, no part of a page, no way on to another address."""
    answer = client.get(url)
    is_html = answer.status_code == 200 and answer["Content-Type"].startswith("text/html")
    is_whole = is_html and answer.content.lstrip()[:9].lower() == b"<!doctype"
    answer.close()
    return is_whole


def browsers(
    chromium: Browser, site: str, world: World, roles: set[str], **options: object
) -> dict[str, BrowserContext]:
    """A browser for each role, logged in as its client is."""
    found = {}
    for role, client in ((role, world.clients[role]) for role in sorted(roles)):
        context = chromium.new_context(base_url=site, service_workers="block", **options)
        context.add_cookies([{"name": name, "value": one.value, "url": site} for name, one in client.cookies.items()])
        found[role] = context
    return found
