"""`python -m laptop.build --to var/sdadata.pyz [--platform win_amd64 --python 3.13]`: the whole site in one file.

The file contains the code, the collected static files and the wheels of the lock, by hash, for this machine or the named platform: some
wheels are compiled, so a file for Windows does not run on a Mac.
"""

import argparse
import hashlib
import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

BASE = Path(__file__).resolve().parents[1]
PACKED = ("config", "fixtures", "games", "locale", "operations", "referee", "templates", "tournament", "laptop")
LEFT_OUT = {".pyc", ".po", ".pot"}
LONG_AGO = (2000, 1, 1, 0, 0, 0)  # the same code gives the same bytes


class CannotBuild(Exception):
    """Something is missing; the text tells a person what."""


def build(to: Path, *, platform: str = "", python: str = "") -> Path:
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        wheels = _wheels(work / "wheels", platform, python)
        static = _static(work)
        to.parent.mkdir(parents=True, exist_ok=True)
        draft = to.with_suffix(".half")
        contents = [*_code(), *_tree(static, "static"), *_tree(wheels, "wheels")]
        digest = hashlib.sha256()
        with draft.open("wb") as file:
            file.write(b"#!/usr/bin/env python3\n")
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
                for name, content in sorted(contents):
                    digest.update(name.encode() + content)
                    packed.writestr(zipfile.ZipInfo(name, LONG_AGO), content, zipfile.ZIP_DEFLATED)
                packed.writestr(zipfile.ZipInfo("digest", LONG_AGO), digest.hexdigest())
        draft.replace(to)
    to.chmod(0o755)
    return to


def _wheels(into: Path, platform: str, python: str) -> Path:
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--only-binary=:all:"]
    into.mkdir()
    lock = into.with_suffix(".txt")
    lock.write_text(_lock(platform), encoding="utf-8")
    command += ["--no-deps", "--require-hashes", "--requirement", str(lock), "--dest", str(into)]
    command += [f"--platform={platform}"] if platform else []
    command += [f"--python-version={python}"] if python else []
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CannotBuild(f"the wheels could not be fetched: {done.stderr.strip()[-600:]}")
    return into


def _lock(platform: str) -> str:
    """pip evaluates markers on the machine where it runs: a file for Windows made elsewhere would lack the time zones."""
    text = (BASE / "requirements" / "base.txt").read_text(encoding="utf-8")
    return text.replace(" ; sys_platform == 'win32'", "") if platform.startswith("win") else text


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
    for name in PACKED:
        yield from _tree(BASE / name, f"code/{name}")
    yield from _tree(BASE / "static", "code/static")


def _tree(folder: Path, name: str) -> Iterator[tuple[str, bytes]]:
    for path in folder.rglob("*"):
        if path.is_file() and path.suffix not in LEFT_OUT and not path.name.startswith("."):
            yield f"{name}/{path.relative_to(folder).as_posix()}", path.read_bytes()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", type=Path, default=BASE / "var" / "sdadata.pyz")
    parser.add_argument(
        "--platform", default="", help="such as win_amd64 or macosx_11_0_arm64; this machine without it"
    )
    parser.add_argument("--python", default="", help="such as 3.13; this Python without it")
    options = parser.parse_args()
    try:
        made = build(options.to, platform=options.platform, python=options.python)
    except CannotBuild as refused:
        print(refused, file=sys.stderr)
        return 1
    print(f"{made}  {made.stat().st_size / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
