"""The one file, as a club would use it: Python alone, no network, its data beside it."""

import hashlib
import json
import re
import socket
import sqlite3
import ssl
import subprocess
import sys
import sysconfig
import urllib.request
import venv
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest
from django.db import OperationalError

from config.version import VERSION
from laptop import site
from laptop.build import BASE, CannotBuild, _lock, build, this_target
from laptop.start import ENGLISH, MADE_FOR
from tests.laptop.serving import CLEAN, free_port, page, serving
from tests.tools import do_without

PYTHON = [sys._base_executable, "-I"]  # the one that made the test's environment, without its libraries


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    try:
        return build(tmp_path_factory.mktemp("chiavetta"))
    except CannotBuild as refused:
        do_without(str(refused))


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The command of the package, installed in an environment that borrows the libraries of the tests' own."""
    folder = tmp_path_factory.mktemp("installed")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    built = subprocess.run(
        [*pip, "wheel", "--quiet", "--no-deps", "-w", folder, BASE], capture_output=True, check=False
    )
    if built.returncode:
        do_without(f"the package cannot be built: {built.stderr.decode()[-300:]}")
    venv.create(folder / "venv", with_pip=False)
    (libraries,) = (folder / "venv").glob("lib/python*/site-packages")
    (libraries / "borrowed.pth").write_text(sysconfig.get_path("purelib"))
    target = ["install", "--quiet", "--no-deps", "--no-index", f"--prefix={folder / 'venv'}"]
    (wheel,) = folder.glob("*.whl")
    subprocess.run([folder / "venv" / "bin" / "python", "-m", "pip", *target, wheel], check=True)
    return folder / "venv" / "bin" / "sdadata"


@contextmanager
def started(file, *options: str) -> Iterator[tuple[str, str]]:
    """The address of the single file's site, and what it said by the time that it answered."""
    with serving([*PYTHON, str(file), *options], file.with_suffix(".log"), CLEAN) as running:
        yield running


def test_one_file_serves_the_site_keeps_its_data_and_copies_them(file):
    with started(file) as (address, text):
        home = page(f"{address}/")
        assert "Tornei" in home
        sheet = re.search(r'href="(/static/css/site[^"]+\.css)"', home)[1]
        assert "@font-face" in page(address + sheet)
        assert re.search(r"con la password \w{4}-\w{4}-\w{4}", text)
        stick = file.parent / "stick"
        refused = asked(file, "backup", "--to", str(stick))
        assert (refused.returncode, stick.exists()) == (1, False)
        copied = asked(file, "backup", "--anywhere", "--to", str(stick))
        assert copied.returncode == 0
        assert len(list(stick.glob("*.backup"))) == 1
    with started(file) as (_address, text):
        assert "con la password" not in text
        assert "Preparo" not in text


def test_the_installed_package_serves_the_site_from_a_folder_of_the_user(installed, tmp_path):
    home = CLEAN | {"XDG_DATA_HOME": str(tmp_path)}
    with serving([str(installed)], tmp_path / "log", home) as (address, text):
        assert "Tornei" in (start := page(f"{address}/"))
        assert "@font-face" in page(address + re.search(r'href="(/static/css/site[^"]+\.css)"', start)[1])
        assert "sdadata backup --to" in text
    assert (tmp_path / "sdadata" / "sdadata.sqlite3").exists()


@pytest.mark.parametrize(
    ("wrong", "answer"),
    [
        (["--port", "abc"], "«abc» non è una porta"),
        (["--port", "99999"], "«99999» non è una porta"),
        (["--porta", "8000"], "--porta"),
        (["nothing-of-this-name"], "nothing-of-this-name"),
        (["restore", "missing.backup"], "missing.backup"),
    ],
)
def test_a_wrong_start_is_answered_in_a_sentence(file, wrong, answer):
    done = asked(file, *wrong)
    assert done.returncode not in (0, None)
    assert answer in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("arguments", [("help", "backup"), ("backup", "--help"), ("restore", "-h")])
