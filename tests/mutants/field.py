"""What `targets.toml` asks for, the place where mutmut works, and the mutants that are tried."""

import random
import tomllib
from collections.abc import Iterable
from pathlib import Path

import msgspec

ROOT = Path(__file__).resolve().parents[2]
TARGETS = Path(__file__).with_name("targets.toml")
PLACE = ROOT / "var" / "mutants"
SOURCES = ("config", "games", "operations", "referee", "tournament")
BESIDE = ("fixtures", "locale", "manage.py", "static", "templates", "tests")
"""What the tests read besides the code."""
PYTEST = ("-p", "no:cacheprovider", "--nomigrations")


class Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Modules that one run mutates, the files of tests that must notice, and tests in them that are too slow to be asked."""

    name: str
    modules: tuple[str, ...]
    tests: tuple[str, ...]
    but: tuple[str, ...] = ()

    @property
    def place(self) -> Path:
        return PLACE / self.name


class Field(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seed: str
    most: int
    least: int
    words: tuple[str, ...]
    group: tuple[Group, ...]


def field() -> Field:
    return msgspec.convert(tomllib.loads(TARGETS.read_text(encoding="utf-8")), Field)


def tried(names: Iterable[str], module: str, seed: str, most: int) -> list[str]:
    """All of a short module; of a long one so many, the same for the same seed."""
    names = sorted(names)
    if len(names) <= most:
        return names
    return sorted(random.Random(f"{seed} {module}").sample(names, most))


def settings_of(group: Group, words: Iterable[str]) -> str:
    """The project's own settings, with mutmut's for this group after them; paths hold no quotes."""
    ours = {
        "source_paths": list(SOURCES),
        "only_mutate": list(group.modules),
        "also_copy": list(BESIDE),
        "do_not_mutate_patterns": list(words),
        "pytest_add_cli_args": list(PYTEST),
        "pytest_add_cli_args_test_selection": [*group.tests, *(f"--deselect={test}" for test in group.but)],
    }
    lines = [f"{key} = [{', '.join(map(_literal, value))}]" for key, value in ours.items()]
    lines += ['process_isolation = "forkserver"', "track_dependencies = false", "use_git_change_detection = false"]
    lines += ["timeout_constant = 20.0", "timeout_multiplier = 2.0"]
    return (ROOT / "pyproject.toml").read_text(encoding="utf-8") + "\n[tool.mutmut]\n" + "\n".join(lines) + "\n"


def _literal(text: str) -> str:
    return f"'''{text}'''"
