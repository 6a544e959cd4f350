"""The live stream, spoken to as a server would: who may open it, what it says, when it ends."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from urllib.parse import parse_qsl, unquote, urlencode

import pytest
from django.core import signing
from django.db import connection, transaction
from django.db.models import F
from django.test import Client
from django.urls import reverse

from config import live_notices, live_stream
from config.live_stream import LiveStream
from tests.tournament.conftest import NOW, a_tournament, ready_to_draw, user
from tournament import live
from tournament.actions import broadcasts, passes, phones, privacy, rounds, screen_links, staff, tournaments
from tournament.models import Device, LiveVersion
from tournament.models.live import COALESCED
from tournament.queries import badge_tokens
from tournament.states import Role

pytestmark = pytest.mark.django_db(transaction=True)

SOON = 3


class Reader:
    """A browser at the end of a stream."""

    def __init__(self) -> None:
        self.sent: asyncio.Queue[dict] = asyncio.Queue()
        self.left = asyncio.Event()

    async def receive(self) -> dict:
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: dict) -> None:
        await self.sent.put(message)

    async def status(self) -> int:
        async with asyncio.timeout(SOON):
            return (await self.sent.get())["status"]

    async def event(self) -> tuple[str, dict]:
        async with asyncio.timeout(SOON):
            body = (await self.sent.get())["body"].decode()
        if not body:
            return "end", {}
        name, data = body.strip().split("\n")
        return name.removeprefix("event: "), json.loads(data.removeprefix("data: "))

    async def topics(self) -> tuple[str, list[str]]:
        name, data = await self.event()
        return name, data["topics"]


@asynccontextmanager
async def reading(stream: LiveStream, token: str) -> AsyncIterator[Reader]:
    reader = Reader()
    scope = {"type": "http", "method": "GET", "path": "/live/", "query_string": urlencode({"token": token}).encode()}
    serving = asyncio.create_task(stream(scope, reader.receive, reader.send))
    try:
        yield reader
    finally:
        reader.left.set()
        async with asyncio.timeout(SOON):
            await serving


@asynccontextmanager
async def open_reading(stream: LiveStream, *topics: str) -> AsyncIterator[Reader]:
    async with reading(stream, live.make_token(topics)) as reader:
        assert await reader.status() == 200
        assert await reader.topics() == ("open-topics", sorted(topics))
        yield reader


async def in_thread(function: Callable[..., object], *arguments: object) -> None:
    """As a view would: on a thread of its own, whose connection is closed afterwards."""

    def work() -> None:
        try:
            function(*arguments)
        finally:
            live_stream.connections.close_all()

    await asyncio.to_thread(work)


def run(story: Coroutine) -> None:
    async def told() -> None:
        async with asyncio.timeout(20):
            await story

    asyncio.run(told())


def bump_from_another_process(topic: str) -> None:
    """The row changes and no listener of this process is called."""
    LiveVersion.objects.filter(topic=topic).update(version=F("version") + 1)


@pytest.fixture
def deaf_between_bumps(monkeypatch):
    monkeypatch.setattr(live_stream, "POLL_SECONDS", 60.0)
    monkeypatch.setattr(live_stream, "NOTIFIED_POLL_SECONDS", 60.0)


@pytest.fixture
def quick_to_look(monkeypatch):
    monkeypatch.setattr(live_stream, "POLL_SECONDS", 0.05)
    monkeypatch.setattr(live_stream, "NOTIFIED_POLL_SECONDS", 0.05)


def test_a_fresh_token_opens_the_stream():
    async def story() -> None:
        async with reading(LiveStream(), live.make_token(["round:1"])) as reader:
            assert await reader.status() == 200

    run(story())


@pytest.mark.parametrize(
    "token",
    [
        "",
        "nonsense",
        signing.dumps({"topics": ["round:1"], "expires_at": 9e9}, salt="some other purpose"),
        signing.dumps({"topics": ["round:1"], "expires_at": 9e9}, salt="tournament.live")[:-1] + "?",
    ],
)
def test_a_token_that_was_not_made_for_the_stream_is_refused(token):
    async def story() -> None:
        async with reading(LiveStream(), token) as reader:
            assert await reader.status() == 403

    run(story())


def test_an_expired_token_is_refused():
    async def story() -> None:
        async with reading(LiveStream(), live.make_token(["round:1"], seconds=-1)) as reader:
            assert await reader.status() == 403

    run(story())


def test_a_stream_ends_when_its_token_expires():
    async def story() -> None:
        async with reading(LiveStream(), live.make_token(["round:1"], seconds=1)) as reader:
            assert await reader.status() == 200
            names = [(await reader.event())[0] for _ in range(4)]
        assert names == ["open-topics", "beat", "expired", "end"]

    run(story())


def test_a_bump_of_this_process_is_told_without_waiting_for_the_next_look(deaf_between_bumps):
    async def story() -> None:
        async with open_reading(LiveStream(), "round:1") as reader:
            await in_thread(live.bump, "round:1")
            assert await reader.topics() == ("changed", ["round:1"])

    run(story())


def test_a_write_of_another_process_is_told_by_the_next_look(quick_to_look):
    live.bump("round:1")

    async def story() -> None:
        async with open_reading(LiveStream(), "round:1") as reader:
            await in_thread(bump_from_another_process, "round:1")
            assert await reader.topics() == ("changed", ["round:1"])

    run(story())


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite gives no notice")
def test_postgresql_gives_notice_of_a_write_of_another_process(deaf_between_bumps):
    live.bump("round:1")

    async def story() -> None:
        async with open_reading(LiveStream(), "round:1") as reader:
            await asyncio.sleep(0.5)  # until this worker listens and has looked once
            await in_thread(bump_from_another_process, "round:1")
            assert await reader.topics() == ("changed", ["round:1"])

    run(story())


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite gives no notice")
def test_a_lost_line_of_notices_is_said_and_opened_again(monkeypatch):
    monkeypatch.setattr(live_notices, "RECONNECT_SECONDS", 0.05)
    live.bump("round:1")
    found: list[str] = []

    async def until(*due: str) -> None:
        while found != list(due):
            await asyncio.sleep(0.02)

    async def story() -> None:
        listening = asyncio.create_task(live_notices.listen_forever(found.append, lambda: found.append("lost")))
        await until("")
        await in_thread(_end_the_listeners)
        await until("", "lost", "")
        for _bump in range(2):
            await in_thread(live.bump, "round:1")
        await until("", "lost", "", "round:1 2", "round:1 3")
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)

    run(story())


def _end_the_listeners() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN %%' AND datname = current_database()"
        )


@pytest.mark.parametrize("hears", [True, False])
def test_where_notices_come_all_versions_are_read_less_often(monkeypatch, hears):
    async def listen(notify: Callable[[str], object], lost: Callable[[], object]) -> None:
        notify("")
        if not hears:
            lost()
        await asyncio.Event().wait()

    looks = []
    read = live_stream._read_versions
    monkeypatch.setattr(live_stream, "_read_versions", lambda topics: looks.append(topics) or read(topics))
    monkeypatch.setattr(live_stream, "POLL_SECONDS", 0.05)
    monkeypatch.setattr(live_stream, "NOTIFIED_POLL_SECONDS", 60.0)
    monkeypatch.setattr(live_stream.live_notices, "can_listen", lambda: True)
    monkeypatch.setattr(live_stream.live_notices, "listen_forever", listen)

    async def story() -> None:
        async with open_reading(LiveStream(), "round:1"):
            await asyncio.sleep(0.2)
            looks.clear()
            await asyncio.sleep(1.0)
            assert bool(looks) != hears

    run(story())


def test_a_notice_that_names_its_version_goes_out_without_a_query(deaf_between_bumps, monkeypatch):
    """An older one, which a look has overtaken, is no news; one that names nothing, as after a lost connection, is a reason to look."""
    notify: list[Callable[[str], object]] = []

    async def listen(function: Callable[[str], object], _lost: Callable[[], object]) -> None:
        notify.append(function)
        await asyncio.Event().wait()

    looks = []
    read = live_stream._read_versions
    monkeypatch.setattr(live_stream, "_read_versions", lambda topics: looks.append(topics) or read(topics))
    monkeypatch.setattr(live_stream.live_notices, "can_listen", lambda: True)
    monkeypatch.setattr(live_stream.live_notices, "listen_forever", listen)
    live.bump("round:1")

    async def story() -> None:
        stream = LiveStream()
        async with open_reading(stream, "round:1") as reader:
            await asyncio.sleep(0.1)
            looks.clear()
            for notice in ("round:2 8", "round:1 5"):
                notify[0](notice)
            assert await reader.topics() == ("changed", ["round:1"])
            notify[0]("round:1 4")
            await asyncio.sleep(0.1)
            assert (reader.sent.empty(), looks, stream.versions()["round:1"]) == (True, [], 5)
            notify[0]("")
            assert await reader.topics() == ("changed", ["round:1"])
            assert (looks, stream.versions()["round:1"]) == ([{"round:1"}], 1)

    run(story())


def test_topics_of_answers_for_a_crowd_are_read_too(quick_to_look):
    live.bump("round:1", "words-x")

    async def story() -> None:
        stream = LiveStream()
        async with open_reading(stream, "round:1"):
            stream.follow(["words-x"])
            await asyncio.sleep(0.3)
            assert stream.versions() == {"round:1": 1, "words-x": 1}

    run(story())


def test_a_stream_hears_of_its_own_topics_only(deaf_between_bumps):
    async def story() -> None:
        stream = LiveStream()
        async with open_reading(stream, "round:1") as first, open_reading(stream, "round:1", "round:2") as second:
            await in_thread(live.bump, "round:2")
            assert await second.topics() == ("changed", ["round:2"])
            await in_thread(live.bump, "round:1")
            assert await first.topics() == ("changed", ["round:1"])

    run(story())


def test_what_a_whole_hall_reads_is_told_together_and_after_no_page_that_is_older_is_shown(deaf_between_bumps):
    words = [f"{COALESCED}open", f"{COALESCED}other"]
    live.bump("round:1", *words)

    async def story() -> None:
        async with open_reading(LiveStream(), "round:1", *words) as reader:
            begun = time.monotonic()
            for topic in words:
                await in_thread(live.bump, topic)
            await in_thread(live.bump, "round:1")
            assert await reader.topics() == ("changed", ["round:1"])
            heard: set[str] = set()
            while heard < set(words):  # together, or in two ticks that follow each other
                name, topics = await reader.topics()
                assert name == "changed"
                heard |= set(topics)
                assert time.monotonic() > begun + live.COALESCED_SECONDS

    run(story())


def test_a_bump_that_is_rolled_back_is_not_told(quick_to_look):
    def bump_and_fail() -> None:
        with suppress(ZeroDivisionError), transaction.atomic():
            live.bump("round:1")
            raise ZeroDivisionError

    async def story() -> None:
        async with open_reading(LiveStream(), "round:1", "round:2") as reader:
            await in_thread(bump_and_fail)
            await in_thread(live.bump, "round:2")
            assert await reader.topics() == ("changed", ["round:2"])

    run(story())


@pytest.mark.parametrize("readers", [1, 30])
def test_one_look_serves_all_streams(readers, deaf_between_bumps, monkeypatch):
    looks = []
    read = live_stream._read_versions
    monkeypatch.setattr(live_stream, "_read_versions", lambda topics: looks.append(topics) or read(topics))
    live.bump("round:1")

    async def story() -> None:
        stream, everybody = LiveStream(), [Reader() for _ in range(readers)]
        scope = {"type": "http", "method": "GET", "query_string": f"token={live.make_token(['round:1'])}".encode()}
        serving = [asyncio.create_task(stream(scope, reader.receive, reader.send)) for reader in everybody]
        for reader in everybody:
            assert await reader.status() == 200
            assert await reader.topics() == ("open-topics", ["round:1"])
        await asyncio.sleep(0.5)  # until a worker over PostgreSQL listens
        looks.clear()
        await in_thread(live.bump, "round:1")
        for reader in everybody:
            assert await reader.topics() == ("changed", ["round:1"])
        assert looks == ([] if connection.vendor == "postgresql" else [{"round:1"}])
        for reader in everybody:
            reader.left.set()
        await asyncio.gather(*serving)

    run(story())


def test_nothing_is_left_behind_when_the_last_reader_leaves():
    async def story() -> None:
        stream = LiveStream()
        async with open_reading(stream, "round:1"):
            assert len(live._listeners) == before + (connection.vendor == "sqlite")
        await asyncio.sleep(0)
        assert [hub.subscriptions for hub in stream._hubs.values()] == [set()]
        assert len(live._listeners) == before

    before = len(live._listeners)
    run(story())


def test_a_database_that_is_away_for_a_while_ends_no_stream(quick_to_look, monkeypatch, caplog):
    read = live_stream._read_versions
    live.bump("round:1")

    def fail(topics: set[str]) -> dict[str, int]:
        raise OSError("away")

    async def story() -> None:
        async with open_reading(LiveStream(), "round:1") as reader:
            monkeypatch.setattr(live_stream, "_read_versions", fail)
            await in_thread(live.bump, "round:1")
            await asyncio.sleep(0.2)
            monkeypatch.setattr(live_stream, "_read_versions", read)
            assert await reader.topics() == ("changed", ["round:1"])

    run(story())
    assert "could not be read" in caplog.text


def test_the_address_that_a_page_is_given_opens_the_stream():
    response = live.stream_response(["round:1", "tournament:7"], through=[])
    address = json.loads(response.content)["stream"]
    path, _, query = address.partition("?")
    assert path == "/live/"
    assert live.read_token(dict(parse_qsl(query))["token"]).topics == {"round:1", "tournament:7"}
    assert response["Cache-Control"] == "no-store"


@pytest.mark.parametrize("times", [1, 3])
def test_a_bump_counts_from_whatever_stood_there(times):
    for _ in range(times):
        live.bump("round:1")
    assert live.versions(["round:1", "round:2"]) == {"round:1": times, "round:2": 0}


def test_a_bump_costs_one_query_once_its_row_is_there(django_assert_num_queries):
    live.bump("round:1")
    with django_assert_num_queries(1):
        live.bump("round:1")


# What a stream was opened through


class Event:
    """A round in play with a judge, a public table, a screen and a badge, each of which opens a stream."""

    def __init__(self) -> None:
        self.by, self.judge = user("olga"), user("judge")
        self.tournament = ready_to_draw(a_tournament(self.by), 8, self.by)
        self.role = staff.grant(self.tournament, user=self.judge, role=Role.JUDGE, by=self.by)
        round_ = rounds.draw(self.tournament, seed="seme", by=self.by)
        rounds.publish(round_, by=self.by)
        rounds.start(round_, by=self.by, now=NOW)
        self.table = round_.tables.first()
        broadcasts.open_to_all(self.table, delay=0, delay_in="minutes", by=self.by)
        self.screen, self.token = screen_links.issue(self.tournament, by=self.by)
        self.entrant = self.tournament.entrants.first()

    def stream(self, name: str, *args: object, by=None, badge: bool = False) -> str:
        client = Client()
        if by:
            client.force_login(by)
        if badge:
            client.get(reverse("tournament:phone", args=[badge_tokens.token_of(self.entrant)]))
        answer = client.get(reverse(name, args=args))
        assert answer.status_code == 200
        return answer.json()["stream"].partition("token=")[2]

    def public(self) -> str:
        return self.stream("tournament:stream", self.tournament.slug)

    def of_screen(self) -> str:
        return self.stream("tournament:projector_stream", self.token)

    def of_judge(self) -> str:
        return self.stream("tournament:stream", self.tournament.slug, by=self.judge)

    def of_player(self) -> str:
        return self.stream("tournament:player_day_stream", self.tournament.slug, badge=True)

    def of_table(self) -> str:
        return self.stream("referee:live_stream", self.tournament.slug, 1, self.table.number)

    def make_private(self) -> None:
        tournaments.edit(self.tournament, by=self.by, is_public=False)

    def revoke_screen(self) -> None:
        screen_links.revoke(self.screen, by=self.by)

    def revoke_role(self) -> None:
        staff.revoke(self.role, by=self.by)

    def end_device(self) -> None:
        device = Device.objects.create(user=self.judge, session_key="x" * 32, label="tablet")
        passes.end(device, self.role, by=self.by)

    def change_badge(self) -> None:
        phones.renew(self.entrant, by=self.by)

    def log_out(self) -> None:
        client = Client()
        client.force_login(self.judge)
        assert client.post(reverse("logout")).status_code == 302

    def change_password(self) -> None:
        client = Client()
        self.judge.set_password("una-parola-lunga")
        self.judge.save()
        client.force_login(self.judge)
        new = {
            "old_password": "una-parola-lunga",
            "new_password1": "un-altra-parola",
            "new_password2": "un-altra-parola",
        }
        assert client.post(reverse("password"), new).status_code == 302

    def erase_player(self) -> None:
        privacy.erase(self.entrant, by=self.by)

    def unpublish_round(self) -> None:
        rounds.call_back(self.table.round, by=self.by, reason="troppo presto")
        rounds.unpublish(self.table.round, by=self.by, reason="un altro sorteggio")

    def close_table(self) -> None:
        broadcasts.close(self.table, by=self.by)

    def rename(self) -> None:
        tournaments.edit(self.tournament, by=self.by, name="Altro nome")


@pytest.mark.parametrize(
    ("opened", "act"),
    [
        (Event.public, Event.make_private),
        (Event.of_table, Event.make_private),
        (Event.of_table, Event.close_table),
        (Event.of_screen, Event.revoke_screen),
        (Event.of_judge, Event.revoke_role),
        (Event.of_judge, Event.end_device),
        (Event.of_judge, Event.log_out),
        (Event.of_judge, Event.change_password),
        (Event.of_player, Event.change_badge),
        (Event.of_player, Event.erase_player),
        (Event.of_table, Event.unpublish_round),
    ],
)
def test_a_stream_ends_as_soon_as_what_it_was_opened_through_is_shut(opened, act):
    event = Event()
    token = unquote(opened(event))

    async def story() -> None:
        stream = LiveStream()
        async with reading(stream, token) as reader:
            assert await reader.status() == 200
            assert (await reader.event())[0] == "open-topics"
            await in_thread(act, event)
            assert [await reader.event(), await reader.event()][-1][0] == "end"
        async with reading(stream, token) as reader:
            assert await reader.status() == 403

    run(story())


@pytest.mark.parametrize("opened", [Event.public, Event.of_screen, Event.of_judge, Event.of_player])
@pytest.mark.parametrize("act", [Event.rename, Event.close_table])
def test_a_stream_goes_on_where_something_else_is_changed_or_shut(opened, act):
    event = Event()
    token = unquote(opened(event))

    async def story() -> None:
        async with reading(LiveStream(), token) as reader:
            assert await reader.status() == 200
            topics = (await reader.topics())[1]
            assert not any(topic.startswith("door") for topic in topics)
            await in_thread(act, event)
            assert await reader.topics() == ("changed", [event.tournament.topic])

    run(story())
