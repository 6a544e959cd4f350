"""`python -m tests.drills.reader [--minutes 60] [--game risiko]`

Records from anywhere: hypothesis makes lines that nobody told, after the beginning of a random game. The reader ends in no traceback, its
reasons are whole in both languages, and whatever stands afterwards can stand on a table and be shown, asked about and counted.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
import traceback
from collections import Counter
from random import Random
from typing import Any

import msgspec
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from games.kernel.breaches import Unreadable
from games.kernel.lines import read_header
from games.kernel.record import Record
from games.kernel.verify import verify_lines
from games.kernel.words import Words
from games.registry import game
from tests.games.conformance.forged import forge, shapes
from tests.games.seeded_games import SLUGS, acts_of, fresh, whole_game

BRACE = re.compile(r"\{[a-z_]+[:}]|\{…")
LINES = 12
EXAMPLES = 60
ODD: tuple[Any, ...] = (
    None,
    -1,
    0,
    1,
    9,
    10**6,
    10**30,
    1.5,
    True,
    "",
    "x",
    "-1",
    "00",
    "é",
    "judge",
    [],
    {},
    [[]],
    {"0": 0},
)
seen: Counter[str] = Counter()


def line_of(slug: str, seats: int, seq: int, rng: Random, told: list[Any]) -> bytes:
    """One line: an act from the types, one from another game's moment, one with a member changed, or bytes."""
    by: Any = rng.choice([*range(seats), "judge", "judge", "clock"])
    act = forge(slug, rng.choice(list(shapes(slug))), rng)
    way = rng.randrange(10)
    if way < 3:
        by, other = rng.choice(told)
        act = msgspec.to_builtins(other)
    if way == 3:
        act = {"type": "ruling", "waives": [rng.choice(game(slug).rulebook.articles).id], "by": by, "act": act}
        by = "judge"
    entry = {"seq": seq, "by": by, "act": act, "why": rng.choice(("", "test"))}
    if way == 4:
        inner = rng.choice([entry, act])
        inner[rng.choice(list(inner))] = rng.choice(ODD)
    text = msgspec.json.encode(entry)
    if way == 5:
        at = rng.randrange(len(text))
        text = text[:at] + rng.randbytes(rng.randrange(1, 4)).replace(b"\n", b" ") + text[at + rng.randrange(3) :]
    return text


def check_reading(slug: str, rng: Random) -> None:
    seats = rng.choice(game(slug).seats)
    whole, lines, _ = whole_game(slug, seats, rng.randrange(1, 9))
    told = acts_of(whole, lines)
    record = fresh(whole)
    for by, act in told[: rng.randrange(len(told))]:
        record.append_trusted(by, act)
    for _ in range(LINES):
        text = line_of(slug, seats, record.seq + 1, rng, told)
        for read in verify_lines(record, [text], at_once=1):
            seen[read.refusal.kind if read.refusal else "stands"] += 1
            for words in read.refusal.reasons if read.refusal else ():
                check_words(words, text)
            if read.refusal is None:
                check_state(record, text)


def check_words(words: Words, text: bytes) -> None:
    assert all((words.it, words.en)), text
    assert not BRACE.search(words.it + words.en), (text, words)


def check_state(record: Record, text: bytes) -> None:
    faults = [breach.reason.en for breach in record.game.unsound(record.rules, record.state)]
    assert not faults, (text, faults)
    for viewer in ("public", "judge", 0):
        record.view(viewer)
    record.game.scene(record.rules, record.state, frozenset())
    record.game.status(record.rules, record.state)
    record.score()
    if not record.game.is_done(record.rules, record.state):
        record.choices({})


def check_header(slug: str, rng: Random) -> None:
    whole, _, _ = whole_game(slug, rng.choice(game(slug).seats), 1)
    header = msgspec.json.decode(whole.header_line)
    header[rng.choice([*header, "options", "sealed", "id", "judge"])] = rng.choice((*ODD, {"x": ["y"]}, ["a", "a"]))
    try:
        Record(game(slug), read_header(msgspec.json.encode(header)))
    except Unreadable as error:
        check_words(error.reason, whole.header_line)


def run(slug: str, number: int) -> str:
    """One block of examples; the traceback of a failure, shrunk."""

    @seed(number)
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    @given(st.randoms(use_true_random=False))
    def block(rng: Random) -> None:
        check_header(slug, rng)
        check_reading(slug, rng)

    try:
        block()
    except Exception:
        return traceback.format_exc(limit=-6)
    return ""


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--game", choices=SLUGS)
    chosen = parser.parse_args()
    until, number, failures = time.monotonic() + 60 * chosen.minutes, 0, Counter[str]()
    while time.monotonic() < until:
        number += 1
        for slug in (chosen.game,) if chosen.game else SLUGS:
            if found := run(slug, number):
                last = found.strip().splitlines()[-1][:200]
                failures[f"{slug}: {last}"] += 1
                if failures[f"{slug}: {last}"] == 1:
                    print(f"--- {slug} seed {number}\n{found}", flush=True)
        if number % 10 == 0:
            print(f"{number} blocks, {dict(seen)}, {sum(failures.values())} failures", flush=True)
    print(f"end: {number} blocks, {dict(seen)}, {sum(failures.values())} failures", flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
