"""`python -m tests.drills.services units|compose`: the server's two documented installations, from an empty folder to pages that answer.

`units` does what the championship of docs/operations.md does, with its environment file, its units and its Caddyfile; `compose` what
`docs/operations/compose.yaml` and the Containerfile do, without containers: the files that the image would hold, its environment, its
commands in the order of `depends_on`. Commands, files and settings are read from those documents; folders, ports and names of machines
are replaced. PostgreSQL, the environment of Python and every program are the drill's own.
"""

import argparse
import json
import os
import re
import shlex
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path

from config.version import RELEASE, version
from tests.drills import processes

BASE = processes.BASE
DOCUMENTS = BASE / "docs" / "operations"
PATIENCE = 120
TOKEN = "the-drill-reads-the-metrics"
UNCHECKED = ssl._create_unverified_context()  # the authority is Caddy's own, made a moment ago


@dataclass
class Installation:
    """What was started: how the site is reached, and what the steps took."""

    http: int
    https: int
    name: str
    site: int
    code: Path
    seconds: dict[str, float] = field(default_factory=dict)

    def step(self, name: str, began: float) -> None:
        self.seconds[name] = round(time.monotonic() - began, 1)
        print(f"{self.seconds[name]:6} s  {name}", flush=True)

    def ask(self, path: str, *, secure: bool) -> tuple[int, str]:
        """Through the proxy, under the name of the document."""
        port = self.https if secure else self.http
        plain = socket.create_connection(("127.0.0.1", port), timeout=20)
        link = (HTTPSConnection if secure else HTTPConnection)(self.name, port, timeout=20)
        link.sock = UNCHECKED.wrap_socket(plain, server_hostname=self.name) if secure else plain
        with link.sock:
            link.request("GET", path, headers={"Host": self.name})
            answer = link.getresponse()
            return answer.status, answer.read().decode(errors="replace")

    def metrics(self) -> str:
        """From the machine itself, as Prometheus would."""
        headers = {"Authorization": f"Bearer {TOKEN}", "X-Forwarded-Proto": "https"}
        request = urllib.request.Request(f"http://127.0.0.1:{self.site}/metriche/", headers=headers)
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.read().decode()


class Fault(Exception):
    """A step of the documents that did not do what they say."""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


# The championship: environment file, units, Caddyfile.


def units(stack: ExitStack, work: Path) -> Installation:
    began = time.monotonic()
    opt, var, runtime = work / "opt", work / "var", work / "run"
    for folder in (var, runtime):
        folder.mkdir()
    checkout(opt)
    found = Installation(free_port(), free_port(), "sala.lan", free_port(), opt)
    for step in documented_steps(("tools/make-venv", ".venv/bin/python -m compileall")):
        run(step, opt, dict(os.environ))
    found.step("checkout and its environment (tools/make-venv, compileall)", began)
    began = time.monotonic()
    database = stack.enter_context(processes.postgresql())
    url = made_database(database, user="sdadata", password="la-password", name="sdadata")
    replaced = {
        "/opt/sdadata": str(opt), "/var/lib/sdadata": str(var), "/run/sdadata": str(runtime),
        "--port 8000": f"--port {found.site}",
    }  # fmt: skip
    settings = environment_file(url)
    site, worker, copy, retention = (
        Unit.read(DOCUMENTS / f"sdadata{which}.service", replaced, settings)
        for which in ("", "-worker", "-backup", "-retention")
    )
    found.step("PostgreSQL, role and database", began)
    began = time.monotonic()
    site.prepare()
    found.step("sdadata.service before it starts (migrate, collectstatic)", began)
    began = time.monotonic()
    serving = stack.enter_context(ExitStack())
    serving.enter_context(started(site.command, site.folder, site.environment, work / "site.log"))
    stack.enter_context(started(worker.command, worker.folder, worker.environment, work / "worker.log"))
    caddyfile = (DOCUMENTS / "Caddyfile").read_text(encoding="utf-8")
    caddyfile = caddyfile.replace("127.0.0.1:8000", f"127.0.0.1:{found.site}")
    caddyfile = caddyfile.replace("/var/lib/caddy/.local/share", str(work))
    bounds = f"\tlocal_certs\n\tadmin off\n\thttp_port {found.http}\n\thttps_port {found.https}\n"
    (work / "Caddyfile").write_text(caddyfile.replace("\tlocal_certs\n", bounds), encoding="utf-8")
    stack.enter_context(caddy(work, {}))
    wait("the site behind Caddy", lambda: found.ask("/pronto/", secure=True)[0] == 200)
    found.step("sdadata.service, sdadata-worker.service and Caddy until a page answers", began)
    expect("the first page over plain HTTP", found.ask("/", secure=False)[0], 200)
    expect("the log-in over HTTPS", found.ask("/accedi/", secure=True)[0], 200)
    expect("the log-in over plain HTTP leads to HTTPS", found.ask("/accedi/", secure=False)[0], 302)
    began = time.monotonic()
    account = {"DJANGO_SUPERUSER_PASSWORD": "una-password-di-prova"}
    site.manage("createsuperuser", "--noinput", "--username", "prima", "--email", "p@example.org", more=account)
    for one in (copy, retention):
        one.run_once()
    found.step("createsuperuser, sdadata-backup.service, sdadata-retention.service", began)
    expect("verified copies", len(list((var / "backups").glob("*.backup"))), 1)
    began = time.monotonic()
    serving.close()
    site.prepare()
    serving.enter_context(started(site.command, site.folder, site.environment, work / "site.log"))
    wait("the site behind Caddy, once more", lambda: found.ask("/pronto/", secure=True)[0] == 200)
    found.step("sdadata.service ended and started again, until a page answers", began)
    return found


