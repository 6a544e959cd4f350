"""The end of a table: the guided count, players who accept it, the signature, a dispute, and how each giro was recorded."""

import re
from decimal import Decimal
from itertools import pairwise

import pytest

from games.registry import games
from referee.actions import flags
from referee.judge_page import board_view
from referee.records import cache as record_cache
from referee.records import end_of_game
from tests.games.seeded_games import whole_game
from tests.referee.conftest import current
from tests.referee.test_judge_page import address, free
from tests.referee.test_table_controls import post
from tests.tools import many
from tournament.hooks import tables as table_hooks

FIGURES = re.compile(r"per [^:]+: (-?[\d,]+) contro (-?[\d,]+)")


@pytest.fixture
def counted(tablet, row, table, recorder):
    recorder.record_all()
    return tablet.get(address(table))


def accept(tablet, table, seat, head=None):
    return post(tablet, table, "accept", seat=seat, head=head or table.record.head)


def test_players_accept_in_seat_order(counted, tablet, row, table):
    table.record.refresh_from_db()
    assert accept(tablet, table, 1).status_code == 422
    for seat in range(3):
        assert accept(tablet, table, seat).context["to_accept"].seat == seat + 1
    assert post(tablet, table, "sign").status_code == 422
    assert "Non tutti hanno accettato" in post(tablet, table, "sign").content.decode()
    assert post(tablet, table, "withdraw").context["to_accept"].seat == 2
    for seat in (2, 3):
        last = accept(tablet, table, seat)
    assert last.context["to_accept"] is None
    post(tablet, table, "sign")
    table.refresh_from_db()
    assert table.state == "signed"


def test_a_confirmation_and_a_signature_whose_answer_was_lost_are_no_fault(counted, tablet, table):
    table.record.refresh_from_db()
    for seat in (0, 0, 1, 1, 2, 3):
        assert accept(tablet, table, seat).status_code == 200
    for _ in range(2):
        answer = post(tablet, table, "sign")
        assert (answer.status_code, "Referto firmato" in answer.content.decode()) == (200, True)


def test_a_signed_table_takes_one_dispute_however_often_it_is_sent(counted, tablet, table):
    table.record.refresh_from_db()
    for seat in range(4):
        accept(tablet, table, seat)
    post(tablet, table, "sign")
    lines, seq = table.round.tournament.log, table.record.seq
    before = lines.count()
    statuses = [post(tablet, table, "dispute", reason=f"ho 40 punti, {time}").status_code for time in range(12)]
    table.record.refresh_from_db()
    assert lines.count() - before <= 1
    assert max(statuses) < 500
    assert table.record.seq == seq


def test_the_sealed_sheet_tells_who_accepted_and_what_was_irregular(counted, tablet, table, judge):
    row = table.record
    row.refresh_from_db()
    flags.raise_flag(row, words="carta presa senza diritto", by=judge)
    accept(tablet, table, 0)
    record = record_cache.rebuild(row)
    sheet = end_of_game.sealed_sheet(row, record, board_view.board_of(record, table.seats.select_related("entrant")))
    assert (sheet.head, sheet.lines, len(sheet.counts)) == (row.head, row.seq, 4)
    assert [player.seat for player, _at in sheet.accepted] == [0]
    assert sheet.flags == ("carta presa senza diritto: da decidere",)
    assert sheet.recorded[0].endswith("ogni mossa")


def test_a_count_that_changed_is_accepted_anew(counted, tablet, row, table, head_judge, other_tablet):
    table.record.refresh_from_db()
    accept(tablet, table, 0)
    other_tablet.force_login(head_judge)
    post(other_tablet, table, "rule", text="il conteggio si rifà")
    assert tablet.get(address(table)).context["accepted"] == []
    assert accept(tablet, table, 0).status_code == 409  # under the old head


def test_the_judge_signs_without_somebody_and_says_why(counted, tablet, table, tournament):
    answer = post(tablet, table, "sign", why="il posto 2 è andato via")
    table.refresh_from_db()
    assert (answer.status_code, table.state) == (200, "signed")
    assert tournament.log.get(verb="record.signed_without_all").data["reason"] == "il posto 2 è andato via"


def test_a_disputed_count_is_sub_judice_and_holds_nobody_up(counted, tablet, table):
    assert post(tablet, table, "dispute").status_code == 422  # what is disputed?
    answer = post(tablet, table, "dispute", why="un carro in più in Cina")
    table.refresh_from_db()
    assert (answer.status_code, table.state, table.is_sub_judice) == (200, "counted", True)
    assert table not in table.round.tables.open()


