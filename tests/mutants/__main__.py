"""`python -m tests.mutants [group …]` runs the groups and writes `var/mutants/report.md` after each; a smaller sample is only printed."""

import argparse
import datetime
import os
import platform
import sys
import time

import msgspec

from tests.mutants import report
from tests.mutants.reasons import load_reasons
from tests.mutants.run import run_group
from tests.mutants.runs import Run, last_runs, store_run
from tests.mutants.targets import Group, Targets, load_targets


def main() -> int:
    targets, arguments = load_targets(), _arguments()
    if arguments.report:
        _write_report(targets)
        return 0
    groups = [group for group in targets.group if not arguments.groups or group.name in arguments.groups]
    if arguments.most is not None:
        return _print_sample(groups, msgspec.structs.replace(targets, sample_size=arguments.most), arguments.children)
    runs = []
    for group in groups:
        runs.append(_run(group, targets, arguments.children))
        store_run(runs[-1])
        _write_report(targets)
    return _exit_code(runs, targets)


def _print_sample(groups: list[Group], targets: Targets, children: int) -> int:
    runs = [_run(group, targets, children) for group in groups]
    print(report.render(runs, targets, load_reasons()).partition("## Survivors")[2])
    return _exit_code(runs, targets)


def _write_report(targets: Targets) -> None:
    report.write(report.render(last_runs(targets.group), targets, load_reasons()))


def _exit_code(runs: list[Run], targets: Targets) -> int:
    outcomes = [outcome for run in runs for outcome in run.outcomes]
    percent, missing = report.percent_killed(outcomes), len(report.unexplained(outcomes, load_reasons()))
    print(f"{percent:.1f} % killed, at least {targets.threshold} required; {missing} survivors without a reason")
    return int(percent < targets.threshold)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("groups", nargs="*", help="names of groups in targets.toml (default: all)")
    parser.add_argument("--most", type=int, help="sample size for a module, instead of that of targets.toml")
    parser.add_argument("--children", type=int, default=os.cpu_count() or 1, help="parallel processes")
    parser.add_argument("--report", action="store_true", help="only write the report of the last runs")
    return parser.parse_args()


def _run(group: Group, targets: Targets, children: int) -> Run:
    began, on = time.monotonic(), datetime.datetime.now(datetime.UTC).date()
    print(f"{group.name} …", flush=True)
    outcomes = run_group(group, targets, children)
    for one in outcomes:
        ends = ", ".join(f"{count} {end}" for end, count in one.how.items())
        print(f"  {one.module}: {one.tried} of {one.mutants} tried: {ends}", flush=True)
    seconds = time.monotonic() - began
    print(f"  {report.percent_killed(outcomes):.1f} %, {seconds:.0f} s", flush=True)
    return Run(group.name, on, round(seconds / 60, 1), platform.python_version(), tuple(outcomes))


if __name__ == "__main__":
    sys.exit(main())
