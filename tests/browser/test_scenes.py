"""What a streaming program lays over its picture, as it sees it: 1920 × 1080, transparent where nothing is said, nothing cut."""

import io

import pytest
from django.urls import reverse
from PIL import Image
from playwright.sync_api import Page

from tests.referee.conftest import Recorder
from tests.referee.test_every_game import open_a_table_of
from tests.referee.test_live_table import final  # noqa: F401
from tournament.actions import broadcasts

WIDTH, HEIGHT = 1920, 1080
CUT = """() => [...document.querySelectorAll("#scene :is(p, li, strong, span, svg)")].filter((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    const isOutside = left < 0 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1;
    return one.getClientRects().length && (isOutside || (one.matches("p, li") && one.scrollWidth > one.clientWidth + 1));
}).map((one) => one.textContent)"""


def alpha(page: Page) -> Image.Image:
    page.evaluate("document.getAnimations().forEach((one) => one.finish())")
    picture = page.screenshot(omit_background=True)
    return Image.open(io.BytesIO(picture)).convert("RGBA").getchannel("A")


@pytest.mark.parametrize("slug", ["risiko", "fatal"])
def test_scenes_are_transparent_but_for_what_they_say(open_page, final, judge, organizer, slug):  # noqa: F811
    Recorder(open_a_table_of(slug, final, judge), judge, seed=3).record_until(lambda record: record.state.giro == 3)
    broadcasts.open_to_all(final, delay=0, delay_in="minutes", by=organizer)
    page = open_page(WIDTH, HEIGHT)
    where = [final.round.tournament.slug, final.round.number, final.number]
    for name, sample in [("live_band", ""), ("live_sting", "?prova=sdadata"), ("live_sting", "?prova=continente")]:
        page.goto(reverse(f"referee:{name}", args=where) + sample)
        opaque = alpha(page)
        assert page.evaluate(CUT) == []
        assert opaque.size == (WIDTH, HEIGHT)
        left, top, right, bottom = opaque.getbbox()
        assert 0 < left < right < WIDTH
        assert HEIGHT / 4 < top < bottom < HEIGHT
        assert opaque.crop((left, top, right, bottom)).resize((1, 1)).getpixel((0, 0)) > 150
    page.goto(reverse("referee:live_board", args=where))
    assert page.evaluate(CUT) == []
    assert page.locator("#scene > svg").bounding_box()["height"] >= 0.9 * HEIGHT
