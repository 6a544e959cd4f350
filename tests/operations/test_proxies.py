"""The examples for Caddy and nginx, each as the proxy in front of a site: HTTPS, phones without it, bounds, the authority."""

import os
import re
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path

import pytest
from django.urls import reverse

from laptop import certificates
from tests.tools import need

EXAMPLES = Path(__file__).parents[2] / "docs" / "operations"
START_SECONDS = 30
BY_THE_TEST_SERVER = ("HTTP_X_FORWARDED_PROTO", "https")  # it is WSGI, without the middleware of config/asgi.py
UNCHECKED = ssl._create_unverified_context()  # whether it answers: the certificates are of the tests' own

pytestmark = pytest.mark.django_db(transaction=True)


def free_ports() -> tuple[int, int]:
    with socket.create_server(("127.0.0.1", 0)) as one, socket.create_server(("127.0.0.1", 0)) as other:
        return one.getsockname()[1], other.getsockname()[1]


class Proxy:
    """A started proxy; `get` asks it for a path under the name of its example."""

    def __init__(self, name: str, http: int, https: int) -> None:
        self.name, self.http, self.https = name, http, https

    def request(self, path: str, *, secure: bool, method: str = "GET", body: bytes | None = None):
        port = self.https if secure else self.http
        if secure:
            link = HTTPSConnection("127.0.0.1", port, timeout=20, context=UNCHECKED)
            link.sock = UNCHECKED.wrap_socket(socket.create_connection(("127.0.0.1", port)), server_hostname=self.name)
        else:
            link = HTTPConnection("127.0.0.1", port, timeout=20)
        link.request(method, path, body=body, headers={"Host": self.name})
        answer = link.getresponse()
        data = answer.read()
        link.close()
        return answer.status, answer.headers, data


def wait_for(port: int, process: subprocess.Popen) -> None:
    limit = time.monotonic() + START_SECONDS
    while time.monotonic() < limit:
        assert process.poll() is None, "the proxy ended"
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    pytest.fail("the proxy does not listen")


@contextmanager
def running(command: list, ports: tuple[int, int], folder: Path, **options) -> Iterator[None]:
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(command, stderr=log, **options)
        try:
            for port in ports:
                wait_for(port, process)
            yield
        finally:
            process.terminate()
            process.wait(20)


def backend_of(live_server) -> str:
    return live_server.url.removeprefix("http://").replace("localhost", "127.0.0.1")


def changed(example: str, changes: dict[str, str] | None) -> str:
    """In one pass, longer pieces first: what one change writes no other changes again."""
    text = (EXAMPLES / example).read_text(encoding="utf-8")
    if not changes:
        return text
    assert [documented for documented in changes if documented not in text] == []
    longest_first = sorted(map(re.escape, changes), key=len, reverse=True)
    return re.sub("|".join(longest_first), lambda found: changes[found[0]], text)


