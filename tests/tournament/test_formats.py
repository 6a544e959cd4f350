"""Tournaments of the other formats through the actions: tables of two, teams, nights, semifinals."""

import re
from collections import Counter
from datetime import date, datetime, timedelta
from decimal import Decimal

import msgspec
import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from tests.tournament.conftest import NOW, enter, play
from tournament.actions import (
    checkin,
    directory,
    formats,
    penalties,
    regulations,
    results,
    rounds,
    seasons,
    teams,
    tournaments,
)
from tournament.actions.results import ResultLine
from tournament.actions.roster import distinguish
from tournament.core.formats import possible_formats
from tournament.core.regulation.schema import presets
from tournament.errors import BadDraw, NotNow
from tournament.models import Bye, CaptainPass, Entrant, Result, Seat, Tournament
from tournament.queries.incidents import late_in
from tournament.queries.podium import podium_of
from tournament.queries.prizes import prize_sheet
from tournament.queries.results import format_of, qualification_of, standings_of
from tournament.queries.season import ranking_of
from tournament.queries.sheets import qualifier_rows
from tournament.queries.teams import field_size, standings_of_teams, teams_of
from tournament.states import EntrantState
from tournament.web.forms.draw import LineUpDeadlineForm
from tournament.web.support.sent_once import TOKEN


def begin(preset: str, people: int, by, kind: str = ""):
    tournament = tournaments.create(name="Prova", day=date(2026, 3, 14), regulation=presets()[preset], by=by)
    enter(tournament, people)
    tournaments.open_checkin(tournament, by=by)
    choose(tournament, by, kind)
    return tournament


def choose(tournament, by, kind: str = "") -> None:
    offered = possible_formats(field_size(tournament), tournament.rules)
    formats.choose(tournament, key=next(one.key for one in offered if kind in ("", one.kind)), by=by)


def play_round(tournament, by, **how):
    round_ = rounds.draw(tournament, seed="seme", by=by)
    play(round_, by, **how)
    rounds.close(round_, by=by, now=NOW)
    return round_


def play_all(tournament, by) -> list:
    return [play_round(tournament, by) for _stage in format_of(tournament).stages]


def seated(round_) -> set[int]:
    return set(Seat.objects.filter(round=round_).values_list("entrant__number", flat=True))


def resting(round_) -> set[int]:
    return set(Bye.objects.filter(round=round_).values_list("entrant__number", flat=True))


# Tables of two


def test_a_swiss_of_seven_is_played_to_the_end(organizer):
    tournament = begin("arba", 7, organizer, "swiss")
    played = play_all(tournament, organizer)
    assert [len(resting(round_)) for round_ in played] == [1] * 5
    assert len(set().union(*map(resting, played))) == 5
    met = Counter(frozenset(table.seats.values_list("entrant", flat=True)) for r in played for table in r.tables.all())
    assert max(met.values()) == 1
    table = standings_of(tournament)
    assert sum(line.total for line in table) == 5 * 4
    assert len(table) == 7


def test_the_bye_spares_a_rematch_where_another_one_can_rest(organizer):
    """
    of four the last one lost to somebody who goes home: the last one has to play, or the other two meet again
    """
    tournament = begin("arba", 4, organizer, "swiss")
    first = rounds.draw(tournament, seed="seme", by=organizer)
    table = first.tables.get(seats__entrant__number=4)
    home = table.seats.exclude(entrant__number=4).get()
    play(first, organizer, first=lambda one: home.position if one == table else 1)
    rounds.close(first, by=organizer, now=NOW)
    checkin.mark(home.entrant, state=EntrantState.WITHDRAWN, by=organizer)
    second = rounds.draw(tournament, seed="seme", by=organizer)
    assert 4 in seated(second)
    assert len(seated(second)) == 2


@pytest.mark.parametrize(("kind", "says"), [("swiss", False), ("round-robin", False), ("bracket", True)])
def test_how_far_one_came_has_a_column_where_somebody_goes_out(organizer, client, kind, says):
    tournament = begin("arba", 6, organizer, kind)
    play_round(tournament, organizer)
    tournament.entrants.filter(number=1).update(state=EntrantState.WITHDRAWN)
    play_round(tournament, organizer)
    client.force_login(organizer)
    page = client.get(reverse("tournament:standings", args=[tournament.slug])).content.decode()
    assert ("Turno raggiunto" in page) == says


def test_a_bracket_goes_from_the_seeds_to_one_champion(organizer):
    tournament = begin("arba", 6, organizer, "bracket")
    first = play_round(tournament, organizer)
    assert (seated(first), resting(first)) == ({3, 4, 5, 6}, {1, 2})
    second, final = play_round(tournament, organizer), play_round(tournament, organizer)
    assert {1, 2} < seated(second)
    assert final.name == "Finale"
    champion = Entrant.objects.get(seats__round=final, seats__result__rank=1)
    assert standings_of(tournament)[0].entrant == champion.public_id


def test_a_bracket_is_planned_again_when_somebody_leaves_before_it_begins(organizer):
    tournament = begin("arba", 4, organizer, "bracket")
    tournament.entrants.filter(number=4).update(state=EntrantState.WITHDRAWN)
    with pytest.raises(BadDraw, match="scegli di nuovo"):
        rounds.draw(tournament, seed="seme", by=organizer)
    choose(tournament, organizer, "bracket")
    assert resting(rounds.draw(tournament, seed="seme", by=organizer)) == {1}


