"""A table: its judge, its play, its result, signatures, corrections and disputes."""

from decimal import Decimal

import pytest

from tests.tournament.conftest import NOW, a_tournament, lines_for, play, state_of, user
from tournament.actions import results, rounds, staff, tables
from tournament.actions.results import ResultLine
from tournament.errors import BadResult, DoubtfulResult, NotNow, ReasonMissing, WrongState
from tournament.models import LiveVersion, LogEvent, Result, ResultRevision
from tournament.states import Role, TableState


def test_a_judge_has_a_role_in_the_tournament(running, organizer, judge):
    table = running.tables.first()
    with pytest.raises(NotNow):
        tables.assign_judge(table, judge=judge, by=organizer)
    staff.grant(running.tournament, user=judge, role=Role.JUDGE, by=organizer)
    tables.assign_judge(table, judge=judge, by=organizer)
    tables.assign_judge(table, judge=None, by=organizer)
    assert running.tournament.log.first().data == {"round": 1, "was": "gino", "now": ""}


def test_a_table_begins_only_in_a_running_round(draft, organizer):
    rounds.publish(draft, by=organizer)
    table = draft.tables.first()
    with pytest.raises(NotNow):
        tables.begin(table, by=organizer)
    rounds.start(draft, by=organizer, now=NOW)
    tables.begin(draft.tables.first(), by=organizer)
    assert state_of(table) == TableState.PLAYING


def test_a_page_left_open_moves_a_table_by_no_other_arrow(running, organizer):
    """A table that plays gets no signature taken off and so no count without a result, and no sheet twice."""
    table = running.tables.first()
    with pytest.raises(WrongState):
        results.reopen(table, by=organizer, reason="pagina vecchia")
    tables.begin(table, by=organizer)
    with pytest.raises(WrongState):
        results.unsign(table, by=organizer, reason="pagina vecchia")
    assert state_of(table) == TableState.PLAYING
    lines = lines_for(table)
    results.enter_by_hand(table, lines=lines, ended_by="time", by=organizer)
    with pytest.raises(WrongState):
        tables.begin(table, by=organizer)
    results.sign(table, by=organizer)
    with pytest.raises(WrongState):
        results.enter_by_hand(table, lines=lines, ended_by="time", by=organizer)
    assert state_of(table) == TableState.SIGNED


def test_a_table_begun_by_mistake_goes_back_with_a_blank_status(running, organizer):
    table = running.tables.first()
    tables.begin(table, by=organizer)
    tables.record_status(table, giro="giro 2", last_entry=9, level="turn")
    tables.back_to_waiting(table, by=organizer, reason="tavolo sbagliato")
    table.refresh_from_db()
    assert (table.state, table.status.giro, table.status.last_entry, table.status.level) == ("waiting", "", 0, "turn")


def test_a_status_wakes_the_pages_and_writes_no_log(running):
    table = running.tables.first()
    lines = running.tournament.log.count()
    tables.record_status(table, giro="giro 2", phase_it="attacchi", is_last_giro=True, closing_threshold=5)
    assert running.tournament.log.count() == lines
    topics = set(LiveVersion.objects.values_list("topic", flat=True))
    assert {table.topic, running.tournament.tables_topic} <= topics
    with pytest.raises(TypeError):
        tables.record_status(table, objective="segreto")


def test_a_report_counts_the_table_and_keeps_the_head_of_its_record(running, organizer):
    table = running.tables.first()
    tables.begin(table, by=organizer)
    results.report(table, lines=lines_for(table), ended_by="dice", by=organizer, head="abc123")
    assert state_of(table) == TableState.COUNTED
    found = Result.objects.filter(seat__table=table).order_by("rank")
    assert [(one.rank, one.points, one.head, one.ended_by) for one in found][:2] == [
        (1, Decimal(49), "abc123", "dice"),
        (2, Decimal(39), "abc123", "dice"),
    ]


def test_a_report_is_refused_before_the_table_plays(running, organizer):
    table = running.tables.first()
    with pytest.raises(WrongState):
        results.report(table, lines=lines_for(table), ended_by="dice", by=organizer)
    results.enter_by_hand(table, lines=lines_for(table), ended_by="dice", by=organizer)
    assert state_of(table) == TableState.COUNTED


def bad_lines(lines: list[ResultLine]) -> dict[str, list[ResultLine]]:
    first, second, *rest = lines
    return {
        "one seat missing": lines[1:],
        "one seat twice": [first, first, *rest],
        "nobody first": [ResultLine(line.position, line.points, line.rank + 1) for line in lines],
        "a place beyond the table": [*lines[:-1], ResultLine(lines[-1].position, Decimal(1), 9)],
        "points that are no number": [ResultLine(first.position, Decimal("NaN"), 1), second, *rest],
        "too many decimals": [ResultLine(first.position, Decimal("100.00001"), 1), second, *rest],
        "fewer points, better place": [ResultLine(first.position, Decimal(1), 1), second, *rest],
    }


