"""Every page that anybody may open, on the narrowest phone and on paper: the page never scrolls sideways, what is wider scrolls in a box
of its own or folds, and no sheet of A4 is run over. Pages of a season of twelve events and of finished ones with long names come along.
"""

from datetime import date

import pytest
from django.urls import reverse

from tests.browser.pages import browsers, visits
from tests.test_roles import World, world  # noqa: F401
from tests.tournament.conftest import enter
from tests.tournament.test_formats import choose, play_all
from tournament.actions import directory, seasons, tournaments
from tournament.core.regulation.schema import presets
from tournament.models import Entrant, Person, SeasonEvent, Tournament
from tournament.states import Role

PHONE = {"width": 360, "height": 780}
PAPER, PAPER_ACROSS = 717, 1046
"""What a sheet of A4 has between margins of 10 mm, in pixels of 1/96 inch."""
WALLS = ("tournament:projector", "tournament:new_screen")
"""Pages for a screen of the hall, which no phone opens and nobody prints."""
EVENTS = 12
LONG = ("Montecuccoli degli Erri", "Quattrocchi-Sanseverino", "Hohenlohe-Waldenburg", "Zanzottera dell'Acquasparta")

# What of a page is wider than its room, and no box of its own scrolls it.
WIDER = """() => {
    const room = document.documentElement.clientWidth;
    const scrolls = (one) => ["auto", "scroll"].includes(getComputedStyle(one).overflowX);
    const isInside = (one) => { for (let at = one.parentElement; at; at = at.parentElement) if (scrolls(at)) return true; return false; };
    const found = [...document.querySelectorAll("body *")]
        .filter((one) => one.checkVisibility() && !one.closest("svg *, .sr-only, .skip-link, caption") && !isInside(one))
        .map((one) => [one, one.getBoundingClientRect()])
        .filter(([, box]) => box.width > 1 && box.height > 1 && (box.right > room + 1 || box.left < -1))
        .map(([one, box]) => `${one.tagName}.${one.className} «${one.textContent.trim().slice(0, 30)}» ${Math.round(box.right)}`);
    const page = document.documentElement.scrollWidth;
    return [...(page > room ? [`the page ${page} of ${room}`] : []), ...found.slice(0, 3)];
}"""

# Tables that are moved sideways under a finger and do not keep in sight whose row it is.
NAMELESS = """() => [...document.querySelectorAll(".data-table")]
    .filter((table) => table.parentElement.scrollWidth > table.parentElement.clientWidth + 1)
    .filter((table) => ![...table.querySelectorAll("tbody tr:first-child > *")]
        .some((cell) => getComputedStyle(cell).position === "sticky"))
    .map((table) => `${table.parentElement.scrollWidth} of ${table.parentElement.clientWidth}: ` +
        [...table.querySelectorAll("thead th")].map((head) => head.textContent.trim().slice(0, 14)).join(" | "))"""

# Totals that are not in sight before anything is moved.
HIDDEN_TOTALS = """() => [...document.querySelectorAll(".data-table thead th")]
    .filter((head) => head.textContent.trim() === "Totale")
    .map((head) => Math.round(head.getBoundingClientRect().right))
    .filter((right) => right > document.documentElement.clientWidth)"""


def an_event(by, day: int, people: int, preset: str, kind: str = "") -> Tournament:
    event = tournaments.create(name=f"Coppa {day}", day=date(2026, 3, day), regulation=presets()[preset], by=by)
    enter(event, people)
    for one in event.entrants.all():
        Entrant.objects.filter(pk=one.pk).update(surname=f"{LONG[one.number % 4]} {one.number}", has_consented=True)
    directory.recognise(event.entrants.all())
    tournaments.open_checkin(event, by=by)
    choose(event, by, kind)
    play_all(event, by)
    tournaments.finish(event, by=by)
    return event


@pytest.fixture
def addresses(world: World) -> dict[str, str]:  # noqa: F811
    """Pages of the world as nobody, and those of events that are over."""
    by = world.tournament.memberships.get(role=Role.ORGANIZER).user
    found = {one.route: one.url for one in visits(world) if one.role == "anonymous" and one.route not in WALLS}
    season = seasons.create(name="La stagione", formula="places", by=by)
    events = [
        an_event(by, 20, 4, "arba", "bracket"),
        an_event(by, 21, 8, "arba", "swiss"),
        an_event(by, 22, 16, "risiko-torneo"),
    ]
    rules = presets()["arba"]
    others = [
        tournaments.create(name=f"Coppa {day}", day=date(2026, 3, day), regulation=rules, by=by)
        for day in range(1, EVENTS - len(events) + 1)
    ]
    for event in (*events, *others):
        seasons.count(season, tournament=event, grade=SeasonEvent.Grade.OPEN, by=by)
    found["the season"] = season.get_absolute_url()
    person = Person.objects.filter(outings__entrant__tournament=events[0]).first()
    found["a person"] = reverse("tournament:person", args=[person.code])
    for event in events:
        for name in ("public", "standings", "crosstable", "bracket", "draws"):
            found[f"{name} of {event}"] = reverse(f"tournament:{name}", args=[event.slug])
        found[f"player of {event}"] = reverse("tournament:player", args=[event.slug, 1])
        found[f"sheet of {event}"] = reverse("tournament:sheet_page", args=[event.slug, 1, 1])
        found[f"round of {event}"] = reverse("tournament:public_round", args=[event.slug, 1])
    return found


def test_no_public_page_scrolls_sideways_on_a_phone_or_runs_over_a_sheet(chromium, site, world, addresses):  # noqa: F811
    context = browsers(chromium, site, world, {"anonymous"}, locale="it-IT")["anonymous"]
    page, found = context.new_page(), []
    for name, address in addresses.items():
        page.emulate_media(media="screen")
        page.set_viewport_size(PHONE)
        if page.goto(address).status == 404:
            continue
        found += [f"{name} on a phone: {one}" for one in page.evaluate(WIDER)]
        found += [f"{name} on a phone, without the name: {one}" for one in page.evaluate(NAMELESS)]
        found += [f"{name} on a phone, the total up to {one} px" for one in page.evaluate(HIDDEN_TOTALS)]
        page.emulate_media(media="print")
        page.set_viewport_size({"width": PAPER_ACROSS if page.locator(".is-across").count() else PAPER, "height": 1000})
        found += [f"{name} on paper: {one}" for one in page.evaluate(WIDER)]
    context.close()
    assert not found, "\n".join(found)
