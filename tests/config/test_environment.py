"""What the settings read from the machine."""

import ipaddress
import os
import socket
import sqlite3
import stat
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import environment

DEFAULT = Path("/data/site.sqlite3")
TEST = Path("/data/test.sqlite3")


def database(url: str, *, through_pooler: bool = False) -> dict:
    return environment.database(url, default_file=DEFAULT, test_file=TEST, through_pooler=through_pooler)


def test_the_secret_key_is_made_once_and_kept_for_its_owner_alone(tmp_path, monkeypatch):
    monkeypatch.delenv("SDADATA_SECRET_KEY", raising=False)
    key = environment.secret_key(tmp_path / "key")
    assert len(key) > 60
    assert environment.secret_key(tmp_path / "key") == key
    assert stat.S_IMODE((tmp_path / "key").stat().st_mode) == 0o600


def test_the_secret_key_is_made_on_a_stick_whose_file_system_knows_no_links(tmp_path, monkeypatch):
    def refuse(*_paths):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.delenv("SDADATA_SECRET_KEY", raising=False)
    monkeypatch.setattr(os, "link", refuse)
    key = environment.secret_key(tmp_path / "key")
    assert environment.secret_key(tmp_path / "key") == key
    assert [path.name for path in tmp_path.iterdir()] == ["key"]


def test_each_installation_has_its_own_secret_key(tmp_path, monkeypatch):
    monkeypatch.delenv("SDADATA_SECRET_KEY", raising=False)
    assert environment.secret_key(tmp_path / "one") != environment.secret_key(tmp_path / "other")


def test_a_given_secret_key_is_used_and_not_written(tmp_path, monkeypatch):
    monkeypatch.setenv("SDADATA_SECRET_KEY", "given")
    assert environment.secret_key(tmp_path / "key") == "given"
    assert list(tmp_path.iterdir()) == []


def test_starters_at_the_same_time_agree_on_the_key(tmp_path, monkeypatch):
    monkeypatch.delenv("SDADATA_SECRET_KEY", raising=False)
    with ThreadPoolExecutor(8) as starters:
        keys = set(starters.map(environment.secret_key, [tmp_path / "key"] * 8))
    assert len(keys) == 1
    assert [file.name for file in tmp_path.iterdir()] == ["key"]


def test_without_an_address_the_database_is_a_local_file():
    assert database("")["NAME"] == str(DEFAULT)
    assert database("")["OPTIONS"]["transaction_mode"] == "IMMEDIATE"


def test_an_address_of_sqlite_names_its_file():
    assert database("sqlite:////srv/data.sqlite3")["NAME"] == "/srv/data.sqlite3"
    assert database("sqlite:///data.sqlite3")["NAME"] == "data.sqlite3"


def test_postgresql_without_its_packages_says_how_to_get_them(monkeypatch):
    monkeypatch.setattr(environment, "find_spec", lambda _name: None)
    with pytest.raises(ImproperlyConfigured, match=r"\[postgresql\].*requirements/postgresql.txt"):
        database("postgresql://anna@db.example/sdadata")


def test_an_address_of_postgresql_is_read_whole():
    found = database("postgresql://anna:p%40ss@db.example:5433/sdadata?sslmode=require")
    assert found == {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": "sdadata",
        "USER": "anna",
        "PASSWORD": "p@ss",
        "HOST": "db.example",
        "PORT": "5433",
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": environment.POSTGRESQL_OPTIONS
        | {"server_side_binding": True, "prepare_threshold": 5, "sslmode": "require"},
    }


def test_nothing_stays_prepared_behind_a_pooler():
    """It may give the next transaction another connection."""
    found = database("postgresql://anna@127.0.0.1:6432/sdadata", through_pooler=True)
    assert found["OPTIONS"]["prepare_threshold"] is None


def test_an_address_may_name_several_hosts():
    found = database("postgresql://anna@one:5433,[fd00::2],two:5434/sdadata?target_session_attrs=read-write")
    assert (found["HOST"], found["PORT"]) == ("one,fd00::2,two", "5433,,5434")
    assert found["OPTIONS"]["target_session_attrs"] == "read-write"