@dataclass
class Unit:
    """A unit of systemd: what it runs before, what it runs, where and with which variables."""

    before: list[list[str]]
    command: list[str]
    folder: Path
    environment: dict[str, str]

    @classmethod
    def read(cls, path: Path, replaced: dict[str, str], settings: dict[str, str]) -> "Unit":
        text = path.read_text(encoding="utf-8").replace("\\\n", " ")
        for old, new in replaced.items():
            text = text.replace(old, new)
        lines = [line.split("=", 1) for line in text.splitlines() if "=" in line and not line.startswith("#")]
        variables = dict(
            pair.split("=", 1) for name, value in lines if name == "Environment" for pair in shlex.split(value)
        )
        values = dict(lines)
        if values["EnvironmentFile"] != "-/etc/sdadata.env":
            raise Fault(f"{path.name} reads {values['EnvironmentFile']}")
        clean = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
        # As systemd does: what the file says stands over what the unit says.
        environment = clean | variables | settings
        before = [shlex.split(value) for name, value in lines if name == "ExecStartPre"]
        return cls(before, shlex.split(values["ExecStart"]), Path(values["WorkingDirectory"]), environment)

    def prepare(self) -> None:
        for command in self.before:
            run(command, self.folder, self.environment)

    def run_once(self) -> None:
        run(self.command, self.folder, self.environment)

    def manage(self, *arguments: str, more: dict[str, str]) -> None:
        """As the shell function of docs/operations.md does."""
        run([self.command[0], "manage.py", *arguments], self.folder, self.environment | more)


def documented_steps(beginnings: tuple[str, ...]) -> list[list[str]]:
    """The commands of docs/operations.md that begin so, without `sudo`."""
    text = (BASE / "docs" / "operations.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```sh\n(sudo apt install postgresql caddy.*?)```", text, re.DOTALL)
    commands = [one.removeprefix("sudo ") for line in block.splitlines() for one in line.split(" && ")]
    found = [shlex.split(one) for one in commands if one.startswith(beginnings)]
    if len(found) != len(beginnings):
        raise Fault(f"docs/operations.md has {len(found)} of the steps {beginnings}")
    return found


def environment_file(url: str) -> dict[str, str]:
    """`/etc/sdadata.env` as docs/operations.md has it written, for this database and with a token for the metrics."""
    text = (BASE / "docs" / "operations.md").read_text(encoding="utf-8")
    written = re.search(r"/etc/sdadata\.env <<ENV\n(.*?)\nENV\n", text, re.DOTALL)
    if written is None:
        raise Fault("docs/operations.md writes no /etc/sdadata.env")
    values = dict(line.split("=", 1) for line in written[1].splitlines())
    if not {"DATABASE_URL", "SDADATA_SECRET_KEY", "SDADATA_HOSTS"} <= set(values):
        raise Fault(f"/etc/sdadata.env has only {sorted(values)}")
    return values | {
        "DATABASE_URL": url,
        "SDADATA_SECRET_KEY": "a-key-of-the-drill-that-is-long-enough-for-a-signature",
        "SDADATA_METRICS_TOKEN": TOKEN,
    }


# The containers: the image's files and environment, the services in the order of compose.yaml.


