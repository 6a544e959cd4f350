"""The board file: what stands on the reference board, and every fault of a file named with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.fabrisiko import board
from games.kernel import boards
from games.kernel.boards import BadData
from games.kernel.breaches import Unreadable
from games.kernel.lines import header_for
from games.kernel.playing import play_game
from games.kernel.record import Record
from games.registry import game
from tests.games.seeded_games import fresh

TEXT = board.STANDARD.read_text(encoding="utf-8")


def changed(*changes: tuple[str, str, str]) -> str:
    """The reference board with, in the line that starts so, one text put for another."""
    lines = TEXT.splitlines()
    for start, was, now in changes:
        number = next(n for n, line in enumerate(lines) if line.startswith(start))
        assert was in lines[number]
        lines[number] = lines[number].replace(was, now, 1)
    return "\n".join(line for line in lines if line) + "\n"


def line_of(start: str) -> int:
    return next(n for n, line in enumerate(TEXT.splitlines(), 1) if line.startswith(start))


def read_board(text: str) -> list[tuple[int, str]]:
    return [(fault.line, fault.says) for fault in board.faults(text, "mine.csv")]


def test_the_reference_board_has_what_the_rulebook_says() -> None:
    here = board.standard()
    assert here.size == 35
    assert here.resources[here.city] == 10 == max(here.resources)
    assert sorted(here.homes) == ["albacina", "collamato", "marischio", "melano"]
    assert sum(here.cards[card] for card in board.STRATEGIC) == 22
    assert sum(here.cards[card] for card in board.EVENTS) == 33
    assert (sum(map(len, here.borders)) // 2, len(here.ridges), sum(here.resources)) == (76, 12, 81)
    assert here.is_stand_in


def test_every_territory_can_be_reached_by_tanks() -> None:
    here = board.standard()
    reached, ahead = set(), [0]
    while ahead:
        place = ahead.pop()
        if place not in reached:
            reached.add(place)
            ahead += [other for other in here.borders[place] if here.ridge_between(place, other) < 0]
    assert len(reached) == 35


def test_a_sound_file_has_no_fault() -> None:
    assert read_board(TEXT) == []


def test_a_file_with_ten_faults_names_all_ten_with_their_lines() -> None:
    bad = changed(
        ("fabriano;", ";10;", ";dieci;"),
        ("attiggio;", ";Attiggio;", ";Argignano;"),
        ("melano;", "fanteria 4", "fanti 4"),
        ("nebbiano;", "bassano|paterno", "bassano|paterno|nebbiano"),
        ("santelia;", ";177;", ";x;"),
        ("serradica;", ";2;;;", ";2;capitale;;"),
        ("rucce;", ";0;41;", ";0;41;;"),
        ("paterno;", "|rocchetta", "|rocchetta|bastia"),
        ("#! cards.tregua", "4", "5"),
        ("#! cards.palio", "palio", "palo"),
    )
    assert read_board(bad) == [
        (line_of("#! cards.difesa_valorosa"), "23 strategic cards where the rulebook has 22"),
        (line_of("#! cards.palio"), "palo is no card of this game"),
        (line_of("id;"), "no line says how many cards there are of palio"),
        (line_of("fabriano;"), "resources of fabriano: dieci is no number from 0 to 99"),
        (line_of("attiggio;"), f"the name Argignano stands already on line {line_of('argignano;')}"),
        (line_of("melano;"), "start of melano: 'fanti 4' is not a piece and a number, as in fanteria 4"),
        (line_of("nebbiano;"), "nebbiano borders on itself"),
        (line_of("santelia;"), "x of santelia: x is no number from 0 to 999"),
        (
            line_of("serradica;"),
            "role of serradica: capitale is none of citta, melano, marischio, collamato, albacina",
        ),
        (line_of("rucce;"), "9 fields where the header has 8"),
        (line_of("paterno;"), f"paterno borders on bastia, but line {line_of('bastia;')} does not say so of paterno"),
    ]


@pytest.mark.parametrize(
    ("change", "start", "says"),
    [
        (("id;", "resources", "risorse"), "id;", "missing column resources"),
        (("cupo;", "cupo;Cupo;", "cupo;;"), "cupo;", "cupo has no name"),
        (("cupo;", "cupo;Cupo;1;;;", "cupo;Cupo;1;citta;;"), "cupo;", "role citta stands already on line 31: cupo"),
        (
            ("cupo;", "cupo;Cupo;1;;;", "cupo;Cupo;1;;carro 1;"),
            "cupo;",
            "cupo is no Frazione Maggiore and has starting pieces",
        ),
        (
            ("melano;", "fanteria 4, carro 1, complesso 1", ""),
            "melano;",
            "melano is a Frazione Maggiore and has no starting pieces",
        ),
        (("melano;", ";melano;", ";;"), "id;", "no Frazione Maggiore melano on any line"),
        (("fabriano;", ";citta;", ";;"), "id;", "no city on any line"),
        (
            ("campodonico;", "belvedere", "belvedere|belvedere"),
            "campodonico;",
            "campodonico borders twice on belvedere",
        ),
        (("#! cards.caldo", "3", "tre"), "#! cards.caldo", "cards.caldo: tre is no number"),
        (("#! cards.caldo", "caldo", "scambi"), "#! cards.scambi", "cards.scambi stands already on line 26"),
    ],
)
def test_each_fault_is_named_with_its_line(change: tuple[str, str, str], start: str, says: str) -> None:
    assert (line_of(start), says) in read_board(changed(change))


def test_a_board_in_pieces_and_a_missing_territory_are_named() -> None:
    apart = changed(
        ("serradica;", "campodonico|", ""),
        ("belvedere;", "|campodonico", ""),
        ("campodonico;", "serradica|belvedere", ""),
    )
    assert read_board(apart) == [
        (line_of("campodonico;"), "campodonico cannot be reached from fabriano: the board is in pieces")
    ]
    fewer = "\n".join(line for line in apart.splitlines() if not line.startswith("campodonico;")) + "\n"
    assert read_board(fewer) == [(line_of("id;"), "34 territories where the rulebook has 35")]


def test_a_border_of_another_kind_and_one_way_mountains_are_named() -> None:
    bad = changed(("castelletta;", "santelia:mountain", "santelia:mare"), ("cupo;", "cancelli:mountain", "cancelli"))
    assert (
        line_of("castelletta;"),
        "castelletta-santelia: mare is no kind of border, only mountain or nothing",
    ) in read_board(bad)
    assert (
        line_of("cupo;"),
        f"cupo-cancelli is land here and mountain on line {line_of('cancelli;')}",
    ) in read_board(bad)


def test_a_file_that_is_no_board_is_named_and_not_read() -> None:
    assert read_board("") == [(0, "no header line")]
    with pytest.raises(BadData):
        board.read("hello", "x")


# -- a board of one's own


@pytest.fixture
def own_board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A board that an organizer put into use: Cupo gives nine resources, Melano starts with ten pieces more."""
    monkeypatch.setenv("SDADATA_VAR", str(tmp_path))
    text = changed(("cupo;", ";1;", ";9;"), ("melano;", "fanteria 4", "fanteria 7"))
    assert board.faults(text, "mine") == ()
    return boards.use(board.SLUG, text)


