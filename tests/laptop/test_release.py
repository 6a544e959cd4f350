"""What a release says and holds: its notes are of its version, and no file that is not what its name says goes out."""

import hashlib
import importlib.machinery
import importlib.util
import re
import zipfile

import pytest

from config.version import VERSION
from laptop.build import BASE

LIBRARY = "sdadata/code/"


def tool(name: str):
    loader = importlib.machinery.SourceFileLoader(name.replace("-", "_"), str(BASE / "tools" / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


NOTES = tool("release-notes")
CHECK = tool("check-release")
CHANGELOG = """# Changelog

## Unreleased

- next

## 1.1.0 (2026-12-01)

### When you upgrade

- do this

- newer

## 1.0.0 (2026-11-01)

- older
"""


@pytest.mark.parametrize(
    ("version", "has", "has_not"),
    [
        ("1.1.0", "# Sdadata 1.1.0 (2026-12-01)\n\n### When you upgrade\n\n- do this\n\n- newer\n", "older"),
        ("1.0.0", "- older", "newer"),
        ("1.2.0", "# Sdadata 1.2.0, not released yet\n\n- next\n", "newer"),
    ],
)
def test_the_notes_of_a_version_are_its_part_of_the_changelog(version, has, has_not):
    found = NOTES.notes(CHANGELOG, version)
    assert has in found
    assert has_not not in found


@pytest.mark.parametrize(
    ("version", "tag", "answer"),
    [("1.1.0", "v1.0.0", "the tag v1.0.0 is not v1.1.0"), ("1.2.0", "v1.2.0", r"has no part “## 1.2.0 \(YYYY")],
)
def test_a_tag_without_its_part_or_of_another_version_is_refused(version, tag, answer):
    with pytest.raises(ValueError, match=answer):
        NOTES.notes(CHANGELOG, version, tag)
    assert NOTES.notes(CHANGELOG, "1.1.0", "v1.1.0")


def test_the_changelog_has_notes_for_the_version_at_hand():
    assert NOTES.notes((BASE / "CHANGELOG.md").read_text(encoding="utf-8"), VERSION).count("\n- ") > 0


def a_package(path, *, without: str = "", version: str = VERSION):
    with zipfile.ZipFile(path, "w") as wheel:
        for folder in CHECK.CODE:
            if folder != without:
                wheel.writestr(f"{LIBRARY}{folder}/__init__.py", "")
        wheel.writestr(f"sdadata-{version}.dist-info/METADATA", f"Name: sdadata\nVersion: {version}\n")
        wheel.writestr(f"sdadata-{version}.dist-info/entry_points.txt", "[x]\nsdadata = sdadata.installed:main\n")
    return path


def test_a_whole_package_passes_and_an_empty_or_older_one_does_not(tmp_path):
    assert "command sdadata" in CHECK.package(a_package(tmp_path / "whole.whl"))
    with pytest.raises(CHECK.Wrong, match="has no games"):
        CHECK.package(a_package(tmp_path / "empty.whl", without="games"))
    with pytest.raises(CHECK.Wrong, match=f"is not of {re.escape(VERSION)}"):
        CHECK.package(a_package(tmp_path / "old.whl", version="0.0.1"))


@pytest.mark.parametrize("harm", ["changed", "more", "less"])
def test_the_sums_are_those_of_every_file(tmp_path, harm):
    (tmp_path / "one").write_text("1")
    digest = hashlib.sha256(b"1").hexdigest()
    (tmp_path / "SHA256SUMS").write_text(f"{digest}  one\n")
    assert CHECK.sums(tmp_path).startswith("1 file")
    match harm:
        case "changed":
            (tmp_path / "one").write_text("2")
        case "more":
            (tmp_path / "two").write_text("2")
        case "less":
            (tmp_path / "one").unlink()
    with pytest.raises(CHECK.Wrong):
        CHECK.sums(tmp_path)


def test_the_workflow_checks_what_it_publishes():
    text = (BASE / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    assert text.index('release-notes --tag "$GITHUB_REF_NAME"') < text.index("run: make release")
    assert text.index("tools/check-release all") < text.index("gh release create")
