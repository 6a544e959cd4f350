"""The request of a draw: earlier tables, standings, criteria in the organizer's order, and where its seed comes from."""

import pytest

from tests.tournament.conftest import NOW, choose_first_plan, enter, play, set_rules
from tournament.actions import checkin, commitments, criteria, rounds
from tournament.core.draw import commitment
from tournament.core.draw.transcript import decode, differences
from tournament.errors import BadDraw, NotNow
from tournament.models import DrawEvent, Entrant, LogEvent
from tournament.queries import drawing
from tournament.states import EntrantState, RoundState

SECRET = "00112233445566778899aabbccddeeff"


def after_a_round(tournament, by):
    first = rounds.draw(tournament, seed="uno", by=by)
    play(first, by)
    rounds.close(first, by=by, now=NOW)
    return first


def request_of(event: DrawEvent):
    return decode(event.transcript.encode()).request


# What the draw is told


def test_the_second_round_knows_tables_seats_and_standings_of_the_first(open_day, organizer):
    first = after_a_round(open_day, organizer)
    rounds.draw(open_day, seed="due", by=organizer)
    request = request_of(DrawEvent.objects.drawn().last())
    assert request.past == (drawing.tables_in_ids(first),)
    winner = first.tables.get(number=2).seats.get(result__rank=1).entrant
    result = next(one for one in request.entrants if one.id == winner.public_id)
    assert (result.wins, result.table, result.place, result.rank > 0) == (1, 2, 1, True)


def test_each_round_is_drawn_by_its_own_criteria(open_day, organizer):
    after_a_round(open_day, organizer)
    rounds.draw(open_day, seed="due", by=organizer)
    rules = open_day.rules
    assert [request_of(event).criteria for event in DrawEvent.objects.drawn()] == [
        rules.criteria_for(1),
        rules.criteria_for(2),
    ]


def test_a_small_field_looks_ahead_to_the_rounds_to_come(open_day, organizer):
    rounds.draw(open_day, seed="uno", by=organizer)
    assert request_of(DrawEvent.objects.drawn().get()).to_come == ((4, 4, 4, 4), (4, 4, 4, 4))


def test_who_came_since_and_who_came_back_play_the_next_round(open_day, organizer):
    gone = open_day.entrants.first()
    first = after_a_round(open_day, organizer)
    Entrant.objects.filter(pk=gone.pk).update(state=EntrantState.WITHDRAWN)
    enter(open_day, 1)
    second = rounds.draw(open_day, seed="due", by=organizer)
    seated = set(second.seats.values_list("entrant", flat=True))
    assert gone.pk not in seated
    assert len(seated) == first.seats.count()


def test_a_field_that_shrank_is_split_anew(open_day, organizer):
    after_a_round(open_day, organizer)
    for gone in open_day.entrants.all()[:3]:
        checkin.mark(gone, state=EntrantState.MISSING, by=organizer)
    second = rounds.draw(open_day, seed="due", by=organizer)
    assert [len(table) for table in drawing.tables_in_ids(second)] == [4, 4, 5]


def test_the_organizer_chooses_among_the_legal_splits(open_day, organizer):
    enter(open_day, 4)
    choose_first_plan(open_day, organizer)
    round_ = rounds.draw(open_day, seed="uno", sizes=(5, 5, 5, 5), by=organizer)
    assert [len(table) for table in drawing.tables_in_ids(round_)] == [5, 5, 5, 5]
    rounds.discard(round_, by=organizer, reason="prova")
    with pytest.raises(BadDraw):
        rounds.draw(open_day, seed="uno", sizes=(10, 10), by=organizer)


def test_people_kept_apart_and_people_who_cannot_move_are_respected(open_day, organizer):
    one, other, still = open_day.entrants.all()[:3]
    pair = criteria.keep_apart(open_day, one=other, other=one, by=organizer)
    Entrant.objects.filter(pk=still.pk).update(fixed_table=3)
    for seed in ("a", "b", "c"):
        round_ = rounds.draw(open_day, seed=seed, by=organizer)
        table_of = dict(round_.seats.values_list("entrant", "table__number"))
        assert table_of[one.pk] != table_of[other.pk]
        assert table_of[still.pk] == 3
        rounds.discard(round_, by=organizer, reason="ancora")
    with pytest.raises(NotNow):
        criteria.keep_apart(open_day, one=one, other=other, by=organizer)
    criteria.let_meet(pair, by=organizer)
    assert "apart" not in drawing.criteria_of(open_day, 1)


