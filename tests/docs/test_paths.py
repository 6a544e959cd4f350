"""Every file and folder that a document names exists, so that whoever moves or renames a module updates its documents."""

import re
import subprocess
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("docs/decisions/*.md")])
CODE = re.compile(r"`([^`\s]+)`")
BLOCK = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
FILE = re.compile(r"[\w.*/-]+\.(?:py|js|mjs|toml|html|css|md|csv|json|svg)")
LINK = re.compile(r"\]\(([^)#:]+)\)")


def tracked() -> list[str]:
    """Files of the repository and its folders, as they are on the disk."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    files = [name for name in listed.stdout.splitlines() if (ROOT / name).exists()]
    return [*files, *{str(folder) for name in files for folder in Path(name).parents if folder != Path(".")}]


PATHS = tracked()
TOP = {path.split("/")[0] for path in PATHS if "/" in path}


def named_paths(text: str) -> list[str]:
    """Names in code style that are paths: they end as a file does, or begin with a folder of the project."""
    names = [re.sub(r"<\w+>", "*", name) for name in CODE.findall(BLOCK.sub("", text))]
    return [
        name.rstrip("/")
        for name in names
        if not name.startswith(("/", "var/"))
        and (FILE.fullmatch(name) or (re.fullmatch(r"[\w./*-]+", name) and name.split("/")[0] in TOP and "/" in name))
    ]


def exists(name: str) -> bool:
    return any(fnmatchcase(path, name) or fnmatchcase(path, f"*/{name}") for path in PATHS)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_document_names_only_paths_that_exist(document):
    assert [name for name in named_paths(document.read_text(encoding="utf-8")) if not exists(name)] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_document_links_only_to_what_exists(document):
    links = LINK.findall(document.read_text(encoding="utf-8"))
    assert [link for link in links if not (document.parent / link).exists()] == []


def test_paths_are_found_and_missed():
    text = "`games/<game>/scene.py`, `tournament/web/`, `no/such.py`, `tests/nowhere/`, `a word`, `draw.py`\n```\n`x.py`\n```\n"
    assert named_paths(text) == ["games/*/scene.py", "tournament/web", "no/such.py", "tests/nowhere", "draw.py"]
    assert [name for name in named_paths(text) if not exists(name)] == ["no/such.py", "tests/nowhere"]