def test_a_record_names_the_board_in_use_and_is_told_on_it(own_board: str) -> None:
    one = game(board.SLUG)
    header = header_for(one, ["s1", "s2"])
    assert header.board == own_board != board.standard().digest
    record = Record(one, header)
    here = record.rules.board
    assert (here.resources[here.index["cupo"]], here.starts["melano"]["fanteria"]) == (9, 7)
    from random import Random

    lines = list(play_game(record, Random(1), one.deal(header, Random(1))))
    assert record.ended_by in one.endings
    again = fresh(record)
    assert again.header.board == own_board
    assert len(lines) == record.seq


def test_the_record_is_found_by_digest_when_another_board_is_in_use(own_board: str) -> None:
    one = game(board.SLUG)
    header = header_for(one, ["s1", "s2"])
    boards.use_standard(board.SLUG)
    assert header_for(one, ["s1", "s2"]).board == board.standard().digest
    assert Record(one, header).rules.board.digest == own_board


def test_a_board_that_is_not_at_hand_is_refused() -> None:
    one = game(board.SLUG)
    header = header_for(one, ["s1", "s2"])
    import msgspec

    with pytest.raises(Unreadable):
        Record(one, msgspec.structs.replace(header, board="0" * 64))


def test_a_border_turned_round_is_answered_with_its_one_name() -> None:
    here = board.standard()
    for name in here.ids[here.size :]:
        first, second = name.split(board.RIDGE)
        with pytest.raises(Unreadable, match=name):
            here.index[f"{second}/{first}"]
    with pytest.raises(Unreadable, match="unknown"):
        here.index["melano/nowhere"]