@contextmanager
def caddy(example: str, name: str, live_server, folder: Path, changes: dict[str, str] | None = None) -> Iterator[Proxy]:
    """The example on free ports, with an authority in a folder of its own. First `changes` are made to it, as an administrator would."""
    program = need("caddy")
    http, https = free_ports()
    bounds = f"\tlocal_certs\n\tskip_install_trust\n\tadmin off\n\thttp_port {http}\n\thttps_port {https}\n"
    text = changed(example, changes)
    text = text.replace("127.0.0.1:8000", backend_of(live_server)).replace("/var/lib/caddy/.local/share", str(folder))
    if "\tlocal_certs\n\tskip_install_trust\n" in text:
        text = text.replace("\tlocal_certs\n\tskip_install_trust\n", bounds)
    else:
        text = text.replace("\n{\n", f"\n{{\n{bounds}", 1)
    (folder / "Caddyfile").write_text(text)
    environment = {**os.environ, "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    command = [program, "run", "--config", folder / "Caddyfile", "--adapter", "caddyfile"]
    with running(command, (http, https), folder, env=environment):
        wait_for_certificate(https, name)
        yield Proxy(name, http, https)


def wait_for_certificate(port: int, name: str) -> None:
    """Caddy listens before its own authority has signed a certificate: until then a handshake is refused."""
    limit = time.monotonic() + START_SECONDS
    while True:
        try:
            with UNCHECKED.wrap_socket(socket.create_connection(("127.0.0.1", port)), server_hostname=name):
                return
        except ssl.SSLError:
            assert time.monotonic() < limit, "no certificate was made"
            time.sleep(0.1)


@contextmanager
def nginx(example: str, name: str, live_server, folder: Path, changes: dict[str, str] | None = None) -> Iterator[Proxy]:
    """The example on free ports, with certificates of our own. First `changes` are made to it, as an administrator would."""
    program = need("nginx", "/usr/sbin/nginx")
    http, https = free_ports()
    made = certificates.made(folder / "certificates", [name], now=datetime.now(UTC))
    proxied = "\n".join(
        re.findall(r"^#   (proxy_.*)$", (EXAMPLES / "nginx.conf").read_text(encoding="utf-8"), re.MULTILINE)
    )
    (folder / "sdadata-proxy.conf").write_text(proxied.replace("127.0.0.1:8000", backend_of(live_server)))
    text = changed(example, changes)
    for documented, ours in {
        "/etc/nginx/sdadata-proxy.conf": folder / "sdadata-proxy.conf",
        "/etc/letsencrypt/live/torneo.example/fullchain.pem": made.certificate,
        "/etc/letsencrypt/live/torneo.example/privkey.pem": made.key,
        "/etc/sdadata-certificates/sito.crt": made.certificate,
        "/etc/sdadata-certificates/sito.key": made.key,
        "/var/www/sdadata/autorita.crt": made.authority,
        "listen 80;": f"listen {http};",
        "listen 443 ssl": f"listen {https} ssl",
    }.items():
        text = text.replace(documented, str(ours))
    text = re.sub(r"^    http2 on;.*\n", "", text, flags=re.MULTILINE)  # unknown to older versions
    folders = "".join(
        f"{one}_temp_path {folder}/{one};\n" for one in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    user = "user root;\n" if os.getuid() == 0 else ""  # the folders of tests are their owner's alone
    whole = (
        f"{user}daemon off;\npid {folder}/pid;\nerror_log stderr;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{folders}{text}}}\n"
    )
    (folder / "nginx.conf").write_text(whole)
    with running([program, "-c", folder / "nginx.conf", "-e", "stderr"], (http, https), folder):
        yield Proxy(name, http, https)


@pytest.fixture(params=[(caddy, "Caddyfile"), (nginx, "nginx-hall.conf")], ids=["caddy", "nginx"])
def in_the_hall(request, settings, live_server, tmp_path):
    """In front of a site with SDADATA_HTTPS=hall."""
    settings.HTTPS_IN_HALL = True
    settings.SECURE_PROXY_SSL_HEADER = BY_THE_TEST_SERVER
    settings.ALLOWED_HOSTS = ["*"]
    proxy, example = request.param
    with proxy(example, "sala.lan", live_server, tmp_path) as running_proxy:
        yield running_proxy


def test_in_a_hall_phones_look_without_https_and_the_staff_has_it(in_the_hall):
    assert in_the_hall.request("/", secure=False)[0] == 200
    status, headers, _body = in_the_hall.request(reverse("login"), secure=False)
    assert (status, headers["Location"]) == (302, f"https://sala.lan{reverse('login')}")
    status, headers, _body = in_the_hall.request(reverse("login"), secure=True)
    assert status == 200
    assert all("Secure" in cookie for cookie in headers.get_all("Set-Cookie"))
    assert headers["Strict-Transport-Security"] is None
    status, headers, authority = in_the_hall.request("/autorita.crt", secure=False)
    assert status == 200
    assert headers["Content-Type"] == "application/x-x509-ca-cert"
    assert authority.startswith(b"-----BEGIN CERTIFICATE")


@pytest.fixture(params=[(caddy, "Caddyfile.public"), (nginx, "nginx.conf")], ids=["caddy", "nginx"])
def in_public(request, settings, live_server, tmp_path):
    """In front of a site with SDADATA_HTTPS=1."""
    settings.SECURE_PROXY_SSL_HEADER = BY_THE_TEST_SERVER
    settings.SECURE_SSL_REDIRECT = True
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True
    settings.ALLOWED_HOSTS = ["*"]
    proxy, example = request.param
    with proxy(example, "torneo.example", live_server, tmp_path) as running_proxy:
        yield running_proxy


def test_a_public_server_answers_over_https_alone(in_public):
    status, headers, _body = in_public.request("/", secure=False)
    assert status in (301, 308)
    assert re.fullmatch(r"https://torneo\.example(:\d+)?/", headers["Location"])
    status, headers, _body = in_public.request(reverse("login"), secure=True)
    assert status == 200
    assert all("Secure" in cookie for cookie in headers.get_all("Set-Cookie"))


# Caddy passes a body on while it counts it, so that what answers first, it or the site, is not fixed.
@pytest.mark.parametrize("in_the_hall", [(nginx, "nginx-hall.conf")], ids=["nginx"], indirect=True)
def test_nginx_of_a_hall_refuses_a_body_beyond_the_site_s_bound(in_the_hall):
    assert large(in_the_hall) == 413


@pytest.mark.parametrize("in_public", [(nginx, "nginx.conf")], ids=["nginx"], indirect=True)
def test_nginx_of_a_public_server_refuses_a_body_beyond_the_site_s_bound(in_public):
    assert large(in_public) == 413


def large(proxy: Proxy) -> int:
    return proxy.request(reverse("login"), secure=True, method="POST", body=bytes(7 * 1024 * 1024))[0]
