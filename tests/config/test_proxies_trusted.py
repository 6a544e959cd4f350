"""By which road a request came is believed of a proxy alone; a `Host` names a port of the site, or none."""

import asyncio
import os
import subprocess
import sys

import pytest
from asgiref.testing import ApplicationCommunicator
from django.conf import settings as project
from django.test import Client
from django.urls import reverse
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from config.asgi import application, site


async def _answer(server, sender: str, path: str) -> tuple[int, dict[str, str]]:
    headers = [(b"host", b"127.0.0.1"), (b"x-forwarded-proto", b"https"), (b"x-forwarded-for", b"203.0.113.7")]
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET", "scheme": "http", "path": path,
        "raw_path": path.encode(), "query_string": b"", "root_path": "", "headers": headers,
        "client": (sender, 4_000), "server": ("127.0.0.1", 8000),
    }  # fmt: skip
    spoken = ApplicationCommunicator(server, scope)
    await spoken.send_input({"type": "http.request", "body": b""})
    start = await spoken.receive_output(20)
    while (await spoken.receive_output(20)).get("more_body"):
        pass
    return start["status"], {name.decode().lower(): value.decode() for name, value in start["headers"]}


def answer(sender: str, server=application) -> int:
    status, _headers = asyncio.run(_answer(server, sender, reverse("login")))
    return status


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("sender", "status"), [("127.0.0.1", 200), ("::1", 200), ("192.168.1.9", 302), ("::ffff:192.168.1.9", 302)]
)
def test_who_is_no_proxy_does_not_say_that_it_was_https(settings, sender, status):
    settings.HTTPS_IN_HALL = True
    assert answer(sender) == status


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("sender", "status"), [("172.31.213.4", 200), ("127.0.0.1", 302), ("172.31.214.4", 302)])
def test_a_proxy_may_be_a_network(settings, sender, status):
    settings.HTTPS_IN_HALL = True
    assert answer(sender, ProxyHeadersMiddleware(site, trusted_hosts=["172.31.213.0/24"])) == status


@pytest.mark.parametrize("https", ["1", "hall"])
def test_no_setting_lets_django_read_the_header_by_itself(https, tmp_path):
    script = "import django; django.setup(); from django.conf import settings as s; print(s.SECURE_PROXY_SSL_HEADER, s.PROXIES)"
    own = {"SDADATA_HTTPS": https, "SDADATA_VAR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings"}
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=project.BASE_DIR,
        env=os.environ | own,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "None ['127.0.0.1', '::1']"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("origins", "host", "status"),
    [
        (["https://torneo.example"], "torneo.example:6666", 400), (["https://torneo.example"], "torneo.example", 200),
        (["https://torneo.example"], "torneo.example:443", 200), (["https://torneo.example:8443"], "torneo.example:8443", 200),
        (["https://torneo.example:8443"], "torneo.example:8444", 400), (["https://torneo.example"], "torneo.example:8000", 200),
        ([], "torneo.example:6666", 200), (["https://torneo.example"], "[::1]:6666", 400), (["https://torneo.example"], "[::1]", 200),
    ],
)  # fmt: skip
def test_a_site_that_names_its_origins_answers_under_their_ports(settings, origins, host, status):
    settings.ALLOWED_HOSTS = ["torneo.example", "[::1]"]
    settings.CSRF_TRUSTED_ORIGINS = origins
    assert Client().get("/", headers={"host": host}, SERVER_PORT="8000").status_code == status