def test_a_fixed_table_that_the_round_does_not_have_holds_nobody(open_day, organizer):
    Entrant.objects.filter(pk=open_day.entrants.first().pk).update(fixed_table=9)
    assert rounds.draw(open_day, seed="a", by=organizer).seats.count() == 16


def test_seats_are_balanced_only_where_the_regulation_draws_them(open_day):
    set_rules(open_day, draw_criteria=("seats", "rematch"), draw_criteria_by_round=())
    assert drawing.criteria_of(open_day, 1) == ("rematch",)
    set_rules(open_day, draw_criteria=("rematch",), draw_criteria_by_round=(), seats_drawn=True)
    assert drawing.criteria_of(open_day, 1) == ("rematch", "seats")


@pytest.mark.parametrize("pattern", ["swiss", "greca", "pattern", "snake", "bands"])
def test_drawn_by_the_standings(open_day, organizer, pattern):
    set_rules(open_day, draw_criteria=(pattern,), draw_criteria_by_round=())
    first = after_a_round(open_day, organizer)
    second = rounds.draw(open_day, seed="due", by=organizer)
    (result,) = decode(DrawEvent.objects.drawn().last().transcript.encode()).draw.results
    assert (result.criterion, result.cost) == (pattern, 0)
    if pattern == "greca":
        stay = [table.seats.get(result__rank=1).entrant_id for table in first.tables.order_by("number")]
        assert [second.seats.get(entrant=one).table.number for one in stay] == [1, 2, 3, 4]
    if pattern == "pattern":
        order = [line.entrant for line in drawing.standings_of(open_day)]
        assert set(drawing.tables_in_ids(second)[0]) == {order[at] for at in (0, 4, 8, 12)}


# The criteria in order


def test_the_order_of_the_criteria_holds_from_this_round_on(open_day, organizer):
    criteria.put_in_order(open_day, number=2, criteria=("club", "rematch"), by=organizer)
    rules = open_day.rules
    assert [rules.criteria_for(n) for n in (1, 2, 3)] == [("club",), ("club", "rematch"), ("club", "rematch")]
    criteria.put_in_order(open_day, number=2, criteria=("swiss",), this_round_only=True, by=organizer)
    rules = open_day.rules
    assert [rules.criteria_for(n) for n in (1, 2, 3)] == [("club",), ("swiss",), ("club", "rematch")]


@pytest.mark.parametrize("wrong", [("club", "club"), ("no such criterion",)])
def test_an_order_of_unknown_or_repeated_criteria_is_refused(open_day, organizer, wrong):
    with pytest.raises(BadDraw):
        criteria.put_in_order(open_day, number=1, criteria=wrong, by=organizer)


def test_a_round_already_drawn_keeps_its_criteria(open_day, organizer):
    rounds.draw(open_day, seed="a", by=organizer)
    with pytest.raises(NotNow):
        criteria.put_in_order(open_day, number=1, criteria=("club",), by=organizer)


def test_of_two_plans_the_other_is_taken_with_the_same_seed(open_day, organizer):
    round_ = rounds.draw(open_day, seed="a", by=organizer)
    set_rules(open_day, draw_criteria_by_round=(("club", "rematch"),))
    rounds.redraw(round_, seed="a", reason="due criteri", by=organizer)
    rounds.take_alternative(round_, criteria=("rematch", "club"), reason="meglio senza ritrovarsi", by=organizer)
    result = [request_of(event) for event in DrawEvent.objects.drawn()]
    assert [request.seed for request in result] == ["a", "a", "a"]
    assert result[-1].criteria == ("rematch", "club")
    assert drawing.tables_in_ids(round_) == decode(DrawEvent.objects.drawn().last().transcript.encode()).draw.tables
    with pytest.raises(BadDraw):
        rounds.take_alternative(round_, criteria=("rematch",), reason="x", by=organizer)


# The seed: commitment, dice, transcript


@pytest.fixture
def promised(open_day, organizer):
    commitments.publish(open_day, by=organizer, now=NOW, secret=SECRET)
    return open_day


