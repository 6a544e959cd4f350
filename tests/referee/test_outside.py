"""What is told outside of a table that is followed late: no page, file, screen or stream of the event says what its delay still hides."""

from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.test import Client
from django.urls import reverse

from tests.referee.conftest import Recorder, current, open_table
from tests.referee.test_broadcast import entered, moment, without_time  # noqa: F401
from tests.role_table import ARGUMENTS, ROUTES, USUAL
from tests.test_roles import routes
from tests.tournament.conftest import user
from tournament import live
from tournament.actions import broadcasts, screen_links, staff, tables
from tournament.errors import NotNow
from tournament.models import ScreenLink, Table
from tournament.queries import badge_tokens
from tournament.states import Role
from tournament.web.support import page_cache

OWN = {"tournament:projector", "tournament:projector_stream"}
"""Of a screen: asked below with each one's token."""
STREAMS = {"tournament:stream", "referee:live_stream"}
"""Each answer has a new token: what they announce is compared instead."""


@pytest.fixture(params=[2, 6])
def event(request, table, judge, organizer, moment):  # noqa: F811
    """A round with a few tables, of which the first is in play and recorded; with two it is followed on screens too."""
    round_ = table.round
    Table.objects.filter(round=round_, number__gt=request.param).delete()
    recorder = Recorder(open_table(table, judge), judge)
    recorder.record_many(30)
    entered(current(recorder.row), moment[0])
    moment[0] += timedelta(minutes=10)
    return SimpleNamespace(
        tournament=round_.tournament, table=table, token="", recorder=recorder, by=organizer, many=request.param
    )


def outside_of(event) -> dict[str, bytes]:
    """Every address of the event that a stranger may open, and the page of a player of the table."""
    page_cache.clear()
    stranger, player = Client(), Client()
    badge = badge_tokens.token_of(event.table.seats.select_related("entrant").first().entrant)
    player.get(reverse("tournament:phone", args=[badge]))
    found = {}
    for route, (_pattern, names) in routes().items():
        if (
            "slug" not in names
            or route in ARGUMENTS
            or route in OWN | STREAMS
            or ROUTES[route]["GET"]["anonymous"] != "may"
        ):
            continue
        url = reverse(route, kwargs={name: USUAL[name](event) for name in names})
        found[route] = stranger.get(url)
    found["player's page"] = player.get(reverse("tournament:player_day", args=[event.tournament.slug]))
    assert len(found) > 30
    pages = {name: answer for name, answer in found.items() if answer.status_code == 200 and not answer.streaming}
    return {name: without_time(answer.content) for name, answer in pages.items()}


def versions_of(event) -> dict[str, int]:
    """What the streams of pages for everybody follow."""
    return live.versions([event.tournament.topic, event.tournament.words_topic])


def goes_on(event, at) -> None:
    """More of the game, up to the throw that may end it in the last giro."""
    last = current(event.recorder.row).seq
    event.recorder.record_more(40)
    entered(current(event.recorder.row), at, after=last)
    tables.record_status(event.table, giro="Giro 14", is_last_giro=True, closing_threshold=5)
    tables.record_status(event.table, is_over=True)
    event.table.refresh_from_db()


def test_nothing_outside_of_a_table_with_a_delay_depends_on_what_it_hides(event, moment):  # noqa: F811
    broadcasts.open_to_all(event.table, delay=10, delay_in="minutes", by=event.by)
    before, versions = outside_of(event), versions_of(event)
    goes_on(event, moment[0])
    after = outside_of(event)
    assert [name for name in before if before[name] != after[name]] == []
    assert versions_of(event) == versions

    broadcasts.close(event.table, by=event.by)
    assert b"Da contare" in outside_of(event)["tournament:public"]


def test_without_a_delay_everybody_reads_it_at_once(event, moment):  # noqa: F811
    broadcasts.open_to_all(event.table, delay=0, delay_in="minutes", by=event.by)
    versions = versions_of(event)
    goes_on(event, moment[0])
    outside = outside_of(event)
    assert b"Da contare" in outside["tournament:public"]
    assert b"Da contare" in outside["player's page"]
    assert versions_of(event) != versions


@pytest.mark.parametrize("unit", ScreenLink.DelayIn.values)
@pytest.mark.parametrize("parts", [[], ["tables", "live"], ["tables"]])
def test_no_page_of_a_screen_with_a_delay_is_ahead_of_it(event, moment, unit, parts):  # noqa: F811
    screen, token = screen_links.issue(event.tournament, by=event.by)
    ScreenLink.objects.filter(pk=screen.pk).update(live_delay=5, live_delay_in=unit, parts=parts)
    url = reverse("tournament:projector", args=[token])
    event.recorder.record_until(lambda record: record.state.giro >= 2)
    entered(current(event.recorder.row), moment[0] - timedelta(hours=1))

    def page_of_screen() -> bytes:
        return without_time(Client().get(url).content)

    before, public = page_of_screen(), outside_of(event)
    tables.record_status(event.table, giro="Giro 14", is_last_giro=True, closing_threshold=5)
    is_live = event.many == 2
    assert (page_of_screen() == before) is is_live
    if is_live:
        assert b"Giro 14" not in page_of_screen()
        assert b"In gioco" in page_of_screen()
    if is_live and parts != ["tables"]:
        after = outside_of(event)
        assert [name for name in public if public[name] != after[name]] == []
    ScreenLink.objects.filter(pk=screen.pk).update(live_delay=0)
    assert b"Giro 14" in page_of_screen()
    assert b"Sdadata 5" in page_of_screen()


def test_who_sits_at_the_table_does_not_decide_how_late_the_screens_are(event):
    if event.many > 2:
        pytest.skip("screens show no table of a round with many")
    player = user("gioca")
    staff.grant(event.tournament, user=player, role=Role.ORGANIZER, by=event.by)
    staff.plays(event.table.seats.select_related("entrant").first().entrant, user=player, by=event.by)
    screen, _token = screen_links.issue(event.tournament, by=event.by)
    setting = {"least_seconds": 10, "size": "normal", "is_paused": False}
    screen_links.set_up(screen, **setting, live_delay=5, live_delay_in="minutes", by=event.by)
    for delay in (0, 4, 6):
        with pytest.raises(NotNow, match="un altro organizzatore"):
            screen_links.set_up(screen, **setting, live_delay=delay, live_delay_in="minutes", by=player)
    screen_links.set_up(screen, **setting | {"size": "huge"}, live_delay=5, live_delay_in="minutes", by=player)
    screen_links.revoke(screen, by=player)
    assert screen_links.issue(event.tournament, by=player)[0].live_delay == 5
    screen_links.revoke(event.tournament.screens.last(), by=event.by)
    assert screen_links.issue(event.tournament, by=event.by)[0].live_delay == 0


def test_the_staff_reads_it_at_once(event, moment):  # noqa: F811
    broadcasts.open_to_all(event.table, delay=10, delay_in="minutes", by=event.by)
    goes_on(event, moment[0])
    desk = Client()
    desk.force_login(event.by)
    assert b"Da contare" in desk.get(event.table.round.get_absolute_url()).content
    assert b"Giro 14" in desk.get(event.table.round.get_absolute_url()).content