def test_help_opens_no_database(tmp_path, arguments):
    code = f"from pathlib import Path; from laptop import site; site.run(Path('data'), {list(arguments)}, program='sdadata')"
    environment = CLEAN | {"PYTHONPATH": str(BASE), "DATABASE_URL": "sqlite:////dev/null/none"}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "usage: sdadata" in done.stdout


@pytest.mark.parametrize(
    ("wrong", "answer"),
    [
        ({"SDADATA_RETENTION_DAYS": "always"}, "SDADATA_RETENTION_DAYS: «always»"),
        ({"DATABASE_URL": "mysql://somewhere/x"}, "DATABASE_URL: «mysql»"),
        ({"DATABASE_URL": "sqlite:////nowhere/of/this/name/x.sqlite3"}, "Il database non si apre"),
    ],
)
@pytest.mark.parametrize("command", [("backup",), ()], ids=["a command", "a start"])
def test_a_wrong_setting_is_answered_in_a_sentence(file, tmp_path, wrong, answer, command):
    done = asked(file, *(command or ("--port", str(free_port()))), more=wrong | {"SDADATA_HOME": str(tmp_path)})
    assert done.returncode == 1
    assert answer in done.stderr
    assert "Traceback" not in done.stderr


def test_a_damaged_database_is_answered_with_the_way_back(file, tmp_path):
    (tmp_path / "sdadata.sqlite3").write_bytes(b"not a database " * 100)
    done = asked(file, "--port", str(free_port()), more={"SDADATA_HOME": str(tmp_path)})
    assert (done.returncode, "Traceback" in done.stderr) == (1, False)
    assert "restore FILE" in done.stderr
    assert (tmp_path / "sdadata.sqlite3").read_bytes().startswith(b"not a database")


@pytest.mark.parametrize(
    ("address", "reason", "answer"),
    [
        ("", "database is locked", "riprova tra poco"),
        ("", "file is not a database", "Se il file è rovinato"),
        ("postgresql://u@h/lost", 'database "lost" does not exist', "«createdb»"),
    ],
)
def test_a_database_that_does_not_open_is_answered_with_what_helps_there(
    tmp_path, monkeypatch, address, reason, answer
):
    monkeypatch.setenv("DATABASE_URL", address)
    with pytest.raises(site.CannotStart, match=answer), site.answered_in_a_sentence(tmp_path):
        raise OperationalError(reason)


def test_a_data_folder_that_cannot_be_is_named(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("SDADATA_VAR", str(tmp_path / "file" / "data"))
    (tmp_path / "file").write_text("no folder")
    assert site.run(tmp_path, ["--port", str(free_port())], program="sdadata") == 1
    assert re.search(r"In .*data non si può scrivere", capsys.readouterr().err)


def test_a_port_of_the_administrator_is_not_called_taken(tmp_path, capsys, monkeypatch):
    def refused(*_address):
        raise PermissionError

    monkeypatch.setenv("SDADATA_VAR", str(tmp_path))
    monkeypatch.setattr("socket.socket.bind", refused)
    assert site.run(tmp_path, ["--port", "80"], program="sdadata") == 1
    assert "riserva la porta 80 agli amministratori" in capsys.readouterr().err


def test_an_older_file_does_not_start_on_the_data_of_a_later_one(file, tmp_path):
    home = {"SDADATA_HOME": str(tmp_path)}
    assert asked(file, "check", more=home).returncode == 0
    with closing(sqlite3.connect(tmp_path / "sdadata.sqlite3")) as database, database:
        database.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('tournament', '9001_later', '2030-01-01')"
        )
    done = asked(file, "--port", str(free_port()), more=home)
    assert (done.returncode, "password" in done.stdout) == (1, False)
    assert "tournament.9001_later" in done.stderr
    assert "rollback" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_port_in_use_is_said_before_anything_else(file):
    with socket.create_server(("0.0.0.0", 0)) as taken:
        done = asked(file, "--port", str(taken.getsockname()[1]))
    assert done.returncode == 1
    assert "è occupata" in done.stderr
    assert "password" not in done.stdout


