"""`python -m laptop.build [--to FOLDER] [--platform win_amd64 --python 3.13]`: the whole site in one file.

The file contains the code, the collected static files, the engine for tablets where `make offline` fetched it, and the wheels of the
lock, by hash, for this machine or the named platform. Some wheels are compiled, so a file for Windows does not run on a Mac: its name says
what it is for, and it checks that when it starts.
"""

import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from config.version import BASE, BUILT, VERSION, text_for_build
from laptop import start

PACKED = ("config", "fixtures", "games", "locale", "operations", "referee", "templates", "tournament", "laptop")
LEFT_OUT = {".pyc", ".po", ".pot"}
LONG_AGO = (2000, 1, 1, 0, 0, 0)  # the same code gives the same bytes


class CannotBuild(Exception):
    """Something is missing; the text tells a person what."""


@dataclass(frozen=True)
class Target:
    """A kind of computer: what the file compares when it starts, and the tags of the wheels that run there, newest first."""

    system: str
    machine: str
    tags: tuple[str, ...]


TARGETS = {
    "linux_x86_64": Target(
        "linux", "x86_64", ("manylinux_2_28_x86_64", "manylinux_2_17_x86_64", "manylinux2014_x86_64")
    ),
    "linux_aarch64": Target(  # a Raspberry Pi with a system of 64 bits
        "linux", "aarch64", ("manylinux_2_28_aarch64", "manylinux_2_17_aarch64", "manylinux2014_aarch64")
    ),
    "win_amd64": Target("win32", "x86_64", ("win_amd64",)),
    # Not a Mac with a processor of Intel's: `cryptography` makes no wheels for it since version 49.
    "macos_arm64": Target("darwin", "aarch64", ("macosx_14_0_arm64", "macosx_14_0_universal2")),
}


def this_target() -> str:
    """The name of this computer among TARGETS. Raises CannotBuild."""
    for name, target in TARGETS.items():
        if (target.system, target.machine) == (sys.platform, start.machine()):
            return name
    raise CannotBuild(f"no file is made for {sys.platform} {start.machine()}")


def build(into: Path, *, target: str = "", python: str = "") -> Path:
    """Write `sdadata-VERSION-TARGET-pyXY.pyz` into the folder. Raises CannotBuild."""
    name = target or this_target()
    python = python or f"{sys.version_info[0]}.{sys.version_info[1]}"
    to = into / f"sdadata-{VERSION}-{name}-py{python.replace('.', '')}.pyz"
    made_for = {"python": python, "computer": f"{TARGETS[name].system} {TARGETS[name].machine}", "version": VERSION}
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        wheels = _wheels(work / "wheels", name, python)
        static = _static(work)
        contents = [
            *_code(),
            *_tree(static, "static"),
            *_tree(wheels, "wheels"),
            *_tree(BASE / "var" / "public", "public"),
        ]
        into.mkdir(parents=True, exist_ok=True)
        _write(to, contents, made_for)
    to.chmod(0o755)
    return to


def _write(to: Path, contents: list[tuple[str, bytes]], made_for: dict[str, str]) -> None:
    draft = to.with_suffix(".half")
    digest = hashlib.sha256()
    with draft.open("wb") as file:
        file.write(b"#!/usr/bin/env python3\n")
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
            for name, content in sorted(contents):
                digest.update(name.encode() + content)
                packed.writestr(zipfile.ZipInfo(name, LONG_AGO), content, zipfile.ZIP_DEFLATED)
            packed.writestr(zipfile.ZipInfo("digest", LONG_AGO), digest.hexdigest())
            packed.writestr(zipfile.ZipInfo(start.MADE_FOR, LONG_AGO), json.dumps(made_for))
    draft.replace(to)


def _wheels(into: Path, target: str, python: str) -> Path:
    """The wheels of the lock for this target."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--only-binary=:all:"]
    into.mkdir()
    lock = into.with_suffix(".txt")
    lock.write_text(_lock(target), encoding="utf-8")
    command += ["--no-deps", "--require-hashes", "--requirement", str(lock), "--dest", str(into)]
    command += [f"--platform={tag}" for tag in TARGETS[target].tags]
    command += [
        f"--python-version={python}",
        "--implementation=cp",
        f"--abi=cp{python.replace('.', '')}",
        "--abi=abi3",
        "--abi=none",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CannotBuild(f"the wheels could not be fetched: {done.stderr.strip()[-600:]}")
    return into


def _lock(platform: str) -> str:
    """pip evaluates markers on the machine where it runs: what only Windows has, and what it lacks, is chosen here for the target."""
    text = (BASE / "requirements" / "base.txt").read_text(encoding="utf-8")
    marks = [" ; sys_platform == 'win32'", " ; sys_platform != 'win32'"]
    due, other = marks if platform.startswith("win") else reversed(marks)
    return "\n".join(one.replace(due, "") for one in re.split(r"\n(?=\w)", text) if other not in one)


def _static(work: Path) -> Path:
    environment = os.environ | {"SDADATA_VAR": str(work), "DATABASE_URL": ""}
    command = [sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity", "0"]
    done = subprocess.run(command, cwd=BASE, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CannotBuild(f"the static files could not be gathered: {done.stderr.strip()[-600:]}")
    return work / "static"


def _code() -> Iterator[tuple[str, bytes]]:
    yield "__main__.py", (BASE / "laptop" / "start.py").read_bytes()
    yield "code/manage.py", (BASE / "manage.py").read_bytes()
    if not (BASE / BUILT).exists():
        yield f"code/{BUILT}", text_for_build(VERSION).encode()
    for name in PACKED:
        yield from _tree(BASE / name, f"code/{name}")
    yield from _tree(BASE / "static", "code/static")


def _tree(folder: Path, name: str) -> Iterator[tuple[str, bytes]]:
    for path in folder.rglob("*"):
        if path.is_file() and path.suffix not in LEFT_OUT and not path.name.startswith("."):
            yield f"{name}/{path.relative_to(folder).as_posix()}", path.read_bytes()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", type=Path, default=BASE / "var" / "laptop", help="the folder (var/laptop)")
    parser.add_argument("--platform", choices=sorted(TARGETS), default="", help="this computer without it")
    parser.add_argument("--python", default="", help="such as 3.13; this Python without it")
    options = parser.parse_args()
    try:
        made = build(options.to, target=options.platform, python=options.python)
    except CannotBuild as refused:
        print(refused, file=sys.stderr)
        return 1
    print(f"{made}  {made.stat().st_size / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
