"""Every page with an address of its own tells link previews what it is, and its picture is there; people's pages tell nothing."""

import io
import re
from html import unescape

from django.test import Client
from PIL import Image

from tests.referee.test_replay import over
from tests.role_table import ROUTES
from tests.test_roles import address, world  # noqa: F401
from tournament.actions import broadcasts
from tournament.web.support import page_cache

SITE = "http://testserver"
IN_ANOTHER_PAGE = {
    "tournament:embedded",
    *(f"referee:live_{name}" for name in ("frame", "band", "board", "sting", "outlines")),
}
"""Frames of club sites and sources of streaming programs."""
NO_READER = {
    *("login", "entry_code", "entry_link", "second_step", "tournament:new_screen", "tournament:projector"),
    *("tournament:phone", "referee:worker", "tournament:league_receive"),
}
"""Forms of who works here, and screens."""
HEAD = ("description", "og:title", "og:description", "og:url", "og:image", "twitter:card")


def metas(page: str) -> dict[str, str]:
    found = re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)"', page)
    return {name: unescape(content) for name, content in found}


def public_pages(world):  # noqa: F811
    client = Client()
    for route, methods in sorted(ROUTES.items()):
        if methods["GET"]["anonymous"] == "may" and route not in IN_ANOTHER_PAGE | NO_READER:
            url = address(route, world)
            answer = client.get(url)
            if (
                answer.status_code == 200
                and not answer.streaming
                and answer.content.lstrip()[:9].lower() == b"<!doctype"
            ):
                yield route, url, answer.content.decode()


def test_each_public_page_says_what_it_is_or_that_it_is_no_ones_to_list(world):  # noqa: F811
    over(world.table)
    seen, wrong, client = set(), {}, Client()
    pages = [*public_pages(world)]
    replay = address("referee:replay", world)
    pages += [(url, url, client.get(url).content.decode()) for url in (replay, f"{replay}?mossa=0")]
    for route, url, page in pages:
        head = metas(page)
        if head.get("robots") == "noindex":
            if "og:image" in head:
                wrong[route] = "unlisted, and shared"
            continue
        seen.add(route)
        canonical = re.search(r'<link rel="canonical" href="(.*?)">', page)
        if missing := [name for name in HEAD if not head.get(name)]:
            wrong[route] = missing
        elif (
            canonical is None
            or unescape(canonical[1]) != SITE + url.partition("?")[0]
            or not re.search("<title>[^<]{3}", page)
        ):
            wrong[route] = canonical
        elif not head["og:url"].startswith(SITE + url):
            wrong[route] = head["og:url"]
        else:
            answer = client.get(head["og:image"].removeprefix(SITE))
            size = Image.open(io.BytesIO(answer.content)).size if answer.status_code == 200 else answer.status_code
            if size != (int(head["og:image:width"]), int(head["og:image:height"])) or size != (1200, 630):
                wrong[route] = size
    assert wrong == {}
    assert {"tournament:public", "tournament:sheet_page", "referee:live", replay, f"{replay}?mossa=0"} <= seen


PICTURES = ("tournament:picture", "tournament:table_picture", "referee:live_picture", "referee:replay_picture")


def test_there_is_no_picture_of_what_is_not_public(world):  # noqa: F811
    """Whoever asks, staff too: a picture is the same for everybody."""
    over(world.table)
    found = {route: address(route, world) for route in PICTURES}

    def statuses() -> set[int]:
        return {
            client.get(url).status_code for url in found.values() for client in (Client(), world.clients["organizer"])
        }

    assert statuses() == {200}
    world.tournament.is_public = False
    world.tournament.save()
    page_cache.clear()
    assert statuses() == {404}


def test_a_live_table_that_is_closed_has_no_picture(world):  # noqa: F811
    url = address("referee:live_picture", world)
    assert Client().get(url).status_code == 200
    broadcasts.close(world.table, by=None)
    assert Client().get(url).status_code == 404