def compose(stack: ExitStack, work: Path) -> Installation:
    import yaml

    found = Installation(free_port(), free_port(), "torneo.example", free_port(), work / "image")
    given = {
        "SDADATA_NAME": found.name,
        "DATABASE_PASSWORD": "unapassworddiprova",
        "SDADATA_SECRET_KEY": "unachiavediprovachebastiperunafirma0123456789",
    }
    text = (DOCUMENTS / "compose.yaml").read_text(encoding="utf-8")
    text = re.sub(r"\$\{(\w+):\?[^}]*\}", lambda name: given[name[1]], text)
    services = yaml.safe_load(text)["services"]
    image = Image.read(BASE / "Containerfile")
    began = time.monotonic()
    root, var = found.code, work / "data"
    var.mkdir()
    image.lay(root)
    found.step("the image's files and its environment", began)
    # Where containers reach one another by name, processes of one machine use ports of the loopback.
    machine = {"@database/": "", "site:8000": f"127.0.0.1:{found.site}", "172.31.213.0/24": "127.0.0.1"}
    for name in in_order(services):
        service = services[name]
        began = time.monotonic()
        if "postgres" in service["image"]:
            values = service["environment"]
            database = stack.enter_context(processes.postgresql())
            made_database(
                database,
                user=values["POSTGRES_USER"],
                password=values["POSTGRES_PASSWORD"],
                name=values["POSTGRES_DB"],
            )
            machine["@database/"] = f"@127.0.0.1:{database.port}/"
        elif "caddy" in service["image"]:
            (mounted,) = (one.split(":")[0] for one in service["volumes"] if one.endswith(":/etc/caddy/Caddyfile:ro"))
            ports = f"\thttp_port {found.http}\n\thttps_port {found.https}\n"
            bounds = f"\n{{\n\tlocal_certs\n\tskip_install_trust\n\tadmin off\n{ports}"
            text = (DOCUMENTS / mounted).read_text(encoding="utf-8").replace("\n{\n", bounds, 1)
            (work / "Caddyfile").write_text(text)
            stack.enter_context(caddy(work, variables_of(service, machine)))
        else:
            variables = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8"} | image.environment
            variables |= variables_of(service, machine)
            variables |= {"SDADATA_VAR": str(var), "SDADATA_METRICS_TOKEN": TOKEN}
            command = replaced_in(service.get("command", image.command), machine)
            if not (root / command[0]).exists():
                raise Fault(f"the image has no {command[0]}")
            in_image(root / "tools" / "serve-container", "--port 8000", f"--port {found.site}")
            stack.enter_context(started([str(root / command[0]), *command[1:]], root, variables, work / f"{name}.log"))
        for waited in (one for one, of in services.items() if name in of.get("depends_on", {})):
            if services[waited]["depends_on"][name]["condition"] == "service_healthy" and name == "site":
                check = [part.replace("8000", str(found.site)) for part in image.health]
                check[0] = str(root / ".venv" / "bin" / "python")
                wait("the health check of the image", lambda check=check: is_well(check))
                break
        found.step(f"service {name}", began)
    began = time.monotonic()
    wait("the site behind the proxy", lambda: found.ask("/pronto/", secure=True)[0] == 200)
    found.step("until a page answers through the proxy", began)
    expect("the first page", found.ask("/", secure=True)[0], 200)
    expect("the log-in", found.ask("/accedi/", secure=True)[0], 200)
    expect("plain HTTP leads to HTTPS", found.ask("/", secure=False)[0], 308)
    return found


@dataclass
class Image:
    copied: list[tuple[str, str]]
    lock: str
    steps: list[list[str]]
    environment: dict[str, str]
    command: list[str]
    health: list[str]

    @classmethod
    def read(cls, path: Path) -> "Image":
        text = path.read_text(encoding="utf-8").replace("\\\n", " ")
        environment = dict(
            pair.split("=", 1) for line in re.findall(r"^ENV (.+)$", text, re.MULTILINE) for pair in line.split()
        )
        (lock,) = re.findall(r"^COPY (requirements/\S+) ", text, re.MULTILINE)
        copied = [pair for pair in re.findall(r"^COPY (?!--from)(\S+) (\S+)$", text, re.MULTILINE) if pair[0] != lock]
        (command,) = re.findall(r"^CMD (\[.+\])$", text, re.MULTILINE)
        (health,) = re.findall(r"^HEALTHCHECK .*?CMD (\[.+\])$", text, re.MULTILINE)
        steps = [shlex.split(one) for one in re.findall(r"^RUN (\.venv/\S+ .+)$", text, re.MULTILINE)]
        return cls(copied, lock, steps, environment, json.loads(command), json.loads(health))

    def lay(self, root: Path) -> None:
        """Committed files alone, as a builder takes them from a checkout of a release."""
        with tempfile.TemporaryDirectory() as whole:
            checkout(Path(whole) / "checkout")
            for source, target in self.copied:
                one = Path(whole) / "checkout" / source
                to = root / target / source if target.endswith("/") else root / target
                to.parent.mkdir(parents=True, exist_ok=True)
                if one.is_dir():
                    shutil.copytree(one, to)
                else:
                    shutil.copy(one, to)
        run([str(BASE / "tools" / "make-venv"), str(root / ".venv"), str(BASE / self.lock)], root, dict(os.environ))
        for step in self.steps:
            run(step, root, dict(os.environ))


