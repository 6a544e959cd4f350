"""A request is answered in one thread that lives on, and a hall of readers never holds a judge's entry up."""

import asyncio
import sys
from threading import Event, current_thread

import pytest
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.hashers import make_password
from django.core.signals import request_started
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import override_settings
from django.urls import path
from django.utils.translation import get_language
from django.views.decorators.csrf import csrf_exempt

from config.threads import LOGINS, READERS, SEARCHERS, SWITCH_SECONDS, WRITERS, ThreadedHandler
from tests.lanes import WatchedHasher
from tournament.core.draw import DrawEntrant, draw
from tournament.web.support.lanes import login_lane, search_lane

PATIENCE = 30
may_go = Event()


@login_not_required
def slow(_request: HttpRequest) -> HttpResponse:
    may_go.wait(PATIENCE)
    return HttpResponse("read")


@csrf_exempt
@login_not_required
def entry(_request: HttpRequest) -> HttpResponse:
    return HttpResponse(current_thread().name)


@csrf_exempt
@login_not_required
def slow_post(request: HttpRequest) -> HttpResponse:
    return slow(request)


@csrf_exempt
@login_not_required
def hashing(_request: HttpRequest) -> HttpResponse:
    make_password("una parola lunga")
    return HttpResponse(current_thread().name)


@csrf_exempt
@login_not_required
def hashing_elsewhere(request: HttpRequest) -> HttpResponse:
    return hashing(request)


@csrf_exempt
@login_not_required
def hashing_within(request: HttpRequest) -> HttpResponse:
    with transaction.atomic():
        return hashing(request)


@csrf_exempt
@login_not_required
def searching(_request: HttpRequest) -> HttpResponse:
    draw([DrawEntrant(str(number)) for number in range(4)], [4], seed="x")
    return HttpResponse(current_thread().name)


@csrf_exempt
@login_not_required
def searching_elsewhere(request: HttpRequest) -> HttpResponse:
    return searching(request)


@csrf_exempt
@login_not_required
def searching_within(request: HttpRequest) -> HttpResponse:
    with transaction.atomic():
        return searching(request)


@search_lane
@login_not_required
def spared(request: HttpRequest) -> HttpResponse:
    """Whether the connection is taken to be alive without a question to the server. A lane of one thread: the same connection each time."""
    is_spared = connection.health_check_done
    connection.ensure_connection()
    if "X-Last" in request.headers:
        connection.close()
    return HttpResponse(str(is_spared))


@search_lane
@csrf_exempt
@login_not_required
def slow_search(request: HttpRequest) -> HttpResponse:
    may_go.wait(PATIENCE)
    return searching(request)


@login_not_required
def language(_request: HttpRequest) -> HttpResponse:
    return HttpResponse(get_language())


@login_not_required
def rows(_request: HttpRequest) -> StreamingHttpResponse:
    return StreamingHttpResponse(f"{get_language()} {current_thread().name[:6]} {row}\n" for row in range(2))


