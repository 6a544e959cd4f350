"""The examples for Caddy and nginx, each as the proxy in front of a site: HTTPS, phones without it, bounds, the authority."""

import os
import re
import socket
import ssl
import subprocess
import time
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


@pytest.fixture
def in_the_hall(settings, live_server, tmp_path):
    """Caddy's example in front of a site with SDADATA_HTTPS=hall; the ports are free ones, and its authority is in a folder of its own."""
    caddy = need("caddy")
    settings.HTTPS_IN_HALL = True
    settings.SECURE_PROXY_SSL_HEADER = BY_THE_TEST_SERVER
    settings.ALLOWED_HOSTS = ["*"]
    http, https = free_ports()
    text = (EXAMPLES / "Caddyfile").read_text(encoding="utf-8")
    text = text.replace("127.0.0.1:8000", live_server.url.removeprefix("http://").replace("localhost", "127.0.0.1"))
    text = text.replace("/var/lib/caddy/.local/share", str(tmp_path))
    text = text.replace("\tlocal_certs\n", f"\tlocal_certs\n\tadmin off\n\thttp_port {http}\n\thttps_port {https}\n")
    (tmp_path / "Caddyfile").write_text(text)
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    log = (tmp_path / "log").open("w")
    process = subprocess.Popen(
        [caddy, "run", "--config", tmp_path / "Caddyfile", "--adapter", "caddyfile"], env=environment, stderr=log
    )
    try:
        wait_for(http, process)
        wait_for(https, process)
        yield Proxy("sala.lan", http, https)
    finally:
        process.terminate()
        process.wait(20)
        log.close()


def test_in_a_hall_phones_look_without_https_and_the_staff_has_it(in_the_hall):
    assert in_the_hall.request("/", secure=False)[0] == 200
    status, headers, _body = in_the_hall.request(reverse("login"), secure=False)
    assert (status, headers["Location"]) == (302, f"https://sala.lan{reverse('login')}")
    status, headers, _body = in_the_hall.request(reverse("login"), secure=True)
    assert status == 200
    assert all("Secure" in cookie for cookie in headers.get_all("Set-Cookie"))
    assert headers["Strict-Transport-Security"] is None
    status, _headers, authority = in_the_hall.request("/autorita.crt", secure=False)
    assert status == 200
    assert authority.startswith(b"-----BEGIN CERTIFICATE")


@pytest.fixture
def in_public(settings, live_server, tmp_path):
    """nginx's example in front of a site with SDADATA_HTTPS=1."""
    nginx = need("nginx", "/usr/sbin/nginx")
    settings.SECURE_PROXY_SSL_HEADER = BY_THE_TEST_SERVER
    settings.SECURE_SSL_REDIRECT = True
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True
    settings.ALLOWED_HOSTS = ["*"]
    http, https = free_ports()
    made = certificates.made(tmp_path / "certificates", ["torneo.example"], now=datetime.now(UTC))
    text = (EXAMPLES / "nginx.conf").read_text(encoding="utf-8")
    proxied = "\n".join(re.findall(r"^#   (proxy_.*)$", text, re.MULTILINE))
    backend = live_server.url.removeprefix("http://").replace("localhost", "127.0.0.1")
    (tmp_path / "sdadata-proxy.conf").write_text(proxied.replace("127.0.0.1:8000", backend))
    text = text.replace("/etc/nginx/sdadata-proxy.conf", str(tmp_path / "sdadata-proxy.conf"))
    text = text.replace("/etc/letsencrypt/live/torneo.example/fullchain.pem", str(made.certificate))
    text = text.replace("/etc/letsencrypt/live/torneo.example/privkey.pem", str(made.key))
    text = text.replace("listen 80;", f"listen {http};").replace("listen 443 ssl", f"listen {https} ssl")
    text = re.sub(r"^    http2 on;.*\n", "", text, flags=re.MULTILINE)  # unknown to older versions
    folders = "".join(
        f"{name}_temp_path {tmp_path}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole = f"daemon off;\npid {tmp_path}/pid;\nerror_log stderr;\nevents {{}}\nhttp {{\naccess_log off;\n{folders}{text}}}\n"
    (tmp_path / "nginx.conf").write_text(whole)
    with (tmp_path / "log").open("w") as log:
        process = subprocess.Popen([nginx, "-c", tmp_path / "nginx.conf", "-e", "stderr"], stderr=log)
        try:
            wait_for(https, process)
            yield Proxy("torneo.example", http, https)
        finally:
            process.terminate()
            process.wait(20)


def test_a_public_server_answers_over_https_alone(in_public):
    status, headers, _body = in_public.request("/", secure=False)
    assert (status, headers["Location"]) == (301, "https://torneo.example/")
    status, headers, _body = in_public.request(reverse("login"), secure=True)
    assert status == 200
    assert all("Secure" in cookie for cookie in headers.get_all("Set-Cookie"))


def test_nginx_refuses_a_body_beyond_the_site_s_bound(in_public):
    status, *_rest = in_public.request(reverse("login"), secure=True, method="POST", body=bytes(7 * 1024 * 1024))
    assert status == 413