def in_order(services: dict[str, dict]) -> list[str]:
    """Each behind those on which it depends."""
    done: list[str] = []
    while len(done) < len(services):
        ready = [
            name for name, of in services.items() if name not in done and set(of.get("depends_on", {})) <= set(done)
        ]
        if not ready:
            raise Fault("compose.yaml has services that wait for one another")
        done += ready
    return done


@contextmanager
def caddy(work: Path, values: dict[str, str]) -> Iterator[None]:
    """What the image of Caddy runs, on the Caddyfile of this folder."""
    command = [program("caddy"), "run", "--config", str(work / "Caddyfile"), "--adapter", "caddyfile"]
    folders = {"XDG_DATA_HOME": str(work), "XDG_CONFIG_HOME": str(work)}
    with started(command, work, os.environ | folders | values, work / "proxy.log"):
        yield


def variables_of(service: dict[str, dict], machine: dict[str, str]) -> dict[str, str]:
    given = service["environment"]
    return dict(zip(given, replaced_in(given.values(), machine), strict=True))


def is_well(check: list[str]) -> bool:
    return subprocess.run(check, capture_output=True, check=False).returncode == 0


def replaced_in(texts: object, machine: dict[str, str]) -> list[str]:
    found = []
    for text in texts:
        for old, new in machine.items():
            text = text.replace(old, new) if new else text
        found.append(text)
    return found


def in_image(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(old, new), encoding="utf-8")


# What both need.


def checkout(into: Path) -> None:
    into.mkdir(parents=True)
    run(["git", "clone", "--quiet", str(BASE), str(into)], BASE, dict(os.environ))


def made_database(cluster: processes.PostgreSQL, *, user: str, password: str, name: str) -> str:
    psql = [str(processes.binary("psql")), "--quiet", "--dbname", cluster.url, "--command"]
    for statement in (
        f"CREATE ROLE \"{user}\" LOGIN PASSWORD '{password}'",
        f'CREATE DATABASE "{name}" OWNER "{user}"',
    ):
        run([*psql, statement], BASE, dict(os.environ))
    return f"postgresql://{user}:{password}@127.0.0.1:{cluster.port}/{name}"


def program(name: str) -> str:
    if found := shutil.which(name):
        return found
    raise Fault(f"{name} is not installed")


def run(command: list[str], folder: Path, environment: dict[str, str]) -> None:
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Fault(f"{shlex.join(command)}: {(done.stderr or done.stdout).strip()[-600:]}")


@contextmanager
def started(command: list[str], folder: Path, environment: dict[str, str], log: Path) -> Iterator[None]:
    """A program in a group of processes of its own, which ends with the block; its log is printed where a step fails."""
    with log.open("w") as text:
        process = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=text, stderr=subprocess.STDOUT, start_new_session=True
        )
    try:
        yield
    except Exception:
        print(f"-- {log.name}\n{log.read_text(errors='replace')[-1500:]}", file=sys.stderr)
        raise
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def wait(for_what: str, is_there: Callable[[], bool]) -> None:
    limit = time.monotonic() + PATIENCE
    while time.monotonic() < limit:
        try:
            if is_there():
                return
        except OSError:
            pass
        time.sleep(0.2)
    raise Fault(f"{for_what}: not within {PATIENCE} s")


def expect(what: str, found: object, wanted: object) -> None:
    if found != wanted:
        raise Fault(f"{what}: {found} in place of {wanted}")
    print(f"      ok  {what}", flush=True)


WAYS = {"units": units, "compose": compose}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("way", choices=WAYS)
    way = parser.parse_args().way
    began = time.monotonic()
    try:
        with tempfile.TemporaryDirectory(prefix="sdadata-drill-") as folder, ExitStack() as stack:
            Path(folder).chmod(0o755)
            found = WAYS[way](stack, Path(folder))
            wait("a living worker in the metrics", lambda: re.search(r"^sdadata_workers [1-9]", found.metrics(), re.M))
            named = f'version="{version(RELEASE, found.code)}"'
            expect("the version in the metrics", named in found.metrics(), True)
            print(f"{way}: answers, with a worker, {time.monotonic() - began:.0f} s after an empty folder")
    except Fault as fault:
        print(f"{way}: {fault}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
