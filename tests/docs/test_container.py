"""The container's files, and what a double click on Windows runs: they hold and name what the product has."""

import re
from pathlib import Path

from config import environment
from laptop.build import PACKED, TARGETS

ROOT = Path(__file__).parents[2]
CONTAINERFILE = (ROOT / "Containerfile").read_text(encoding="utf-8")
COMPOSE = (ROOT / "docs" / "operations" / "compose.yaml").read_text(encoding="utf-8")
OURS = {"WEB_WORKERS"}


def test_the_image_holds_what_the_single_file_holds():
    copied = set(re.findall(r"^COPY (?!--from)(\S+)", CONTAINERFILE, re.MULTILINE))
    assert copied == {*PACKED, "manage.py", "static", "requirements/postgresql.txt", "tools/serve-container"}
    let_through = set(re.findall(r"^!(\S+)", (ROOT / ".dockerignore").read_text(encoding="utf-8"), re.MULTILINE))
    assert let_through == copied


def test_the_containers_set_only_what_the_site_reads():
    listed = set(re.findall(r"^\| `(\w+)` \|", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE))
    wanted = set(re.findall(r"^    ([A-Z_]+):", COMPOSE, re.MULTILINE)) | set(
        re.findall(r"(SDADATA_\w+)=", CONTAINERFILE)
    )
    script = (ROOT / "tools" / "serve-container").read_text(encoding="utf-8")
    assert set(re.findall(r"\$\{(\w+):-", script)) == OURS
    assert wanted - listed <= OURS
    assert "SDADATA_SECRET_KEY" in wanted


def test_what_is_missing_in_the_environment_file_is_said():
    """Every program that reads compose files understands a message; an empty one podman-compose does not."""
    wanted = dict(re.findall(r"\$\{(\w+)([^}]*)\}", COMPOSE))
    assert wanted.pop("SDADATA_VERSION") == ":-", "a release needs none"
    assert len(wanted) > 2
    assert set(wanted.values()) == {":?missing in .env"}


def test_the_database_of_the_containers_is_one_that_the_site_reads():
    (url,) = re.findall(r"DATABASE_URL: (.+)", COMPOSE)
    found = environment.database(re.sub(r"\$\{DATABASE_PASSWORD:[^}]*\}", "x", url), Path("unused"), Path("unused"))
    assert (found["HOST"], found["NAME"], found["USER"]) == ("database", "sdadata", "sdadata")


def test_the_double_click_of_windows_looks_for_the_file_that_is_made():
    text = (ROOT / "laptop" / "Sdadata.cmd").read_bytes()
    assert b"\r\n" in text
    assert b"\n" not in text.replace(b"\r\n", b"")
    assert b"sdadata-*-win_amd64-py*.pyz" in text
    assert "win_amd64" in TARGETS


def test_a_release_is_made_for_every_kind_of_computer():
    (named,) = re.findall(r"^TARGETS \?= (.+)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert named.split() == list(TARGETS)
