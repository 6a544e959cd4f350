"""The ratios against those that git remembers: a ratio is the same on a slow machine and on a fast one, so a change shows."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from statistics import median

BASELINE = Path(__file__).with_name("baseline.json")
RUNS = 3
WORSE = 0.2
"""A ratio may lose this part of what it was."""


def medians(runs: Iterable[Mapping[str, float]]) -> dict[str, float]:
    """The median of each ratio; one that a run lacks is taken over the others."""
    told: dict[str, list[float]] = {}
    for run in runs:
        for key, ratio in run.items():
            told.setdefault(key, []).append(ratio)
    return {key: median(ratios) for key, ratios in told.items()}


def faults(found: Mapping[str, float], baseline: Mapping[str, float]) -> list[str]:
    """What is worse than the baseline allows, and what of the baseline was not measured. Ratios that it does not know are no fault."""
    missing = [f"{key}: not measured" for key in baseline if key not in found]
    worse = [
        f"{key}: {found[key]:.2f} where it was {was:.2f}"
        for key, was in baseline.items()
        if key in found and found[key] < was * (1 - WORSE)
    ]
    return missing + worse


def read(path: Path = BASELINE) -> dict[str, float]:
    return json.loads(path.read_text(encoding="utf-8"))


def write(found: Mapping[str, float], path: Path = BASELINE) -> None:
    rounded = {key: round(found[key], 3) for key in sorted(found)}
    path.write_text(json.dumps(rounded, indent=2) + "\n", encoding="utf-8")
