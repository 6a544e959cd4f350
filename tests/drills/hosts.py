"""`python -m tests.drills.hosts [--tables 12] [--viewers 24] [--every 1.0] [--quiet-seconds 12] [--write]`

A round on several hosts, each a network namespace: two with workers and a PgBouncer, Caddy with TLS in front of them, PostgreSQL with a
synchronous standby. While judges enter, each sending what is not acknowledged again as a tablet does, and viewers hold streams:

    the cable of one host is pulled, and put back later;
    the proxy is stopped and started again;
    the cable of the database's machine is pulled; DETECT_SECONDS later its standby is promoted and the poolers are led to it.

Prints one JSON object: what was lost (nothing may be), how many judges waited longer than PAUSE_SECONDS after each fault, how often and
how long, and how long the streams were away. The exit code is 1 when an entry was lost, doubled or out of order, or a judge had more than
one pause after a fault. All hosts share this machine's cores.
"""

import argparse
import json
import os
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Event, Thread

from tests.drills import networks, processes, proxies, results

PAUSE_SECONDS = 2.0
"""A tablet shows by then that something waits; its engine answers taps meanwhile."""
DETECT_SECONDS = 3.0
"""Until whoever watches the database calls it lost; a watcher of the operator's would take as long."""
SECRET = "a-secret-of-the-drill-" * 3
STREAM_SILENCE = 25.0
"""As STALE of static/js/live.js."""
POOLER = """
[databases]
sdadata = host={database} port=5432 dbname=postgres user=drill
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = 6432
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_client_conn = 500
default_pool_size = 20
query_wait_timeout = 5
server_connect_timeout = 2
server_login_retry = 1
tcp_keepalive = 1
tcp_user_timeout = 4000
logfile = {folder}/pgbouncer.log
pidfile = {folder}/pgbouncer.pid
"""


def main() -> int:
    options = _options()
    if not networks.are_possible() or proxies.program("pgbouncer") is None or proxies.program("caddy") is None:
        print("this drill needs root on Linux with `ip`, and caddy and pgbouncer", file=sys.stderr)
        return 2
    figures = _drill(options)
    print(json.dumps(figures, indent=1, ensure_ascii=False))
    if options.write:
        results.write_section("Hosts", f"python -m tests.drills.hosts --tables {options.tables}", figures)
    return 1 if figures["faults"] or figures["judges with more than one pause after a fault"] else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--viewers", type=int, default=24)
    parser.add_argument("--every", type=float, default=1.0, help="seconds between two entries of a judge")
    parser.add_argument("--quiet-seconds", type=float, default=12.0, help="before, between and after the faults")
    parser.add_argument("--only", choices=FAULTS, help="one of the faults alone")
    parser.add_argument("--write", action="store_true", help="write the figures into bench/results.md")
    return parser.parse_args()


# The machines


class Cluster:
    """PostgreSQL on one host."""

    def __init__(self, host: networks.Host, folder: Path) -> None:
        self.host, self.data = host, folder / "data"

    def make(self) -> None:
        self._run("initdb", "-D", str(self.data), "-U", "drill", "--auth=trust", "--no-sync")
        network = self.host.address.rpartition(".")[0] + ".0/24"
        with (self.data / "pg_hba.conf").open("a") as rules:
            rules.write(f"host all all {network} trust\nhost replication all {network} trust\n")

    def copy_of(self, first: "Cluster") -> None:
        self._run(
            "pg_basebackup", "-h", first.host.address, "-U", "drill", "-D", str(self.data), "-R", "-X", "stream",
            "-C", "-S", "standby", "-c", "fast",
        )  # fmt: skip

    def start(self) -> None:
        settings = f"-p 5432 -k {self.data.parent} -c listen_addresses={self.host.address} -c max_connections=200"
        self._run("pg_ctl", "-D", str(self.data), "-l", str(self.data / "log"), "-o", settings, "-w", "start")

    def wait_for_standby(self) -> None:
        """From here on no commit is acknowledged before the standby has it on its disk."""
        self._sql("ALTER SYSTEM SET synchronous_standby_names = '*'")
        self._sql("SELECT pg_reload_conf()")

    def promote(self) -> None:
        self._run("pg_ctl", "-D", str(self.data), "-w", "promote")

    def stop(self) -> None:
        self._run("pg_ctl", "-D", str(self.data), "-m", "immediate", "-w", "stop")

    def _sql(self, statement: str) -> None:
        self._run("psql", "-h", str(self.data.parent), "-U", "drill", "-d", "postgres", "-q", "-c", statement)

    def _run(self, program: str, *arguments: str) -> None:
        command = [*self.host.inside, *AS_POSTGRES, str(processes.binary(program)), *arguments]
        with tempfile.TemporaryFile() as text:  # no pipe: the server would hold it open
            done = subprocess.run(command, stdout=text, stderr=text, check=False, cwd=self.data.parent)
            text.seek(0)
            if done.returncode:
                log = self.data / "log"
                more = log.read_text()[-600:] if log.exists() else ""
                raise RuntimeError(f"{program}: {text.read().decode(errors='replace')[-600:]} {more}")


