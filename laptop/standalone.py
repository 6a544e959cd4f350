"""`python -m laptop.standalone [--to FOLDER]`: the whole site in one file with a Python of its own, for the system that builds it.

PyInstaller gathers this Python and its standard library; the site comes along as the file of `laptop/build.py`. On Linux and macOS the
result is a shell script (`standalone.sh`) with an archive behind it, which checks what it runs on before it unpacks anything; on Windows
it is a program.
"""

import argparse
import hashlib
import io
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from config.version import VERSION
from laptop import build, start

BASE = Path(__file__).resolve().parents[1]
SYSTEMS = {"linux": "Linux", "darwin": "Darwin"}  # as `uname` calls them
SUFFIXES = {"win32": ".exe", "darwin": ".command"}  # what a double click starts
# The site itself, which is unpacked beside, and what no site imports: a toolkit for windows, the interpreter's tests.
LEFT_OUT = {
    "laptop",
    "antigravity",
    "ensurepip",
    "idlelib",
    "lib2to3",
    "test",
    "this",
    "tkinter",
    "turtle",
    "turtledemo",
}
OLDEST_MACOS = "14.0"  # of the wheels: TARGETS in laptop/build.py
GLIBC = re.compile(rb"GLIBC_(\d+)\.(\d+)\x00")


def make(into: Path) -> Path:
    """Write `sdadata-VERSION-TARGET` into the folder, with the suffix of its system. Raises CannotBuild."""
    target = build.this_target()
    to = into / f"sdadata-{VERSION}-{target}{SUFFIXES.get(sys.platform, '')}"
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        site = build.build(work / "site").rename(work / start.PACKED)
        made = _gathered(work, site)
        into.mkdir(parents=True, exist_ok=True)
        if sys.platform == "win32":
            shutil.copyfile(made, to)
        else:
            _write(to, made, build.TARGETS[target])
    to.chmod(0o755)
    return to


def _gathered(work: Path, site: Path) -> Path:
    """The folder that PyInstaller made, or the program on Windows."""
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level=ERROR", "--name=sdadata", "--console"]
    command += ["--onefile"] if sys.platform == "win32" else ["--onedir", "--strip"]
    command += [
        f"--distpath={work / 'dist'}",
        f"--workpath={work / 'work'}",
        f"--specpath={work}",
        f"--add-data={site}{os.pathsep}.",
    ]
    command += [f"--hidden-import={name}" for name in _standard_library()]
    command += [f"--exclude-module={name}" for name in sorted(LEFT_OUT)]
    command.append(str(BASE / "laptop" / "start.py"))
    done = subprocess.run(command, cwd=work, capture_output=True, text=True, check=False)
    if done.returncode:
        raise build.CannotBuild(f"PyInstaller failed: {done.stderr.strip()[-600:]}")
    return work / "dist" / ("sdadata.exe" if sys.platform == "win32" else "sdadata")


def _standard_library() -> list[str]:
    """Every module: the site's own code and wheels are unpacked when it starts, so that PyInstaller cannot see what they import."""
    found = {name for name in sys.stdlib_module_names if not name.startswith("_")} - LEFT_OUT
    library = Path(shutil.__file__).parent
    for path in library.rglob("*.py"):
        name = ".".join(path.relative_to(library).with_suffix("").parts).removesuffix(".__init__")
        if name.partition(".")[0] in found and not re.search(r"\.(tests?|__main__)(\.|$)", name):
            found.add(name)
    return sorted(found)


def _write(to: Path, made: Path, target: build.Target) -> None:
    archive = _archive(made)
    oldest = _oldest_glibc(made) if target.system == "linux" else OLDEST_MACOS
    machine = "arm64" if target.system == "darwin" else target.machine
    text = (BASE / "laptop" / "standalone.sh").read_text(encoding="utf-8")
    values = {
        "VERSION": VERSION,
        "SYSTEM": SYSTEMS[target.system],
        "MACHINE": machine,
        "OLDEST": oldest,
        "DIGEST": hashlib.sha256(archive).hexdigest()[:16],
        "LINES": str(text.count("\n") + 1),
    }
    for name, value in values.items():
        text = text.replace(f"@{name}@", value)
    to.write_bytes(text.encode() + archive)


def _archive(folder: Path) -> bytes:
    """Reproducible: sorted, of nobody, of no moment."""
    held = io.BytesIO()
    with tarfile.open(fileobj=held, mode="w:gz", compresslevel=6) as archive:
        for path in sorted(folder.rglob("*")):
            archive.add(path, path.relative_to(folder).as_posix(), recursive=False, filter=_of_nobody)
    return held.getvalue()


def _of_nobody(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    entry.uid = entry.gid = entry.mtime = 0
    entry.uname = entry.gname = ""
    return entry


def _oldest_glibc(folder: Path) -> str:
    """The newest version of the C library that a program or library of the folder asks for."""
    wanted = {(2, 28)}  # of the wheels: TARGETS in laptop/build.py
    for path in folder.rglob("*"):
        if path.is_file() and not path.is_symlink() and path.name != start.PACKED:
            wanted |= {(int(major), int(minor)) for major, minor in GLIBC.findall(path.read_bytes())}
    return ".".join(str(part) for part in max(wanted))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", type=Path, default=BASE / "var" / "laptop", help="the folder (var/laptop)")
    try:
        made = make(parser.parse_args().to)
    except build.CannotBuild as refused:
        print(refused, file=sys.stderr)
        return 1
    print(f"{made}  {made.stat().st_size / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