def test_who_rests_in_a_round_is_not_late(organizer):
    round_ = rounds.draw(begin("arba", 6, organizer, "bracket"), seed="seme", by=organizer)
    assert resting(round_) == {1, 2}
    assert late_in(round_) == []


def leave(tournament, *numbers: int) -> None:
    tournament.entrants.filter(number__in=numbers).update(state=EntrantState.WITHDRAWN)


def winners(round_) -> list[int]:
    return list(Entrant.objects.filter(seats__round=round_, seats__result__rank=1).values_list("number", flat=True))


def test_who_would_have_met_somebody_who_left_a_bracket_goes_on_without_playing(organizer):
    tournament = begin("arba", 8, organizer, "bracket")
    first = play_round(tournament, organizer)
    gone, *others = winners(first)
    leave(tournament, gone)
    second = play_round(tournament, organizer)
    (walked_over,) = resting(second)
    assert seated(second) | {walked_over} == set(others)
    assert second.tables.count() == 1
    final = play_round(tournament, organizer)
    assert seated(final) == {walked_over, *winners(second)}
    leave(tournament, *winners(final))
    assert [line.reached for line in standings_of(tournament)][:3] == [3, 3, 2]


def test_a_final_against_nobody_is_a_walkover_and_the_day_can_end(organizer):
    tournament = begin("arba", 4, organizer, "bracket")
    one, other = winners(play_round(tournament, organizer))
    leave(tournament, one)
    final = play_round(tournament, organizer)
    assert (seated(final), resting(final)) == (set(), {other})
    assert standings_of(tournament)[0].entrant == tournament.entrants.get(number=other).public_id
    tournaments.finish(tournament, by=organizer)


def test_who_is_missing_at_a_table_of_two_loses_without_playing(organizer, client):
    tournament = begin("arba", 4, organizer, "bracket")
    first = rounds.draw(tournament, seed="seme", by=organizer)
    rounds.publish(first, by=organizer)
    gone, opponent = first.tables.get(number=1).seats.select_related("entrant")
    leave(tournament, gone.entrant.number)
    client.force_login(organizer)
    page, url = (reverse(f"tournament:{name}", args=[tournament.slug, 1]) for name in ("incidents", "walkover"))
    assert "Dopo il via del turno" in client.get(page).content.decode()
    client.post(url, {"seat": gone.pk, "reason": "non è arrivato"})
    assert not first.tables.filter(state="signed").exists()
    rounds.start(first, by=organizer, now=NOW)
    assert f"{opponent.entrant} vince senza giocare" in client.get(page).content.decode()
    client.post(url, {"seat": gone.pk, "reason": "non è arrivato"})
    assert first.tables.get(state="signed").seats.get(result__rank=1) == opponent
    points = Result.objects.filter(seat__round=first).order_by("rank").values_list("points", flat=True)
    assert list(points) == [Decimal(1), Decimal(0)]
    assert tournament.log.get(verb="chairs.walkover").data["reason"] == "non è arrivato"


def test_a_regulation_may_bring_back_who_lost_to_somebody_who_left(organizer):
    tournament = begin("arba", 4, organizer, "bracket")
    rules = msgspec.structs.replace(tournament.rules, withdrawals="next")
    regulations.change_of(tournament, regulation=rules, reason="così da noi", by=organizer)
    first = play_round(tournament, organizer)
    one, other = winners(first)
    beaten = first.tables.get(seats__entrant__number=one).seats.exclude(entrant__number=one).get().entrant.number
    leave(tournament, one)
    final = rounds.draw(tournament, seed="seme", by=organizer)
    assert (seated(final), resting(final)) == ({beaten, other}, set())


def test_in_a_round_robin_everybody_meets_everybody(organizer):
    tournament = begin("arba", 5, organizer, "round-robin")
    played = play_all(tournament, organizer)
    met = Counter(frozenset(table.seats.values_list("entrant", flat=True)) for r in played for table in r.tables.all())
    assert sorted(met.values()) == [1] * 10
    assert sum(line.total for line in standings_of(tournament)) == 10


def test_one_who_leaves_a_swiss_is_not_paired_any_more(organizer):
    tournament = begin("arba", 6, organizer, "swiss")
    play_round(tournament, organizer)
    tournament.entrants.filter(number=2).update(state=EntrantState.WITHDRAWN)
    second = rounds.draw(tournament, seed="seme", by=organizer)
    assert 2 not in seated(second) | resting(second)
    assert len(resting(second)) == 1


def test_who_rests_in_a_swiss_may_take_a_chair_and_has_one_result(organizer):
    tournament = begin("arba", 5, organizer, "swiss")
    first = rounds.draw(tournament, seed="seme", by=organizer)
    (rest,), seat = resting(first), first.seats.first()
    gone, substitute = seat.entrant, tournament.entrants.get(number=rest)
    rounds.replace(seat, entrant=substitute, reason="scambio", by=organizer)
    assert (resting(first), rest in seated(first)) == ({gone.number}, True)
    rounds.replace(Seat.objects.get(pk=seat.pk), entrant=gone, reason="anzi no", by=organizer)
    assert resting(first) == {rest}
    tournament.entrants.filter(pk=gone.pk).update(state=EntrantState.MISSING)
    rounds.replace(Seat.objects.get(pk=seat.pk), entrant=substitute, reason="assente", by=organizer)
    assert resting(first) == set()
    play(first, organizer)
    assert sum(line.total for line in standings_of(tournament)) == 2


