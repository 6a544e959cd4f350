"""One group through mutmut: the mutants that are tried, the tests against each, and who survived.

mutmut copies the code, writes every mutant of a function beside it and switches between them in forked processes. It is told what to
do by a `pyproject.toml` of its own in `var/mutants/`, where the folders of the project are linked, so that nothing of the checkout changes.
"""

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from contextlib import chdir
from pathlib import Path

from mutmut.configuration import reset_config
from mutmut.mutation.data import SourceFileMutationData
from mutmut.mutation.diff_apply import get_diff_for_mutant
from mutmut.mutation.file_mutation import mutate_file_contents
from mutmut.stats import status_by_exit_code
from mutmut.utils.format_utils import get_mutant_name, orig_function_and_class_names_from_key

from tests.mutants.field import BESIDE, ROOT, SOURCES, Field, Group, settings_of, tried
from tests.mutants.outcome import KILLED, Change, Outcome


def outcomes(group: Group, asked: Field, children: int) -> list[Outcome]:
    """Runs the group from the beginning. Raises CalledProcessError when the tests fail without a mutant."""
    _set_up(group, asked)
    with chdir(group.place):
        reset_config()
        names = {module: _names(module) for module in group.modules}
        chosen = {module: tried(names[module], module, asked.seed, asked.most) for module in names}
        _mutmut(group, [name for some in chosen.values() for name in some], children)
        return [_outcome(module, len(names[module]), chosen[module]) for module in group.modules]


def _set_up(group: Group, asked: Field) -> None:
    shutil.rmtree(group.place, ignore_errors=True)
    group.place.mkdir(parents=True)
    for name in (*SOURCES, *BESIDE):
        (group.place / name).symlink_to(ROOT / name)
    (group.place / "pyproject.toml").write_text(settings_of(group, asked.words), encoding="utf-8")


def _names(module: str) -> list[str]:
    mutated = mutate_file_contents(module, Path(module).read_text(encoding="utf-8"))
    return [get_mutant_name(Path(module), name) for name in mutated.mutant_names]


def _mutmut(group: Group, names: Iterable[str], children: int) -> None:
    command = [sys.executable, "-m", "mutmut", "run", "--max-children", str(children), *names]
    log = group.place / "mutmut.log"
    with log.open("w", encoding="utf-8") as out:
        ended = subprocess.run(command, stdout=out, stderr=subprocess.STDOUT, env=os.environ | {"PYTHONHASHSEED": "0"})
    if ended.returncode:
        raise RuntimeError(f"{group.name}: mutmut stopped; {log.relative_to(ROOT)} says why")


def _outcome(module: str, mutants: int, chosen: list[str]) -> Outcome:
    kept = SourceFileMutationData(path=Path(module))
    kept.load()
    ends = {name: status_by_exit_code[kept.exit_code_by_key[name]] for name in chosen}
    survivors = [_change(module, name) for name, end in ends.items() if end not in KILLED]
    return Outcome(
        module=module,
        mutants=mutants,
        tried=len(chosen),
        how={end: list(ends.values()).count(end) for end in sorted(set(ends.values()))},
        survivors=tuple(sorted(survivors, key=lambda change: (change.line, change.now))),
    )


def _change(module: str, name: str) -> Change:
    diff = get_diff_for_mutant(name, path=module).splitlines()[2:]
    function, class_ = orig_function_and_class_names_from_key(name)
    first, lines = _body(module, function, class_)
    was, now = ([line[1:].strip() for line in diff if line.startswith(sign)] for sign in "-+")
    guess = int(re.findall(r"\d+", diff[0])[0]) - 1 + next(n for n, line in enumerate(diff[1:]) if line[0] in "-+")
    alike = [number for number, line in enumerate(lines) if was and line.strip() == was[0]] or [guess]
    line = first + min(alike, key=lambda number: abs(number - guess))
    return Change(module, line, function, " ".join(was), " ".join(now))


def _body(module: str, function: str, class_: str | None) -> tuple[int, list[str]]:
    """The number of a function's first line, and its lines."""
    source = Path(module).read_text(encoding="utf-8")
    body = ast.parse(source).body
    if class_:
        body = next(node.body for node in body if isinstance(node, ast.ClassDef) and node.name == class_)
    name = function.rpartition(".")[2]
    node = next(node for node in body if isinstance(node, ast.FunctionDef) and node.name == name)
    return node.lineno, source.splitlines()[node.lineno - 1 : node.end_lineno]
