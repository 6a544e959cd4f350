"""`python -m tests.mutants [group …]`: a whole run writes `docs/mutants.md`; one of some groups, or of a smaller sample, prints it."""

import argparse
import os
import sys
import time

import msgspec

from tests.mutants import report
from tests.mutants.field import Field, field
from tests.mutants.outcome import Outcome
from tests.mutants.reasons import reasons
from tests.mutants.run import outcomes


def main() -> int:
    asked, told = field(), _told()
    is_whole = not told.groups and told.most is None
    if told.most is not None:
        asked = msgspec.structs.replace(asked, most=told.most)
    began, known = time.monotonic(), reasons()
    found = _found(asked, told.groups, told.children)
    text = report.written(found, asked, known, (time.monotonic() - began) / 60)
    if is_whole:
        report.write(text)
        print(f"written: {report.REPORT.name}")
    else:
        print(text.partition("## Survivors")[2])
    nameless = report.unexplained(found, known)
    print(
        f"{report.share(found):.1f} % killed, {asked.least} are asked for; {len(nameless)} survivors without a reason"
    )
    return int(report.share(found) < asked.least)


def _told() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("groups", nargs="*", help="names of groups in targets.toml; all when none is named")
    parser.add_argument("--most", type=int, help="mutants tried in a module, instead of what targets.toml says")
    parser.add_argument("--children", type=int, default=os.cpu_count() or 1, help="processes at a time")
    return parser.parse_args()


def _found(asked: Field, groups: list[str], children: int) -> list[Outcome]:
    found: list[Outcome] = []
    for group in asked.group:
        if groups and group.name not in groups:
            continue
        began = time.monotonic()
        print(f"{group.name} …", flush=True)
        of_group = outcomes(group, asked, children)
        for one in of_group:
            ends = ", ".join(f"{many} {end}" for end, many in one.how.items())
            print(f"  {one.module}: {one.tried} of {one.mutants} tried: {ends}", flush=True)
        print(f"  {report.share(of_group):.1f} %, {time.monotonic() - began:.0f} s", flush=True)
        found += of_group
    return found


if __name__ == "__main__":
    sys.exit(main())