@pytest.mark.parametrize("kind", ["round-robin", "bracket"])
def test_who_rests_in_a_slot_of_a_bracket_or_a_round_robin_takes_no_chair(organizer, kind):
    tournament = begin("arba", 5, organizer, kind)
    first = rounds.draw(tournament, seed="seme", by=organizer)
    rest = tournament.entrants.get(number=min(resting(first)))
    with pytest.raises(BadDraw, match="riposa in questo turno"):
        rounds.replace(first.seats.first(), entrant=rest, reason="assente", by=organizer)


def pairs_in(round_) -> set[frozenset[int]]:
    return {frozenset(table.seats.values_list("entrant__number", flat=True)) for table in round_.tables.all()}


def with_a_substitute(kind: str, people: int, organizer, *, rounds_before: int = 0):
    """Somebody does not come to the next round; a reserve, the last of the roster, has the chair and wins."""
    tournament = begin("arba", people, organizer, kind)
    (reserve,) = enter(tournament, 1, EntrantState.RESERVE)
    for _round in range(rounds_before):
        play_round(tournament, organizer)
    round_ = rounds.draw(tournament, seed="seme", by=organizer)
    seat = round_.seats.filter(position=1).order_by("entrant__number").first()
    tournament.entrants.filter(pk=seat.entrant_id).update(state=EntrantState.MISSING)
    rounds.replace(seat, entrant=reserve, reason="assente", by=organizer)
    play(round_, organizer)
    rounds.close(round_, by=organizer, now=NOW)
    return tournament, round_


def test_a_substitute_in_a_round_robin_meets_everybody_once(organizer):
    tournament, first = with_a_substitute("round-robin", 6, organizer)
    met = [
        pair for round_ in (first, *(play_round(tournament, organizer) for _ in range(4))) for pair in pairs_in(round_)
    ]
    assert len(met) == len(set(met)) == 15


@pytest.mark.parametrize("rounds_before", [0, 1])
def test_a_substitute_in_a_bracket_keeps_the_slot(organizer, rounds_before):
    tournament, round_ = with_a_substitute("bracket", 8, organizer, rounds_before=rounds_before)
    order = round_.tables.order_by("number")
    winners = [table.seats.get(result__rank=1).entrant.number for table in order]
    following = play_round(tournament, organizer)
    assert pairs_in(following) == {frozenset(pair) for pair in zip(winners[::2], winners[1::2], strict=True)}


def test_two_exchanged_in_the_first_round_of_a_bracket_meet_the_winner_beside_them(organizer):
    tournament = begin("arba", 8, organizer, "bracket")
    first = rounds.draw(tournament, seed="seme", by=organizer)
    rounds.swap(first.seats.get(entrant__number=1), first.seats.get(entrant__number=2), reason="prova", by=organizer)
    play(first, organizer)
    rounds.close(first, by=organizer, now=NOW)
    winners = [table.seats.get(result__rank=1).entrant.number for table in first.tables.order_by("number")]
    second = play_round(tournament, organizer)
    assert pairs_in(second) == {frozenset(winners[:2]), frozenset(winners[2:])}


def test_a_round_robin_names_who_was_not_in_its_first_round(organizer):
    tournament = begin("arba", 6, organizer, "round-robin")
    play_round(tournament, organizer)
    (late,) = enter(tournament, 1)
    with pytest.raises(BadDraw, match="Segna come riserve: Cognome07 Ada"):
        rounds.draw(tournament, seed="seme", by=organizer)
    tournament.entrants.filter(pk=late.pk).update(state=EntrantState.RESERVE)
    assert len(seated(rounds.draw(tournament, seed="seme", by=organizer))) == 6


def where_losers_come_back(people: int, organizer) -> Tournament:
    tournament = begin("arba", people, organizer, "bracket")
    regulations.change_part(
        tournament, withdrawals="next", reason="prova", by=organizer, verb=regulations.CHANGE, subject=""
    )
    play_round(tournament, organizer)
    return tournament


def test_nobody_comes_back_for_one_who_had_nobody_to_play(organizer):
    tournament = where_losers_come_back(5, organizer)
    tournament.entrants.filter(number=1).update(state=EntrantState.WITHDRAWN)
    second = rounds.draw(tournament, seed="seme", by=organizer)
    assert seated(second) == {2, 3}
    assert len(resting(second) & {4, 5}) == 1


def test_where_both_of_a_slot_leave_a_bracket_nobody_loses_a_place_to_them(organizer):
    tournament = where_losers_come_back(8, organizer)
    gone = tournament.entrants.filter(seats__table__number=1)
    won = tournament.entrants.filter(seats__result__rank=1).exclude(pk__in=gone.values("pk"))
    stored = set(won.values_list("number", flat=True))
    tournament.entrants.filter(pk__in=gone.values("pk")).update(state=EntrantState.WITHDRAWN)
    second = rounds.draw(tournament, seed="seme", by=organizer)
    assert seated(second) | resting(second) == stored


