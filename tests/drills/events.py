"""`python -m tests.drills.events [--first 0] [--events 5000] [--processes 2]`

Random events against the checker, a line for each hundred; `--first` continues an interrupted run. Every difference is printed
with its event's number, and the exit code is then 1.
"""

import argparse
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from multiprocessing import Pool

from tests.tournament.test_random_events import Event, Pairs, whole_event

AT_ONCE = 100


def main() -> int:
    asked = _asked()
    faults, began = 0, time.perf_counter()
    with Pool(asked.processes) as pool:
        for first in range(asked.first, asked.first + asked.events, AT_ONCE):
            numbers = range(first, min(first + AT_ONCE, asked.first + asked.events))
            figures: Counter[str] = Counter()
            for one in pool.imap_unordered(_figures, numbers):
                figures.update(one["counts"])
                faults += len(one["faults"])
                print(*one["faults"], sep="\n", end="\n" if one["faults"] else "")
            told = ", ".join(f"{figures[name]:,} {name}" for name in ("events", "rounds", "seatings", "pair rounds"))
            print(
                f"{numbers[0]}..{numbers[-1]}: {told}, {faults} differences, {time.perf_counter() - began:.0f} s",
                flush=True,
            )
    return 1 if faults else 0


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--events", type=int, default=5000)
    parser.add_argument("--processes", type=int, default=2)
    return parser.parse_args()


def _figures(number: int) -> dict:
    """One event at tables and one of pairs: how much was looked at, and every difference."""
    counts: Counter[str] = Counter(events=1)
    faults = [*_tried(number, _tables, counts), *_tried(number, _pairs, counts)]
    return {"counts": counts, "faults": faults}


def _tried(number: int, play, counts: Counter[str]) -> Iterator[str]:
    try:
        counts.update(play(number))
    except Exception:
        yield f"event {number}, {play.__name__[1:]}\n{traceback.format_exc()}"


def _tables(number: int) -> dict[str, int]:
    event: Event = whole_event(number)
    return {"rounds": len(event.tables), "seatings": sum(len(table) for tables in event.tables for table in tables)}


def _pairs(number: int) -> dict[str, int]:
    event = Pairs(number)
    event.play()
    event.check()
    return {"pair rounds": len(event.rounds)}


if __name__ == "__main__":
    sys.exit(main())
