"""Proxies with TLS in front of the drills' workers: nginx, as docs/operations/nginx.conf has it, and Caddy with checks of its hosts, as
docs/operations/Caddyfile.hosts has it.
"""

import shutil
import socket
import ssl
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

START_SECONDS = 20
DAYS = "2"
EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "operations"
CONFIGURATION = """
worker_processes 1;
worker_rlimit_nofile 20000;
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log warn;
events {{ worker_connections 10000; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    upstream site {{ {servers} keepalive 256; keepalive_requests 100000; }}
    server {{
        listen 127.0.0.1:{port} ssl;
        server_name _;
        ssl_certificate {folder}/certificate.pem;
        ssl_certificate_key {folder}/key.pem;
        ssl_session_cache shared:tls:10m;
        keepalive_requests 100000;
        client_max_body_size 6m;
        proxy_http_version 1.1;
        proxy_set_header Connection "";
        proxy_set_header Host $http_host;
        proxy_set_header X-Forwarded-For $remote_addr;
        proxy_set_header X-Forwarded-Proto $scheme;
        location /live/ {{ proxy_buffering off; proxy_read_timeout 1h; proxy_pass http://site; }}
        location / {{ proxy_pass http://site; }}
    }}
}}
"""


class Proxy:
    """One that runs in the foreground, and may be stopped and started again under the same address."""

    def __init__(self, command: list[str], address: str, port: int, certificate: Path) -> None:
        self.command, self.address, self.port = command, address, port
        self.trust = ssl.create_default_context(cafile=certificate)
        self.start()

    def start(self) -> None:
        silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.process = subprocess.Popen(self.command, **silent)
        _wait_for(self.address, self.port)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)

    def restart(self) -> None:
        self.stop()
        self.start()

    def pids(self) -> list[int]:
        """The master and its workers."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [self.process.pid, *map(int, children)]


@contextmanager
def nginx(backends: Sequence[str]) -> Iterator[Proxy]:
    """On the loopback; `backends` are `host:port`."""
    with _certified("127.0.0.1") as folder:
        port = free_port()
        servers = " ".join(f"server {one};" for one in backends)
        text = CONFIGURATION.format(folder=folder, servers=servers, port=port)
        (folder / "nginx.conf").write_text(text)
        command = [str(program("nginx")), "-c", str(folder / "nginx.conf"), "-p", str(folder)]
        with _started(Proxy(command, "127.0.0.1", port, folder / "certificate.pem")) as proxy:
            yield proxy


@contextmanager
def caddy(backends: Sequence[str], *, address: str, port: int, before: Sequence[str]) -> Iterator[Proxy]:
    """At an address of a host of its own: `before` is what a command line there begins with."""
    with _certified(address) as folder:
        text = (EXAMPLES / "Caddyfile.hosts").read_text(encoding="utf-8")
        certificate = f"\ttls {folder}/certificate.pem {folder}/key.pem\n"
        text = text.replace("torneo.example {\n", f"https://{address}:{port} {{\n{certificate}")
        text = text.replace("torneo.example", address).replace("ONE:8000 TWO:8000", " ".join(backends))
        text = text.replace("\n{\n", "\n{\n\tadmin off\n\tauto_https off\n", 1)
        (folder / "Caddyfile").write_text(text)
        command = [*before, "env", f"XDG_DATA_HOME={folder}", f"XDG_CONFIG_HOME={folder}", str(program("caddy"))]
        command += ["run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]
        with _started(Proxy(command, address, port, folder / "certificate.pem")) as proxy:
            yield proxy


@contextmanager
def _certified(address: str) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="sdadata-drill-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        make_certificate(folder, address)
        yield folder


@contextmanager
def _started(proxy: Proxy) -> Iterator[Proxy]:
    try:
        yield proxy
    finally:
        proxy.stop()


def make_certificate(folder: Path, address: str) -> None:
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    command += ["-days", DAYS, "-subj", "/CN=drill", "-addext", f"subjectAltName=IP:{address}"]
    command += ["-keyout", str(folder / "key.pem"), "-out", str(folder / "certificate.pem")]
    subprocess.run(command, check=True, capture_output=True)


def program(name: str) -> Path | None:
    """Debian keeps servers out of the PATH of most users."""
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/local/sbin:/sbin")
    return Path(found) if found else None


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def _wait_for(address: str, port: int) -> None:
    limit = time.monotonic() + START_SECONDS
    while time.monotonic() < limit:
        with socket.socket() as probe:
            if probe.connect_ex((address, port)) == 0:
                return
        time.sleep(0.1)
    raise RuntimeError("the proxy did not start")
