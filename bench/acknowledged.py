"""The server's part of an entry: the CPU and the bytes of a batch that a tablet sends and of the page that it was answered with before."""

import json
import time
from statistics import median

from bench import hall
from bench.measure import Figure, Section

BATCHES, SIZES = 40, (1, 5, 20)


def section() -> Section:
    with hall.site():
        found = measured()
    figures = [Figure(name, f"{one['cpu_ms']:.3g} ms, {one['bytes']:,.0f} bytes") for name, one in found.items()]
    return Section(
        "Acknowledged",
        figures,
        [
            "An entry in the server's process over SQLite: its CPU time, and what it answers, uncompressed. Beside the page that a judge "
            "was answered with before the engine answered first. With viewers and over PostgreSQL: `python -m tests.drills.load`."
        ],
    )


def measured() -> dict[str, dict[str, float]]:
    """Milliseconds of CPU of this process and bytes, an entry, for each way; in a process set up by `hall.site`."""
    from bench.table import JudgedTable

    table = JudgedTable()
    found = {"page drawn by the server": _by_page(table)}
    return found | {f"acknowledged, {size} in a batch": _by_batch(table, size) for size in SIZES}


def _client(table):
    from django.test import Client

    client = Client(HTTP_HOST="127.0.0.1")
    client.cookies["sdadata_session"] = table.session
    return client


def _by_page(table) -> dict[str, float]:
    from referee.actions.records import new_client_key
    from referee.judge_page.context import sign_act

    client, address = _client(table), table.address("confirm_act")
    costs, sizes = [], []
    for _entry in range(BATCHES):
        move = table.next_move()
        token = sign_act(table.row, table.ahead.seq, move.by, move.act)
        fields = {"act": token, "seq": table.ahead.seq, "lease": table.row.lease, "key": new_client_key()}
        began = time.process_time()
        answer = client.post(address, fields, headers={"HX-Request": "true"})
        costs.append(time.process_time() - began)
        assert answer.status_code == 200, answer.status_code
        sizes.append(_size(answer))
        table.ahead.play(move.by, move.act)
    return {"cpu_ms": median(costs) * 1_000, "bytes": median(sizes)}


def _by_batch(table, size: int) -> dict[str, float]:
    client, address = _client(table), table.address("queue")
    costs, sizes = [], []
    for _batch in range(max(5, BATCHES // size)):
        body = json.dumps([table.next_entry() for _entry in range(size)])
        began = time.process_time()
        answer = client.post(address, body, content_type="application/json")
        costs.append((time.process_time() - began) / size)
        assert {one["outcome"] for one in answer.json()["settled"]} == {"written"}, answer.json()
        sizes.append(_size(answer) / size)
    return {"cpu_ms": median(costs) * 1_000, "bytes": median(sizes)}


def _size(answer) -> int:
    """Headers and body, uncompressed."""
    return len(answer.content) + sum(len(name) + len(value) + 4 for name, value in answer.items())


if __name__ == "__main__":
    with hall.site():
        print(json.dumps(measured()))
