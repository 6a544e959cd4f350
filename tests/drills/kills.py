"""`python -m tests.drills.kills --tables 40 --entries 500 --workers 2 --kills 50 [--postgresql --database-kills 20]`

Judges enter games while workers, and PostgreSQL, are killed with SIGKILL. Prints one JSON object of counts and seconds; the exit code
is 1 when an acknowledged entry was lost, doubled or out of order.
"""

import argparse
import json
import sys
import time
from threading import Event

from tests.drills import processes, results
from tests.drills.sites import own_site

LONGEST_MINUTES = 60


def main() -> int:
    options = _options()
    with own_site(on_postgresql=options.postgresql) as site:
        figures = _drill(options, site.database)
    print(json.dumps(figures, indent=1))
    if options.write:
        on = " --postgresql --database-kills 20" if options.postgresql else ""
        results.write_section(
            f"Kills{' on PostgreSQL' if on else ''}",
            f"python -m tests.drills.kills --kills {options.kills}{on}",
            figures,
        )
    return 1 if figures["faults"] else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--entries", type=int, default=500)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--postgresql", action="store_true", help="a cluster of its own instead of SQLite")
    parser.add_argument("--database-kills", type=int, default=0)
    parser.add_argument("--write", action="store_true", help="write the figures into bench/results.md")
    return parser.parse_args()


def _drill(options: argparse.Namespace, database: processes.PostgreSQL | None) -> dict:
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    from tests.drills import hall

    chairs = hall.prepared(options.tables)
    give_up = Event()
    with processes.workers(options.workers, {}) as site:
        judges = hall.seated(chairs, site.address, entries=options.entries, give_up=give_up)
        begun = time.monotonic()
        for judge in judges:
            judge.start()
        back = list(_kill_now_and_then(options, site, database, judges))
        for judge in judges:
            judge.join(max(1.0, begun + LONGEST_MINUTES * 60 - time.monotonic()))
        give_up.set()
        for judge in judges:
            judge.join(60)
        seconds = time.monotonic() - begun
        faults = hall.faults(judges)
    waits = sorted(wait for judge in judges for wait in judge.waits)
    return {
        "faults": faults,
        "judges": len(judges),
        "acknowledged": len(waits),
        "requests": sum(judge.sent for judge in judges),
        "kills": len(back),
        "longest until an entry was acknowledged after a kill, s": round(max(back, default=0.0), 2),
        "seconds": round(seconds, 1),
        "p50 ms": round(waits[len(waits) // 2] * 1000),
        "p95 ms": round(waits[len(waits) * 95 // 100] * 1000),
    }


def _kill_now_and_then(requested, site, database, judges):
    """Spread over the judges' work: a kill is due each time that a further share of it is done."""
    kinds = _mixed(requested.kills, requested.database_kills)
    for number, kind in enumerate(kinds):
        due = requested.tables * requested.entries * (number + 1) // (len(kinds) + 2)
        while _done(judges) < due and any(judge.is_alive() for judge in judges):
            time.sleep(0.02)
        if not any(judge.is_alive() for judge in judges):
            return
        killed = time.monotonic()
        database.kill() if kind == "database" else site.kill_one(number)
        before = _done(judges)
        while _done(judges) == before and any(judge.is_alive() for judge in judges):
            time.sleep(0.01)
        yield time.monotonic() - killed


def _mixed(workers: int, databases: int) -> list[str]:
    """Evenly mixed: the n-th of either kind comes at the same share of the whole."""
    due = [((n + 1) / (workers + 1), "worker") for n in range(workers)]
    due += [((n + 1) / (databases + 1), "database") for n in range(databases)]
    return [kind for _share, kind in sorted(due)]


def _done(judges) -> int:
    return sum(len(judge.heard) for judge in judges)


if __name__ == "__main__":
    sys.exit(main())
