"""Every control of every page has one of few forms: a button its rank, a choice its words, an hour its own field, a link its class."""

from html.parser import HTMLParser

from tests.browser.pages import OPENERS
from tests.role_table import ROUTES
from tests.test_roles import World, address, undone, world  # noqa: F401

RANKS = {"btn-primary", "btn-outline", "btn-ghost", "btn-error", "btn-success", "btn-warning"}
OWN = {"j-plain", "j-key", "r-step", "r-play", "r-copy", "sr-only"}
"""Ranks of the judge's page, of a game seen again, and of the button that only the key Enter presses."""


class Controls(HTMLParser):
    """What is wrong with the controls of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.faults: list[str] = []
        self.many = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        classes = set((given.get("class") or "").split())
        if tag == "button" or "btn" in classes:
            self.many += 1
            if not classes & (RANKS | OWN) and "btn" in classes:
                self.faults.append(f"no rank: {tag} {' '.join(classes)}")
            if not classes:
                self.faults.append(f"no form at all: {tag} {given}")
        if tag == "a" and "href" in given and not classes:
            self.faults.append(f"a link that looks like text: {given['href']}")
        if tag == "input" and given.get("type") in ("time", "datetime-local"):
            self.faults.append(f"in the language of the browser's system: {given.get('name')}")

    def handle_data(self, data: str) -> None:
        if data.strip() == "---------":
            self.faults.append("a choice without words")


def test_every_control_of_every_page_has_its_form(world: World):  # noqa: F811
    found, many = {}, 0
    for route, methods in ROUTES.items():
        role = next((one for one in ("organizer", *OPENERS) if methods["GET"].get(one) == "may"), None)
        if role is None:
            continue
        with undone(client := world.clients[role]):
            answer = client.get(address(route, world))
        if answer.status_code == 200 and answer.get("Content-Type", "").startswith("text/html"):
            controls = Controls()
            controls.feed(answer.content.decode())
            many += controls.many
            if controls.faults:
                found[route] = controls.faults
    assert found == {}
    assert many > 300
