"""What a first visit of a phone costs over the line: everything that a page asks for until it is quiet, the font included, compressed
as a hall's laptop sends it.
"""

import gzip
from pathlib import Path

from django.conf import settings
from django.urls import reverse
from playwright.sync_api import Browser

from tests.referee.conftest import Recorder
from tests.referee.test_every_game import open_a_table_of
from tests.referee.test_live_table import final  # noqa: F401
from tournament.actions import broadcasts
from tournament.states import TableState

HEADS = 350
"""Of an answer, in bytes."""
LIMITS = {"tournament:public": 100, "referee:live": 141, "referee:replay": 134}
"""Kilobytes of each page, for the game with the largest map, six giri into a game."""


def weight(chromium: Browser, site: str, address: str) -> float:
    context = chromium.new_context(base_url=site, viewport={"width": 390, "height": 844}, service_workers="block")
    page, urls, sizes = context.new_page(), {}, {}
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.on("Network.responseReceived", lambda one: urls.update({one["requestId"]: one["response"]["url"]}))
    devtools.on("Network.loadingFinished", lambda one: sizes.update({one["requestId"]: one["encodedDataLength"]}))
    page.goto(address)
    page.wait_for_load_state("load")
    page.wait_for_timeout(1_500)  # the stream opens, and what it has the page fetch
    context.close()
    assert any("InterLatin" in url for url in urls.values())
    return sum(_sent(urls[one].removeprefix(site), size) for one, size in sizes.items()) / 1_000


def _sent(path: str, size: int) -> int:
    """A static file is compressed only where it was collected, which tests do not."""
    if not path.startswith(settings.STATIC_URL) or path.endswith(".woff2"):
        return 0 if path.startswith("data:") else size
    file = Path(settings.BASE_DIR, "static", path.removeprefix(settings.STATIC_URL))
    return HEADS + len(gzip.compress(file.read_bytes(), 9))


def test_a_first_visit_is_light(chromium, site, final, judge, organizer):  # noqa: F811
    row = open_a_table_of("risiko", final, judge)
    Recorder(row, judge, seed=3).record_until(lambda record: record.state.giro == 6)
    broadcasts.open_to_all(final, delay=0, delay_in="minutes", by=organizer)
    place = [final.round.tournament.slug, final.round.number, final.number]
    found = {
        name: weight(chromium, site, reverse(name, args=place[: 1 if name == "tournament:public" else 3]))
        for name in list(LIMITS)[:2]
    }
    final.refresh_from_db()
    final.state = TableState.SIGNED
    final.save()
    found["referee:replay"] = weight(chromium, site, reverse("referee:replay", args=place))
    assert {name: size for name, size in found.items() if size > LIMITS[name]} == {}
