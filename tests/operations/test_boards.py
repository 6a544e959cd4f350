"""The board that an organizer brings: from the template to the picture, with every fault by its line, and into use."""

import re
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from games.registry import games
from tests.tournament.conftest import a_tournament, give_rights, user

pytestmark = pytest.mark.django_db
GAMES = [slug for slug, game in games().items() if game.replaceable]


@pytest.fixture(autouse=True)
def shelf(tmp_path, monkeypatch):
    monkeypatch.setenv("SDADATA_VAR", str(tmp_path))
    return tmp_path / "boards"


@pytest.fixture
def keeper(client):
    person = user("keeper")
    give_rights(person)
    a_tournament(person)
    client.force_login(person)
    return client


@pytest.fixture(params=GAMES)
def game(request):
    return games()[request.param]


def address(game, name: str = "board") -> str:
    return reverse(name, args=[game.slug])


def standard(game) -> str:
    return game.replaceable.template()


def brought(client, game, content: bytes):
    return client.post(address(game), {"file": SimpleUploadedFile("plancia.csv", content)})


def test_the_template_is_the_board_that_comes_with_the_game_and_comes_back_as_it_is(keeper, game):
    template = keeper.get(address(game, "board_template")).content
    assert template.decode("utf-8-sig") == standard(game)
    page = brought(keeper, game, template)
    assert page.status_code == 200
    assert "board-svg" in page.content.decode()
    assert "Usa questo file" not in page.content.decode()  # it is in use


def test_the_page_speaks_of_what_the_file_replaces(keeper, game):
    page = keeper.get(address(game)).content.decode()
    words = unescape(" ".join(re.sub(r"<[^>]*>", " ", page).split())).lower()
    assert f"{game.replaceable.what.it} di {game.name.it}".lower() in words
    assert game.replaceable.what.it == "plancia" or "plancia" not in words


def test_a_board_is_seen_as_a_picture_before_it_is_used(keeper, game, shelf):
    own = game.board()
    mine = "# la nostra\n" + standard(game)
    page = brought(keeper, game, mine.encode("utf-8-sig")).content.decode()
    assert "Usa questo file" in page
    assert not shelf.exists()
    keeper.post(address(game, "board_use"), {"text": mine.replace("\n", "\r\n")})
    assert game.board() != own
    assert "portato da un organizzatore" in keeper.get(address(game)).content.decode()
    keeper.post(address(game, "board_standard"))
    assert game.board() == own


def test_the_stand_in_says_so_on_the_picture(keeper, game):
    words = str(game.stand_in(game.board()))
    assert " ".join(words.split()[:3]) in unescape(keeper.get(address(game)).content.decode())


def test_every_fault_is_named_with_its_line_and_nothing_is_kept(keeper, game, shelf):
    lines = standard(game).splitlines()
    lines[-1] += ";"
    lines[-2] += ";"
    page = brought(keeper, game, "\n".join(lines).encode())
    assert page.status_code == 422
    text = page.content.decode()
    assert re.search(r"[2-9] errori", text)  # a table without two of its lines may be at fault as a whole
    assert f"riga {len(lines) - 1}" in text
    assert f"riga {len(lines)}" in text
    assert keeper.post(address(game, "board_use"), {"text": "\n".join(lines)}).status_code == 422
    assert not shelf.exists()


@pytest.mark.parametrize("content", [b"", b"   ", b"a;b\n1;2\n", b"\x81\x8d\x8f", b"x" * 300_000, b"#! a: b\n"])
def test_a_file_that_is_no_board_is_told_and_breaks_nothing(keeper, game, content):
    assert brought(keeper, game, content).status_code == 422


def test_who_organizes_every_tournament_has_no_board_without_the_right(client, game, shelf):
    person = user("other")
    a_tournament(person)
    client.force_login(person)
    assert client.get(address(game)).status_code == 403
    assert client.post(address(game, "board_use"), {"text": standard(game)}).status_code == 403
    assert not shelf.exists()


def test_a_game_whose_board_is_printed_has_no_such_page(keeper):
    (slug, *_others) = [slug for slug, game in games().items() if not game.replaceable]
    assert keeper.get(reverse("board", args=[slug])).status_code == 404