@pytest.mark.parametrize(
    ("made_for", "language", "answer"),
    [
        ({"python": "3.99"}, "it_IT.UTF-8", "per Python 3.99"),
        ({"computer": "win32 x86_64"}, "C.UTF-8", "per win32 x86_64"),
        ({"computer": "win32 x86_64"}, "en_US.UTF-8", "This file is for win32 x86_64"),
    ],
)
def test_the_file_says_that_it_is_for_another_computer(file, tmp_path, made_for, language, answer):
    other = tmp_path / "other.pyz"
    with zipfile.ZipFile(file) as packed, zipfile.ZipFile(other, "w") as changed:
        for name in ("__main__.py", "digest", ENGLISH):
            changed.writestr(name, packed.read(name))
        changed.writestr(MADE_FOR, json.dumps(json.loads(packed.read(MADE_FOR)) | made_for))
    done = asked(other, more={"LANG": language})
    assert (done.returncode, done.stdout) == (1, "")
    assert answer in done.stderr
    assert "Traceback" not in done.stderr


def test_the_help_and_the_version_need_no_site(file):
    assert "--https" in asked(file, "--help").stdout
    assert asked(file, "--version").stdout.strip() == VERSION


def asked(file, *arguments: str, more: dict[str, str] | None = None) -> subprocess.CompletedProcess:
    command = [*PYTHON, str(file), *arguments]
    return subprocess.run(
        command,
        env=CLEAN | {"PYTHONUTF8": "1"} | (more or {}),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_the_file_s_name_says_what_it_is_for(file):
    assert file.name == f"sdadata-{VERSION}-{this_target()}-py{sys.version_info[0]}{sys.version_info[1]}.pyz"


@pytest.mark.skipif(not (BASE / "var" / "public" / "motore").is_dir(), reason="make offline did not run")
def test_the_file_brings_the_engine_for_tablets(file):
    with zipfile.ZipFile(file) as packed:
        assert any(name.startswith("public/motore/") for name in packed.namelist())


def test_the_file_serves_https_under_an_authority_of_its_own(file):
    with started(file, "--https") as (address, text):
        assert address.startswith("https://")
        trusted = ssl.create_default_context(cafile=file.parent / "sdadata-dati" / "certificati" / "autorita.crt")
        with urllib.request.urlopen(f"{address}/accedi/", timeout=20, context=trusted) as answer:
            assert "Secure" in answer.headers["Set-Cookie"]
            assert answer.headers["Strict-Transport-Security"] is None
        with urllib.request.urlopen(f"{address}/autorita.crt", timeout=20, context=trusted) as answer:
            offered = answer.read().decode()
    digest = hashlib.sha256(ssl.PEM_cert_to_DER_cert(offered)).hexdigest().upper()
    assert digest in text.replace(":", "")


def test_the_file_holds_no_data_and_no_path_of_the_machine_that_made_it(file):
    with zipfile.ZipFile(file) as packed:
        names = packed.namelist()
        assert not [name for name in names if name.endswith((".sqlite3", "secret-key", ".pyc"))]
        assert {"__main__.py", "code/manage.py", "code/games/registry.py"} <= set(names)
        assert len([name for name in names if name.endswith(".whl")]) > 10


def test_a_file_for_windows_that_is_made_elsewhere_carries_the_time_zones():
    """Windows has none of its own; pip would leave out what a marker keeps for a system on which it does not run."""
    assert re.search(r"^tzdata==\S+ \\$", _lock("win_amd64"), flags=re.MULTILINE)
    assert "sys_platform" not in _lock("win_amd64")


def test_the_faster_loop_is_left_out_where_it_does_not_run():
    assert "uvloop" not in _lock("win_amd64")
    for platform in ("linux_x86_64", "macos_arm64"):
        assert re.search(r"^uvloop==\S+ \\$", _lock(platform), flags=re.MULTILINE)
        assert _lock(platform).count("--hash=") > _lock("win_amd64").count("--hash=")
