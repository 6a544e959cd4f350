"""The version names the commit of whatever is not a release, also where no git is any more."""

import os
import subprocess

import pytest

from config.version import BASE, BUILT, RELEASE, text_for_build, version
from laptop import build
from tests.tools import need

ENVIRONMENT = {
    **{name: value for name, value in os.environ.items() if not name.startswith("GIT_")},
    "GIT_CONFIG_GLOBAL": os.devnull,
}


def git(folder, *arguments: str) -> str:
    command = ["git", "-c", "user.name=x", "-c", "user.email=x@example.org", *arguments]
    return subprocess.run(
        command, cwd=folder, env=ENVIRONMENT, capture_output=True, text=True, check=True
    ).stdout.strip()


@pytest.fixture
def checkout(tmp_path):
    need("git")
    git(tmp_path, "init", "--quiet")
    (tmp_path / "file").write_text("one")
    git(tmp_path, "add", "file")
    git(tmp_path, "commit", "--quiet", "--message", "one")
    return tmp_path


def commit_of(checkout) -> str:
    return git(checkout, "rev-parse", "--short=7", "HEAD")


@pytest.mark.parametrize("options", [(), ("--annotate", "--message", "so")], ids=["lightweight", "annotated"])
def test_a_checkout_is_the_release_at_its_tag_alone(checkout, options):
    assert version("1.2.0", checkout) == f"1.2.0+g{commit_of(checkout)}"
    git(checkout, "tag", *options, "v1.2.0")
    assert version("1.2.0", checkout) == "1.2.0"
    assert version("1.3.0", checkout) == f"1.3.0+g{commit_of(checkout)}"
    (checkout / "file").write_text("two")
    assert version("1.2.0", checkout) == f"1.2.0+g{commit_of(checkout)}.dirty"
    git(checkout, "commit", "--quiet", "--all", "--message", "two")
    assert version("1.2.0", checkout) == f"1.2.0+g{commit_of(checkout)}"


def test_files_that_git_does_not_have_change_no_version(checkout):
    git(checkout, "tag", "v1.2.0")
    (checkout / "var").write_text("")
    assert version("1.2.0", checkout) == "1.2.0"


def test_another_repository_that_the_environment_names_is_not_asked(checkout, monkeypatch):
    monkeypatch.setenv("GIT_DIR", str(BASE / ".git"))
    assert version("1.2.0", checkout) == f"1.2.0+g{commit_of(checkout)}"


def test_without_git_it_is_the_release(checkout, monkeypatch, tmp_path_factory):
    monkeypatch.setenv("PATH", str(tmp_path_factory.mktemp("empty")))
    assert version("1.2.0", checkout) == "1.2.0"


@pytest.mark.parametrize("name", ["1.2.0", "1.2.0+g1234567", "1.2.0+g1234567.dirty"])
def test_what_was_built_carries_its_version(tmp_path, name):
    assert version("1.2.0", tmp_path) == "1.2.0"
    (tmp_path / BUILT).parent.mkdir()
    (tmp_path / BUILT).write_text(text_for_build(name))
    assert version("1.2.0", tmp_path) == name


def test_the_single_file_carries_the_version_of_its_checkout(monkeypatch):
    monkeypatch.setattr(build, "VERSION", f"{RELEASE}+g1234567")
    monkeypatch.setattr(build, "PACKED", ("config",))
    assert dict(build._code())[f"code/{BUILT}"].decode() == text_for_build(f"{RELEASE}+g1234567")


def test_the_image_writes_what_the_program_reads():
    assert f"printf '{text_for_build('%s').encode('unicode_escape').decode()}'" in (BASE / "Containerfile").read_text()
    assert f"> {BUILT}" in (BASE / "Containerfile").read_text()
