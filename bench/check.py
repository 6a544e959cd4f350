"""Compares the ratios with the committed baseline: a ratio is the same on a slow machine and on a fast one, so a change shows."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from statistics import median

BASELINE = Path(__file__).with_name("baseline.json")
RUNS = 3
WORSE = 0.2
"""The part of its baseline that a ratio may lose."""


def medians(runs: Iterable[Mapping[str, float]]) -> dict[str, float]:
    """The median of each ratio, over the runs that have it."""
    result: dict[str, list[float]] = {}
    for run in runs:
        for key, ratio in run.items():
            result.setdefault(key, []).append(ratio)
    return {key: median(ratios) for key, ratios in result.items()}


def faults(found: Mapping[str, float], baseline: Mapping[str, float]) -> list[str]:
    """Ratios that are worse than the baseline allows, and ratios of the baseline that were not measured. New ratios are no fault."""
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
