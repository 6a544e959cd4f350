"""A certificate by DNS-01 for a name of the public internet: the command of docs/operations.md, against a certificate authority and a name
server of the test's own (pebble), and both examples of a public site with what it brought."""

import json
import os
import re
import shlex
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from laptop import certificates
from tests.operations.test_proxies import caddy, nginx, running
from tests.tools import need

PAGE = (Path(__file__).parents[2] / "docs" / "operations.md").read_text(encoding="utf-8")
(COMMAND,) = re.findall(r"`(certbot certonly [^`]+)`", PAGE)
(CADDY,) = re.findall(r"`(tls /etc/caddy/[^`]+)`", PAGE)
NAME = COMMAND.split()[-1]
RECORD = re.compile(r"DNS TXT record under the name:\s+(\S+)\s+with the following value:\s+(\S+)\s")

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@dataclass(frozen=True)
class Ports:
    """Of the authority and its management, the name server and its management."""

    authority: int
    roots: int
    names: int
    answers: int


@dataclass(frozen=True)
class Issued:
    chain: Path
    key: Path
    roots: Path
    """Of the authority, which a phone would have."""


@pytest.fixture(scope="module")
def issued(tmp_path_factory) -> Iterator[Issued]:
    folder = tmp_path_factory.mktemp("acme")
    certbot, pebble, challtestsrv = need("certbot"), need("pebble"), need("pebble-challtestsrv")
    with ExitStack() as probes:
        sockets = [probes.enter_context(socket.create_server(("127.0.0.1", 0))) for _port in range(4)]
        ports = Ports(*(one.getsockname()[1] for one in sockets))
    own = certificates.made(folder / "own", ["localhost"], now=datetime.now(UTC))
    settings = {
        "listenAddress": f"127.0.0.1:{ports.authority}",
        "managementListenAddress": f"127.0.0.1:{ports.roots}",
        "certificate": str(own.certificate),
        "privateKey": str(own.key),
        "httpPort": 1,
        "tlsPort": 1,
    }
    (folder / "pebble.json").write_text(json.dumps({"pebble": settings}))
    names = [challtestsrv, "-dns01", f"127.0.0.1:{ports.names}", "-management", f"127.0.0.1:{ports.answers}"]
    known = subprocess.run([challtestsrv, "--help"], capture_output=True, text=True, check=False).stderr
    for unused in ("-http01", "-https01", "-tlsalpn01", "-doh"):  # the last one since 2.6
        names += [unused, ""] if f"{unused} " in known else []
    authority = [pebble, "-config", str(folder / "pebble.json"), "-dnsserver", f"127.0.0.1:{ports.names}"]
    quick = {**os.environ, "PEBBLE_VA_NOSLEEP": "1", "PEBBLE_WFE_NONCEREJECT": "0"}
    with (
        running(names, (ports.answers,), folder),
        running(authority, (ports.authority, ports.roots), folder, env=quick),
    ):
        _ask(certbot, folder, ports, own.authority)
        roots = folder / "roots.pem"
        trusting = ssl.create_default_context(cafile=str(own.authority))
        with urlopen(f"https://localhost:{ports.roots}/roots/0", context=trusting, timeout=20) as answer:
            roots.write_bytes(answer.read())
        live = folder / "letsencrypt" / "live" / NAME
        yield Issued(live / "fullchain.pem", live / "privkey.pem", roots)


def _ask(certbot: str, folder: Path, ports: Ports, trusted: Path) -> None:
    """The command as it is printed; the record that it asks for is given to the name server, and Enter pressed."""
    command = [certbot, *shlex.split(COMMAND)[1:], "--agree-tos", "--register-unsafely-without-email"]
    command += ["--server", f"https://localhost:{ports.authority}/dir"]
    for option, name in {"--config-dir": "letsencrypt", "--work-dir": "work", "--logs-dir": "logs"}.items():
        command += [option, str(folder / name)]
    environment = {**os.environ, "REQUESTS_CA_BUNDLE": str(trusted), "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=environment,
        text=True,
    )
    printed = ""
    for line in process.stdout:
        printed += line
        if record := RECORD.search(printed):
            host, value = record.groups()
            body = json.dumps({"host": host if host.endswith(".") else f"{host}.", "value": value}).encode()
            with urlopen(Request(f"http://127.0.0.1:{ports.answers}/set-txt", body), timeout=20):
                break
    assert RECORD.search(printed), printed
    rest, _error = process.communicate("\n", timeout=120)
    assert process.returncode == 0, printed + rest


def _certified_page(name: str, port: int, roots: Path) -> bytes:
    """What a phone gets that checks the certificate against the authorities that it knows."""
    phone = ssl.create_default_context(cafile=str(roots))
    with (
        socket.create_connection(("127.0.0.1", port), timeout=20) as link,
        phone.wrap_socket(link, server_hostname=name) as secure,
    ):
        secure.sendall(f"GET /salute/ HTTP/1.1\r\nHost: {name}\r\nConnection: close\r\n\r\n".encode())
        return b"".join(iter(lambda: secure.recv(65536), b""))


@pytest.mark.parametrize(("proxy", "example"), [(caddy, "Caddyfile.public"), (nginx, "nginx.conf")])
def test_the_certificate_is_one_that_phones_trust(issued, live_server, settings, tmp_path, proxy, example):
    settings.ALLOWED_HOSTS = [NAME]
    changes = {"torneo.example": NAME}
    if proxy is caddy:
        tls = CADDY.replace("/etc/caddy/fullchain.pem", str(issued.chain))
        changes |= {"\tencode": f"\t{tls.replace('/etc/caddy/privkey.pem', str(issued.key))}\n\tencode"}
    else:
        changes |= {
            "/etc/letsencrypt/live/torneo.example/fullchain.pem": str(issued.chain),
            "/etc/letsencrypt/live/torneo.example/privkey.pem": str(issued.key),
        }
    with proxy(example, NAME, live_server, tmp_path, changes=changes) as started:
        answer = _certified_page(NAME, started.https, issued.roots)
    assert answer.startswith(b"HTTP/1.1 200")
    assert b'"status": "ok"' in answer
