"""`make taps`: how often a finger comes down for each act of each game, by the same robot; writes bench/taps.md.

Not a test: it is asked for by name. The robot records what a seeded policy plays, each act in the way that costs it least: an attack that
is repeated by its own key, a drag from place to place (the finger comes down once), armies by the key that takes the rest. Every key
counts, those of dice too. Seconds are those of the hand at a judge's measured pace, not the machine's.
"""

import os
from collections import defaultdict
from pathlib import Path

import pytest

from games.kernel.game import Move
from referee.judge_page import questions
from tests.browser.sight import out_of_sight
from tests.browser.test_judges_page import a_clock_that_just_started, at_the_table  # noqa: F401
from tests.browser.touch import Finger
from tests.games.seeded_games import read_tag
from tests.referee.conftest import Recorder
from tests.referee.test_every_game import open_a_table_of
from tests.referee.test_judge_page import address

PACE = 1.2  # seconds of a judge's hand for each tap: 7.3 s for the six taps of a new attack
SEARCH = 0.3  # more for a key among 21 pairs of dice than for one among six: two bits of choice
BEFORE = {
    "risiko": {"attack_dice": 2.8, "defence_dice": 1.5, "all": 969, "seconds": 1163, "scrolls": 58},
    "iperisiko": {"attack_dice": 2.6, "defence_dice": 1.3, "all": 215, "seconds": 258, "scrolls": 6},
    "fabrisiko": {"attack_dice": 2.3, "defence_dice": 1.3, "all": 237, "seconds": 284, "scrolls": 0},
    "arba": {"attack_die": 1.0, "defence_die": 1.0, "all": 180, "seconds": 216, "scrolls": 7},
    "fatal": {"all": 178, "seconds": 214, "scrolls": 38},
}
"""With a row of keys for each die (decision 29); the other acts were as they are."""
THROWS = int(os.environ.get("TAPS_THROWS", "140"))
"""The attacks of 21 minutes at a throw every nine seconds."""
ACTS = int(os.environ.get("TAPS_ACTS", "120"))
"""Of the games whose throws are few."""
GAMES = ("risiko", "iperisiko", "fabrisiko", "arba", "fatal")
RESULTS = Path(__file__).resolve().parents[2] / "bench" / "taps.md"
HEAD = """# Taps of a judge

Made by `make taps`: a robot records a seeded game on the judge's page (1280 × 800), every act in the way that costs it least.
*Taps*: how often the finger comes down, keys of dice and armies included; *before*: with a row of keys for each die.
*Seconds*: of the hand, at {pace} s a tap and {search} s more for a key that is found among the 21 pairs of dice.
*Scrolls*: moves of a list of answers; the page itself never moves.
"""


class Robot:
    def __init__(self, finger: Finger) -> None:
        self.finger = finger
        self.acts: dict[str, list[int]] = defaultdict(list)
        self.seconds: dict[str, float] = defaultdict(float)

    def enter(self, move: Move) -> None:
        before, pairs = self.finger.presses, self.finger.pairs
        repeat = questions.repeat(self.finger.record)
        is_repeat = repeat == (move.by, move.act) and self.finger.page.locator("[data-again]").count()
        if is_repeat:
            self.finger.once_more()
        else:
            self.finger.enter(move.by, move.act)
        act, taps = read_tag(move.act) + (" (again)" if is_repeat else ""), self.finger.presses - before
        self.acts[act].append(taps)
        self.seconds[act] += taps * PACE + (self.finger.pairs - pairs) * SEARCH

    @property
    def throws(self) -> int:
        return sum(len(taps) for act, taps in self.acts.items() if act in ("attack_dice", "attack_die"))

    @property
    def entries(self) -> int:
        return sum(map(len, self.acts.values()))

    def table(self, slug: str) -> str:
        before = BEFORE[slug]
        lines = [f"## {slug}", "", "| act | times | taps | before | most | seconds |", "|---|---:|---:|---:|---:|---:|"]
        for act, taps in sorted(self.acts.items(), key=lambda one: -sum(one[1])):
            mean = f"{sum(taps) / len(taps):.1f}"
            seconds = self.seconds[act] / len(taps)
            lines.append(f"| `{act}` | {len(taps)} | {mean} | {before.get(act, mean)} | {max(taps)} | {seconds:.1f} |")
        taps, seconds = sum(map(sum, self.acts.values())), sum(self.seconds.values())
        lines.append(f"| **all** | {self.entries} | **{taps}** | {before['all']} | | {seconds:.0f} |")
        lines += [
            "",
            f"{self.throws} throws of an attack, {seconds:.0f} s of the hand (before: {before['seconds']}), "
            f"{self.finger.scrolls} scrolls (before: {before['scrolls']}).",
        ]
        return "\n".join(lines) + "\n"


@pytest.mark.parametrize("slug", GAMES)
def test_taps(at_the_table, table, judge, slug):  # noqa: F811
    row = open_a_table_of(slug, table, judge)
    recorder = Recorder(row, judge, seed=3)
    recorder.record_until(lambda record: record.game.status(record.rules, record.state).giro)  # the set-up is over
    page = at_the_table(1280, 800)
    finger = Finger(page, row, drags=True)
    finger.record = recorder.ahead
    page.goto(address(table))
    robot = Robot(finger)
    while robot.throws < THROWS and not (slug != "risiko" and robot.entries >= ACTS) and not recorder.is_over:
        robot.enter(recorder.propose())
        assert out_of_sight(page) == []
    _write(slug, robot.table(slug))


def _write(slug: str, text: str) -> None:
    """Each game in its own chapter; the others stay."""
    head = HEAD.format(pace=PACE, search=SEARCH)
    found = RESULTS.read_text().split("\n## ")[1:] if RESULTS.exists() else []
    chapters = {one.split("\n", 1)[0]: f"## {one}" for one in found} | {slug: text}
    RESULTS.write_text(head + "\n" + "\n".join(chapters[name].rstrip() + "\n" for name in GAMES if name in chapters))
