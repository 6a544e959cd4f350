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
THROWS = int(os.environ.get("TAPS_THROWS", "140"))
"""The attacks of 21 minutes at a throw every nine seconds."""
ACTS = int(os.environ.get("TAPS_ACTS", "120"))
"""Of the games whose throws are few."""
GAMES = ("risiko", "iperisiko", "fabrisiko", "arba", "fatal")
RESULTS = Path(__file__).resolve().parents[2] / "bench" / "taps.md"
HEAD = """# Taps of a judge

Made by `make taps`: a robot records a seeded game on the judge's page (1280 × 800), every act in the way that costs it least.
*Taps*: how often the finger comes down, keys of dice and armies included. *Seconds*: of the hand, at {pace} s a tap.
*Scrolls*: moves of a list of answers; the page itself never moves.
"""


class Robot:
    def __init__(self, finger: Finger) -> None:
        self.finger = finger
        self.acts: dict[str, list[int]] = defaultdict(list)

    def enter(self, move: Move) -> None:
        before = self.finger.presses
        repeat = questions.repeat(self.finger.record)
        is_repeat = repeat == (move.by, move.act) and self.finger.page.locator("[data-again]").count()
        if is_repeat:
            self.finger.once_more()
        else:
            self.finger.enter(move.by, move.act)
        self.acts[read_tag(move.act) + (" (again)" if is_repeat else "")].append(self.finger.presses - before)

    @property
    def throws(self) -> int:
        return sum(len(taps) for act, taps in self.acts.items() if act in ("attack_dice", "attack_die"))

    @property
    def entries(self) -> int:
        return sum(map(len, self.acts.values()))

    def table(self, slug: str) -> str:
        lines = [f"## {slug}", "", "| act | times | taps | most |", "|---|---:|---:|---:|"]
        for act, taps in sorted(self.acts.items(), key=lambda one: -sum(one[1])):
            lines.append(f"| `{act}` | {len(taps)} | {sum(taps) / len(taps):.1f} | {max(taps)} |")
        taps = sum(map(sum, self.acts.values()))
        lines.append(f"| **all** | {self.entries} | **{taps}** | |")
        lines += [
            "",
            f"{self.throws} throws of an attack, {taps * PACE:.0f} s of the hand, {self.finger.scrolls} scrolls.",
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
    head = HEAD.format(pace=PACE)
    found = RESULTS.read_text().split("\n## ")[1:] if RESULTS.exists() else []
    chapters = {one.split("\n", 1)[0]: f"## {one}" for one in found} | {slug: text}
    RESULTS.write_text(head + "\n" + "\n".join(chapters[name].rstrip() + "\n" for name in GAMES if name in chapters))
