"""Real processes for the drills: the site's workers on one listening socket, and a PostgreSQL of the drill's own.

Every process is started here, ended by its own id, and gone after the `with` block.
"""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

BASE = Path(__file__).resolve().parents[2]
START_SECONDS = 60


class Workers:
    """`how_many` uvicorn processes that share one socket, so that the others go on when one is killed."""

    def __init__(self, how_many: int, environment: dict[str, str]) -> None:
        self.environment = {**os.environ, **environment}
        self.socket = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.address = f"http://127.0.0.1:{self.socket.getsockname()[1]}"
        self.alive = [self._start() for _worker in range(how_many)]

    def _start(self) -> subprocess.Popen:
        command = [sys.executable, "-m", "config.serve", "--fd", str(self.socket.fileno()), "--log-level", "error"]
        silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        return subprocess.Popen(command, cwd=BASE, env=self.environment, pass_fds=[self.socket.fileno()], **silent)

    def kill_one(self, number: int) -> None:
        """With no chance to finish anything; another takes its place at once."""
        place = number % len(self.alive)
        self.alive[place].kill()
        self.alive[place].wait()
        self.alive[place] = self._start()

    def close(self) -> None:
        for process in self.alive:
            process.terminate()
        for process in self.alive:
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self.socket.close()


@contextmanager
def workers(how_many: int, environment: dict[str, str]) -> Iterator[Workers]:
    running = Workers(how_many, environment)
    try:
        _wait_for(running.address.removeprefix("http://"))
        yield running
    finally:
        running.close()


class PostgreSQL:
    """A cluster of the drill's own in a folder of its own, on a free port of the loopback."""

    def __init__(self, folder: Path) -> None:
        self.data = folder / "data"
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.url = f"postgresql://drill@127.0.0.1:{self.port}/postgres"
        self._run("initdb", "-D", str(self.data), "-U", "drill", "--auth=trust", "--no-sync")
        self.start()

    def start(self) -> None:
        settings = f"-p {self.port} -k {self.data} -c listen_addresses=127.0.0.1 -c max_connections=300"
        self._run("pg_ctl", "-D", str(self.data), "-l", str(self.data / "log"), "-o", settings, "-w", "start")

    def kill(self) -> None:
        """Kill the postmaster outright, as a power cut would, and start it again as soon as its children have noticed."""
        lines = (self.data / "postmaster.pid").read_text().splitlines()
        os.kill(int(lines[0]), signal.SIGKILL)
        limit = time.monotonic() + START_SECONDS
        while True:
            try:
                return self.start()
            except RuntimeError:
                if time.monotonic() > limit:
                    raise
                time.sleep(0.2)

    def pids(self) -> list[int]:
        """The postmaster and whatever it has started."""
        postmaster = int((self.data / "postmaster.pid").read_text().splitlines()[0])
        children = Path(f"/proc/{postmaster}/task/{postmaster}/children").read_text().split()
        return [postmaster, *map(int, children)]

    def stop(self) -> None:
        self._run("pg_ctl", "-D", str(self.data), "-m", "immediate", "-w", "stop")

    def _run(self, program: str, *arguments: str) -> None:
        """PostgreSQL refuses to run as root: there it runs as the user that Debian made for it."""
        as_other = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"] if os.getuid() == 0 else []
        done = subprocess.run(
            [*as_other, str(binary(program)), *arguments],
            capture_output=True,
            text=True,
            check=False,
            cwd=self.data.parent,
        )
        if done.returncode != 0:
            raise RuntimeError(f"{program}: {done.stderr or done.stdout}")


def binary(program: str) -> Path | None:
    """Debian keeps the server's programs out of the PATH."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{program}"))
    return found[-1] if found else (Path(path) if (path := shutil.which(program)) else None)


@contextmanager
def postgresql() -> Iterator[PostgreSQL]:
    folder = Path(tempfile.mkdtemp(prefix="sdadata-drill-"))
    if os.getuid() == 0:
        shutil.chown(folder, "postgres", "postgres")
    running = PostgreSQL(folder)
    try:
        yield running
    finally:
        running.stop()
        shutil.rmtree(folder, ignore_errors=True)


def _wait_for(place: str) -> None:
    host, port = place.split(":")
    limit = time.monotonic() + START_SECONDS
    while time.monotonic() < limit:
        try:
            with socket.create_connection((host, int(port)), timeout=1) as line:
                line.sendall(b"GET /salute/ HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n")
                if b" 200 " in line.recv(64):
                    return
        except OSError:
            pass
        time.sleep(0.1)
    raise RuntimeError("the site did not start")
