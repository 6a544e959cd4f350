"""The file with a Python of its own, on a machine that has none: its PATH is empty."""

import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from config.version import VERSION
from laptop.build import CannotBuild, this_target
from laptop.standalone import make
from tests.laptop.serving import page, serving
from tests.tools import do_without

BARE = {"PATH": "", "PYTHONUTF8": "1"}
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there it is a program without a script before it")


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    try:
        return make(tmp_path_factory.mktemp("chiavetta"))
    except CannotBuild as refused:
        do_without(str(refused))


def run(file: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [file, *arguments], env=BARE | variables, capture_output=True, text=True, check=False, timeout=180
    )


@pytest.fixture(scope="module")
def unpacked(file):
    """The same file once it has been started."""
    assert run(file, "--version").stdout.splitlines()[-1] == VERSION
    return file


def changed(file: Path, into: Path, old: str, new: str) -> Path:
    """A copy whose script differs, of the same length, in an empty folder."""
    into.mkdir()
    content = file.read_bytes()
    assert content.count(old.encode()) >= 1
    copy = into / file.name
    copy.write_bytes(content.replace(old.encode(), new.ljust(len(old)).encode(), 1))
    copy.chmod(0o755)
    return copy


def test_its_name_says_version_and_platform(file):
    suffix = ".command" if sys.platform == "darwin" else ""
    assert file.name == f"sdadata-{VERSION}-{this_target()}{suffix}"


def test_it_serves_the_site_keeps_its_data_and_copies_them(unpacked):
    with serving([str(unpacked)], unpacked.with_suffix(".log"), BARE) as (address, text):
        home = page(f"{address}/")
        assert "Tornei" in home
        assert "@font-face" in page(address + re.search(r'href="(/static/css/site[^"]+\.css)"', home)[1])
        assert re.search(r"con la password \w{4}-\w{4}-\w{4}", text)
        assert f"./{unpacked.name} backup --to" in text
        assert run(unpacked, "backup", "--anywhere", "--to", str(unpacked.parent / "stick")).returncode == 0
        assert len(list((unpacked.parent / "stick").glob("*.backup"))) == 1
    data = {path.name for path in (unpacked.parent / "sdadata-dati").iterdir()}
    assert {"sdadata.sqlite3", "secret-key", "static", "programma", "python"} <= data


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
def test_a_wrong_start_is_answered_in_a_sentence(unpacked, wrong, answer):
    is_refused_in_a_sentence(run(unpacked, *wrong), answer)


def test_a_port_in_use_is_said_before_anything_else(unpacked):
    with socket.create_server(("0.0.0.0", 0)) as taken:
        done = run(unpacked, "--port", str(taken.getsockname()[1]))
    is_refused_in_a_sentence(done, "è occupata")
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("old", "new", "answer"),
    [
        ('computer="$(uname -s) $(uname -m)"', 'computer="Plan9 mips"', "questo computer è Plan9 mips"),
        (
            "has=$(getconf GNU_LIBC_VERSION 2>/dev/null)",
            "has='glibc 2.9'",
            "Questo sistema ha glibc 2.9 e il file vuole",
        ),
        ("has=$(getconf GNU_LIBC_VERSION 2>/dev/null)", "has=", "vuole un Linux con glibc"),
    ],
)
@pytest.mark.skipif(sys.platform != "linux", reason="the questions are Linux's")
def test_it_checks_what_it_runs_on_before_it_writes_anything(file, tmp_path, old, new, answer):
    other = changed(file, tmp_path / "other", old, new)
    is_refused_in_a_sentence(run(other), answer)
    assert list(other.parent.iterdir()) == [other]


def test_a_folder_in_which_nothing_can_be_written_is_named(file, tmp_path):
    (tmp_path / "file").touch()
    is_refused_in_a_sentence(
        run(file, SDADATA_HOME=str(tmp_path / "file" / "data")), f"In {tmp_path}/file/data non si può"
    )


def test_a_file_that_was_not_copied_whole_says_so_and_leaves_nothing_half_done(file, tmp_path):
    part = tmp_path / file.name
    part.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    part.chmod(0o755)
    is_refused_in_a_sentence(run(part), "non è stato copiato per intero")
    assert list((tmp_path / "sdadata-dati" / "python").iterdir()) == []


def test_another_version_takes_the_place_of_the_one_before(file, tmp_path):
    shutil.copy(file, tmp_path)
    older = tmp_path / "sdadata-dati" / "python" / "0123456789abcdef"
    older.mkdir(parents=True)
    assert run(tmp_path / file.name, "--version").stdout.splitlines()[-1] == VERSION
    assert not older.exists()


def is_refused_in_a_sentence(done: subprocess.CompletedProcess, answer: str) -> None:
    assert done.returncode not in (0, None)
    assert answer in done.stderr
    assert "Traceback" not in done.stderr
