"""How well and how fast the draw seats a field over several rounds, beside another program's seating.

    python bench/draw.py                               the whole table
    python bench/draw.py --players 23 --rounds 3 --seed 1 [--sizes 3x5,2x4] [--roster FILE] --out FILE

The comparison needs `krcg` and `numpy`: `make bench-draw` installs them. Elsewhere --krcg names a Python that has them; without
it the line says that they are missing.
"""

import argparse
import csv
import json
import re
import resource
import subprocess
import sys
import time
from collections import Counter
from itertools import combinations
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.least import Round, TooMany
from tournament.core.draw import DrawEntrant, Rng, draw, unavoidable_clubmates
from tournament.core.formats import splits

FREE = ("seats", "rematch", "fives")
AS_CLUBS = ("club", "apart", "seats", "rematch", "fives")
FIELDS = (11, 16, 20, 23, 40, 64, 100, 144, 200, 500, 1000, 5000)
BESIDE_UP_TO = 100
TABLES_TRIED = 3_000_000
"""Seatings that are tried before a round's minimum is left unproved."""
SHARES = (30, 22, 18, 14, 10, 6)
"""Percent of the field in each of six clubs."""


class Event:
    """Rounds drawn one after the other, each with the rounds before it."""

    def __init__(self, field: list[DrawEntrant], criteria: tuple[str, ...], seed: str, apart=(), sizes=()):
        self.field, self.criteria, self.seed, self.apart, self.sizes = list(field), criteria, seed, apart, sizes
        self.rounds: list = []
        self.club_pairs = self.club_least = 0
        self.fields: list[list[DrawEntrant]] = []

    def table_sizes(self) -> tuple[int, ...]:
        if self.sizes and sum(self.sizes) == len(self.field):
            return self.sizes
        known = (4, 5) if splits(len(self.field), (4, 5)) else (4, 5, 3)
        return splits(len(self.field), known)[0]

    def play(self, to_come: int) -> None:
        sizes = self.table_sizes()
        drawn = draw(
            self.field,
            sizes,
            seed=f"{self.seed}/{len(self.rounds) + 1}",
            criteria=self.criteria,
            past=self.rounds,
            apart=self.apart,
            to_come=[sizes] * to_come,
        )
        self.club_pairs += len(drawn.clubmates)
        self.club_least += unavoidable_clubmates([entrant.club for entrant in self.field], sizes)
        self.rounds.append(drawn.tables)
        self.fields.append(list(self.field))

    def repeats(self) -> int:
        """A second meeting counts one, a third two more, as in the lower bound."""
        met = Counter(pair for tables in self.rounds for table in tables for pair in combinations(sorted(table), 2))
        return sum(times * (times - 1) // 2 for times in met.values())

    def least_repeats(self) -> str:
        """Round by round the proved minimum that clubs, separated pairs and seats allow; `≥` before a bound."""
        least, is_proved = 0, True
        for number, (field, tables) in enumerate(zip(self.fields, self.rounds, strict=True)):
            problem = Round(field, list(map(len, tables)), self.rounds[:number], self.apart)
            try:
                least += problem.least(problem.cost(tables), TABLES_TRIED)[-1]
            except TooMany:
                least, is_proved = least + problem.floor()[-1], False
        return f"{least}" if is_proved else f"≥{least}"

    def seat_repeats(self) -> int:
        had = Counter((id_, seat) for tables in self.rounds for table in tables for seat, id_ in enumerate(table))
        return sum(times - 1 for times in had.values())

    def fives(self) -> str:
        """Fewest and most times at a table of five, among those who played every round."""
        played = Counter(id_ for tables in self.rounds for table in tables for id_ in table)
        often = Counter(id_ for tables in self.rounds for table in tables if len(table) > 4 for id_ in table)
        times = [often[id_] for id_, rounds in played.items() if rounds == len(self.rounds)]
        return f"{min(times)}..{max(times)}"


def people(many: int, clubs: bool) -> list[DrawEntrant]:
    club_of = [f"club {number}" for number, share in enumerate(SHARES, start=1) for _one in range(share)]
    return [DrawEntrant(f"{n:05}", club_of[n * 37 % 100] if clubs else "") for n in range(many)]


def free_event(many: int, rounds: int, seed: str, sizes=()) -> Event:
    event = Event(people(many, clubs=False), FREE, seed, sizes=sizes)
    for number in range(rounds):
        event.play(rounds - 1 - number)
    return event


def clubs_event(many: int, seed: str) -> Event:
    """Six clubs, ten separated pairs, two drops and a late arrival before round 2, one drop before round 3."""
    field, rng = people(many, clubs=True), Rng(f"{seed}/event")
    apart: set[tuple[str, str]] = set()
    while len(apart) < 10:
        one, other = field[rng.below(many)], field[rng.below(many)]
        if one.club != other.club:
            apart.add(tuple(sorted((one.id, other.id))))
    event = Event(field, AS_CLUBS, seed, apart=tuple(apart))
    event.play(2)
    for _drop in range(2):
        event.field.pop(rng.below(len(event.field)))
    event.field.append(DrawEntrant("late", "club 1"))
    event.play(1)
    event.field.pop(rng.below(len(event.field)))
    event.play(0)
    return event


BESIDE = """
import itertools, json, sys, time
from krcg import seating
began, cpu = time.perf_counter(), time.process_time()
rounds = seating.get_rounds(list(range(int(sys.argv[1]))), 3)
rounds, score = seating.optimise(rounds, iterations=80_000, fixed=0)
met, had, fives, played = {}, {}, {}, {}
for round_ in rounds:
    for table in round_.iter_tables():
        for pair in itertools.combinations(sorted(table), 2):
            met[pair] = met.get(pair, 0) + 1
        for seat, x in enumerate(table):
            had[x, seat] = had.get((x, seat), 0) + 1
            fives[x] = fives.get(x, 0) + (len(table) > 4)
more = lambda counts: sum(times - 1 for times in counts.values())
print(json.dumps({"wall": time.perf_counter() - began, "cpu": time.process_time() - cpu, "repeats": more(met),
                  "seats": more(had), "fives": "%d..%d" % (min(fives.values()), max(fives.values()))}))
"""


def beside(python: str, many: int) -> str:
    """One line for the other program's seating of the same number of players without clubs."""
    try:
        run = subprocess.run([python, "-c", BESIDE, str(many)], capture_output=True, text=True)
    except OSError as error:
        return f"not available: {error.strerror}"
    if run.returncode:
        return "not available: " + (run.stderr.strip().splitlines() or ["?"])[-1]
    data = json.loads(run.stdout)
    return (
        f"{data['wall']:7.2f} s wall {data['cpu']:7.2f} s cpu, "
        f"repeats {data['repeats']}, seats {data['seats']}, fives {data['fives']}"
    )


HEAD = "players      wall s   cpu s   club pairs (least)   repeat pairs (least)   seats   fives"


def line(event: Event, wall: float, cpu: float, many: int) -> str:
    club = f"{event.club_pairs} ({event.club_least})"
    met = f"{event.repeats()} ({event.least_repeats()})"
    return f"{many:7} {wall:11.2f} {cpu:7.2f} {club:>20} {met:>22} {event.seat_repeats():7} {event.fives():>7}"


def whole_table(seed: str, krcg: str | None, most: int) -> None:
    for title, make in (
        ("Free", lambda many: free_event(many, 3, seed)),
        ("As clubs are", lambda many: clubs_event(many, seed)),
    ):
        print(f"\n{title}, three rounds\n{HEAD}")
        for many in (many for many in FIELDS if many <= most):
            wall, cpu = time.perf_counter(), time.process_time()
            event = make(many)
            print(line(event, time.perf_counter() - wall, time.process_time() - cpu, many), flush=True)
            if krcg and title == "Free" and many <= BESIDE_UP_TO:
                print(f"{'krcg':>7} {beside(krcg, many)}", flush=True)


def sizes_of(text: str) -> tuple[int, ...]:
    """`3x5,2x4` is three tables of five and two of four."""
    parts = [part.lower().split("x") for part in text.split(",")] if text else []
    return tuple(sorted(int(size) for many, size in parts for _table in range(int(many))))


def _checked_sizes(text: str) -> str:
    if text and not re.fullmatch(r"[1-9]\d*x[1-9]\d*(,[1-9]\d*x[1-9]\d*)*", text.lower()):
        raise argparse.ArgumentTypeError(f"{text!r} is not like 3x5,2x4")
    return text


def roster(path: str) -> list[DrawEntrant]:
    """A CSV with columns `player` and `club`, players as integers; or a JSON list of clubs, one a player."""
    text = Path(path).read_text(encoding="utf-8-sig")
    if text.lstrip().startswith(("[", "{")):
        data = json.loads(text)
        clubs = data["clubs"] if isinstance(data, dict) else data
        return [DrawEntrant(f"{n:05}", str(club or "")) for n, club in enumerate(clubs)]
    return [
        DrawEntrant(f"{int(row.get('player') or n):05}", (row.get("club") or "").strip())
        for n, row in enumerate(csv.DictReader(text.splitlines()))
    ]


def one_event(options: argparse.Namespace) -> dict:
    began = time.perf_counter()
    field = roster(options.roster) if options.roster else people(options.players, clubs=False)
    has_clubs = any(entrant.club for entrant in field)
    criteria = AS_CLUBS if has_clubs else FREE
    event = Event(field, criteria, options.seed, sizes=sizes_of(options.sizes))
    for number in range(options.rounds):
        event.play(options.rounds - 1 - number)
    return {
        "engine": "sdadata",
        "n": len(field),
        "wall_s": round(time.perf_counter() - began, 4),
        "clubs": [entrant.club for entrant in field] if has_clubs else [],
        "rounds": [[[int(id_) for id_ in table] for table in tables] for tables in event.rounds],
    }


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("--players", type=int)
    words.add_argument("--rounds", type=int, default=3)
    words.add_argument("--seed", default="1")
    words.add_argument("--sizes", default="", type=_checked_sizes, help="3x5,2x4: the tables of every round")
    words.add_argument("--roster", help="CSV with columns player and club, or JSON list of clubs")
    words.add_argument("--out", help="JSON file to write")
    words.add_argument("--krcg", help="a Python that has krcg and numpy", default=sys.executable)
    words.add_argument("--most", type=int, default=max(FIELDS), help="largest field of the table")
    options = words.parse_args()
    if not (options.players or options.roster):
        whole_table(options.seed, options.krcg, options.most)
    else:
        many, seats = len(roster(options.roster)) if options.roster else options.players, sum(sizes_of(options.sizes))
        if options.rounds < 1 or many < 3 or (options.sizes and seats != many):
            words.error(f"{many} players, {options.rounds} rounds and {seats or 'any'} chairs do not fit together")
        text = json.dumps(one_event(options))
        Path(options.out).write_text(text + "\n", encoding="utf-8") if options.out else print(text)
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(f"whole process: {used.ru_utime + used.ru_stime:.2f} s cpu, {used.ru_maxrss // 1024} MiB", file=sys.stderr)


if __name__ == "__main__":
    main()
