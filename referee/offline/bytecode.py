"""The modules of the device as bytecode of its own Python, so that a tablet need not compile them each time that its page opens.

`tools/fetch-offline` makes it once with node, and again when a module changed: `python -m referee.offline.bytecode FOLDER`, with the
folder of the engine. Where it is missing or a module is newer, the device is given the source.
"""

import hashlib
import io
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from referee.offline import sources

COMPILER = sources.HOME / "tools" / "bytecode.mjs"
ON_THE_DEVICE = "/sdadata/"
MARK = slice(8, 16)  # of a .pyc whose source is never looked at (PEP 552): there it may say which source it was made of
PATIENCE_SECONDS = 300


def beside(engine: Path) -> Path:
    """Beside the engine that it is for: another Python would not read it."""
    return engine.with_name(f"{engine.name}.zip")


class Bytecode:
    """Bytecode by name of its source; a source that changed since it was compiled has none."""

    def __init__(self, path: Path) -> None:
        self.made: dict[str, bytes] = {}
        if path.is_file():
            with zipfile.ZipFile(path) as files:
                self.made = {name.removesuffix("c"): files.read(name) for name in files.namelist()}

    def of(self, name: str, source: bytes) -> bytes | None:
        made = self.made.get(name)
        return made if made is not None and made[MARK] == mark(source) else None


def mark(source: bytes) -> bytes:
    return hashlib.sha256(source).digest()[:8]


def make(engine: Path) -> bool:
    """Compile if needed and return whether it was. The archive is replaced atomically."""
    wanted = dict(_modules())
    there = Bytecode(beside(engine))
    if there.made.keys() == wanted.keys() and all(there.of(*one) for one in wanted.items()):
        return False
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as files:
        for one in wanted.items():
            files.writestr(*one)
    with tempfile.TemporaryDirectory(dir=engine.parent) as scratch:
        given, made = Path(scratch, "sources.zip"), Path(scratch, "bytecode.zip")
        given.write_bytes(packed.getvalue())
        compile_archive(engine, given, made, ON_THE_DEVICE)
        made.rename(beside(engine))
    return True


def _modules() -> Iterator[tuple[str, bytes]]:
    every = sources.files(None)
    return ((name, path.read_bytes()) for name, path in every if path.suffix == ".py")


def compile_archive(engine: Path, given: Path, made: Path, root: str) -> None:
    command = ["node", str(COMPILER), str(engine), str(given), str(made), root]
    subprocess.run(command, check=True, timeout=PATIENCE_SECONDS, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    try:
        make(Path(sys.argv[1]))
    except subprocess.CalledProcessError as fault:  # node has said why
        sys.exit(f"The modules were not compiled: node ended with {fault.returncode}.")