@pytest.mark.parametrize("ended_by", ["rival", "territories", "walkover"])
def test_who_wins_outright_comes_first_whatever_the_points(running, organizer, ended_by):
    table = running.tables.first()
    winner, second, third, *rest = lines_for(table)
    winner = ResultLine(winner.position, Decimal(3), 1)
    swapped = [winner, ResultLine(second.position, Decimal(4), 2), third, *rest]
    with pytest.raises(BadResult):
        results.enter_by_hand(table, lines=swapped, ended_by=ended_by, by=organizer)
    table.refresh_from_db()
    results.enter_by_hand(table, lines=[winner, second, third, *rest], ended_by=ended_by, by=organizer)
    results.correct(table, lines=[winner, second, third, *rest], reason="riletto", by=organizer)
    with pytest.raises(BadResult):
        results.correct(table, lines=swapped, reason="riletto", by=organizer)


@pytest.mark.parametrize(
    "case",
    [
        "one seat missing",
        "one seat twice",
        "nobody first",
        "a place beyond the table",
        "points that are no number",
        "too many decimals",
        "fewer points, better place",
    ],
)
def test_a_result_fits_its_table(running, organizer, case):
    table = running.tables.first()
    lines = lines_for(table)
    with pytest.raises(BadResult):
        results.enter_by_hand(table, lines=bad_lines(lines)[case], ended_by="time", by=organizer)
    assert (state_of(table), Result.objects.count()) == (TableState.WAITING, 0)
    table.refresh_from_db()
    results.enter_by_hand(table, lines=lines, ended_by="time", by=organizer)


def test_a_signature_is_taken_back_with_a_reason(draft, organizer):
    play(draft, organizer)
    table = draft.tables.first()
    with pytest.raises(ReasonMissing):
        results.unsign(table, by=organizer, reason="")
    results.unsign(table, by=organizer, reason="errore di somma")
    results.sign(table, by=organizer)
    rounds.close(draft, by=organizer, now=NOW)
    table.round.refresh_from_db()
    with pytest.raises(NotNow):
        results.unsign(table, by=organizer, reason="errore di somma")


def test_a_reopened_table_keeps_what_was_counted_as_a_revision(running, organizer):
    table = running.tables.first()
    results.enter_by_hand(table, lines=lines_for(table), ended_by="time", by=organizer)
    results.reopen(table, by=organizer, reason="contato prima della sdadata")
    assert (state_of(table), Result.objects.count()) == (TableState.PLAYING, 0)
    results.report(table, lines=lines_for(table, first=2), ended_by="dice", by=organizer)
    assert {result.revision for result in Result.objects.all()} == {2}
    assert ResultRevision.objects.filter(revision=1).count() == table.seats.count()


def test_a_correction_says_who_goes_through_now(draft, organizer):
    play(draft, organizer)
    rounds.close(draft, by=organizer, now=NOW)
    table = draft.tables.first()
    by_place = [seat.entrant.public_id for seat in table.seats.order_by("result__rank")]
    through, count = draft.stage["through"], len(by_place)
    last_first = count  # the last becomes first, everybody else goes down one place
    done = results.correct(table, lines=lines_for(table, first=last_first), reason="punti letti male", by=organizer)
    assert (done.joined, done.left) == ((by_place[-1],), (by_place[through - 1],))
    assert ResultRevision.objects.get(seat__entrant__public_id=by_place[0]).was["rank"] == 1
    assert {result.revision for result in Result.objects.filter(seat__table=table)} == {2}


def test_a_correction_that_changes_nobody_says_so(draft, organizer):
    play(draft, organizer)
    table = draft.tables.first()
    done = results.correct(table, lines=lines_for(table), reason="ricontato", by=organizer)
    assert not done.changes_qualifiers
    with pytest.raises(ReasonMissing):
        results.correct(table, lines=lines_for(table), reason="", by=organizer)


def test_a_correction_may_say_how_the_game_ended_and_keeps_what_was_said_before(draft, organizer):
    play(draft, organizer)
    table = draft.tables.first()
    results.correct(table, lines=lines_for(table), ended_by="dice", reason="chiusa prima del tempo", by=organizer)
    assert set(Result.objects.filter(seat__table=table).values_list("ended_by", flat=True)) == {"dice"}
    assert {one.was["ended_by"] for one in ResultRevision.objects.filter(seat__table=table)} == {"time"}
    assert draft.tournament.log.first().data["ended_by"] == "dice"
    results.correct(table, lines=lines_for(table), reason="ricontato", by=organizer)
    assert set(Result.objects.filter(seat__table=table).values_list("ended_by", flat=True)) == {"dice"}
    for same, logged in (("dice", False), ("time", True)):  # the log tells it only where it changed
        results.correct(table, lines=lines_for(table), ended_by=same, reason="ricontato", by=organizer)
        assert ("ended_by" in draft.tournament.log.first().data) is logged


