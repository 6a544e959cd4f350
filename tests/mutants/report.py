"""The report of the mutants, `var/mutants/report.md`: what the last runs found, and the reasons of `survivors.toml`."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from tests.mutants.outcome import Change, Outcome
from tests.mutants.reasons import Reason, reason_for
from tests.mutants.runs import Run
from tests.mutants.targets import BUILD, Targets

REPORT = BUILD / "report.md"
UNEXPLAINED = "**no reason given yet**"
PREAMBLE = """\
# Mutants

`make mutants` makes one small fault at a time (a `<` for a `<=`, a `+` for a `-`, an argument left out), runs the
tests that reach the changed function, and writes this report. A mutant is killed when a test fails or does not end;
a survivor is a fault that the tests do not notice. The command fails below {targets.threshold} % killed.

Groups of modules and tests: `tests/mutants/targets.toml`. Last run of each group: `tests/mutants/found.json`. Reasons:
`tests/mutants/survivors.toml`. Of a module with more than {targets.sample_size} mutants a sample is run, drawn with the
seed `{targets.seed}`. [mutmut](https://mutmut.readthedocs.io) mutates no code outside functions and no decorated
function.
"""


def percent_killed(outcomes: Iterable[Outcome]) -> float:
    """Of the mutants that were run; 100 when none was."""
    outcomes = list(outcomes)
    tried = sum(outcome.tried for outcome in outcomes)
    return 100 * sum(outcome.killed for outcome in outcomes) / tried if tried else 100.0


def unexplained(outcomes: Iterable[Outcome], reasons: Sequence[Reason]) -> list[Change]:
    return [change for outcome in outcomes for change in outcome.survivors if reason_for(change, reasons) is None]


def render(runs: Sequence[Run], targets: Targets, reasons: Sequence[Reason]) -> str:
    outcomes = [outcome for run in runs for outcome in run.outcomes]
    minutes, pythons = sum(run.minutes for run in runs), sorted({run.python for run in runs})
    survivors = [line for outcome in outcomes for line in _survivors(outcome, reasons)]
    duration = f"Duration of the last runs: {minutes:.0f} minutes, Python {', '.join(pythons)}."
    return "\n".join(
        [PREAMBLE.format(targets=targets), duration, "", *_table(runs), "", "## Survivors", *survivors, ""]
    )


def _table(runs: Sequence[Run]) -> list[str]:
    rows = [_row(f"`{one.module}`", [one], str(run.on)) for run in runs for one in run.outcomes]
    every = [outcome for run in runs for outcome in run.outcomes]
    head = ["| module | mutants | tried | killed | % | run on |", "|---|--:|--:|--:|--:|---|"]
    return [*head, *rows, _row("**all**", every, "")]


def _row(name: str, outcomes: Sequence[Outcome], on: str) -> str:
    figures = [sum(getattr(one, of) for one in outcomes) for of in ("mutants", "tried", "killed")]
    return f"| {name} | {' | '.join(map(str, figures))} | {percent_killed(outcomes):.1f} | {on} |"


def _survivors(outcome: Outcome, reasons: Sequence[Reason]) -> list[str]:
    if not outcome.survivors:
        return []
    lines = ["", f"### {outcome.module}", ""]
    for change in outcome.survivors:
        lines.append(f"- `{change.function}`: {reason_for(change, reasons) or UNEXPLAINED}")
        lines += ["", "  ```diff", f"  - {change.was}", f"  + {change.now}", "  ```", ""]
    return lines[:-1]


def write(text: str, path: Path = REPORT) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
