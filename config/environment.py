"""What the settings read from the machine: variables, the secret key, the database, the host's names."""

import contextlib
import os
import secrets
import socket
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

TRUE_WORDS = {"1", "true", "yes", "on", "si", "sì"}

# An address on the internet, and the networks that phones, tablets and laptops create when they share a connection: a hall's
# network often has no other route.
SOMEWHERE = (
    "192.0.2.1",
    "10.0.0.250",
    "10.42.0.250",
    "172.20.10.14",
    "192.168.0.250",
    "192.168.1.250",
    "192.168.43.250",
    "192.168.137.250",
)

# What a site over SQLite answers to besides its address where the network passes multicast (laptop/mdns.py).
NAME_ON_NETWORK = "sdadata.local"

# FULL, because an acknowledged entry must be on disk; IMMEDIATE, because a transaction which reads and then writes
# would otherwise lose to another writer with "database is locked", however long the timeout.
SQLITE_OPTIONS = {
    "timeout": 20,
    "transaction_mode": "IMMEDIATE",
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
}


def terminal_language() -> str:
    """Of the site's languages that of the terminal: English where its locale is, else Italian."""
    locale = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := os.environ.get(name))), "")
    return "en" if locale.lower().startswith("en") else "it"


def flag(name: str, *, default: bool = False) -> bool:
    given = os.environ.get(name, "").strip().lower()
    return given in TRUE_WORDS if given else default


def words(name: str) -> list[str]:
    return [word.strip() for word in os.environ.get(name, "").split(",") if word.strip()]


def number(name: str, *, default: int) -> int:
    given = os.environ.get(name, "").strip()
    if not given:
        return default
    if not given.isdecimal():
        raise ImproperlyConfigured(f"{name}: «{given}» is not a number of days")
    return int(given)


def secret_key(keep_in: Path) -> str:
    """The key from SDADATA_SECRET_KEY, or one generated on the first start and stored in a file that git ignores."""
    if given := os.environ.get("SDADATA_SECRET_KEY"):
        return given
    try:
        return _fresh_key(keep_in)
    except FileExistsError:
        return keep_in.read_text(encoding="ascii").strip()


def _fresh_key(path: Path) -> str:
    """Several processes may start at once: the key is written to a temporary file and linked, so that no process reads half of it."""
    if path.exists():
        raise FileExistsError(path)
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    with open(handle, "w", encoding="ascii") as file:
        file.write(key := secrets.token_urlsafe(64))
    try:
        os.link(draft, path)
    except FileExistsError:
        raise
    except OSError:  # the file system of a stick has no links; only one process starts there
        os.rename(draft, path)
    finally:
        Path(draft).unlink(missing_ok=True)
    return key


# A host that is lost answers nothing, and TCP alone would wait for it for a quarter of an hour.
POSTGRESQL_OPTIONS = {
    "connect_timeout": "5",
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "10000",
}


def keep_private(path: Path) -> None:
    """Only the site's own user may read this file, which is made where it does not exist: SQLite gives its other files the same mode.

    A folder that is not there, or a file of somebody else, is reported by whoever opens it.
    """
    if path.name == ":memory:":
        return
    with contextlib.suppress(OSError):
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        path.chmod(0o600)


def database(url: str, default_file: Path, test_file: Path, *, through_pooler: bool = False) -> dict[str, Any]:
    """The DATABASES entry for `postgresql://user:password@host:port/name`, `sqlite:///path`, or an empty address."""
    if not url:
        return _sqlite(str(default_file), test_file)
    parts = _split(url, "DATABASE_URL")
    if parts.scheme == "sqlite":
        return _sqlite(unquote(parts.path.removeprefix("/")), test_file)
    if parts.scheme in {"postgres", "postgresql"}:
        return _postgresql(url, through_pooler=through_pooler)
    raise ImproperlyConfigured(f"DATABASE_URL: «{parts.scheme}» is neither sqlite nor postgresql")


def _sqlite(name: str, test_file: Path) -> dict[str, Any]:
    # Browser tests serve from threads, so the test database is a file: each connection to :memory: would be its own.
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": name,
        "OPTIONS": dict(SQLITE_OPTIONS),
        "TEST": {"NAME": str(test_file)},
    }


