"""What this copy of the program calls itself: `0.1.0` for a release, `0.1.0+g1234567` for what was made between releases (PEP 440).

A checkout asks git. What is built from one (package, single files, container) carries the answer along as `config/built.py`, which is never
in the repository. Without either it is the release alone. Needs no library: tools and the package's build read it too.
"""

import os
import re
import subprocess
from pathlib import Path

RELEASE = "0.1.0"
"""Of the program, as a release is named: the only place that is changed for one."""
BASE = Path(__file__).resolve().parents[1]
BUILT = "config/built.py"


def version(release: str, base: Path = BASE) -> str:
    """Of the code in `base`: the release where git's tag `vRELEASE` is what is checked out, unchanged; else with the commit, and `.dirty`
    where tracked files differ from it."""
    if (base / ".git").exists():
        return _of_checkout(release, base)
    built = base / BUILT
    text = built.read_text(encoding="utf-8") if built.exists() else ""
    found = re.fullmatch(r'VERSION = "([\w.+]+)"\n', text)
    return found[1] if found else release


def text_for_build(name: str) -> str:
    """What `config/built.py` of a build contains."""
    return f'VERSION = "{name}"\n'


def _of_checkout(release: str, base: Path) -> str:
    """The service's user does not own the checkout (safe.directory), and a hook of git names another repository in its environment."""
    command = ["git", "-c", "safe.directory=*", "--no-optional-locks", "describe", "--tags", f"--match=v{release}"]
    command += ["--always", "--long", "--dirty", "--abbrev=7"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    try:
        done = subprocess.run(
            command, cwd=base, env=environment, capture_output=True, text=True, timeout=10, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return release
    found = re.fullmatch(r"(?:.*-(\d+)-g)?([0-9a-f]+)(-dirty)?", done.stdout.strip())
    if found is None or (found[1] == "0" and not found[3]):
        return release
    return f"{release}+g{found[2]}{'.dirty' if found[3] else ''}"


VERSION = version(RELEASE)
"""Of this copy; pyproject.toml, the foot of each page, /salute/, the metrics, archives and file names read it here."""