def test_a_final_that_nobody_has_to_play_is_drawn_published_and_closed(client, organizer):
    """One finalist of a bracket has left: the other wins without a table."""
    tournament = begin("arba", 4, organizer, "bracket")
    first = play_round(tournament, organizer)
    winners = tournament.entrants.filter(seats__round=first, seats__result__rank=1)
    gone, champion = winners
    tournament.entrants.filter(pk=gone.pk).update(state=EntrantState.WITHDRAWN)
    client.force_login(organizer)
    final = rounds.draw(tournament, seed="seme", by=organizer)
    pages = [final.get_absolute_url(), reverse("tournament:incidents", args=[tournament.slug, 2])]
    assert [client.get(page).status_code for page in pages] == [200, 200]
    rounds.publish(final, by=organizer)
    names = ("public", "standings", "report", "draws", "desk")
    pages += [reverse(f"tournament:{name}", args=[tournament.slug]) for name in names]
    pages += [reverse("tournament:seatings_file", args=[tournament.slug, 2, kind]) for kind in ("pdf", "xlsx")]
    assert {client.get(page).status_code for page in pages} == {200}
    rounds.start(final, by=organizer, now=NOW)
    rounds.close(final, by=organizer, now=NOW)
    assert {client.get(page).status_code for page in pages} == {200}
    tournament.refresh_from_db()
    tournaments.finish(tournament, by=organizer)
    assert standings_of(tournament)[0].entrant == champion.public_id


def test_a_redraw_and_a_discard_take_the_byes_with_them(organizer):
    tournament = begin("arba", 5, organizer, "swiss")
    round_ = rounds.draw(tournament, seed="uno", by=organizer)
    rounds.redraw(round_, seed="due", reason="prova", by=organizer)
    assert Bye.objects.count() == 1
    rounds.discard(round_, by=organizer, reason="prova")
    assert Bye.objects.count() == 0


# Direct finalists, nights


def test_direct_finalists_stand_before_the_semifinalists_while_they_wait(organizer):
    tournament = begin("master", 12, organizer)
    play_round(tournament, organizer)
    second = play_round(tournament, organizer)
    before = standings_of(tournament)
    semifinal = play_round(tournament, organizer)
    waiting = {line.entrant for line in before[:2]}
    assert semifinal.name == "Semifinale"
    assert {line.entrant for line in before if line.reached == 4} == waiting
    assert waiting.isdisjoint(Seat.objects.filter(round=semifinal).values_list("entrant__public_id", flat=True))
    assert waiting <= {line.entrant for line in standings_of(tournament)[:4]}
    final = rounds.draw(tournament, seed="seme", by=organizer)
    assert waiting < set(Seat.objects.filter(round=final).values_list("entrant__public_id", flat=True))
    assert second.number == 2


def before_the_semifinals(organizer) -> tuple[Tournament, list[str]]:
    """Sixteen people after the qualifying rounds of a Master: two wait for the final, eight play the semifinals.

    Nobody won twice, so that points alone part the first eight whatever the draw.
    """
    tournament = begin("master", 16, organizer)
    for _qualifying in range(2):
        play_round(tournament, organizer, first=who_has_not_won)
    return tournament, [line.entrant for line in standings_of(tournament)]


def who_has_not_won(table) -> int:
    won = Seat.objects.filter(round__tournament=table.round.tournament, result__rank=1).values("entrant")
    return table.seats.exclude(entrant__in=won).earliest("position").position


def ids_in(round_) -> set[str]:
    return set(Seat.objects.filter(round=round_).values_list("entrant__public_id", flat=True))


def gives_up(tournament, entrant: str) -> None:
    tournament.entrants.filter(public_id=entrant).update(state=EntrantState.WITHDRAWN)


def test_who_waits_for_the_final_stands_first_among_those_who_go_on(organizer, client):
    tournament, order = before_the_semifinals(organizer)
    result = qualifier_rows(tournament.rounds.last())
    names = {entrant.public_id: str(entrant) for entrant in tournament.entrants.all()}
    assert [one.name for one in result] == [names[id_] for id_ in order[:10]]
    assert [one.reason for one in result[:2]] == ["in finale senza semifinale"] * 2
    page = client.get(reverse("tournament:public", args=[tournament.slug])).content.decode()
    assert page.count("in finale senza semifinale") == 2


def test_a_correction_says_who_waits_for_the_final_instead(organizer, client):
    """The second and the third of the standings change places by the correction of one sheet."""
    tournament, order = before_the_semifinals(organizer)
    second, third = order[1:3]
    won = Seat.objects.filter(round__tournament=tournament, entrant__public_id=third, result__rank=1)
    table = won.select_related("table__round__tournament").last().table  # more points leave the ranks there as they are
    lead = {line.entrant: line.total for line in standings_of(tournament)}
    lines = []
    for seat in table.seats.select_related("entrant", "result").order_by("position"):
        more = (lead[second] - lead[third] + Decimal("0.001")) * 1000 if seat.entrant.public_id == third else 0
        lines.append(
            ResultLine(seat.position, seat.result.points + more, seat.result.rank, seat.result.tiebreak_values())
        )
    seen = results.preview(table, lines=lines, by=organizer)
    assert (seen.joined, seen.left, seen.finalists) == ((second,), (), (third,))


def test_a_semifinalist_who_leaves_is_not_replaced_by_a_finalist_who_waits(organizer):
    tournament, order = before_the_semifinals(organizer)
    gives_up(tournament, order[4])
    semifinal = rounds.draw(tournament, seed="seme", by=organizer)
    assert ids_in(semifinal) == {*order[2:4], *order[5:11]}


@pytest.mark.parametrize("semifinal_is_played", [False, True])
def test_the_best_runner_up_takes_the_place_of_a_finalist_who_waited_and_leaves(organizer, semifinal_is_played):
    tournament, order = before_the_semifinals(organizer)
    if not semifinal_is_played:
        gives_up(tournament, order[0])
    semifinal = play_round(tournament, organizer)
    gives_up(tournament, order[0])
    assert ids_in(semifinal) == {*order[2:10]}
    final = rounds.draw(tournament, seed="seme", by=organizer)
    seconds = semifinal.seats.filter(result__rank=2).order_by("-result__points")
    winners = semifinal.seats.filter(result__rank=1).values_list("entrant__public_id", flat=True)
    assert ids_in(final) == {order[1], *winners, seconds.first().entrant.public_id}


