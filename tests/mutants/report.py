"""`docs/mutants.md`, written from what the runs found and from the reasons kept by hand."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from tests.mutants.field import ROOT, Field
from tests.mutants.kept import Run
from tests.mutants.outcome import Change, Outcome
from tests.mutants.reasons import Reason, why

REPORT = ROOT / "docs" / "mutants.md"
UNEXPLAINED = "**no reason given yet**"
PREAMBLE = """\
# Mutants

`make mutants` changes scoring, tie-breaks, draw and permissions by one small fault at a time (a `<` for a `<=`, a `+` for a `-`, an
argument left out), runs the tests that reach the changed function and writes this page. A mutant is killed when a test fails or never
ends; one that survives is a fault that the tests would not see. The command fails below {least} % killed.

[mutmut](https://mutmut.readthedocs.io) makes the mutants. It is kept up, knows Python 3.11 to 3.15, and works with pytest-django and
msgspec as they are: it runs a test only where it reaches the changed function, in a process forked after everything was imported. It leaves
alone what stands outside functions (fields and their defaults, tables of constants) and functions with a decorator (properties, what is
cached). We leave alone the words that people read, by the patterns at the top of `tests/mutants/targets.toml`, which also names the modules
and the tests that each is run against. Of a module with more than {most} mutants so many are tried, drawn by lot with the seed `{seed}`:
the same ones until the module changes. The reasons are kept in `tests/mutants/survivors.toml`, what each group's last run found in
`tests/mutants/found.json`; `make mutants MUTANTS_ARGS=draw-search` runs one group anew, `--page` only writes this page.
Lines are those of the day.
"""


def share(outcomes: Iterable[Outcome]) -> float:
    """Percent killed of those tried; of none, nothing was missed."""
    outcomes = list(outcomes)
    tried = sum(outcome.tried for outcome in outcomes)
    return 100 * sum(outcome.killed for outcome in outcomes) / tried if tried else 100.0


def unexplained(outcomes: Iterable[Outcome], known: Sequence[Reason]) -> list[Change]:
    return [change for outcome in outcomes for change in outcome.survivors if why(change, known) is None]


def written(runs: Sequence[Run], asked: Field, known: Sequence[Reason]) -> str:
    preamble = PREAMBLE.format(least=asked.least, most=asked.most, seed=asked.seed)
    outcomes = [outcome for run in runs for outcome in run.outcomes]
    return "\n".join(
        [
            preamble,
            f"The last runs of all took {sum(run.minutes for run in runs):.0f} minutes together, "
            f"Python {', '.join(sorted({run.python for run in runs}))}.",
            "",
            *_table(runs),
            "",
            "## Survivors",
            *(line for outcome in outcomes for line in _survivors(outcome, known)),
            "",
        ]
    )


def _table(runs: Sequence[Run]) -> list[str]:
    rows = [_row(f"`{one.module}`", [one], str(run.on)) for run in runs for one in run.outcomes]
    every = [outcome for run in runs for outcome in run.outcomes]
    head = ["| module | mutants | tried | killed | % | run on |", "|---|--:|--:|--:|--:|---|"]
    return [*head, *rows, _row("**all**", every, "")]


def _row(name: str, outcomes: Sequence[Outcome], on: str) -> str:
    figures = [sum(getattr(one, of) for one in outcomes) for of in ("mutants", "tried", "killed")]
    return f"| {name} | {' | '.join(map(str, figures))} | {share(outcomes):.1f} | {on} |"


def _survivors(outcome: Outcome, known: Sequence[Reason]) -> list[str]:
    if not outcome.survivors:
        return []
    lines = ["", f"### {outcome.module}", ""]
    for change in outcome.survivors:
        lines.append(f"- `{change.module}:{change.line}` in `{change.function}`: {why(change, known) or UNEXPLAINED}")
        lines += ["", "  ```diff", f"  - {change.was}", f"  + {change.now}", "  ```", ""]
    return lines[:-1]


def write(text: str, path: Path = REPORT) -> None:
    path.write_text(text, encoding="utf-8")
