"""The command `sdadata` of the installed package: `uvx sdadata`, `pipx install sdadata`.

The package holds the code as a checkout has it, in a folder of its own, so that none of its modules meets another package's.
"""

import os
import sys
from pathlib import Path

CODE = Path(__file__).parent / "code"


def main() -> int:
    sys.path.insert(0, str(CODE))
    from laptop import site

    return site.run(Path(os.environ.get("SDADATA_HOME", data_folder())), sys.argv[1:], program="sdadata")


def data_folder() -> Path:
    """Where programs of this system store a user's data."""
    if sys.platform == "win32":
        return Path(os.environ["LOCALAPPDATA"]) / "sdadata"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "sdadata"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "sdadata"


if __name__ == "__main__":
    sys.exit(main())
