"""`python -m tests.mutants [group …]` runs the groups and writes `docs/mutants.md` anew after each; a smaller sample is only printed."""

import argparse
import datetime
import os
import platform
import sys
import time

import msgspec

from tests.mutants import kept, report
from tests.mutants.field import Field, Group, field
from tests.mutants.reasons import reasons
from tests.mutants.run import outcomes


def main() -> int:
    asked, told = field(), _told()
    if told.page:
        report.write(report.written(kept.kept(asked.group), asked, reasons()))
        return 0
    is_sample = told.most is not None
    if is_sample:
        asked = msgspec.structs.replace(asked, most=told.most)
    found = []
    for group in asked.group:
        if told.groups and group.name not in told.groups:
            continue
        found.append(_run(group, asked, told.children))
        if not is_sample:
            kept.keep(found[-1])
            report.write(report.written(kept.kept(asked.group), asked, reasons()))
    if is_sample:
        print(report.written(found, asked, reasons()).partition("## Survivors")[2])
    every = [outcome for run in found for outcome in run.outcomes]
    nameless = report.unexplained(every, reasons())
    print(
        f"{report.share(every):.1f} % killed, {asked.least} are asked for; {len(nameless)} survivors without a reason"
    )
    return int(report.share(every) < asked.least)


def _told() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("groups", nargs="*", help="names of groups in targets.toml; all when none is named")
    parser.add_argument("--most", type=int, help="mutants tried in a module, instead of what targets.toml says")
    parser.add_argument("--children", type=int, default=os.cpu_count() or 1, help="processes at a time")
    parser.add_argument("--page", action="store_true", help="only write the page, for reasons that were given since")
    return parser.parse_args()


def _run(group: Group, asked: Field, children: int) -> kept.Run:
    began, on = time.monotonic(), datetime.datetime.now(datetime.UTC).date()
    print(f"{group.name} …", flush=True)
    found = outcomes(group, asked, children)
    for one in found:
        ends = ", ".join(f"{many} {end}" for end, many in one.how.items())
        print(f"  {one.module}: {one.tried} of {one.mutants} tried: {ends}", flush=True)
    seconds = time.monotonic() - began
    print(f"  {report.share(found):.1f} %, {seconds:.0f} s", flush=True)
    return kept.Run(group.name, on, round(seconds / 60, 1), platform.python_version(), tuple(found))


if __name__ == "__main__":
    sys.exit(main())