WITH_A_SEMIFINAL = ["league", "master", "raduno"]


def with_direct_finalists(preset: str, organizer) -> Tournament:
    """Sixteen people after the qualifying rounds; dice part those who are level at a cut."""
    tournament = begin(preset, 16, organizer)
    for _qualifying in range(tournament.rules.rounds):
        last = play_round(tournament, organizer)
    while tied := qualification_of(last).tied:
        rounds.decide_tie(last, order=tied[0].entrants, reason="dadi", by=organizer)
    return tournament


@pytest.mark.parametrize("preset", WITH_A_SEMIFINAL)
@pytest.mark.parametrize("leaves_after", ["qualifying", "semifinal"])
def test_a_direct_finalist_who_leaves_wins_neither_event_nor_prize_nor_season(preset, leaves_after, organizer):
    tournament = with_direct_finalists(preset, organizer)
    leader = qualification_of(tournament.rounds.last()).waiting[0].entrant
    semifinal = play_round(tournament, organizer) if leaves_after == "semifinal" else None
    gives_up(tournament, leader)
    assert leader not in {line.entrant for line in standings_of(tournament) if line.reached > tournament.rules.rounds}
    semifinal = semifinal or play_round(tournament, organizer)
    final = play_round(tournament, organizer)
    lines = standings_of(tournament)
    tournament.entrants.filter(public_id=leader).update(state=EntrantState.PRESENT)
    assert standings_of(tournament) == lines, "who comes back after the final has not played it"
    champion = final.seats.get(result__rank=1).entrant
    assert (final.name, lines[0].entrant, lines[0].rank) == ("Finale", champion.public_id, 1)
    assert {line.entrant for line in lines[:4]} == ids_in(final)
    assert {line.entrant for line in lines[:9]} == ids_in(semifinal) | ids_in(final)
    assert prize_sheet(tournament, made_at=NOW).groups[0].rows[0].name == str(champion)
    directory.recognise(tournament.entrants.all())
    season = seasons.create(name="Stagione", formula="places", places=["10", "6"], by=organizer)
    seasons.count(season, tournament=tournament, grade="open", by=organizer)
    assert ranking_of(season)[0].person == champion.recognised.person


def test_fewer_tables_than_planned_are_enough_for_a_cut(organizer):
    tournament = begin("master", 12, organizer)
    play_round(tournament, organizer)
    leave(tournament, 1, 2, 3, 4)
    second = play_round(tournament, organizer)
    assert second.tables.count() == 2
    assert rounds.draw(tournament, seed="seme", by=organizer).number == 3


def test_a_night_is_for_whoever_is_there_and_absences_are_discards(organizer):
    tournament = begin("league", 12, organizer)
    first = play_round(tournament, organizer)
    tournament.entrants.filter(number__in=(1, 2, 3, 4)).update(state=EntrantState.MISSING)
    enter(tournament, 1)
    second = play_round(tournament, organizer)
    assert (len(seated(first)), len(seated(second))) == (12, 9)
    absent = [line for line in standings_of(tournament) if line.per_round[1] is None]
    assert len(absent) == 4
    assert all(line.total == line.per_round[0].points for line in absent)


# Teams


@pytest.fixture
def championship(organizer):
    """Four teams: five people in the first, four in the others."""
    tournament = tournaments.create(name="Squadre", day=date(2026, 3, 14), regulation=presets()["cns"], by=organizer)
    for entrant in enter(tournament, 17):
        Entrant.objects.filter(pk=entrant.pk).update(club=f"Squadra {min((entrant.number - 1) // 4, 3) + 1}")
    Entrant.objects.filter(number=17).update(club="Squadra 1")
    tournaments.open_checkin(tournament, by=organizer)
    choose(tournament, organizer)
    return tournament


def test_a_team_with_people_to_spare_waits_for_its_captain(championship, organizer):
    assert (field_size(championship), format_of(championship).stages[0].players) == (16, 16)
    with pytest.raises(NotNow, match="Mancano le formazioni di: Squadra 1"):
        rounds.draw(championship, seed="seme", by=organizer)
    chosen = list(championship.entrants.filter(number__in=(1, 2, 3, 17)))
    teams.line_up(championship, round_number=1, team="Squadra 1", entrants=chosen, by=organizer)
    first = rounds.draw(championship, seed="seme", by=organizer)
    assert seated(first) == {1, 2, 3, 17, *range(5, 17)}
    for table in first.tables.all():
        assert len(set(table.seats.values_list("entrant__club", flat=True))) == 4


def test_a_line_up_is_replaced_until_the_round_is_drawn_and_no_longer(championship, organizer):
    four = list(championship.entrants.filter(number__in=(1, 2, 3, 4)))
    other = list(championship.entrants.filter(number__in=(1, 2, 3, 17)))
    for chosen in (four, other):
        teams.line_up(championship, round_number=1, team="Squadra 1", entrants=chosen, by=organizer)
    assert {one.number for one in teams_of(championship, 1)[0].line_up} == {1, 2, 3, 17}
    rounds.draw(championship, seed="seme", by=organizer)
    with pytest.raises(NotNow, match="il sorteggio è già fatto"):
        teams.line_up(championship, round_number=1, team="Squadra 1", entrants=four, by=organizer)


