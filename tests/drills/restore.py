"""`python -m tests.drills.restore [--players 5000] [--entries 1000000] [--postgresql] [--write]`

A site with this many players and entries is backed up while it runs, emptied, and restored from the backup. Counts, the bytes of the
report, the head of every record and every link of every chain must be the same.
"""

import argparse
import hashlib
import json
import sys
import time
from pathlib import Path

from tests.drills import results
from tests.drills.sites import own_site


def seen() -> dict[str, object]:
    """What the site holds, in counts and digests; a chain that does not hold is named."""
    from referee.archive import chain
    from referee.models import Entry, GameRecord
    from tournament.documents.event_report import report_text
    from tournament.models import Entrant, Result, Tournament
    from tournament.queries.report import event_report

    heads, broken = hashlib.sha256(), []
    for row in GameRecord.objects.order_by("pk").iterator(chunk_size=500):
        lines = [line.encode() for line in row.entries.order_by("seq").values_list("line", flat=True)]
        if chain.first_break(row.header.encode(), lines) or chain.head_of(row.header.encode(), lines) != row.head:
            broken.append(row.pk)
        heads.update(f"{row.seq} {row.head}\n".encode())
    report = b"".join(report_text(event_report(one)) for one in Tournament.objects.order_by("pk"))
    return {
        "players": Entrant.objects.count(),
        "records": GameRecord.objects.count(),
        "entries": Entry.objects.count(),
        "results": Result.objects.count(),
        "heads of all records": heads.hexdigest(),
        "standings": hashlib.sha256(report).hexdigest(),
        "chains that do not hold": broken,
    }


def drill(players: int, entries: int, folder: Path) -> dict[str, object]:
    """In the database of this process, which is empty. Times are for whoever reads, and nothing is held against them."""
    from django.core.management import call_command
    from django.utils import timezone

    from operations import backups
    from tests.drills import crowd

    took: dict[str, float] = {}
    _timed(took, "made", lambda: crowd.fill(players, entries))
    before = _timed(took, "read", seen)
    copy = _timed(took, "backed up", lambda: backups.back_up(folder / "stick", now=timezone.now()))
    _timed(took, "emptied", lambda: call_command("flush", interactive=False, verbosity=0))
    empty = seen_nothing()
    _timed(took, "restored", lambda: backups.restore(copy.path, now=timezone.now()))
    after = _timed(took, "read again", seen)
    faults = [f"{name}: {before[name]} before, {after[name]} after" for name in before if before[name] != after[name]]
    faults += ["the site was not empty in between"] if not empty else []
    faults += [f"broken chains: {before['chains that do not hold'][:5]}"] if before["chains that do not hold"] else []
    counts = {name: before[name] for name in ("players", "records", "entries", "results")}
    size = {"copy, MiB": round(copy.size / 2**20, 1)}
    return counts | size | {f"{what}, s": round(seconds, 1) for what, seconds in took.items()} | {"faults": faults}


def seen_nothing() -> bool:
    from referee.models import Entry
    from tournament.models import Tournament

    return not Tournament.objects.exists() and not Entry.objects.exists()


def _timed(took: dict[str, float], what: str, work):
    begun = time.monotonic()
    done = work()
    took[what] = time.monotonic() - begun
    return done


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=5_000)
    parser.add_argument("--entries", type=int, default=1_000_000)
    parser.add_argument("--postgresql", action="store_true", help="a cluster of its own instead of SQLite")
    parser.add_argument("--write", action="store_true", help="write the figures into bench/results.md")
    options = parser.parse_args()
    with own_site(on_postgresql=options.postgresql) as site:
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        figures = drill(options.players, options.entries, site.folder)
    print(json.dumps(figures, indent=1, ensure_ascii=False))
    if options.write:
        on = " on PostgreSQL" if options.postgresql else ""
        results.write_section(f"Restore{on}", f"python -m tests.drills.restore{' --postgresql' if on else ''}", figures)
    return 1 if figures["faults"] else 0


if __name__ == "__main__":
    sys.exit(main())