def test_the_count_is_told_line_by_line_and_place_by_place(counted):
    for one in counted.context["count"]:
        assert sum(int(step.value) for step in one.gained) == int(one.points)
    rows = [line for _player, line in counted.context["sheet"]["rows"]]
    assert len(counted.context["chain"]) == len(rows) - 1
    first, second = counted.context["sheet"]["rows"][:2]
    assert f"per punti: {first[1].points} contro {second[1].points}" in counted.context["chain"][0]


@pytest.mark.parametrize("slug", games())
def test_what_decides_between_two_ranks_is_true_of_them(slug):
    """Nobody stands before another by a figure that is no higher, and those of one rank before none of them."""
    kinds: set[str] = set()
    for seed in range(many(6, 60)):
        seats = games()[slug].seats[seed % len(games()[slug].seats)]
        record, _lines, _vault = whole_game(slug, seats, seed)
        board = board_view.board_of(record, ())
        rows = sorted((row for row in record.score().rows if row.rank), key=lambda row: (row.rank, row.seat))
        for (better, worse), words in zip(pairwise(rows), end_of_game.chain_of(record, board), strict=True):
            is_level = better.rank == worse.rank
            assert is_level == (" prima di " not in words), words
            if found := FIGURES.search(words):
                one, other = (Decimal(text.replace(",", ".")) for text in found.groups())
                assert one > other, words
            assert not re.search(r"\d\.\d", words), words
            kinds.add("level" if is_level else "figures" if found else "other")
    assert kinds


def test_at_a_draw_those_still_in_are_level_whatever_their_points():
    drawn = next(record for record in some_games("iperisiko") if is_drawn(record))
    words = end_of_game.chain_of(drawn, board_view.board_of(drawn, ()))
    assert words[0].endswith("sono alla pari: stessa posizione")


def some_games(slug: str):
    return (whole_game(slug, 4, seed)[0] for seed in range(60))


def is_drawn(record) -> bool:
    first = [row for row in record.score().rows if row.rank == 1]
    return len({row.points for row in first}) > 1


def test_the_sheet_says_how_each_giro_was_recorded(tablet, row, table, recorder):
    """Two giri move by move, then a turn as a whole, then the end as the table says."""
    recorder.record_until(lambda record: record.state.giro == 3)
    seats = [recorder.ahead.state.seat + 1]
    free(tablet, table, "shown", key="turno-intero", by="judge", turn_over=1, why="turno intero")
    seats.append(record_cache.rebuild(current(row)).state.seat + 1)
    refused = free(tablet, table, "finish", key="finita-cosi", by="judge", how="time").context["refusal"]
    assert [breach.article for breach in refused.breaches] == ["16"]
    post(tablet, table, "register", key="finita-lo-stesso", act=refused.token)
    recorded = tablet.get(address(table)).context["recorded"]
    assert recorded[0] == "Giri 1–2: ogni mossa"
    assert recorded[1] == f"Giro 3: ogni turno (sedia {seats[0]}), solo il risultato (sedia {seats[1]})"


def test_the_sheet_counts_how_often_the_table_was_shown(tablet, row, table, recorder):
    """Corrections with their lines; a turn told as a whole is none, and neither is what was taken back."""
    recorder.record_until(lambda record: record.state.giro == 3)
    seq = recorder.ahead.seq
    for number in (1, 2, 3):
        free(tablet, table, "shown", key=f"si-vede-{number}", by="judge", conquests=number, why="riga sbagliata")
    post(tablet, table, "undo", key="annullata", seq=seq + 3)
    free(tablet, table, "shown", key="turno-intero", by="judge", turn_over=1, why="turno intero")
    refused = free(tablet, table, "finish", key="finita-cosi", by="judge", how="time").context["refusal"]
    post(tablet, table, "register", key="finita-lo-stesso", act=refused.token)
    recorded = tablet.get(address(table)).context["recorded"]
    assert recorded[-1] == f"Tavolo mostrato dall'arbitro: 2 volte (righe {seq + 1}, {seq + 2})"
    assert "(riga sbagliata)" in tablet.get(address(table)).content.decode()
    assert table_hooks.record_summary_of(table).corrections == (recorded[-1],)


def test_the_end_of_the_game_is_guided(tablet, row, table, recorder):
    assert tablet.get(address(table)).context["guide"] == []
    recorder.record_until(lambda record: record.state.last_giro)
    assert "lancia" in tablet.get(address(table)).context["guide"][0]