@pytest.mark.parametrize("numbers", [(1, 2, 3), (1, 2, 3, 5), (1, 2, 3, 4, 17)])
def test_a_line_up_is_of_four_different_people_of_the_team(championship, organizer, numbers):
    chosen = list(championship.entrants.filter(number__in=numbers))
    with pytest.raises(BadDraw):
        teams.line_up(championship, round_number=1, team="Squadra 1", entrants=chosen, by=organizer)


def test_the_best_nine_of_a_teams_twelve_results_make_its_total(championship, organizer):
    for number in (1, 2, 3):
        chosen = list(championship.entrants.filter(number__in=(1, 2, 3, 4 if number < 3 else 17)))
        teams.line_up(championship, round_number=number, team="Squadra 1", entrants=chosen, by=organizer)
        play_round(championship, organizer)
    lines = standings_of_teams(championship)
    assert [len(line.results) for line in lines] == [9] * 4
    assert [len(line.discarded) for line in lines] == [3] * 4
    people = {line.entrant: line for line in standings_of(championship)}
    for line in lines:
        ids = championship.entrants.filter(club=line.team).values_list("public_id", flat=True)
        scores = sorted((s.points for id_ in ids for s in people[id_].per_round if s), reverse=True)
        assert (len(scores), line.total) == (12, sum(scores[:9]))


def test_a_penalty_of_a_player_is_taken_off_his_team_once(championship, organizer, client):
    chosen = list(championship.entrants.filter(number__in=(1, 2, 3, 4)))
    teams.line_up(championship, round_number=1, team="Squadra 1", entrants=chosen, by=organizer)
    first = play_round(championship, organizer)
    before = {line.team: line.total for line in standings_of_teams(championship)}
    resting = championship.entrants.get(number=17)
    for entrant, round_, points in ((chosen[0], None, 5), (chosen[0], first, 3), (resting, first, 2)):
        penalties.add(entrant, points=Decimal(points), round_=round_, reason="ritardo", by=organizer)
    after = {line.team: line.total for line in standings_of_teams(championship)}
    assert after == {**before, "Squadra 1": before["Squadra 1"] - 10}
    page = client.get(reverse("tournament:team_standings", args=[championship.slug])).content.decode()
    assert "Penalità −10" in page


def test_a_tournament_without_teams_takes_no_line_up(ready, organizer):
    with pytest.raises(NotNow, match="non è a squadre"):
        teams.line_up(ready, round_number=1, team="Il Dado", entrants=[], by=organizer)


# Options of some rounds, names of rounds


def test_the_last_three_games_know_that_the_order_is_chosen(organizer):
    tournament = begin("iperisiko", 8, organizer)
    played = play_all(tournament, organizer)
    assert [round_.changed_options() for round_ in played] == [{}] + [{"order": "chosen"}] * 3
    assert [round_.name for round_ in played] == ["Turno 1", "Turno 2", "Turno 3", "Turno 4"]


# The pages


def test_the_line_up_of_a_team_is_marked_on_the_page(championship, organizer, client):
    client.force_login(organizer)
    page = reverse("tournament:line_ups", args=[championship.slug])
    assert "Manca la formazione" in client.get(page).content.decode()
    chosen = list(championship.entrants.filter(number__in=(1, 2, 3, 17)).values_list("public_id", flat=True))
    answer = client.post(
        reverse("tournament:line_up", args=[championship.slug]),
        {"team": "Squadra 1", "entrants": chosen},
        follow=True,
    )
    assert "Formazione di Squadra 1 segnata." in answer.content.decode()
    assert "Manca la formazione" not in client.get(page).content.decode()
    answer = client.post(
        reverse("tournament:line_up", args=[championship.slug]),
        {"team": "Squadra 1", "entrants": chosen[:3]},
        follow=True,
    )
    assert "La formazione è di 4 giocatori diversi" in answer.content.decode()


def test_everybody_reads_the_standings_of_the_teams(championship, organizer, client):
    for number in (1, 2):
        chosen = list(championship.entrants.filter(number__in=(1, 2, 3, 4)))
        teams.line_up(championship, round_number=number, team="Squadra 1", entrants=chosen, by=organizer)
        play_round(championship, organizer)
    page = client.get(reverse("tournament:team_standings", args=[championship.slug])).content.decode()
    for line in standings_of_teams(championship):
        assert line.team in page


def test_a_tournament_without_teams_has_no_pages_of_teams(ready, organizer, client):
    client.force_login(organizer)
    for name in ("line_ups", "team_standings"):
        assert client.get(reverse(f"tournament:{name}", args=[ready.slug])).status_code == 404


@pytest.mark.parametrize("preset", ["arba", "raduno", "cns", "league"])
def test_the_plan_page_says_every_round_of_a_format(preset, organizer, client):
    tournament = begin(preset, 40 if preset != "arba" else 7, organizer)
    client.force_login(organizer)
    page = client.get(reverse("tournament:format", args=[tournament.slug])).content.decode()
    for number, stage in enumerate(format_of(tournament).stages, 1):
        assert stage.title(number) in page
    assert ("ne riposa uno" in page) == (preset == "arba")


def test_the_desk_s_round_says_who_rests(organizer, client):
    tournament = begin("arba", 5, organizer, "swiss")
    first = rounds.draw(tournament, seed="seme", by=organizer)
    rounds.publish(first, by=organizer)
    (number,) = resting(first)
    client.force_login(organizer)
    page = client.get(reverse("tournament:round", args=[tournament.slug, 1])).content.decode()
    resting_ones = page.partition("Riposa:</span>")[2].partition("</p>")[0]
    assert f">{tournament.entrants.get(number=number)}</a>" in resting_ones