def test_a_promised_draw_makes_its_seed_of_secret_and_dice(promised, organizer):
    checkin.close(promised, by=organizer, now=NOW)
    round_ = rounds.draw(promised, dice="4 2 6 1", by=organizer)
    event = DrawEvent.objects.drawn().get()
    assert round_.seed == event.seed == commitment.seed_of(SECRET, "4261", 1)
    assert differences(event.transcript.encode()) == ()
    assert decode(event.transcript.encode()).commitment.digest == event.commitment == commitment.commitment_of(SECRET)


def test_each_promise_is_kept_once_and_the_next_one_follows_it(promised, organizer):
    checkin.close(promised, by=organizer, now=NOW)
    round_ = rounds.draw(promised, dice="4261", by=organizer)
    rounds.redraw(round_, dice="1112", reason="mancava una persona", by=organizer)
    one, two = DrawEvent.objects.drawn()
    assert (one.number, two.number, one.commitment != two.commitment) == (1, 2, True)
    assert DrawEvent.objects.awaiting_dice().count() == 1
    assert [differences(event.transcript.encode()) for event in (one, two)] == [(), ()]
    assert two.reason == "mancava una persona"


def test_dice_wait_for_the_closing_of_the_check_in(promised, organizer):
    with pytest.raises(BadDraw):
        rounds.draw(promised, dice="4261", by=organizer)
    checkin.close(promised, by=organizer, now=NOW)
    assert rounds.draw(promised, dice="4261", by=organizer).state == RoundState.DRAFT


def test_dice_without_a_promise_and_impossible_dice_are_refused(open_day, organizer):
    with pytest.raises(BadDraw):
        rounds.draw(open_day, dice="4261", by=organizer)
    commitments.publish(open_day, by=organizer, now=NOW)
    checkin.close(open_day, by=organizer, now=NOW)
    for dice in ("7 1 2", "1", "abc"):
        with pytest.raises(BadDraw):
            rounds.draw(open_day, dice=dice, by=organizer)
    assert not open_day.rounds.exists()


def test_a_promise_comes_before_the_check_in_closes(open_day, organizer):
    checkin.close(open_day, by=organizer, now=NOW)
    with pytest.raises(NotNow):
        commitments.publish(open_day, by=organizer, now=NOW)
    checkin.reopen(open_day, by=organizer)
    assert commitments.publish(open_day, by=organizer, now=NOW).commitment
    with pytest.raises(NotNow):
        commitments.publish(open_day, by=organizer, now=NOW)


def test_a_draw_wants_dice_or_a_seed(open_day, organizer):
    with pytest.raises(BadDraw):
        rounds.draw(open_day, by=organizer)


def test_a_secret_is_at_least_128_bits_and_stands_in_no_log(promised, organizer):
    event = DrawEvent.objects.awaiting_dice().get()
    assert len(event.secret) * 4 >= 128
    assert SECRET not in str(list(LogEvent.objects.values_list("data", "subject")))


def test_discarded_drafts_leave_their_draw_behind(open_day, organizer):
    rounds.discard(rounds.draw(open_day, seed="a", by=organizer), by=organizer, reason="prova")
    rounds.draw(open_day, seed="b", by=organizer)
    assert list(DrawEvent.objects.drawn().values_list("number", "seed")) == [(1, "a"), (2, "b")]


def test_a_swap_by_hand_is_weighed_against_the_round_as_it_stands(open_day, organizer):
    round_ = rounds.draw(open_day, seed="a", by=organizer)
    one, other = round_.tables.get(number=1).seats.first(), round_.tables.get(number=2).seats.first()
    rounds.swap(one, other, reason="prova", by=organizer)
    request, tables = drawing.request_of(round_)
    assert request.sizes == (4, 4, 4, 4)
    assert other.entrant.public_id in tables[0]
    assert one.entrant.public_id in tables[1]


def test_a_draw_says_which_tables_are_missing(open_day, organizer):
    first = rounds.draw(open_day, seed="uno", by=organizer)
    play(first, organizer, sign=False)
    with pytest.raises(NotNow, match="1, 2, 3, 4"):
        rounds.draw(open_day, seed="due", by=organizer)
