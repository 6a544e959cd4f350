"""Classes that records are decoded to are built before threads are: msgspec ends the process where two threads build one."""

import subprocess
import sys
from pathlib import Path

import msgspec

from config.struct_types import build_struct_types
from games.registry import every_game

TRIES = 3
OURS = {"config", "games", "operations", "referee", "tournament"}
AT_ONCE = """
import sys, threading
import config.asgi
from games.kernel.record import Record, resume, snapshot
from tests.games.seeded_games import seated
from games.registry import game

sys.setswitchinterval(1e-6)
one = game("risiko")
header, _vault = seated(one, 4, 1)
base = snapshot(Record(one, header))
start = threading.Barrier(12)

def open_record():
    start.wait()
    for _ in range(3):
        resume(one, header, base, ())

threads = [threading.Thread(target=open_record) for _ in range(12)]
for thread in threads: thread.start()
for thread in threads: thread.join()
"""


def test_every_state_and_act_is_built():
    built = set(build_struct_types())
    for game in every_game().values():
        assert {game.state_type, *game.act_types} <= built


def test_only_classes_that_are_never_decoded_are_left_out():
    def subclasses(of):
        return {one for sub in of.__subclasses__() for one in (sub, *subclasses(sub))}

    left_out = {
        one for one in subclasses(msgspec.Struct) - set(build_struct_types()) if one.__module__.split(".")[0] in OURS
    }
    assert {one.__qualname__ for one in left_out} == {"Game", "JudgeView", "PublicView"}


def test_a_record_is_opened_by_many_threads_at_once():
    for _ in range(TRIES):
        subprocess.run([sys.executable, "-c", AT_ONCE], cwd=Path(__file__).parents[2], check=True, timeout=120)