def test_a_correction_of_the_final_says_who_leads_and_not_who_goes_on(organizer, client):
    tournament = begin("arba", 4, organizer, "bracket")
    play_round(tournament, organizer)
    final = play_round(tournament, organizer)
    table = final.tables.get()
    client.force_login(organizer)
    data = {"ended_by": "base", "reason": "scambiati", "won_2": "on"}
    data |= {f"{name}_{n}": "" for name in ("points", "rank", "places", "money", "pieces") for n in (1, 2)}
    preview, correct = (
        reverse(f"tournament:{name}", args=[tournament.slug, final.number, table.number])
        for name in ("correct_preview", "correct")
    )
    second = str(table.seats.get(position=2).entrant)
    for url, said in ((preview, "In classifica"), (correct, f"Corretto: ora è in testa {second}.")):
        page = client.post(url, data, follow=True).content.decode()
        assert said in page
        assert "chi passa il turno" not in page.lower()


def test_a_format_names_no_finalists_where_nobody_goes_straight_there(organizer, client):
    tournament = begin("raduno", 40, organizer)
    client.force_login(organizer)
    page = client.get(reverse("tournament:format", args=[tournament.slug])).content.decode()
    assert "Dopo i turni di qualificazione: 16 alle semifinali" in page
    assert "0 in finale" not in page


def test_a_winner_with_a_namesake_is_told_by_the_club(organizer):
    tournament = begin("arba", 4, organizer, "bracket")
    play_round(tournament, organizer)
    (first,) = winners(play_round(tournament, organizer))
    tournament.entrants.filter(number=first).update(surname="Rossi", name="Anna", club="Gufo")
    assert podium_of(tournament)[0].name == "Rossi Anna"
    other = tournament.entrants.exclude(number=first).first()
    tournament.entrants.filter(pk=other.pk).update(surname="Rossi", name="Anna", club="Torre")
    distinguish(tournament)
    assert podium_of(tournament)[0].name == "Rossi Anna (Gufo)"


def test_a_bracket_says_how_many_pass_without_playing(organizer, client):
    tournament = begin("arba", 9, organizer, "bracket")
    client.force_login(organizer)
    page = client.get(reverse("tournament:format", args=[tournament.slug])).content.decode()
    assert "1 tavolo da 2, ne riposano 7" in page


# The captain's link


@pytest.fixture
def captain(championship, organizer):
    """The phone of the captain of the first team."""
    token = teams.issue_links(championship, teams=["Squadra 1"], by=organizer, now=NOW)["Squadra 1"]
    phone = Client()
    assert phone.get(reverse("tournament:captain_enter", args=[token])).status_code == 302
    phone.token = token
    return phone


def hand_in(captain, tournament, numbers, round_number: int = 1):
    chosen = tournament.entrants.filter(number__in=numbers).values_list("public_id", flat=True)
    url = reverse("tournament:captain", args=[tournament.slug])
    return captain.post(url, {"round": round_number, "entrants": list(chosen)}, follow=True).content.decode()


def lined_up(tournament, number: int = 1) -> set[int]:
    return {one.number for one in teams_of(tournament, number)[0].line_up}


def test_a_captain_hands_in_the_own_line_up_and_nothing_else(championship, captain, organizer):
    page = captain.get(reverse("tournament:captain", args=[championship.slug])).content.decode()
    assert "Cognome17" in page
    assert "Cognome05" not in page
    assert captain.token not in page
    assert "Formazione consegnata" in hand_in(captain, championship, (1, 2, 3, 17))
    assert lined_up(championship) == {1, 2, 3, 17}
    for wrong in ((1, 2, 3), (1, 2, 3, 5)):
        assert "Formazione consegnata" not in hand_in(captain, championship, wrong)
    assert lined_up(championship) == {1, 2, 3, 17}
    event = championship.log.get(verb="teams.line_up")
    assert (event.actor, event.subject, event.data["captain"]) == (None, "Squadra 1", True)
    rounds.publish(rounds.draw(championship, seed="seme", by=organizer), by=organizer)
    assert "già sorteggiato" not in page
    assert "ricontrolla" in hand_in(captain, championship, (1, 2, 3, 4))
    assert "Cognome17" in captain.get(reverse("tournament:captain", args=[championship.slug])).content.decode()


def ticked(page: str, tournament) -> set[int]:
    ids = re.findall(r'name="entrants" value="(\w+)" checked', page)
    return set(tournament.entrants.filter(public_id__in=ids).values_list("number", flat=True))


def test_a_line_up_that_is_refused_stays_as_it_was_ticked(championship, captain, organizer):
    hand_in(captain, championship, (1, 2, 3, 17))
    refused = hand_in(captain, championship, (1, 2, 17))
    assert (ticked(refused, championship), lined_up(championship)) == ({1, 2, 17}, {1, 2, 3, 17})
    olga = Client()
    olga.force_login(organizer)
    desk = reverse("tournament:line_ups", args=[championship.slug])
    others = ticked(olga.get(desk).content.decode(), championship) - {1, 2, 3, 17}
    ids = [one.public_id for one in championship.entrants.filter(number__in=(1, 4, 17))]
    answer = olga.post(reverse("tournament:line_up", args=[championship.slug]), {"team": "Squadra 1", "entrants": ids})
    assert (answer.status_code, ticked(answer.content.decode(), championship)) == (422, {1, 4, 17} | others)
    assert lined_up(championship) == {1, 2, 3, 17}


