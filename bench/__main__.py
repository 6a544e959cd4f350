"""`python -m bench [section …]` prints the table and writes `bench/results.md`, or these sections of it; `check` compares the ratios;
`baseline` stores them.
"""

import sys
import time
import traceback
from collections.abc import Iterator

from bench import check, report
from bench.measure import Section
from bench.sections import SECTIONS, alone, ratios, section


def measured(names: list[str]) -> Iterator[Section]:
    """A section that fails reports it and does not stop the others."""
    for name in names:
        began = time.monotonic()
        try:
            yield alone(section, name)
        except Exception as fault:
            traceback.print_exc()
            yield Section(name.capitalize(), [], [f"**Could not be measured**: {type(fault).__name__}: {fault}"])
        print(f"{name}: {time.monotonic() - began:.0f} s", file=sys.stderr)


def one_run(number: int) -> dict[str, float]:
    found = {figure.key: figure.ratio for figure in alone(ratios) if figure.ratio is not None}
    print(f"run {number}: " + ", ".join(f"{key} {ratio:.2f}" for key, ratio in found.items()), flush=True)
    return found


def compare(keep: bool) -> int:
    found = check.medians(one_run(number) for number in range(1, check.RUNS + 1))
    if keep:
        check.write(found)
        return 0
    faults = check.faults(found, check.read())
    print("\n".join(faults) or f"none of {len(found)} ratios is worse by a fifth")
    return bool(faults)


def main(arguments: list[str]) -> int:
    if arguments[:1] in (["check"], ["baseline"]):
        return compare(keep=arguments == ["baseline"])
    sections = list(measured(arguments or list(SECTIONS)))
    text = report.written(sections)
    print(text)
    if arguments:
        report.replace(sections)
    else:
        report.write(text)
    return any(figure.is_short for section in sections for figure in section.figures)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
