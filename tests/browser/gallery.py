"""`make screenshots`: a picture of every page at the size at which it is used, in `docs/screenshots/pages/`; their list in `docs/pages.md`.

Not a test: it is asked for by name. The round of the role table is shown some minutes after its start, in Italian, by day.
"""

from datetime import timedelta
from pathlib import Path

from django.utils import timezone

from tests.browser.pages import Visit, browsers, visits
from tests.browser.pictures import save
from tests.referee.conftest import Recorder
from tests.test_roles import World, world  # noqa: F401
from tournament.models import ClockEvent

DOCS = Path(__file__).resolve().parents[2] / "docs"
PICTURES = DOCS / "screenshots" / "pages"
LIST = DOCS / "pages.md"
TABLET, PROJECTOR, PHONE = (1280, 800), (1920, 1080), (390, 844)
PHONES = {
    "tournament:player_day",
    "tournament:public",
    "tournament:standings",
    "tournament:captain",
    "tournament:season",
}
SCREENS = {"tournament:projector", "tournament:screen_preview"}
SEEN_BY_TWO = {"tournament:home", "tournament:table"}
PLAYED, ENTRIES = timedelta(minutes=23), 60
MARK = "<!-- written by make screenshots -->\n"


def size_of(visit: Visit) -> tuple[int, int]:
    return PROJECTOR if visit.route in SCREENS else PHONE if visit.route in PHONES else TABLET


def name_of(visit: Visit) -> str:
    page = visit.route.rpartition("referee:")[2].replace("tournament:", "").replace(":", "-").replace(" ", "-")
    return f"{page}-{visit.role.replace('_', '-')}" if visit.route in SEEN_BY_TWO else page


def test_every_page_has_its_picture(chromium, site, world: World):  # noqa: F811
    ClockEvent.objects.update(at=timezone.now() - PLAYED)
    Recorder(world.table.record, world.table.judge, seed=5).record_many(ENTRIES)
    seen = list(visits(world))
    contexts = browsers(chromium, site, world, {visit.role for visit in seen}, locale="it-IT", color_scheme="light")
    pages = {role: context.new_page() for role, context in contexts.items()}
    PICTURES.mkdir(parents=True, exist_ok=True)
    for old in PICTURES.glob("*.png"):
        old.unlink()
    for visit in seen:
        page, (width, height) = pages[visit.role], size_of(visit)
        page.set_viewport_size({"width": width, "height": height})
        page.goto(visit.url)
        page.evaluate("document.getAnimations().forEach((one) => { try { one.finish(); } catch { one.cancel(); } })")
        save(page.screenshot(), PICTURES / f"{name_of(visit)}.png")
    for context in contexts.values():
        context.close()
    write_list(seen)
    assert len(list(PICTURES.glob("*.png"))) == len(seen) > 60


def write_list(seen: list[Visit]) -> None:
    """The table under the mark is written anew; what stands above it is written by hand."""
    above = LIST.read_text(encoding="utf-8").partition(MARK)[0] if LIST.exists() else ""
    rows = map(row_of, sorted(seen, key=name_of))
    table = "\n".join(["| page | seen by | pixels |", "|---|---|---|", *rows])
    LIST.write_text(f"{above}{MARK}{table}\n", encoding="utf-8")


def row_of(visit: Visit) -> str:
    name, (width, height) = name_of(visit), size_of(visit)
    return f"| [{name}](screenshots/pages/{name}.png) | {visit.role.replace('_', ' ')} | {width} × {height} |"