def test_a_captains_link_is_worth_nothing_elsewhere(championship, captain, organizer):
    """Of another tournament, in another's session, as a token of another kind, or with what no link has."""
    other = tournaments.create(
        name="Un altro", day=championship.day, regulation=championship.rules, by=organizer, is_public=False
    )
    assert captain.get(reverse("tournament:captain", args=[other.slug])).status_code == 404
    assert captain.post(reverse("tournament:captain", args=[other.slug]), {"round": 1}).status_code == 404
    for name in ("desk", "roster", "line_ups", "staff"):
        assert captain.get(reverse(f"tournament:{name}", args=[championship.slug])).status_code == 302
    for door in ("g", "schermo", "accedi/con"):
        answer = Client().post(f"/{door}/{captain.token}/")
        assert answer.status_code in (302, 404, 405, 422)
        assert "_auth_user_id" not in answer.client.session
    for token in ("x", "x" * 5_000, captain.token.swapcase(), captain.token[:-1], "%00"):
        assert Client().get(f"/capitano/{token}/").status_code in (400, 404)
    foreign = championship.entrants.filter(club="Squadra 2").values_list("public_id", flat=True)[:4]
    url = reverse("tournament:captain", args=[championship.slug])
    for data in ({"round": 1, "entrants": list(foreign)}, {"round": 2**63}, {"round": 1, "entrants": ["\0", "x"]}, {}):
        assert captain.post(url, data).status_code in (302, 400, 422)
    assert lined_up(championship) == set()
    assert captain.get(url)["Cache-Control"] == "max-age=0, no-cache, no-store, must-revalidate, private"


def test_after_the_deadline_the_line_up_is_the_desks(championship, captain, organizer):
    teams.set_deadline(championship, round_number=1, until=timezone.now() - timedelta(minutes=1), by=organizer)
    assert "scaduto" in hand_in(captain, championship, (1, 2, 3, 17))
    assert lined_up(championship) == set()
    chosen = list(championship.entrants.filter(number__in=(1, 2, 3, 17)))
    teams.line_up(championship, round_number=1, team="Squadra 1", entrants=chosen, by=organizer)
    teams.set_deadline(championship, round_number=1, until=None, by=organizer)
    hand_in(captain, championship, (1, 2, 3, 4))
    assert lined_up(championship) == {1, 2, 3, 4}


def test_a_link_that_is_revoked_or_replaced_opens_nothing(championship, captain, organizer):
    desk, url = Client(), reverse("tournament:captain", args=[championship.slug])
    desk.force_login(organizer)
    desk.post(reverse("tournament:captain_revoke", args=[championship.slug]), {"team": "Squadra 1"})
    assert captain.get(url).status_code == 404
    assert captain.get(reverse("tournament:captain_enter", args=[captain.token])).status_code == 404
    answer = desk.post(reverse("tournament:captain_links", args=[championship.slug]))
    assert [one["team"] for one in answer.context["links"]] == [f"Squadra {number}" for number in (1, 2, 3, 4)]
    assert "no-store" in answer["Cache-Control"]
    assert captain.get(answer.context["links"][0]["link"]).status_code == 302
    assert captain.get(url).status_code == 200
    again = desk.post(reverse("tournament:captain_links", args=[championship.slug]), {"team": "Squadra 1"})
    assert [one["team"] for one in again.context["links"]] == ["Squadra 1"]
    assert captain.get(url).status_code == 404
    assert again.context["links"][0]["link"].split("/")[-2] not in str(CaptainPass.objects.values())


def test_a_second_tap_shows_the_links_of_the_first(championship, organizer):
    desk, address = Client(), reverse("tournament:captain_links", args=[championship.slug])
    desk.force_login(organizer)
    for form in ({TOKEN: "all"}, {TOKEN: "one", "team": "Squadra 1"}):
        first, again = (desk.post(address, form).context["links"] for _tap in range(2))
        assert first == again != []
        assert Client().get(first[0]["link"]).status_code == 302
    desk.post(reverse("tournament:captain_revoke", args=[championship.slug]), {"team": "Squadra 1"})
    assert desk.post(address, form).status_code == 302  # it does not open again what was revoked
    assert Client().get(first[0]["link"]).status_code == 404


def test_the_desk_sets_the_deadline_of_the_captains(championship, organizer):
    desk = Client()
    desk.force_login(organizer)
    desk.post(reverse("tournament:line_up_deadline", args=[championship.slug]), {"until": "11:30"})
    assert timezone.localtime(championship.line_up_deadlines.get().until).strftime("%H:%M") == "11:30"
    page = desk.get(reverse("tournament:line_ups", args=[championship.slug])).content.decode()
    assert 'value="11:30"' in page
    day = date_format(timezone.localtime(championship.line_up_deadlines.get().until), "l")
    assert f"Da consegnare entro: <strong>{day} 11:30</strong>." in page


@pytest.mark.parametrize(
    ("now", "hour", "until"),
    [("22:40", "08:30", "23 08:30"), ("09:00", "08:30", "22 08:30"), ("09:00", "11:00", "22 11:00"), ("23:50", "", "")],
)
def test_an_hour_long_ago_is_tomorrows_and_one_just_gone_closes_at_once(now, hour, until):
    form = LineUpDeadlineForm({"until": hour})
    assert form.is_valid()
    at = form.moment(timezone.make_aware(datetime.fromisoformat(f"2026-11-22 {now}")))
    assert (f"{timezone.localtime(at):%d %H:%M}" if at else "") == until