AS_POSTGRES = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"]


class Pooler:
    """PgBouncer on a host with workers, which reach it on their loopback."""

    def __init__(self, host: networks.Host, folder: Path, database: str) -> None:
        self.folder = folder
        self.command = [*host.inside, *AS_POSTGRES, str(proxies.program("pgbouncer")), str(folder / "pgbouncer.ini")]
        self._start(database)

    def lead_to(self, database: str) -> None:
        """Restarted: what it reloads leaves queries to a lost machine waiting for their time to be over."""
        self.stop()
        self._start(database)

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()

    def _start(self, database: str) -> None:
        (self.folder / "pgbouncer.pid").unlink(missing_ok=True)
        (self.folder / "pgbouncer.ini").write_text(POOLER.format(database=database, folder=self.folder))
        silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.process = subprocess.Popen(self.command, **silent)


def _folder(stack: ExitStack) -> Path:
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="sdadata-drill-", ignore_cleanup_errors=True)))
    folder.chmod(0o755)
    return folder


def _for_postgres(folder: Path, name: str) -> Path:
    import shutil

    found = folder / name
    found.mkdir()
    shutil.chown(found, "postgres", "postgres")
    return found


def _direct(hosts: dict[str, networks.Host]) -> str:
    places = ",".join(f"{hosts[name].address}:5432" for name in ("db1", "db2"))
    return f"postgresql://drill@{places}/postgres?target_session_attrs=read-write&connect_timeout=2"


def _worker_environment(hosts: dict[str, networks.Host], folder: Path) -> dict[str, str]:
    return os.environ | {
        "DATABASE_URL": "postgresql://drill@127.0.0.1:6432/sdadata",
        "SDADATA_DIRECT_URL": _direct(hosts),
        "SDADATA_SECRET_KEY": SECRET,
        "SDADATA_VAR": str(folder),
        "SDADATA_HOSTS": hosts["proxy"].address,
        "SDADATA_PROXIES": hosts["proxy"].address,
    }


def _wait(what: str, is_there, seconds: float = 60.0) -> None:
    limit = time.monotonic() + seconds
    while time.monotonic() < limit:
        if is_there():
            return
        time.sleep(0.2)
    raise RuntimeError(f"{what}: not within {seconds} s")


def _answers(host: networks.Host, port: int, name: str) -> bool:
    try:
        with socket.create_connection((host.address, port), timeout=2) as line:
            line.sendall(f"GET /pronto/ HTTP/1.0\r\nHost: {name}\r\n\r\n".encode())
            return b" 200 " in line.recv(64)
    except OSError:
        return False


@contextmanager
def _started(command: Sequence[str], **options) -> Iterator[subprocess.Popen]:
    process = subprocess.Popen(command, **options)
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


# The people


def paced(chairs: list, site: str, trust: ssl.SSLContext, every: float, give_up: Event) -> list:
    """Judges who enter once in so many seconds and note when each entry was begun, and how long it took."""
    from tests.drills import hall

    class Paced(hall.Judge):
        def __post_init__(self) -> None:
            super().__post_init__()
            self.trust, self.moments = trust, []

        def _record_next(self) -> None:
            time.sleep(every * (0.5 + self.rng.random()))
            begun, waits = time.monotonic(), len(self.waits)
            super()._record_next()
            if len(self.waits) > waits:
                self.moments.append((begun, self.waits[-1]))

        def stop(self) -> None:
            self.entries = 0

    return hall.seated(chairs, site, entries=10_000, give_up=give_up, kind=Paced)