def _postgresql(url: str, *, through_pooler: bool) -> dict[str, Any]:
    if find_spec("psycopg") is None:
        raise ImproperlyConfigured(
            "DATABASE_URL: for PostgreSQL install the package as «sdadata-….whl[postgresql]», a checkout with "
            "requirements/postgresql.txt; the single files are for SQLite"
        )
    parts = _split(url, "DATABASE_URL")
    hosts = _hosts(parts, "DATABASE_URL")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.removeprefix("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": ",".join(host for host, _port in hosts),
        "PORT": _ports(hosts),
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": POSTGRESQL_OPTIONS | _statements(through_pooler=through_pooler) | dict(parse_qsl(parts.query)),
    }


def _statements(*, through_pooler: bool) -> dict[str, Any]:
    """A statement's values travel beside its text, and one that a connection has met five times is planned no more: parsing and planning
    are half of what an entry costs the server. A pooler lends a connection for one transaction, so nothing stays prepared behind it.
    """
    return {"server_side_binding": True, "prepare_threshold": None if through_pooler else 5}


def direct_parameters(url: str) -> dict[str, str]:
    """libpq's names and values of SDADATA_DIRECT_URL, which is of the same form as DATABASE_URL; empty where it is not set."""
    if not url:
        return {}
    parts = _split(url, "SDADATA_DIRECT_URL")
    if parts.scheme not in {"postgres", "postgresql"}:
        raise ImproperlyConfigured(f"SDADATA_DIRECT_URL: «{parts.scheme}» is not postgresql")
    hosts = _hosts(parts, "SDADATA_DIRECT_URL")
    found = {
        "dbname": unquote(parts.path.removeprefix("/")),
        "user": unquote(parts.username or ""),
        "password": unquote(parts.password or ""),
        "host": ",".join(host for host, _port in hosts),
        "port": _ports(hosts),
    }
    return {name: value for name, value in found.items() if value} | POSTGRESQL_OPTIONS | dict(parse_qsl(parts.query))


def _split(url: str, variable: str) -> SplitResult:
    try:
        return urlsplit(url)
    except ValueError:  # its text may quote a password
        raise ImproperlyConfigured(f"{variable}: host or port cannot be read") from None


def _hosts(parts: SplitResult, variable: str) -> list[tuple[str, str]]:
    """Each host with its port, or none: PostgreSQL's addresses may name several, of which `target_session_attrs` chooses."""
    found = []
    for one in parts.netloc.rpartition("@")[2].split(","):
        try:
            single = urlsplit(f"//{one}")
            found.append((single.hostname or "", str(single.port or "")))
        except ValueError:
            raise ImproperlyConfigured(f"{variable}: host or port cannot be read") from None
    return found


def _ports(hosts: list[tuple[str, str]]) -> str:
    """As many as hosts, of which an empty one is the usual: libpq takes a single one for the port of all."""
    return ",".join(port for _host, port in hosts) if any(port for _host, port in hosts) else ""


def contact_by_default() -> str:
    """The mailbox that every domain has (RFC 2142), at the first name of SDADATA_HOSTS."""
    named = [host.lstrip(".*") for host in words("SDADATA_HOSTS")]
    return f"postmaster@{next(filter(None, named), NAME_ON_NETWORK)}"


def own_hosts() -> list[str]:
    """The names and addresses by which a tablet in the hall reaches this machine."""
    name = socket.gethostname().lower()
    return list(
        dict.fromkeys(["localhost", "127.0.0.1", "[::1]", name, f"{name}.local", NAME_ON_NETWORK, *own_addresses()])
    )


def own_addresses() -> list[str]:
    """This machine's address on each network that it can reach, the way out first."""
    found = [_address_towards(network) for network in SOMEWHERE]
    return list(dict.fromkeys(address for address in found if address))


def _address_towards(there: str) -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((there, 9))  # sends nothing: it only selects the route
            return str(probe.getsockname()[0])
        except OSError:
            return ""
