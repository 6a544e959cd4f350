"""What the record of the final adds to the prize giving."""

from django.template.loader import render_to_string

from referee.hooks.ceremony import recorded_end


def test_the_end_of_a_recorded_game_has_its_last_board_and_its_curve(table, recorder):
    assert recorded_end(table) is None
    recorder.record_all()
    end = recorded_end(table)
    names = [str(seat.entrant) for seat in table.seats.order_by("position")]
    assert sorted(one.name for one in end.players) == sorted(names)
    assert [series.name for series in end.curve.series] == [player.name for player in end.board.players]
    assert {one.mark for one in end.players} == {player.mark for player in end.board.players}
    assert [one.place for one in end.players] == sorted(one.place for one in end.players)
    assert "<svg" in render_to_string(end.template, {"end": end})


def test_a_table_on_paper_has_no_board(table):
    assert recorded_end(table) is None