class Viewer(Thread):
    """A stream that is opened again when it breaks or falls silent; `gaps` are (when it broke, seconds until it was open again)."""

    def __init__(self, address: str, port: int, trust: ssl.SSLContext, path: str) -> None:
        super().__init__(daemon=True)
        self.address, self.port, self.trust, self.path = address, port, trust, path
        self.stopped = Event()
        self.gaps: list[tuple[float, float]] = []
        self.events = 0

    def run(self) -> None:
        broke = 0.0
        while not self.stopped.is_set():
            try:
                with (
                    socket.create_connection((self.address, self.port), timeout=5) as raw,
                    self.trust.wrap_socket(raw, server_hostname=self.address) as line,
                ):
                    line.settimeout(STREAM_SILENCE)
                    line.sendall(f"GET {self.path} HTTP/1.1\r\nHost: {self.address}:{self.port}\r\n\r\n".encode())
                    text = line.makefile("rb")
                    if b" 200 " not in text.readline():
                        raise OSError("refused")
                    if broke:
                        self.gaps.append((broke, time.monotonic() - broke))
                    broke = 0.0
                    while not self.stopped.is_set() and (found := text.readline()):
                        self.events += found.startswith(b"event: changed")
            except OSError:
                pass
            broke = broke or time.monotonic()
            self.stopped.wait(0.5)


# The drill


def _drill(options: argparse.Namespace) -> dict[str, object]:
    with ExitStack() as stack:
        hosts = stack.enter_context(networks.hosts("db1", "db2", "one", "two", "proxy"))
        folder = _folder(stack)
        first, second = _databases(stack, hosts, folder)
        chairs, streams = _prepared(hosts, folder, options)
        first.wait_for_standby()
        poolers = _workers(stack, hosts, folder)
        backends = [f"{hosts[name].address}:8000" for name in ("one", "two")]
        proxy = stack.enter_context(
            proxies.caddy(backends, address=hosts["proxy"].address, port=8443, before=hosts["proxy"].inside)
        )
        site = f"https://{hosts['proxy'].address}:{proxy.port}"
        give_up = Event()
        judges = paced(chairs, site, proxy.trust, options.every, give_up)
        viewers = [Viewer(hosts["proxy"].address, proxy.port, proxy.trust, path) for path in streams]
        for one in [*viewers, *judges]:
            one.start()
        faults = {
            "a host is lost": lambda: hosts["one"].cut(),
            "the proxy is restarted": proxy.restart,
            "the database fails over": lambda: _fail_over(hosts, second, poolers),
        }
        happened = _played(options, faults, hosts)
        for judge in judges:
            judge.stop()
        for judge in judges:
            judge.join(90)
        give_up.set()
        for viewer in viewers:
            viewer.stopped.set()
        return _report(judges, viewers, happened)


FAULTS = ("a host is lost", "the proxy is restarted", "the database fails over")


def _played(options, faults: dict, hosts: dict[str, networks.Host]) -> list[tuple[str, float]]:
    """What happened when; a host that was lost is back before the next fault."""
    happened = []
    for name, strike in faults.items():
        if options.only not in (None, name):
            continue
        time.sleep(options.quiet_seconds)
        happened.append((name, time.monotonic()))
        print(f"{name}", file=sys.stderr, flush=True)
        strike()
        if name == "a host is lost":
            time.sleep(options.quiet_seconds)
            hosts["one"].mend()
    time.sleep(options.quiet_seconds)
    return happened


def _databases(stack: ExitStack, hosts: dict[str, networks.Host], folder: Path) -> tuple[Cluster, Cluster]:
    first = Cluster(hosts["db1"], _for_postgres(folder, "db1"))
    second = Cluster(hosts["db2"], _for_postgres(folder, "db2"))
    first.make()
    first.start()
    stack.callback(first.stop)
    second.copy_of(first)
    second.start()
    stack.callback(second.stop)
    return first, second


