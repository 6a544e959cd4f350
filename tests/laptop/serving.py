"""A site that a test starts as another program, and asks from outside."""

import os
import signal
import socket
import ssl
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

START_SECONDS = 90
CLEAN = {name: value for name, value in os.environ.items() if name in {"PATH", "HOME", "LANG", "TMPDIR"}}
UNCHECKED = ssl._create_unverified_context()  # whether it answers; a test of its own checks the certificate


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


@contextmanager
def serving(command: list[str], text, environment: dict[str, str]) -> Iterator[tuple[str, str]]:
    port = free_port()
    with text.open("w") as log:
        process = subprocess.Popen(
            [*command, "--port", str(port)], env=environment | {"PYTHONUTF8": "1"}, stdout=log, stderr=log
        )
    address = f"{'https' if '--https' in command else 'http'}://127.0.0.1:{port}"
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
