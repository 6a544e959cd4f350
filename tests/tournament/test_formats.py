"""Tournaments of the other formats through the actions: tables of two, teams, nights, semifinals."""

from collections import Counter
from datetime import date, timedelta

import msgspec
import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournament.conftest import NOW, enter, play
from tournament.actions import plan, regulations, rounds, teams, tournaments
from tournament.errors import BadDraw, NotNow
from tournament.models import Bye, CaptainPass, Entrant, Seat
from tournament.plan import plans
from tournament.queries.incidents import late_in
from tournament.queries.results import plan_of, standings_of
from tournament.queries.teams import field_size, standings_of_teams, teams_of
from tournament.regulation import presets
from tournament.states import EntrantState


def begin(preset: str, people: int, by, kind: str = ""):
    tournament = tournaments.create(name="Prova", day=date(2026, 3, 14), regulation=presets()[preset], by=by)
    enter(tournament, people)
    tournaments.open_checkin(tournament, by=by)
    choose(tournament, by, kind)
    return tournament


def choose(tournament, by, kind: str = "") -> None:
    offered = plans(field_size(tournament), tournament.rules)
    plan.choose(tournament, key=next(one.key for one in offered if kind in ("", one.kind)), by=by)


def play_round(tournament, by):
    round_ = rounds.draw(tournament, seed="seme", by=by)
    play(round_, by)
    rounds.close(round_, by=by, now=NOW)
    return round_


def play_all(tournament, by) -> list:
    return [play_round(tournament, by) for _stage in plan_of(tournament).stages]


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
    assert (field_size(championship), plan_of(championship).stages[0].players) == (16, 16)
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
    with pytest.raises(NotNow, match="già sorteggiato"):
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
    assert "manca la formazione" in client.get(page).content.decode()
    chosen = list(championship.entrants.filter(number__in=(1, 2, 3, 17)).values_list("public_id", flat=True))
    answer = client.post(
        reverse("tournament:line_up", args=[championship.slug]),
        {"team": "Squadra 1", "entrants": chosen},
        follow=True,
    )
    assert "Formazione di Squadra 1 segnata." in answer.content.decode()
    assert "manca la formazione" not in client.get(page).content.decode()
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
    page = client.get(reverse("tournament:plan", args=[tournament.slug])).content.decode()
    for number, stage in enumerate(plan_of(tournament).stages, 1):
        assert stage.title(number) in page
    assert ("ne riposa uno" in page) == (preset == "arba")


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


def test_the_desk_sets_the_deadline_of_the_captains(championship, organizer):
    desk = Client()
    desk.force_login(organizer)
    desk.post(reverse("tournament:line_up_deadline", args=[championship.slug]), {"until": "11:30"})
    assert timezone.localtime(championship.line_up_deadlines.get().until).strftime("%H:%M") == "11:30"
    page = desk.get(reverse("tournament:line_ups", args=[championship.slug])).content.decode()
    assert 'value="11:30"' in page
