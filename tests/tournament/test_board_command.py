"""`manage.py board`: template, check and use, for whichever game has a board to replace."""

import hashlib
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.kernel import boards
from games.registry import games
from tournament.actions.brought_files import DatabaseShelf
from tournament.models import BroughtFile

GAME = games()["fabrisiko"]


pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True, params=[boards.FolderShelf, DatabaseShelf])
def shelf(request, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a program without a database, and the site's own shelf."""
    monkeypatch.setenv("SDADATA_VAR", str(tmp_path / "var"))
    monkeypatch.setattr(boards, "_shelf", request.param())
    return tmp_path / "var" / "boards" / GAME.slug


@pytest.fixture
def template(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    call_command("board", "template", "--game", GAME.slug)
    path = tmp_path / "plancia.csv"
    path.write_text(capsys.readouterr().out, encoding="utf-8")
    return path


def test_the_template_is_the_board_that_comes_with_the_game(template: Path) -> None:
    assert template.read_bytes() == GAME.replaceable.template().encode()


def test_the_template_is_sound(template: Path, capsys) -> None:
    call_command("board", "check", str(template), "--game", GAME.slug)
    assert capsys.readouterr().out == f"{template}: il file è in ordine\n"


def test_a_faulty_file_is_refused_with_every_fault_and_nothing_is_kept(template: Path, shelf: Path) -> None:
    lines = template.read_text(encoding="utf-8").splitlines()
    last = lines.pop()
    lines.append(last + ";")
    lines[-2] = lines[-2].replace(";1;", ";uno;", 1)
    template.write_text("\n".join(lines) + "\n", encoding="utf-8")
    with pytest.raises(CommandError) as raised:
        call_command("board", "use", str(template), "--game", GAME.slug)
    head, *faults = str(raised.value).splitlines()
    assert head == f"{template}: 2 errori"
    assert [fault.split(":")[0] for fault in faults] == [f"riga {len(lines) - 1}", f"riga {len(lines)}"]
    assert not shelf.exists()
    assert not BroughtFile.objects.exists()


def test_one_fault_is_one(template: Path) -> None:
    template.write_text(template.read_text(encoding="utf-8").rstrip("\n") + ";\n", encoding="utf-8")
    with pytest.raises(CommandError, match=r": 1 errore\n"):
        call_command("board", "check", str(template), "--game", GAME.slug)


def test_a_sound_file_is_put_into_use_and_taken_out_again(template: Path, shelf: Path, capsys) -> None:
    own = GAME.board()
    template.write_text("# mine\n" + template.read_text(encoding="utf-8"), encoding="utf-8-sig")
    call_command("board", "use", str(template), "--game", GAME.slug)
    mine = GAME.board()
    assert mine != own
    assert boards.stored_text(GAME.slug, mine).startswith("# mine")
    assert GAME.has_board(own)
    call_command("board", "standard", "--game", GAME.slug)
    assert GAME.board() == own
    assert GAME.has_board(mine)


@pytest.mark.parametrize(
    "words", [("check", "none.csv"), ("check", "none.csv", "--game", GAME.slug), ("template", "--game", "chess")]
)
def test_what_cannot_be_done_is_said(words: tuple[str, ...]) -> None:
    with pytest.raises(CommandError):
        call_command("board", *words)


def test_a_file_that_is_no_text_is_said(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(CommandError, match="non si legge"):
        call_command("board", "check", str(tmp_path / "x.csv"), "--game", GAME.slug)


@pytest.mark.parametrize(("ending", "begins"), [("pdf", b"%PDF"), ("svg", b"<svg")])
def test_a_board_is_looked_at_before_it_is_used(tmp_path, ending, begins):
    board, picture = tmp_path / "plancia.csv", tmp_path / f"plancia.{ending}"
    text = games()["fabrisiko"].replaceable.template()
    board.write_text(text.replace("Albacina", "Fontanella"), encoding="utf-8")
    call_command("board_picture", board, picture, "--game", GAME.slug)

    assert picture.read_bytes().startswith(begins)
    if ending == "svg":
        assert "Fontanella" in picture.read_text(encoding="utf-8")
        assert "Plancia di riferimento" in picture.read_text(encoding="utf-8")


def test_a_board_with_faults_is_no_picture(tmp_path):
    board, picture = tmp_path / "plancia.csv", tmp_path / "plancia.pdf"
    text = games()["fabrisiko"].replaceable.template()
    board.write_text(text.replace("borgo_tufico|", "", 1), encoding="utf-8")
    with pytest.raises(CommandError, match="confina"):
        call_command("board_picture", board, picture, "--game", GAME.slug)

    assert not picture.exists()
    with pytest.raises(CommandError, match=r"\.pdf"):
        call_command("board_picture", board, tmp_path / "plancia.gif", "--game", GAME.slug)


def test_what_an_earlier_version_left_in_the_folder_is_found_and_given_up(template: Path, monkeypatch) -> None:
    text = "# mine\n" + template.read_text(encoding="utf-8")
    boards.FolderShelf().store(GAME.slug, digest := hashlib.sha256(text.encode()).hexdigest(), text)
    boards.FolderShelf().put_into_use(GAME.slug, digest)
    monkeypatch.setattr(boards, "_shelf", DatabaseShelf())
    assert GAME.board() == digest
    boards.use_standard(GAME.slug)
    assert GAME.board() != digest
    assert boards.stored_text(GAME.slug, digest) == text


def test_of_two_boards_the_last_is_in_use(template: Path) -> None:
    text = template.read_text(encoding="utf-8")
    first, second = (boards.use(GAME.slug, f"# {mark}\n{text}") for mark in ("first", "second"))
    assert GAME.board() == second
    assert boards.use(GAME.slug, f"# first\n{text}") == first
    assert GAME.board() == first