def _prepared(hosts: dict[str, networks.Host], folder: Path, options) -> tuple[list, list[str]]:
    """The site's tables with a round in play, the judges' chairs and the viewers' streams. This process reaches the database directly,
    whichever of the two can be written to."""
    os.environ |= {"DATABASE_URL": _direct(hosts), "SDADATA_VAR": str(folder), "SDADATA_SECRET_KEY": SECRET}
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from urllib.parse import urlencode

    from django.core.management import call_command
    from django.db import connections

    from referee.models import GameRecord
    from tests.drills import hall
    from tournament import live

    call_command("migrate", verbosity=0)
    chairs = hall.prepared(options.tables)
    rows = GameRecord.objects.select_related("table").in_bulk([chair.record_id for chair in chairs])
    topics = [rows[chair.record_id].table.topic for chair in chairs]
    connections.close_all()
    tokens = [live.make_token([topics[n % len(topics)]], seconds=86_400) for n in range(options.viewers)]
    return chairs, [f"{live.STREAM_PATH}?{urlencode({'token': token})}" for token in tokens]


def _workers(stack: ExitStack, hosts: dict[str, networks.Host], folder: Path) -> list[Pooler]:
    poolers = []
    for name in ("one", "two"):
        pooler = Pooler(hosts[name], _for_postgres(folder, f"pooler-{name}"), hosts["db1"].address)
        poolers.append(pooler)
        stack.callback(pooler.stop)
        own = folder / name
        own.mkdir()
        environment = _worker_environment(hosts, own)
        static = [sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity=0"]
        subprocess.run(static, cwd=processes.BASE, env=environment, check=True, capture_output=True)
        log = stack.enter_context((own / "log").open("w"))
        command = [*hosts[name].inside, sys.executable, "-m", "config.serve"]
        command += ["--host", hosts[name].address, "--port", "8000"]
        stack.enter_context(_started(command, cwd=processes.BASE, env=environment, stdout=log, stderr=log))
    for name in ("one", "two"):
        _wait(f"the site on {name}", lambda name=name: _answers(hosts[name], 8000, hosts["proxy"].address))
    return poolers


def _fail_over(hosts: dict[str, networks.Host], second: Cluster, poolers: list[Pooler]) -> None:
    """What an operator's watcher does, in this order: nothing is written on the first any more, since its standby is away."""
    hosts["db1"].cut()
    time.sleep(DETECT_SECONDS)
    second.promote()
    for pooler in poolers:
        pooler.lead_to(hosts["db2"].address)


def _report(judges: list, viewers: list[Viewer], happened: list[tuple[str, float]]) -> dict[str, object]:
    from tests.drills import hall

    ends = [at for _name, at in happened[1:]] + [float("inf")]
    found: dict[str, object] = {}
    often = 0
    for (name, at), end in zip(happened, ends, strict=True):
        pauses = [pauses_of(judge.moments, at, end) for judge in judges]
        gaps = [gap for viewer in viewers for broke, gap in viewer.gaps if at <= broke < end]
        often += sum(len(waits) > 1 for waits in pauses)
        longest = sorted(max(waits, default=0.0) for waits in pauses)
        found |= {
            f"{name}: judges who paused": f"{sum(bool(waits) for waits in pauses)} of {len(judges)}",
            f"{name}: pauses of one judge, at most": max(map(len, pauses)),
            f"{name}: pause, median and longest, s": f"{longest[len(longest) // 2]:.1f}; {longest[-1]:.1f}",
            f"{name}: streams opened again": len(gaps),
            f"{name}: longest until open again, s": round(max(gaps, default=0.0), 1),
        }
    waits = sorted(wait for judge in judges for _at, wait in judge.moments)
    return {
        "faults": hall.faults(judges),
        "judges": len(judges),
        "viewers": len(viewers),
        "acknowledged": len(waits),
        "requests": sum(judge.sent for judge in judges),
        **found,
        "judges with more than one pause after a fault": often,
        "changes heard by viewers": sum(viewer.events for viewer in viewers),
        "p50 ms": round(waits[len(waits) // 2] * 1000),
        "p95 ms": round(waits[len(waits) * 95 // 100] * 1000),
    }


def pauses_of(moments: Sequence[tuple[float, float]], at: float, end: float) -> list[float]:
    """How long a judge waited, of the entries that were under way or begun from `at` until `end`: one pause for waits in a row."""
    found: list[float] = []
    was_slow = False
    for begun, wait in moments:
        if begun + wait <= at or begun >= end:
            continue
        if is_slow := wait > PAUSE_SECONDS:
            found = [*found[:-1], found[-1] + wait] if was_slow else [*found, wait]
        was_slow = is_slow
    return found


if __name__ == "__main__":
    sys.exit(main())
