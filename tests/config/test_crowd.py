"""One answer for a crowd: who gets it, and when it serves no longer."""

import asyncio
from types import MappingProxyType

import pytest
from django.conf import settings

from config.crowd import Crowd
from tournament import live

PAGE = "/t/prova/turni/1/tavoli/1/dal-vivo/"
TOPIC = "broadcast-prova.1.1"


class Site:
    """Django, which says how often it was asked; `versions` is what the live stream has read."""

    def __init__(self, *, topic: str = TOPIC, status: int = 200, more=()) -> None:
        self.asked, self.versions = 0, MappingProxyType({TOPIC: 7})
        self.topic, self.status, self.more = topic, status, list(more)
        self.followed: list[str] = []
        self.crowd = Crowd(self._answer, lambda: self.versions, self.followed.extend)

    async def _answer(self, scope, receive, send) -> None:
        self.asked += 1
        number = self.asked
        await asyncio.sleep(0.01)
        headers = [(b"etag", b'"%d"' % number), *self.more]
        headers += [(live.SHARED.encode(), self.topic.encode())] if self.topic else []
        await send({"type": "http.response.start", "status": self.status, "headers": headers})
        await send({"type": "http.response.body", "body": b"riga ", "more_body": True})
        await send({"type": "http.response.body", "body": b"%d" % number})

    async def ask(self, path: str = PAGE, method: str = "GET", query: bytes = b"", **headers: str) -> tuple:
        found = {"hx-request": "true", "host": "sala", **headers}
        sent: list[dict] = []

        async def send(message: dict) -> None:
            sent.append(message)

        scope = {
            "type": "http",
            "method": method,
            "path": path,
            "scheme": "http",
            "query_string": query,
            "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in found.items()],
        }
        await self.crowd(scope, _never, send)
        return sent[0]["status"], dict(sent[0]["headers"]), b"".join(one["body"] for one in sent[1:])


async def _never() -> dict:
    return await asyncio.Event().wait()


def test_one_of_a_crowd_is_answered_by_django_and_all_get_the_same_bytes():
    async def run() -> None:
        site = Site()
        answers = await asyncio.gather(*(site.ask() for _reader in range(200)))
        assert site.asked == 1
        assert {body for _status, _headers, body in answers} == {b"riga 1"}
        assert all(live.SHARED.encode() not in headers for _status, headers, _body in answers)

    asyncio.run(run())


def test_a_slow_site_is_asked_by_one_reader_at_a_time(monkeypatch):
    """Also where each answer is old when the others come to it."""

    async def run() -> None:
        site = Site()
        at_once = [0, 0]
        real = site.crowd._inner

        async def inner(*about) -> None:
            at_once[0] += 1
            at_once[1] = max(at_once)
            await real(*about)
            at_once[0] -= 1

        site.crowd._inner = inner
        monkeypatch.setattr("config.crowd.SECONDS", -1)
        await asyncio.gather(*(site.ask() for _reader in range(8)))
        assert site.asked == 8
        assert at_once[1] == 1

    asyncio.run(run())


def test_an_answer_serves_until_its_topic_moves_or_its_second_is_over(monkeypatch):
    async def run() -> None:
        site = Site()
        await site.ask()
        site.versions = {TOPIC: 8}
        assert (await site.ask())[2] == b"riga 2"
        assert (await site.ask())[2] == b"riga 2"
        monkeypatch.setattr("config.crowd.SECONDS", 0)
        assert (await site.ask())[2] == b"riga 3"
        site.versions = {}
        monkeypatch.undo()
        assert (await site.ask())[2] == b"riga 4"

    asyncio.run(run())


def test_an_answer_of_several_topics_serves_until_one_of_them_moves():
    async def run() -> None:
        site = Site(topic=f"{TOPIC} words-x")
        bodies = [(await site.ask())[2] for _reader in range(2)]
        assert bodies == [b"riga 1", b"riga 2"], "a topic that nobody follows here may have moved"
        assert site.followed == [TOPIC, "words-x"] * 2
        site.versions = {TOPIC: 7, "words-x": 3}
        bodies = [(await site.ask())[2] for _reader in range(2)]
        site.versions = {TOPIC: 7, "words-x": 4}
        bodies.append((await site.ask())[2])
        assert bodies == [b"riga 3", b"riga 3", b"riga 4"]

    asyncio.run(run())


@pytest.mark.parametrize(
    "other",
    [
        {"host": "altra-sala"},
        {"accept_language": "en"},
        {"accept_encoding": "gzip"},
        {"cookie": f"{settings.LANGUAGE_COOKIE_NAME}=en"},
        {"path": PAGE.replace("1", "2")},
        {"cookie": f"{settings.SESSION_COOKIE_NAME}=abc"},
        {"cookie": f"{settings.CSRF_COOKIE_NAME}=x; messages=ciao"},
        {"cookie": f"a=1; {settings.SESSION_COOKIE_NAME}=abc"},
        {"authorization": "Bearer x"},
        {"hx_request": "false"},
        {"hx_boosted": "true"},
        {"query": b"a=1"},
        {"method": "HEAD"},
    ],
)
def test_who_might_read_something_else_asks_django(other):
    async def run() -> None:
        site = Site()
        await site.ask()
        assert (await site.ask(**other))[2] == b"riga 2"
        assert (await site.ask())[2] == b"riga 1"

    asyncio.run(run())


@pytest.mark.parametrize(
    "site", [{"topic": ""}, {"topic": "nobody-follows"}, {"status": 404}, {"more": [(b"set-cookie", b"a=1")]}]
)
def test_what_is_not_for_all_is_not_shared(site):
    async def run() -> None:
        found = Site(**site)
        bodies = [(await found.ask())[2] for _reader in range(2)]
        assert bodies == [b"riga 1", b"riga 2"]

    asyncio.run(run())


def test_a_browser_that_has_the_bytes_gets_none():
    async def run() -> None:
        site = Site()
        await site.ask()
        status, headers, body = await site.ask(if_none_match='W/"1"')
        assert (status, body, site.asked) == (304, b"", 1)
        assert headers[b"etag"] == b'"1"'
        assert (await site.ask(if_none_match='"0"'))[0] == 200

    asyncio.run(run())