@login_not_required
def broken_rows(_request: HttpRequest) -> StreamingHttpResponse:
    return StreamingHttpResponse(str(1 // row) for row in (1, 0))


urlpatterns = [
    path("slow/", slow),
    path("entry/", entry),
    path("slow-post/", slow_post),
    path("log-in/", login_lane(hashing)),
    path("elsewhere/", hashing_elsewhere),
    path("within/", login_lane(hashing_within)),
    path("searched/", search_lane(searching)),
    path("searched-elsewhere/", searching_elsewhere),
    path("searched-within/", search_lane(searching_within)),
    path("slow-search/", slow_search),
    path("spared/", spared),
    path("language/", language),
    path("rows/", rows),
    path("broken/", broken_rows),
]

pytestmark = pytest.mark.urls(__name__)


@pytest.fixture
def handler() -> ThreadedHandler:
    may_go.clear()
    return ThreadedHandler()


async def asked(handler: ThreadedHandler, method: str, url: str, **headers: str) -> tuple[int, bytes]:
    result: list[dict] = []
    waiting = [{"type": "http.request", "body": b"", "more_body": False}]

    async def receive() -> dict:
        if waiting:
            return waiting.pop()
        await asyncio.sleep(PATIENCE)
        return {"type": "http.disconnect"}

    async def send(message: dict) -> None:
        result.append(message)

    sent = [
        (name.replace("_", "-").encode(), value.encode()) for name, value in {"host": "localhost", **headers}.items()
    ]
    scope = {"type": "http", "method": method, "path": url, "headers": sent, "query_string": b""}
    await handler(scope, receive, send)
    return result[0]["status"], b"".join(one.get("body", b"") for one in result[1:])


def test_an_entry_does_not_wait_behind_more_readers_than_there_are_threads(handler):
    async def hall() -> tuple[tuple, list[tuple]]:
        readers = [asyncio.create_task(asked(handler, "GET", "/slow/")) for _reader in range(READERS + 5)]
        await asyncio.sleep(0.1)
        result = await asyncio.wait_for(asked(handler, "POST", "/entry/"), PATIENCE / 2)
        assert not any(reader.done() for reader in readers)
        may_go.set()
        return result, await asyncio.gather(*readers)

    (status, thread), read = asyncio.run(hall())
    assert (status, thread[:6]) == (200, b"writer")
    assert read == [(200, b"read")] * (READERS + 5)


def test_an_entry_does_not_wait_behind_posts_of_another_session(handler):
    """A judge of any rehearsal may post as much as the judge of the final."""
    many = 2 * WRITERS

    async def hall() -> tuple[tuple, list[tuple]]:
        flood = [
            asyncio.create_task(asked(handler, "POST", "/slow-post/", cookie="sdadata_session=a"))
            for _post in range(many)
        ]
        await asyncio.sleep(0.1)
        entries = [
            asyncio.create_task(asked(handler, "POST", "/entry/", **who))
            for who in ({"cookie": "sdadata_session=b"}, {"cookie": "sdadata_csrf=c; sdadata_session=c"}, {})
        ]
        answers = await asyncio.wait_for(asyncio.gather(*entries), PATIENCE / 2)
        assert not any(post.done() for post in flood)
        may_go.set()
        return answers, await asyncio.gather(*flood)

    answers, flood = asyncio.run(hall())
    assert [status for status, _thread in answers] == [200, 200, 200]
    assert flood == [(200, b"read")] * many


def test_a_page_does_not_wait_behind_pages_of_another_session(handler):
    """A judge of any rehearsal may read slow pages as often as a device can ask for them."""
    many = 2 * READERS

    async def hall() -> tuple[list[tuple], list[tuple]]:
        flood = [
            asyncio.create_task(asked(handler, "GET", "/slow/", cookie="sdadata_session=a")) for _page in range(many)
        ]
        await asyncio.sleep(0.1)
        pages = [asked(handler, "GET", "/language/", **who) for who in ({"cookie": "sdadata_session=b"}, {}, {})]
        answers = await asyncio.wait_for(asyncio.gather(*pages), PATIENCE / 2)
        assert not any(page.done() for page in flood)
        may_go.set()
        return answers, await asyncio.gather(*flood)

    answers, flood = asyncio.run(hall())
    assert [status for status, _language in answers] == [200, 200, 200]
    assert flood == [(200, b"read")] * many


@pytest.mark.django_db(transaction=True)
def test_a_connection_that_answered_a_moment_ago_is_not_asked_whether_it_lives(handler, monkeypatch):
    monkeypatch.setitem(connection.settings_dict, "CONN_MAX_AGE", PATIENCE)
    assert asyncio.run(asked(handler, "GET", "/spared/")) == (200, b"False")
    assert asyncio.run(asked(handler, "GET", "/spared/")) == (200, b"True")
    monkeypatch.setattr("config.threads.ALIVE_SECONDS", -1.0)
    assert asyncio.run(asked(handler, "GET", "/spared/", x_last="1")) == (200, b"False")


def test_a_thread_that_computes_gives_the_interpreter_away_ten_times_as_often_as_by_default(handler):
    assert sys.getswitchinterval() == pytest.approx(SWITCH_SECONDS) == pytest.approx(0.005 / 10)


@pytest.fixture
def hashes_that_wait(monkeypatch) -> list[str]:
    """The threads whose hash has begun; none ends before `may_go`."""
    begun, encode = [], WatchedHasher.encode

    def wait(self, *secret: str) -> str:
        begun.append(current_thread().name)
        may_go.wait(PATIENCE)
        return encode(self, *secret)

    monkeypatch.setattr(WatchedHasher, "encode", wait)
    return begun


def test_an_entry_does_not_wait_behind_more_log_ins_than_there_are_threads(handler, hashes_that_wait):
    many = max(LOGINS, WRITERS, READERS) + 5

    async def door() -> tuple[list[tuple], list[tuple]]:
        log_ins = [asyncio.create_task(asked(handler, method, "/log-in/")) for method in ("POST", "post") * many]
        while len(hashes_that_wait) < LOGINS:
            await asyncio.sleep(0.01)
        beside = [("POST", "/entry/"), ("GET", "/language/")]
        answers = [await asyncio.wait_for(asked(handler, *one), PATIENCE / 2) for one in beside]
        assert not any(log_in.done() for log_in in log_ins)
        may_go.set()
        return answers, await asyncio.gather(*log_ins)

    answers, log_ins = asyncio.run(door())
    assert [status for status, _body in answers] == [200, 200]
    assert answers[0][1][:6] == b"writer"
    assert {(status, thread[:5]) for status, thread in log_ins} == {(200, b"login")}
    assert len(set(hashes_that_wait)) == LOGINS


@pytest.mark.urls("config.urls")
@pytest.mark.parametrize("prefix", ["", "/sala"])
@pytest.mark.parametrize(
    ("path", "lane"),
    [
        ("/accedi/", "logins"),
        ("/accedi/codice/", "logins"),
        ("/accedi/con/a-token/", "logins"),
        ("/password/", "logins"),
        ("/primo-accesso/", "logins"),
        ("/t/open/incarichi/", "logins"),
        ("/esci/", "writers"),
        ("/t/open/turni/1/tavoli/1/arbitro/atto/", "writers"),
        ("/not-there/", "writers"),
    ],
)
def test_who_posts_a_password_or_a_code_waits_in_a_lane_apart(handler, path, lane, prefix):
    for method in ("POST", "post"):
        assert handler._lane({"method": method, "path": prefix + path, "root_path": prefix}) is getattr(handler, lane)
    assert handler._lane({"method": "GET", "path": prefix + path, "root_path": prefix}) is handler.readers


def test_a_view_that_hashes_outside_the_lane_is_found_by_any_test_that_posts_to_it(client):
    assert client.post("/log-in/").status_code == 200
    with pytest.raises(AssertionError, match="outside the log-in lane"):
        client.post("/elsewhere/")
    with pytest.raises(AssertionError, match="outside the log-in lane"):
        client.get("/log-in/")


@pytest.mark.django_db
def test_a_view_that_hashes_within_a_transaction_is_found_too(client):
    assert client.post("/log-in/").status_code == 200
    with pytest.raises(AssertionError, match="within a transaction"):
        client.post("/within/")


def test_neither_an_entry_nor_a_reader_waits_behind_searches(handler):
    many = max(SEARCHERS, WRITERS, READERS) + 5

    async def desk() -> tuple[list[tuple], list[tuple]]:
        searches = [asyncio.create_task(asked(handler, method, "/slow-search/")) for method in ("POST", "GET") * many]
        await asyncio.sleep(0.1)
        beside = [("POST", "/entry/"), ("POST", "/log-in/"), ("GET", "/language/")]
        answers = [await asyncio.wait_for(asked(handler, *one), PATIENCE / 2) for one in beside]
        assert not any(search.done() for search in searches)
        may_go.set()
        return answers, await asyncio.gather(*searches)

    answers, searches = asyncio.run(desk())
    assert [status for status, _body in answers] == [200, 200, 200]
    assert {(status, thread[:6]) for status, thread in searches} == {(200, b"search")}
    assert len({thread for _status, thread in searches}) == SEARCHERS


@pytest.mark.urls("config.urls")
@pytest.mark.parametrize(
    "path",
    [
        "sorteggia/", "formula/", "tavoli-possibili/", "tavoli-possibili/1/",
        "turni/1/risorteggia/", "turni/1/due-piani/", "sorteggi/1/ripeti/",
    ],
)  # fmt: skip
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_what_searches_tables_has_a_lane_apart(handler, path, method):
    assert handler._lane({"method": method, "path": f"/t/open/{path}", "root_path": ""}) is handler.searchers


@pytest.mark.urls("config.urls")
@pytest.mark.parametrize(
    ("path", "lane"),
    [
        ("/t/open/classifica.pdf", "documents"),
        ("/t/open/classifica.xlsx", "documents"),
        ("/t/open/risultati.pdf", "documents"),
        ("/t/open/figura.png", "documents"),
        ("/t/open/turni/1/tavoli.pdf", "documents"),
        ("/t/open/turni/1/tavoli/1/partita/posizioni.csv", "documents"),
        ("/t/open/elenchi/iscritti.csv", "documents"),
        ("/aiuto/manuali.pdf", "documents"),
        ("/t/open/turni/1/tavoli/1/arbitro/dispositivo.json", "readers"),
        ("/t/open/turni/1/tavoli/1/arbitro/registro.jsonl", "readers"),
        ("/servizio.js", "readers"),
        ("/static/img/mark.png", "readers"),
        ("/t/open/", "readers"),
    ],
)
def test_documents_are_drawn_in_a_thread_of_their_own(handler, path, lane):
    """What a tablet needs to go on, and what lies ready, waits for none."""
    assert handler._lane({"method": "GET", "path": path, "root_path": ""}) is getattr(handler, lane)


@pytest.mark.django_db
def test_a_view_that_searches_elsewhere_or_within_a_transaction_is_found(client):
    assert client.get("/searched/").status_code == 200
    with pytest.raises(AssertionError, match="outside the lane for searches"):
        client.post("/searched-elsewhere/")
    with pytest.raises(AssertionError, match="within a transaction"):
        client.post("/searched-within/")


def test_a_thread_keeps_nothing_of_the_request_before(handler, monkeypatch):
    monkeypatch.setattr(handler.readers._threads, "_max_workers", 1)

    async def one_after_the_other() -> list[bytes]:
        english = {"accept_language": "en"}
        return [(await asked(handler, "GET", "/language/", **more))[1] for more in (english, {}, english, {})]

    assert asyncio.run(one_after_the_other()) == [b"en", b"it", b"en", b"it"]


def test_a_request_begins_and_is_answered_in_one_thread(handler):
    begun = []

    def note(**_how) -> None:
        begun.append(current_thread().name.encode())

    request_started.connect(note)
    try:
        assert asyncio.run(asked(handler, "POST", "/entry/"))[1] == begun[0]
    finally:
        request_started.disconnect(note)


def test_rows_are_read_in_the_thread_and_the_language_of_their_request(handler):
    result = asyncio.run(asked(handler, "GET", "/rows/", accept_language="en"))
    assert result == (200, b"en reader 0\nen reader 1\n")


@override_settings(DEBUG=False)
def test_a_fault_is_an_answer(handler):
    assert asyncio.run(asked(handler, "GET", "/non-esiste/"))[0] == 404
    assert asyncio.run(asked(handler, "GET", "/broken/"))[0] == 500
