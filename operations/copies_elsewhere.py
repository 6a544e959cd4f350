"""Copies off the machine: the operator's command, run after each backup with its path as the last argument.

SDADATA_AFTER_COPY names it. Its outcome is a file beside the backups, so that every
process reports the same; a failure never makes a backup fail.
"""

import json
import shlex
import subprocess
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from django.conf import settings

OUTCOME = "after-copy.json"
TIMEOUT_SECONDS = 600
LONGEST = 300


@dataclass(frozen=True)
class Outcome:
    """Of the last run: which copy, when (seconds since 1970), and why it failed; `last_success` is of an earlier run then."""

    name: str
    at: float
    fault: str
    last_success: float | None


def send(copy: Path, *, now: datetime) -> None:
    """Run the command for this copy, and write down what came of it. Does nothing without a command."""
    if not settings.AFTER_COPY:
        return
    fault = _run(copy)
    before = outcome()
    success = before.last_success if before else None
    found = Outcome(copy.name, now.timestamp(), fault, success if fault else now.timestamp())
    path = _path()
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_suffix(".half")
    half.write_text(json.dumps(asdict(found)), encoding="utf-8")
    half.replace(path)


def outcome() -> Outcome | None:
    """None before the first run, and where no command is set."""
    if not settings.AFTER_COPY:
        return None
    try:
        return Outcome(**json.loads(_path().read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def _run(copy: Path) -> str:
    """Why it failed, or nothing. Without a shell: the path is one argument."""
    try:
        command = [*shlex.split(settings.AFTER_COPY), str(copy)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return f"no end after {TIMEOUT_SECONDS} s"
    except (OSError, ValueError) as refused:
        return str(refused)[:LONGEST]
    if not done.returncode:
        return ""
    lines = (done.stderr or done.stdout).strip().splitlines()
    return (lines[-1] if lines else f"exit code {done.returncode}")[:LONGEST]


def _path() -> Path:
    return Path(settings.VAR_DIR) / "backups" / OUTCOME
