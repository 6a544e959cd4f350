"""The operator's command after each backup: what it gets, and who hears of its failure."""

import re
import shlex
import sys
import tempfile
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from operations import backups, copies_elsewhere, health

pytestmark = pytest.mark.django_db(transaction=True)
DOCUMENT = Path(__file__).parents[2] / "docs" / "operations.md"
TOKEN = "a-secret-of-this-site"


@pytest.fixture(autouse=True)
def own_folder(tmp_path, settings):
    settings.VAR_DIR = tmp_path / "site of ours"
    settings.METRICS_TOKEN = TOKEN


def command(code: str) -> str:
    return shlex.join([sys.executable, "-c", code])


def found() -> list[health.Finding]:
    return [one for one in health.findings(now=timezone.now()) if one.code == "copy_elsewhere"]


def measured() -> dict[str, float]:
    page = Client().get(reverse("metrics"), headers={"Authorization": f"Bearer {TOKEN}"}).content.decode()
    lines = [line.split() for line in page.splitlines() if line.startswith("sdadata_copy_elsewhere")]
    return {name: float(value) for name, value in lines}


def test_without_a_command_nothing_runs_and_nothing_is_measured():
    backups.back_up(now=timezone.now())
    assert copies_elsewhere.outcome() is None
    assert (found(), measured()) == ([], {})


def test_the_command_gets_the_path_of_the_finished_copy(tmp_path, settings):
    settings.AFTER_COPY = command(f"import shutil, sys; shutil.copy(sys.argv[-1], {str(tmp_path)!r})")
    now = timezone.now()
    copy = backups.back_up(now=now)
    assert (tmp_path / copy.path.name).read_bytes() == copy.path.read_bytes()
    assert found() == []
    assert measured() == {
        "sdadata_copy_elsewhere_failed": 0,
        "sdadata_copy_elsewhere_timestamp_seconds": pytest.approx(now.timestamp()),
    }


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (command("import sys; sys.exit('the stick is full')"), "the stick is full"),
        (command("import sys; sys.exit(7)"), "exit code 7"),
        ("/no/such/program", "/no/such/program"),
        ("'never closed", "No closing quotation"),
    ],
)
def test_a_failing_command_leaves_the_copy_and_is_told(settings, wrong, reason):
    settings.AFTER_COPY = command("pass")
    backups.back_up(now=timezone.now())
    settings.AFTER_COPY = wrong
    copy = backups.back_up(now=timezone.now())
    assert copy.path in [one.path for one in backups.copies()]
    (finding,) = found()
    assert reason in finding.text
    assert copy.path.name in finding.text
    assert measured()["sdadata_copy_elsewhere_failed"] == 1
    assert "sdadata_copy_elsewhere_timestamp_seconds" in measured()


@pytest.mark.skipif(sys.platform != "linux", reason="its stat is GNU's")
def test_the_documented_command_copies_only_where_another_disk_is_mounted(tmp_path, settings):
    (script,) = re.findall(
        r"^#!/bin/sh -e\n.*?(?=^```)", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    with tempfile.TemporaryDirectory(dir="/dev/shm") as mounted:
        for place, fault in ((tmp_path, f"no disk of its own at {tmp_path}"), (Path(mounted), "")):
            file = tmp_path / "copy-elsewhere"
            file.write_text(script.replace("/mnt/altrove", str(place)))
            file.chmod(0o755)
            settings.AFTER_COPY = str(file)
            copy = backups.back_up(now=timezone.now())
            assert copies_elsewhere.outcome().fault == fault
            assert (place / copy.path.name).exists() == (not fault)