def test_a_correction_elsewhere_does_not_touch_a_game_in_progress(draft, organizer):
    play(draft, organizer)
    rounds.close(draft, by=organizer, now=NOW)
    following = rounds.advance(draft, seed="s", by=organizer)
    rounds.publish(following, by=organizer)
    rounds.start(following, by=organizer, now=NOW)
    seats = list(following.seats.values_list("pk", "table", "position", "entrant"))
    table = draft.tables.first()
    count = table.seats.count()
    assert results.correct(table, lines=lines_for(table, first=count), reason="x", by=organizer).changes_qualifiers
    assert list(following.seats.values_list("pk", "table", "position", "entrant")) == seats


def test_a_table_without_a_result_cannot_be_corrected(running, organizer):
    table = running.tables.first()
    with pytest.raises(NotNow):
        results.correct(table, lines=lines_for(table), reason="x", by=organizer)


def test_a_dispute_is_opened_and_settled_once(running, organizer):
    table = running.tables.first()
    with pytest.raises(NotNow):
        tables.settle(table, by=organizer, reason="x")
    tables.dispute(table, by=organizer, reason="x")
    with pytest.raises(NotNow):
        tables.dispute(table, by=organizer, reason="x")
    tables.settle(table, by=organizer, reason="ricontato")


def test_a_judge_of_another_tournament_cannot_be_seated_here(running, organizer):
    other = a_tournament(organizer, name="Altro")
    stranger = user("ugo")
    staff.grant(other, user=stranger, role=Role.JUDGE, by=organizer)
    with pytest.raises(NotNow):
        tables.assign_judge(running.tables.first(), judge=stranger, by=organizer)


# What a game doubts


def test_figures_that_the_board_does_not_give_are_refused_until_somebody_says_why(running, organizer):
    table = running.tables.first()
    doubtful = [ResultLine(place, Decimal(points), place) for place, points in enumerate((90, 30, 20, 10), 1)]
    with pytest.raises(DoubtfulResult) as caught:
        results.enter_by_hand(table, lines=doubtful, ended_by="dice", by=organizer)
    assert [(doubt.position, doubt.field) for doubt in caught.value.doubts] == [(1, "points")]
    assert "84" in caught.value.doubts[0].text
    assert "84" in str(caught.value)
    assert table.state == TableState.WAITING
    table.refresh_from_db()
    assert table.state == TableState.WAITING
    assert Result.objects.filter(seat__table=table).count() == 0
    results.enter_by_hand(table, lines=doubtful, ended_by="dice", by=organizer, confirmed=" deciso dal capo arbitro ")
    assert {*Result.objects.filter(seat__table=table).values_list("confirmation", flat=True)} == {
        "deciso dal capo arbitro"
    }
    assert LogEvent.objects.filter(verb="results.report").latest("pk").data["reason"] == "deciso dal capo arbitro"


def test_what_needs_no_confirmation_stores_none(running, organizer):
    table = running.tables.first()
    results.enter_by_hand(table, lines=lines_for(table), ended_by="dice", by=organizer, confirmed="per sicurezza")
    assert {*Result.objects.filter(seat__table=table).values_list("confirmation", flat=True)} == {""}


def test_the_count_of_a_record_is_not_doubted(running, organizer):
    table = running.tables.first()
    tables.begin(table, by=organizer)
    first, *rest = lines_for(table)
    results.report(
        table, lines=[ResultLine(first.position, Decimal(90), 1), *rest], ended_by="dice", by=organizer, head="abc"
    )
    assert table.seats.first().result.points == 90


def test_a_correction_is_looked_at_as_well_and_its_confirmation_stays_in_the_log(running, organizer):
    table = running.tables.first()
    results.enter_by_hand(table, lines=lines_for(table), ended_by="dice", by=organizer)
    first, *rest = lines_for(table)
    doubtful = [ResultLine(first.position, Decimal("47.5"), 1), *rest]
    for act in (results.preview, results.correct):
        with pytest.raises(DoubtfulResult):
            act(table, lines=doubtful, by=organizer, **({"reason": "x"} if act is results.correct else {}))
    results.correct(table, lines=doubtful, reason="riletto", by=organizer, confirmed="mezzo punto dell'arbitro")
    assert LogEvent.objects.latest("pk").data["confirmation"] == "mezzo punto dell'arbitro"
    results.correct(table, lines=lines_for(table), reason="riletto di nuovo", by=organizer)
    assert {*Result.objects.filter(seat__table=table).values_list("confirmation", flat=True)} == {""}
    assert ResultRevision.objects.first().was["confirmation"] == "mezzo punto dell'arbitro"


def test_one_player_left_and_three_who_scored_contradict_each_other(running, organizer):
    table = running.tables.first()
    with pytest.raises(DoubtfulResult) as caught:
        results.enter_by_hand(table, lines=lines_for(table), ended_by="elimination", by=organizer)
    assert (0, "ended_by") in {(doubt.position, doubt.field) for doubt in caught.value.doubts}
