"""A whole game of RisiKo! Torneo entered by touch: dice for the first hand, the deal, turns, the last giri, the count, the signature."""

from random import Random

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.kernel.acts import JUDGE, TimeUp
from referee.models import GameRecord
from referee.records import cache as record_cache
from referee.views.access import DEVICE as SESSION_KEY
from tests.browser.touch import Finger
from tests.referee.conftest import (  # noqa: F401
    DEVICE,
    an_empty_cache,
    draft,
    judge,
    organizer,
    playing_table,
    ready,
    row,
    running,
    table,
    tournament,
)
from tests.referee.test_judge_page import address
from tournament.models import ClockEvent

SEED = 32  # a game of two giri


@pytest.fixture
def a_touched_tablet(site, open_page, client, judge, table):  # noqa: F811
    client.force_login(judge)
    session = client.session
    session[SESSION_KEY] = DEVICE
    session.save()
    page = open_page(800, 1280, has_touch=True)
    page.context.add_cookies([{"name": "sdadata_session", "value": session.session_key, "url": site}])
    return page


def test_a_whole_game_is_entered_by_touch(a_touched_tablet, row, table, running):  # noqa: F811
    ClockEvent.objects.filter(round=running, kind="start").update(at=timezone.now())
    page = a_touched_tablet
    page.set_default_timeout(20_000)
    page.goto(address(table))
    finger = Finger(page, row, touches=True)
    rng, vault = Random(SEED), finger.record.game.deal(finger.record.header, Random(SEED))

    while not finger.record.game.is_done(finger.record.rules, finger.record.state):
        if finger.record.state.giro == 1 and not finger.record.state.last_giro:
            finger.enter(JUDGE, TimeUp())  # the giro under way is the last one, so that the game is whole and short
            expect(page.locator("[data-strip]")).to_have_attribute("data-last-giro", "1")
            continue
        move = finger.record.game.policy(finger.record, rng, vault)
        finger.enter(move.by, move.act)

    for _seat in range(4):
        finger.tap(page.get_by_role("button", name="accetto"))
    finger.tap(page.get_by_role("button", name="Firma e chiudi"))
    table.refresh_from_db()
    result = GameRecord.objects.get(pk=row.pk)
    assert (table.state, result.seq) == ("signed", finger.record.seq)
    assert record_cache.rebuild(result).state == finger.record.state
    assert [line.rank for line in finger.record.score().rows if line.rank == 1] == [1]
