"""A player's page of a season of twelve events, four hundred people at each, asked for by readers without an account."""

import time
from collections.abc import Iterator
from datetime import timedelta
from decimal import Decimal
from random import Random
from statistics import median

from bench import hall
from bench.measure import Figure, Section, span

EVENTS, PEOPLE, SEATS, ROUNDS = 12, 400, 4, 3
PAGES = 30
LIMIT = 0.15


def section() -> Section:
    with hall.site():
        codes = a_season()
        first, others = _fetched(codes)
    figures = [
        Figure("a player's page that nobody has asked for", span(median(others)), f"limit {span(LIMIT)}", LIMIT / median(others), needs=1),
        Figure("the first one of a process", span(first)),
    ]  # fmt: skip
    return Section("Memory", figures, [f"{EVENTS} events of {PEOPLE} people, {ROUNDS} rounds at tables of {SEATS}."])


def a_season() -> list[str]:
    """The codes of the pages of everybody in it."""
    from tournament.actions import directory
    from tournament.models import Entrant, Person
    from tournament.states import TournamentState

    rng = Random("season")
    by = hall.person("olga")
    event = hall.hall(PEOPLE // SEATS, "Tappa 1", by).tournament
    event.rounds.all().delete()
    for number in range(1, EVENTS + 1):
        if number > 1:
            event = _next(event, number)
        event.entrants.update(has_consented=True)
        directory.recognise(event.entrants.all())
        _play(event, list(Entrant.objects.filter(tournament=event)), rng)
        type(event).objects.filter(pk=event.pk).update(state=TournamentState.FINISHED)
    return list(Person.objects.order_by("pk").values_list("code", flat=True))


def _next(event, number: int):
    from tournament.models import Entrant
    from tournament.models.tournament import new_code

    entrants = list(event.entrants.all())
    event.pk, event.slug, event.name, event.day = None, f"tappa{number}", f"Tappa {number}", event.day + timedelta(7)
    event._state.adding = True
    event.save()
    for one in entrants:
        one.pk, one.tournament, one.public_id = None, event, new_code()
    Entrant.objects.bulk_create(entrants)
    return event


def _play(event, entrants: list, rng: Random) -> None:
    from django.utils import timezone

    from tournament.models import Result, Round, Seat, Table
    from tournament.states import RoundState, TableState

    for number in range(1, ROUNDS + 1):
        rng.shuffle(entrants)
        round_ = Round.objects.create(
            tournament=event, number=number, minutes=90, state=RoundState.CLOSED, closed_at=timezone.now(),
            stage=event.format["stages"][min(number, len(event.format["stages"])) - 1],
        )  # fmt: skip
        tables = Table.objects.bulk_create(
            Table(round=round_, number=place + 1, state=TableState.SIGNED) for place in range(len(entrants) // SEATS)
        )
        seats = Seat.objects.bulk_create(
            Seat(round=round_, table=tables[place // SEATS], entrant=one, position=place % SEATS + 1)
            for place, one in enumerate(entrants)
        )
        ranks = [rank for _table in tables for rank in rng.sample(range(1, SEATS + 1), SEATS)]
        Result.objects.bulk_create(
            Result(seat=seat, points=Decimal(10 * (SEATS - rank) + 1), rank=rank, tiebreaks=["1"], ended_by="time")
            for seat, rank in zip(seats, ranks, strict=True)
        )


def _fetched(codes: list[str]) -> tuple[float, list[float]]:
    from django.test import Client

    client = Client(headers={"accept-encoding": "gzip"})
    took = list(_times(client, Random("readers").sample(codes, PAGES + 1)))
    return took[0], took[1:]


def _times(client, codes: list[str]) -> Iterator[float]:
    for code in codes:
        began = time.perf_counter()
        answer = client.get(f"/albo/giocatori/{code}/")
        yield time.perf_counter() - began
        assert answer.status_code == 200
