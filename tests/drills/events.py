"""`python -m tests.drills.events [--first 0] [--events 5000] [--processes 2] [--standings-only]`

Random events: draws and pairings against the checker, standings against the second implementation. A line for each hundred,
at the end the agreement of each preset; `--first` continues an interrupted run. Every difference is printed with its event's
number, and the exit code is then 1.
"""

import argparse
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from multiprocessing import Pool

from tests.tournament.test_random_events import Event, Pairs, drawn_event
from tests.tournament.whole_events import SLUGS, checked

AT_ONCE = 100


def main() -> int:
    options = _options()
    faults, began, presets = 0, time.perf_counter(), Counter[str]()
    with Pool(options.processes) as pool:
        for first in range(options.first, options.first + options.events, AT_ONCE):
            numbers = range(first, min(first + AT_ONCE, options.first + options.events))
            figures: Counter[str] = Counter()
            for one in pool.imap_unordered(partial(_figures, draws=not options.standings_only), numbers):
                figures.update(one["counts"])
                presets.update(one["presets"])
                faults += len(one["faults"])
                print(*one["faults"], sep="\n", end="\n" if one["faults"] else "")
            print(
                f"{numbers[0]}..{numbers[-1]}: {_in_words(figures)}, {faults} differences, {time.perf_counter() - began:.0f} s",
                flush=True,
            )
    print(*_by_preset(presets), sep="\n")
    return 1 if faults else 0


def _in_words(figures: Counter[str]) -> str:
    return ", ".join(f"{many:,} {name}" for name, many in figures.items())


def _by_preset(presets: Counter[str]) -> Iterator[str]:
    yield "standings, by preset: events that agree, of all"
    for slug in sorted({name.partition(" ")[0] for name in presets}):
        yield f"  {slug:<16}{presets[f'{slug} agree']:>8,} of {presets[f'{slug} events']:,}"


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--events", type=int, default=5000)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--standings-only", action="store_true", help="without draws and pairings")
    return parser.parse_args()


def _figures(number: int, draws: bool = True) -> dict:
    """One event of each kind: how much was looked at, and every difference."""
    counts: Counter[str] = Counter(events=1)
    faults = [*_tried(number, _standings, counts)]
    slug = SLUGS[number % len(SLUGS)]
    presets = {f"{slug} events": 1, f"{slug} agree": int(not faults)}
    if draws:
        faults += [*_tried(number, _tables, counts), *_tried(number, _pairs, counts)]
    return {"counts": counts, "presets": presets, "faults": faults}


def _tried(number: int, play: Callable[[int], dict[str, int]], counts: Counter[str]) -> Iterator[str]:
    try:
        counts.update(play(number))
    except Exception:
        yield f"event {number}, {play.__name__[1:]}\n{traceback.format_exc()}"


def _standings(number: int) -> dict[str, int]:
    return checked(number).counts


def _tables(number: int) -> dict[str, int]:
    event: Event = drawn_event(number)
    return {"rounds": len(event.tables), "seatings": sum(len(table) for tables in event.tables for table in tables)}


def _pairs(number: int) -> dict[str, int]:
    event = Pairs(number)
    event.play()
    event.check()
    return {"pair rounds": len(event.rounds)}


if __name__ == "__main__":
    sys.exit(main())
