"""The modules of a tablet as bytecode of its own Python: of the very sources that the server runs, or not at all."""

import io
import zipfile

import pytest

from referee.offline import bundle, bytecode, engine
from tests.tools import do_without, need

MODULE = "games/registry.py"
HEAD = b"eight..."  # of a .pyc, before the mark: which Python and how to look at it


@pytest.fixture
def made(tmp_path, monkeypatch):
    """`made({name: source})`: bytecode lies beside the engine as if it had been made of these sources."""
    monkeypatch.setattr(engine, "folder", lambda: tmp_path / "engine")
    monkeypatch.setattr(bundle, "archive", bundle.archive.__wrapped__)

    def lay(sources: dict[str, bytes]) -> None:
        with zipfile.ZipFile(bytecode.beside(engine.folder()), "w") as files:
            for name, source in sources.items():
                files.writestr(f"{name}c", HEAD + bytecode.mark(source) + b"code of " + name.encode())

    return lay


def given() -> zipfile.ZipFile:
    return zipfile.ZipFile(io.BytesIO(bundle.archive()))


def source() -> bytes:
    return zipfile.ZipFile(io.BytesIO(bundle.readable())).read(MODULE)


def test_the_device_is_given_bytecode_in_place_of_the_source_that_it_was_made_of(made):
    made({MODULE: source()})
    assert given().read(f"{MODULE}c").endswith(b"code of games/registry.py")
    assert MODULE not in given().namelist()
    assert "games/kernel/game.py" in given().namelist()


def test_a_module_that_changed_since_is_given_as_it_was_written(made):
    made({MODULE: source() + b"# changed\n"})
    assert given().read(MODULE) == source()
    assert f"{MODULE}c" not in given().namelist()


def test_without_bytecode_the_device_is_given_every_source(made):
    assert bundle.archive() == bundle.readable()


def test_what_is_made_says_what_it_was_made_of_and_the_same_sources_give_the_same_bytes(tmp_path):
    need("node")
    if not engine.address():
        do_without("the tablet's engine was not fetched (make offline)")
    with zipfile.ZipFile(tmp_path / "given.zip", "w") as files:
        files.writestr("one.py", "ONE = 1\n")
        files.writestr("folder/words.toml", 'word = "parola"\n')
    for name in ("made", "again"):
        bytecode.compile_archive(engine.folder(), tmp_path / "given.zip", tmp_path / f"{name}.zip", "/sdadata/")
    with zipfile.ZipFile(tmp_path / "made.zip") as files:
        assert files.namelist() == ["folder/words.toml", "one.pyc"]
        assert files.read("one.pyc")[bytecode.MARK] == bytecode.mark(b"ONE = 1\n")
        assert b"/sdadata/one.py" in files.read("one.pyc")
    assert bytecode.Bytecode(tmp_path / "made.zip").of("one.py", b"ONE = 1\n")
    assert bytecode.Bytecode(tmp_path / "made.zip").of("one.py", b"ONE = 2\n") is None
    assert (tmp_path / "made.zip").read_bytes() == (tmp_path / "again.zip").read_bytes()


def test_nothing_is_made_again_before_a_module_changes(tmp_path, monkeypatch):
    calls = []

    def compile_archive(_engine, sources, made, _root) -> None:
        calls.append(made)
        with zipfile.ZipFile(sources) as before, zipfile.ZipFile(made, "w") as after:
            for name in before.namelist():
                after.writestr(f"{name}c", HEAD + bytecode.mark(before.read(name)))

    monkeypatch.setattr(bytecode, "compile_archive", compile_archive)
    assert bytecode.make(tmp_path / "engine")
    assert not bytecode.make(tmp_path / "engine")
    monkeypatch.setattr(bytecode, "mark", lambda source: b"of other")
    assert bytecode.make(tmp_path / "engine")
    assert len(calls) == 2
