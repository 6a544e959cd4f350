"""Runs one group through mutmut: the sample of mutants, the tests against each, and the survivors.

mutmut copies the code, writes every mutant of a function beside it and switches between them in forked processes. It reads a
`pyproject.toml` of its own in `var/mutants/`, where the folders of the project are linked, so that the checkout does not change.
"""

import os
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

from tests.mutants.outcome import KILLED, Change, Outcome
from tests.mutants.targets import ALSO_COPIED, ROOT, SOURCES, Group, Targets, mutmut_settings, sample


def run_group(group: Group, targets: Targets, children: int) -> list[Outcome]:
    """Runs the group from the beginning. Raises RuntimeError when the tests fail without a mutant."""
    _set_up(group, targets)
    with chdir(group.folder):
        reset_config()
        names = {module: _names(module) for module in group.modules}
        samples = {
            module: sample(names[module], module, seed=targets.seed, size=targets.sample_size) for module in names
        }
        _mutmut(group, [name for chosen in samples.values() for name in chosen], children)
        return [_outcome(module, len(names[module]), samples[module]) for module in group.modules]


def _set_up(group: Group, targets: Targets) -> None:
    shutil.rmtree(group.folder, ignore_errors=True)
    group.folder.mkdir(parents=True)
    for name in (*SOURCES, *ALSO_COPIED):
        (group.folder / name).symlink_to(ROOT / name)
    (group.folder / "pyproject.toml").write_text(mutmut_settings(group, targets.excluded_lines), encoding="utf-8")


def _names(module: str) -> list[str]:
    mutated = mutate_file_contents(module, Path(module).read_text(encoding="utf-8"))
    return [get_mutant_name(Path(module), name) for name in mutated.mutant_names]


def _mutmut(group: Group, names: Iterable[str], children: int) -> None:
    command = [sys.executable, "-m", "mutmut", "run", "--max-children", str(children), *names]
    log = group.folder / "mutmut.log"
    with log.open("w", encoding="utf-8") as out:
        done = subprocess.run(command, stdout=out, stderr=subprocess.STDOUT, env=os.environ | {"PYTHONHASHSEED": "0"})
    if done.returncode:
        raise RuntimeError(f"{group.name}: mutmut failed; see {log.relative_to(ROOT)}")


def _outcome(module: str, mutants: int, names: list[str]) -> Outcome:
    data = SourceFileMutationData(path=Path(module))
    data.load()
    ends = {name: status_by_exit_code[data.exit_code_by_key[name]] for name in names}
    return Outcome(
        module=module,
        mutants=mutants,
        tried=len(names),
        how={end: list(ends.values()).count(end) for end in sorted(set(ends.values()))},
        survivors=tuple(sorted(_change(module, name) for name, end in ends.items() if end not in KILLED)),
    )


def _change(module: str, name: str) -> Change:
    diff = get_diff_for_mutant(name, path=module).splitlines()[2:]
    function, _class = orig_function_and_class_names_from_key(name)
    was, now = ([line[1:].strip() for line in diff if line.startswith(sign)] for sign in "-+")
    return Change(module, function, " ".join(was), " ".join(now))
