"""The engine of a tablet without a network, run by this machine's Python from its own archive: no database, no settings of ours."""

import io
import json
import subprocess
import sys
import zipfile

import pytest

from referee.actions import records
from referee.offline import bundle
from referee.offline.table_bundle import table_bundle

# A session of the device: what it is given, what the page then asks, one answer a line.
DEVICE = """
import json, sys
sys.path.insert(0, sys.argv[1])
from referee.offline.start import start
start("it")
from referee.offline.calls import call
for asked in sys.stdin:
    name, data = json.loads(asked)
    print(call(name, json.dumps(data)))
absent = ("tournament", "referee.models", "config.settings", "django.db", "django.forms", "django.views", "django.core.mail")
assert not [name for name in sys.modules if name.startswith(absent)]
assert not [name for name, one in sys.modules.items() if "site-packages/django" in (getattr(one, "__file__", None) or "")]
"""


@pytest.fixture(scope="module")
def archive(tmp_path_factory) -> str:
    folder = tmp_path_factory.mktemp("engine")
    zipfile.ZipFile(io.BytesIO(bundle.readable())).extractall(folder)
    return str(folder)


@pytest.fixture
def device(archive):
    def ask(*calls: tuple[str, dict]) -> list[dict]:
        requested = "\n".join(json.dumps(call) for call in calls)
        command = [sys.executable, "-c", DEVICE, archive]
        done = subprocess.run(command, input=requested, capture_output=True, text=True, timeout=60, cwd=archive)
        assert done.returncode == 0, done.stderr[-3000:]
        return [json.loads(line) for line in done.stdout.splitlines()]

    return ask


def of(row) -> dict:
    return table_bundle(row, row.table)


PAGE = {"csrf_token": "un gettone"}


def where(row, name: str) -> str:
    table = row.table
    return f"/t/{table.round.tournament.slug}/turni/{table.round.number}/tavoli/{table.number}/arbitro/{name}"


def test_the_device_asks_what_the_server_asks(device, row, recorder, client, judge):
    recorder.record_many(40)
    row.refresh_from_db()
    opened, visible = device(("open", {"bundle": of(row), "waiting": []}), ("fetch", {"address": "", "page": PAGE}))
    assert opened == {"seq": 40, "head": row.head, "fits": 0}
    client.force_login(judge)
    client.post(where(row, "prendi/"), {"key": "una-chiave-sola", "lease": 1, "seq": 40})
    requested = client.get(where(row, "")).content.decode()
    words = requested.split('id="question-words">')[1].split("<")[0]
    assert f'id="question-words">{words}<' in html_of(visible)
    answers = 'name="answer" value="'
    assert _values(html_of(visible), answers) == _values(requested, answers)


def test_an_answer_given_to_the_device_becomes_an_entry_that_waits(device, row):
    visible = device(("open", {"bundle": of(row), "waiting": []}), ("fetch", {"address": "", "page": PAGE}))[1]
    token = _values(html_of(visible), 'name="ask" value="')[0]
    thrown = [["ask", token], *([f"die-{number}", str(die)] for number, die in enumerate((6, 5, 4, 3), 1))]
    answer = device(
        ("open", {"bundle": of(row), "waiting": []}),
        ("enter", {"address": where(row, "atto/"), "fields": thrown, "page": PAGE}),
        ("enter", {"address": where(row, "atto/"), "fields": thrown, "page": PAGE}),
        ("enter", {"address": where(row, "annulla/"), "fields": [["why", "letti male"]], "page": PAGE}),
    )[1:]
    result, again, undone = answer
    assert (result["entry"]["kind"], result["entry"]["seq"], result["seq"]) == ("act", 0, 1)
    assert result["entry"]["act"]["dice"] == [6, 5, 4, 3]
    assert PAGE["csrf_token"] in html_of(result)
    assert (again["status"], again["entry"]) == (400, None)  # the question was of the line before
    assert (undone["entry"]["kind"], undone["entry"]["why"], undone["seq"]) == ("undo", "letti male", 2)
    waiting = [result["entry"], undone["entry"]]
    assert device(("open", {"bundle": of(row), "waiting": waiting})) == [{"seq": 2, "head": undone["head"], "fits": 2}]


def test_a_line_told_on_the_device_has_the_time_of_the_hall_also_after_a_reload(device, row):
    page = PAGE | {"at": "2026-03-01T10:20:30.400+00:00"}
    visible = device(("open", {"bundle": of(row), "waiting": []}), ("fetch", {"address": "", "page": PAGE}))[1]
    token = _values(html_of(visible), 'name="ask" value="')[0]
    thrown = [["ask", token], *([f"die-{number}", str(number)] for number in range(1, 5))]
    result = device(
        ("open", {"bundle": of(row), "waiting": []}),
        ("enter", {"address": where(row, "atto/"), "fields": thrown, "page": page}),
    )[1]
    assert "riga 1 · 11:20:30" in html_of(result)
    again = device(
        ("open", {"bundle": of(row), "waiting": [result["entry"]]}), ("fetch", {"address": "", "page": PAGE})
    )[1]
    assert "riga 1 · 11:20:30" in html_of(again)


def test_a_line_that_the_server_took_back_is_struck_out_on_the_device_too(device, row, recorder, judge):
    recorder.record_many(3)
    row.refresh_from_db()
    before = of(row)
    records.undo(row, client_key="annullata-1", expected_seq=3, by=judge)
    row.refresh_from_db()
    later = table_bundle(row, row.table, after=3)["lines"]
    opened = ("open", {"bundle": before, "waiting": []})
    requested = (("fetch", {"address": "", "page": PAGE}), ("complete", {"on_page": {}}))
    followed = "".join(map(html_of, device(opened, ("follow", {"lines": later}), *requested)[-2:]))
    whole = "".join(map(html_of, device(("open", {"bundle": of(row), "waiting": []}), *requested)[-2:]))
    assert followed.count("is-struck") == whole.count("is-struck") == 2  # among the last lines, and in the whole log


def html_of(answer: dict) -> str:
    """All that changed on the page."""
    return "".join(answer["parts"].values())


def _values(html: str, before: str) -> list[str]:
    return [part.split('"')[0] for part in html.split(before)[1:]]
