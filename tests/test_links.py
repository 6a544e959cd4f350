"""No dead end: from the desk, or from the event's public page, every page of a role is reached by links."""

import re
from collections import Counter
from html import unescape
from urllib.parse import urljoin, urlsplit

import pytest
from django.urls import Resolver404, resolve

from tests.role_table import ROUTES
from tests.test_roles import world  # noqa: F401
from tests.tournament.conftest import NOW, lines_for
from tests.tournament.pages import to
from tournament.actions import results
from tournament.models import Season
from tournament.states import RoundState

LINK = re.compile(r'(?:href|hx-get|data-href)="([^"#]+)')
FORM = re.compile(r'<form[^>]*action="([^"]+)"[^>]*method="get"|<form[^>]*method="get"[^>]*action="([^"]+)"')
MOST_VISITS = 5
"""Addresses of one route that are opened: its other tables, rounds and people are the same page."""

MACHINES = "asked by programs: probes, scripts, live streams and fragments"
BY_HAND = "opened by a link, a code or a badge that somebody was given"
ELSEWHERE = {
    "alive": MACHINES, "ready": MACHINES, "favicon.ico": MACHINES, "set_language": MACHINES,
    "robots": MACHINES, "sitemap": MACHINES, "tournament:picture": MACHINES,
    "site_picture": MACHINES, "tournament:season_picture": MACHINES, "tournament:table_picture": MACHINES, "referee:live_picture": MACHINES,
    "tournament:stream": MACHINES, "tournament:print_outs_stream": MACHINES, "tournament:projector_stream": MACHINES,
    "tournament:league_receive": MACHINES, "referee:live_stream": MACHINES,
    "referee:stream": MACHINES, "referee:lines": MACHINES, "referee:strip": MACHINES, "referee:offline_bundle": MACHINES,
    "referee:judge_map": MACHINES, "referee:service_worker": MACHINES, "referee:worker": MACHINES, "referee:sources": MACHINES,
    "tournament:player_day_worker": MACHINES,
    "entry_link": BY_HAND, "tournament:projector": BY_HAND, "tournament:phone": BY_HAND,
    "referee:live_outlines": MACHINES, "referee:live_sting": MACHINES, "referee:replay_data": "once a recorded game is counted",
    "referee:replay_positions": "once a recorded game is counted", "referee:replay_dice": "once a recorded game is counted",
    "referee:live_state": MACHINES, "referee:live_frame": MACHINES, "referee:live_band": MACHINES, "referee:live_board": MACHINES,
    "second_step": "between a right password and the log-in",
    "entry_code": BY_HAND, "login": "for whoever has not logged in", "components": "for whoever writes pages",
    "tournament:swap": "of a draft", "referee:replay": "once a recorded game is counted",
    "referee:hand_over": "on the device that writes the record",
    "referee:exam": "an exam that was begun", "tournament:paper_sheet": "fetched by the page of paper entry",
    "tournament:print_out_ready": "a print-out that is ready", "referee:archive": "an archive that is ready",
    "tournament:rating": "a game of an event that is over", "tournament:rating_page": "a game of an event that is over",
    "tournament:new_screen": "typed at a projector, which shows a code",
    "tournament:play_records": "a game of an event that is over",
    "tournament:season_page": "a ranking of more than a page",
    "tournament:standings_page": "a field of more than a page", "tournament:crosstable_page": "a field of more than a page",
    "tournament:public_round_page": "a round of more than a page", "tournament:bracket": "a round that not everybody survives",
    "tournament:put_right": "two people in each other's place",
}  # fmt: skip


@pytest.fixture
def event(world):  # noqa: F811
    """The round of the role table, with a signed table and a public season."""
    Season.objects.create(name="Stagione").events.create(tournament=world.tournament)
    last = world.tournament.rounds.get().tables.last()
    results.enter_by_hand(last, lines=lines_for(last), ended_by="time", by=None)
    results.sign(last, by=None)
    world.tournament.rounds.update(state=RoundState.CLOSED, closed_at=NOW)
    first = world.tournament.rounds.get()
    world.tournament.rounds.create(number=2, state=RoundState.PUBLISHED, minutes=90, stage=first.stage)
    return world


def routes_reached(client, start: str) -> set[str]:
    """The routes of all links that this reader finds from here, through pages that open."""
    reached: set[str] = set()
    visits: Counter[str] = Counter()
    waiting, seen = [start], set()
    while waiting:
        url = waiting.pop(0)
        path = urlsplit(url).path
        if path in seen or not (route := route_of(path)):
            continue
        seen.add(path)
        visits[route] += 1
        if visits[route] > MOST_VISITS:
            continue
        answer = client.get(url, follow=True)
        for close in answer._resource_closers:  # `answer.close()` would close the database as well
            close()
        if answer.status_code != 200:
            continue
        reached |= {route} | {route_of(hop) for hop, _status in answer.redirect_chain}
        if not answer.streaming and answer["Content-Type"].startswith("text/html"):
            found = answer.content.decode()
            base = answer.redirect_chain[-1][0] if answer.redirect_chain else url
            links = [*LINK.findall(found), *filter(None, sum(FORM.findall(found), ()))]
            waiting += [urljoin(base, unescape(link)) for link in links if not urlsplit(link).netloc]
    return reached


def route_of(url: str) -> str:
    try:
        return resolve(urlsplit(url).path).view_name
    except Resolver404:
        return ""


@pytest.mark.parametrize(
    ("role", "start"), [("anonymous", "public"), ("table_judge", "desk"), ("head_judge", "desk"), ("organizer", "desk")]
)
def test_every_page_of_a_role_is_reached_by_links(event, role, start):
    pages = {
        route
        for route, methods in ROUTES.items()
        if methods["GET"][role] == "may" and not route.startswith("tournament:api:")
    }
    reached = routes_reached(event.clients[role], to(start, event.tournament))
    missed = pages - reached - set(ELSEWHERE)
    assert not missed, f"no link leads to {sorted(missed)}"
