"""The groups of `targets.toml`, the folder in which mutmut works, and the sample of mutants that is run."""

import random
import tomllib
from collections.abc import Iterable
from pathlib import Path

import msgspec

ROOT = Path(__file__).resolve().parents[2]
TARGETS = Path(__file__).with_name("targets.toml")
BUILD = ROOT / "var" / "mutants"
SOURCES = ("config", "games", "operations", "referee", "tournament")
ALSO_COPIED = ("fixtures", "locale", "manage.py", "static", "templates", "tests")
"""What the tests read besides the code."""
PYTEST = ("-p", "no:cacheprovider", "--nomigrations")


class Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Modules that one run mutates, the test files that must notice, and the tests in them that are too slow to run."""

    name: str
    modules: tuple[str, ...]
    tests: tuple[str, ...]
    deselect: tuple[str, ...] = ()

    @property
    def folder(self) -> Path:
        return BUILD / self.name


class Targets(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`targets.toml`: the seed and size of a module's sample, the percentage to reach, the lines left alone, the groups."""

    seed: str
    sample_size: int
    threshold: int
    excluded_lines: tuple[str, ...]
    group: tuple[Group, ...]


def load_targets() -> Targets:
    return msgspec.convert(tomllib.loads(TARGETS.read_text(encoding="utf-8")), Targets)


def sample(names: Iterable[str], module: str, *, seed: str, size: int) -> list[str]:
    """All mutants of a short module; of a long one `size` of them, the same for the same seed."""
    names = sorted(names)
    if len(names) <= size:
        return names
    return sorted(random.Random(f"{seed} {module}").sample(names, size))


def mutmut_settings(group: Group, excluded_lines: Iterable[str]) -> str:
    """The project's `pyproject.toml` with mutmut's settings for this group appended; paths contain no quotes."""
    lists = {
        "source_paths": list(SOURCES),
        "only_mutate": list(group.modules),
        "also_copy": list(ALSO_COPIED),
        "do_not_mutate_patterns": list(excluded_lines),
        "pytest_add_cli_args": list(PYTEST),
        "pytest_add_cli_args_test_selection": [*group.tests, *(f"--deselect={test}" for test in group.deselect)],
    }
    lines = [f"{key} = [{', '.join(map(_literal, value))}]" for key, value in lists.items()]
    lines += ['process_isolation = "forkserver"', "track_dependencies = false", "use_git_change_detection = false"]
    lines += ["timeout_constant = 20.0", "timeout_multiplier = 2.0"]
    return (ROOT / "pyproject.toml").read_text(encoding="utf-8") + "\n[tool.mutmut]\n" + "\n".join(lines) + "\n"


def _literal(text: str) -> str:
    return f"'''{text}'''"
