"""What may be there once, or so many times, is there no more often, however many write at once. PostgreSQL shows what a lock is for."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from threading import Barrier

import pytest
from django.contrib.auth import get_user_model
from django.db import connections
from django.utils import timezone

from tests.tournament.conftest import NOW, a_tournament, enter, play, ready_to_draw, user
from tournament.actions import (
    day_plan,
    invitations,
    passes,
    prints,
    programs,
    rehearsals,
    results,
    rounds,
    screen_links,
    seasons,
    second_factors,
    staff,
    teams,
    tournaments,
    webhooks,
)
from tournament.core.regulation.schema import presets
from tournament.errors import NotNow, TournamentError
from tournament.imports.ranking import RankedPerson
from tournament.jobs.prints import draw_print
from tournament.models import Round, SecondFactor, Table, Tournament
from tournament.states import Role, RoundState

pytestmark = pytest.mark.django_db(transaction=True)

AT_ONCE = 16
Replacement = tuple[Callable[[int], object], Callable[[], list[str]]]
"""An act that many do at once, and who made each row that is there afterwards."""


def refused_of(act: Callable[[int], object]) -> int:
    """How many of the acts that begin together are refused in words."""
    start = Barrier(AT_ONCE)

    def one(number: int) -> bool:
        start.wait()
        try:
            act(number)
        except TournamentError:
            return True
        finally:
            connections.close_all()
        return False

    with ThreadPoolExecutor(AT_ONCE) as together:
        return sum(together.map(one, range(AT_ONCE)))


def test_tokens_of_programs_are_at_most_as_many_as_said():
    tournament = a_tournament(by := user("olga"))
    refused = refused_of(lambda number: programs.issue(tournament, label=str(number), by=by))
    assert (refused, tournament.api_tokens.count()) == (AT_ONCE - programs.MOST, programs.MOST)


def test_addresses_of_programs_are_at_most_as_many_as_said():
    tournament = a_tournament(by := user("olga"))
    refused = refused_of(lambda number: webhooks.add(tournament, url=f"https://r{number}.example/", by=by))
    assert (refused, tournament.webhooks.count()) == (AT_ONCE - webhooks.MOST, webhooks.MOST)


def test_screens_of_an_event_are_at_most_as_many_as_said(monkeypatch):
    monkeypatch.setattr(screen_links, "MOST_OPEN", 5)
    tournament = a_tournament(by := user("olga"))
    refused = refused_of(lambda number: screen_links.issue(tournament, label=str(number), by=by))
    assert (refused, tournament.screens.count()) == (AT_ONCE - 5, 5)


def test_print_outs_of_a_kind_that_are_being_made_are_at_most_as_many_as_said():
    tournament = a_tournament(by := user("olga"))
    refused = refused_of(lambda _number: prints.order(tournament, kind="badge", task=draw_print, by=by))
    assert (refused, tournament.prints.count()) == (AT_ONCE - prints.MOST_AT_ONCE, prints.MOST_AT_ONCE)


def test_rehearsals_of_an_account_are_at_most_as_many_as_said():
    by, regulation = user("olga"), presets()["open"]
    refused = refused_of(
        lambda number: rehearsals.begin(regulation=regulation, players=4, name=str(number), by=by, now=NOW)
    )
    assert (refused, Tournament.objects.count()) == (AT_ONCE - rehearsals.MOST_AT_ONCE, rehearsals.MOST_AT_ONCE)


def test_a_new_name_that_many_invite_is_one_account():
    """Nobody gets a password for an account that somebody else made; the others are told, or offer it a role."""
    tournament = a_tournament(by := user("olga"))
    passwords = []

    def invite(_number: int) -> None:
        passwords.append(invitations.invite(tournament, username="nuova", role=Role.JUDGE, by=by).password)

    refused_of(invite)
    assert get_user_model().objects.filter(username="nuova").count() == 1
    assert len([one for one in passwords if one]) == 1


# What replaces all of something leaves the rows of one who replaced it, however many do so at once


def _prizes(by) -> Replacement:
    tournament = a_tournament(by)

    def replace(number: int) -> None:
        day_plan.set_prizes(tournament, prizes=[("", place, f"{number} {place}") for place in (1, 2, 3)], by=by)

    return replace, lambda: [prize.title.split()[0] for prize in tournament.prize_list.all()]


def _halls(by) -> Replacement:
    tournament = a_tournament(by)

    def replace(number: int) -> None:
        first = 1000 * number
        halls = [(f"{number} {hall}", first + 10 * hall, first + 10 * hall + 5) for hall in (1, 2, 3)]
        day_plan.set_venues(tournament, venues=halls, by=by)

    return replace, lambda: [hall.name.split()[0] for hall in tournament.venues.all()]


def _carried_points(by) -> Replacement:
    season = seasons.create(name="Lega", by=by)

    def replace(number: int) -> None:
        people = [RankedPerson(surname=f"{number} {letter}", name="", club="", points=Decimal(1)) for letter in "abc"]
        seasons.carry(season, people=people, by=by)

    return replace, lambda: [one.person.surname.split()[0] for one in season.carried.select_related("person")]


def _line_up(by) -> Replacement:
    """Each line-up has four players of its own, so that no constraint of the database hides a second one."""
    tournament = tournaments.create(name="Squadre", day=NOW.date(), regulation=presets()["cns"], by=by)
    enter(tournament, 4 * AT_ONCE)
    tournament.entrants.update(club="Squadra")
    chosen = {
        number: list(tournament.entrants.filter(number__in=range(4 * number + 1, 4 * number + 5)))
        for number in range(AT_ONCE)
    }
    token = teams.issue_links(tournament, teams=["Squadra"], by=by, now=NOW)["Squadra"]
    link = teams.link_of(token)

    def replace(number: int) -> None:
        teams.hand_in(link, round_number=1, entrants=chosen[number], now=NOW)

    def rows() -> list[str]:
        found = tournament.line_up_entries.values_list("entrant__number", flat=True)
        return [str((number - 1) // 4) for number in found]

    return replace, rows


def _pass(by) -> Replacement:
    tournament = a_tournament(by)
    member = staff.grant(tournament, user=user("luca"), role=Role.JUDGE, by=by)

    def replace(number: int) -> None:
        passes.issue_unchecked(member, by=by, now=timezone.now())

    return replace, lambda: [str(one.pk) for one in member.passes.filter(used_at=None)]


def _recovery_codes(by) -> Replacement:
    factor = SecondFactor.objects.create(user=by, nonce="x", last_step=0)
    drawn: dict[int, set[str]] = {}

    def replace(number: int) -> None:
        drawn[number] = {second_factors._hash_of(code.replace("-", "")) for code in second_factors.renew_codes(factor)}

    def rows() -> list[str]:
        left = factor.codes.values_list("code_hash", flat=True)
        return [str(number) for one in left for number, codes in drawn.items() if one in codes]

    return replace, rows


@pytest.mark.parametrize("prepare", [_prizes, _halls, _carried_points, _line_up, _pass, _recovery_codes])
def test_what_is_replaced_as_a_whole_is_one_s_and_no_mixture(prepare):
    replace, rows = prepare(user("olga"))
    refused_of(replace)
    assert len(set(rows())) == 1


# A closed round has every sheet signed


def _signed(by) -> Round:
    round_ = rounds.draw(ready_to_draw(a_tournament(by), 16, by), seed="seme", by=by)
    play(round_, by)
    return round_


def test_a_sheet_that_was_read_before_its_round_was_closed_keeps_its_signature():
    round_ = _signed(by := user("olga"))
    table = Table.objects.select_related("round").get(round=round_, number=1)
    rounds.close(round_, by=by, now=NOW)
    with pytest.raises(NotNow, match="chiuso"):
        results.unsign(table, reason="un errore", by=by)


def test_a_round_that_is_closed_while_signatures_are_taken_back_has_all_or_is_open():
    round_ = _signed(by := user("olga"))
    tables = list(Table.objects.filter(round=round_))

    def act(number: int) -> None:
        if number % 4 == 0:
            rounds.close(Round.objects.get(pk=round_.pk), by=by, now=NOW)
        else:
            table = Table.objects.select_related("round").get(pk=tables[number % 4].pk)
            results.unsign(table, reason="un errore", by=by)

    refused_of(act)
    found = Round.objects.get(pk=round_.pk)
    assert (found.state == RoundState.CLOSED) != found.tables.open().exists()