def test_the_direct_address_is_given_as_libpq_names_its_parts():
    found = environment.direct_parameters("postgresql://anna:p%40ss@one:5433,two/sdadata?connect_timeout=2")
    named = {"dbname": "sdadata", "user": "anna", "password": "p@ss", "host": "one,two", "port": "5433,"}
    assert found == environment.POSTGRESQL_OPTIONS | named | {"connect_timeout": "2"}
    assert environment.direct_parameters("") == {}


@pytest.mark.parametrize(
    "url", ["sqlite:///geheim", "postgresql://anna:geheim@one:port,two/x", "postgresql://anna:geheim@[one/x"]
)
def test_a_direct_address_that_is_none_is_refused_without_its_password(url):
    with pytest.raises(ImproperlyConfigured, match="SDADATA_DIRECT_URL") as refused:
        environment.direct_parameters(url)
    assert "heim" not in str(refused.value)


def test_an_address_of_another_database_is_refused_by_name():
    with pytest.raises(ImproperlyConfigured, match="mysql"):
        database("mysql://db.example/sdadata")


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://anna:geheim@db.example:port/sdadata",
        "postgresql://anna:geheim@db.example:99999/sdadata",
        "postgresql://anna:ge/heim@db.example/sdadata",
        "postgresql://anna:geheim@[db.example/sdadata",
        "mysql://anna:geheim@db.example/sdadata",
        "geheim",
    ],
)
def test_an_address_that_cannot_be_read_is_refused_without_its_password(url):
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL") as refused:
        database(url)
    assert "heim" not in str(refused.value)
    assert refused.value.__cause__ is None


@pytest.mark.parametrize(("word", "is_on"), [("1", True), ("true", True), ("sì", True), ("0", False), ("", False)])
def test_a_flag_is_on_when_it_says_so(monkeypatch, word, is_on):
    monkeypatch.setenv("SDADATA_DEBUG", word)
    assert environment.flag("SDADATA_DEBUG") is is_on


def test_a_flag_may_be_on_unless_it_says_otherwise(monkeypatch):
    monkeypatch.delenv("SDADATA_DEBUG", raising=False)
    assert environment.flag("SDADATA_DEBUG", default=True)
    monkeypatch.setenv("SDADATA_DEBUG", "0")
    assert not environment.flag("SDADATA_DEBUG", default=True)


def test_a_list_is_split_at_commas(monkeypatch):
    monkeypatch.setenv("SDADATA_HOSTS", " torneo.example, ,10.0.0.7")
    assert environment.words("SDADATA_HOSTS") == ["torneo.example", "10.0.0.7"]


def test_the_site_answers_to_the_names_and_addresses_of_its_machine():
    addresses = environment.own_addresses()
    assert len(addresses) == len(set(addresses))
    assert all(ipaddress.ip_address(address) for address in addresses)
    name = socket.gethostname().lower()
    assert environment.own_hosts() == [
        "localhost",
        "127.0.0.1",
        "[::1]",
        name,
        f"{name}.local",
        "sdadata.local",
        *addresses,
    ]


def test_a_machine_without_a_network_still_has_its_own_names(monkeypatch):
    monkeypatch.setattr(environment, "SOMEWHERE", ())
    assert environment.own_addresses() == []
    assert environment.own_hosts()[:2] == ["localhost", "127.0.0.1"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no modes")
@pytest.mark.parametrize("is_there", [True, False])
def test_the_database_and_what_sqlite_writes_beside_it_are_the_owner_s_alone(tmp_path, is_there):
    path = tmp_path / "site.sqlite3"
    if is_there:
        path.touch(0o644)
    environment.keep_private(path)
    with closing(sqlite3.connect(path)) as opened:
        opened.execute("PRAGMA journal_mode=WAL")
        opened.execute("CREATE TABLE t (x)")
        opened.commit()
        modes = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.iterdir()}
    assert modes == dict.fromkeys(("site.sqlite3", "site.sqlite3-wal", "site.sqlite3-shm"), 0o600)


def test_a_database_that_cannot_be_made_is_left_to_whoever_opens_it(tmp_path):
    environment.keep_private(tmp_path / "no" / "folder")
    environment.keep_private(tmp_path)
    assert tmp_path.stat().st_mode & 0o700 == 0o700
