"""The one file, as a club would use it: Python alone, no network, its data beside it."""

import hashlib
import os
import re
import signal
import socket
import ssl
import subprocess
import sys
import time
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from laptop.build import CannotBuild, _lock, build
from tests.tools import do_without

START_SECONDS = 90
CLEAN = {name: value for name, value in os.environ.items() if name in {"PATH", "HOME", "LANG", "TMPDIR"}}
UNCHECKED = ssl._create_unverified_context()  # whether it answers; a test of its own checks the certificate
PYTHON = [sys._base_executable, "-I"]  # the one that made the test's environment, without its libraries


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    try:
        return build(tmp_path_factory.mktemp("chiavetta") / "sdadata.pyz")
    except CannotBuild as refused:
        do_without(str(refused))


@contextmanager
def started(file, *options: str) -> Iterator[tuple[str, str]]:
    """The site's address, and what it said by the time that it answered."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [*PYTHON, str(file), "--port", str(port), *options]
    text = file.with_suffix(".log")
    with text.open("w") as log:
        process = subprocess.Popen(command, env=CLEAN | {"PYTHONUTF8": "1"}, stdout=log, stderr=log)
    address = f"{'https' if '--https' in options else 'http'}://127.0.0.1:{port}"
    try:
        limit = time.monotonic() + START_SECONDS
        while not _answers(address):
            assert process.poll() is None, text.read_text()
            assert time.monotonic() < limit, text.read_text()
            time.sleep(0.2)
        yield address, text.read_text(encoding="utf-8")
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(20)


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(f"{address}/pronto/", timeout=5, context=UNCHECKED) as answer:
            return answer.status == 200
    except OSError:
        return False


def page(address: str) -> str:
    with urllib.request.urlopen(address, timeout=20) as answer:
        return answer.read().decode()


def test_one_file_serves_the_site_keeps_its_data_and_copies_them(file):
    with started(file) as (address, text):
        home = page(f"{address}/")
        assert "Tornei" in home
        sheet = re.search(r'href="(/static/css/site[^"]+\.css)"', home)[1]
        assert "@font-face" in page(address + sheet)
        assert re.search(r"con la password \w{4}-\w{4}-\w{4}", text)
        stick = file.parent / "stick"
        copied = subprocess.run([*PYTHON, str(file), "backup", "--to", str(stick)], env=CLEAN, check=False)
        assert copied.returncode == 0
        assert len(list(stick.glob("*.backup"))) == 1
    with started(file) as (_address, text):
        assert "con la password" not in text
        assert "Preparo" not in text


def test_the_file_serves_https_under_an_authority_of_its_own(file):
    with started(file, "--https") as (address, text):
        assert address.startswith("https://")
        trusted = ssl.create_default_context(cafile=file.parent / "sdadata-dati" / "certificati" / "autorita.crt")
        with urllib.request.urlopen(f"{address}/accedi/", timeout=20, context=trusted) as answer:
            assert "Secure" in answer.headers["Set-Cookie"]
            assert answer.headers["Strict-Transport-Security"] is None
        with urllib.request.urlopen(f"{address}/autorita.crt", timeout=20, context=trusted) as answer:
            offered = answer.read().decode()
    digest = hashlib.sha256(ssl.PEM_cert_to_DER_cert(offered)).hexdigest().upper()
    assert digest in text.replace(":", "")


def test_the_file_holds_no_data_and_no_path_of_the_machine_that_made_it(file):
    with zipfile.ZipFile(file) as packed:
        names = packed.namelist()
        assert not [name for name in names if name.endswith((".sqlite3", "secret-key", ".pyc"))]
        assert {"__main__.py", "code/manage.py", "code/games/registry.py"} <= set(names)
        assert len([name for name in names if name.endswith(".whl")]) > 10


def test_a_file_for_windows_that_is_made_elsewhere_carries_the_time_zones():
    """Windows has none of its own; pip would leave out what a marker keeps for a system on which it does not run."""
    assert re.search(r"^tzdata==\S+ \\$", _lock("win_amd64"), flags=re.MULTILINE)
    assert "sys_platform" not in _lock("win_amd64")
