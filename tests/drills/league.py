"""`python -m tests.drills.league --venues 20 [--tournaments 3] [--seed 1] [--write]`

Venues of a league play their evenings and send their segments, over a network that fails a tenth of the time, loses answers, delays and
reorders posts, and delivers them twice. In the end the hub's ranking must equal, to the byte, that of a single site with all the
tournaments.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from random import Random

from tests.drills import results
from tests.drills.sites import own_site

PLAYERS = 8
POOL = 48
AWAY = 0.1
MEAN_SPELL = 3


@dataclass
class Net:
    """Between venues and hub. A venue that is cut off stays so for a while; what was posted may come late, twice, or after newer things."""

    post: Callable[[str, bytes], tuple[int, bytes]]
    rng: Random
    is_whole: bool = False
    late: list[tuple[str, bytes]] = field(default_factory=list)
    away: dict[str, int] = field(default_factory=dict)
    counts: dict[str, int] = field(
        default_factory=lambda: dict.fromkeys(("posts", "cut off", "late", "twice", "answers lost"), 0)
    )

    def exchange(self, url: str, body: bytes, *, headers: dict[str, str]) -> tuple[int, bytes]:
        """In place of `outbox.exchange`."""
        self.counts["posts"] += 1
        if self.is_whole:
            return self.post(url, body)
        if self._is_away(url):
            self._count("cut off")
            raise OSError("the venue is cut off")
        self._bring_late_ones()
        fate = self.rng.random()
        if fate < 0.25:
            self.late += self._single(url, body)
            self._count("late")
            raise TimeoutError("nobody answered")
        if fate < 0.4:
            self.post(url, body)
            self._count("twice")
        answer = self.post(url, body)
        if fate > 0.85:
            self._count("answers lost")
            raise TimeoutError("the answer was lost")
        return answer

    def _is_away(self, url: str) -> bool:
        """A tenth of the tries, a few in a row."""
        left = self.away.get(url, 0) or (
            self.rng.random() < AWAY / MEAN_SPELL and self.rng.randint(2, 2 * MEAN_SPELL - 2)
        )
        self.away[url] = max(left - 1, 0)
        return left > 0

    def _count(self, what: str) -> None:
        self.counts[what] += 1

    def _single(self, url: str, body: bytes) -> list[tuple[str, bytes]]:
        """Segments by themselves, so that gaps and another order can come of them."""
        segments = json.loads(body)["segments"]
        return [(url, json.dumps({"segments": [one]}).encode()) for one in segments]

    def _bring_late_ones(self, all_of_them: bool = False) -> None:
        self.rng.shuffle(self.late)
        due = len(self.late) if all_of_them else self.rng.randint(0, min(3, len(self.late)))
        for _post in range(due):
            self.post(*self.late.pop())

    def heal(self) -> None:
        """Restores the network, and delivers everything that is still on its way."""
        self.is_whole = True
        self._bring_late_ones(all_of_them=True)


def simulated(venues: int, evenings: int, *, seed: int = 1) -> dict[str, object]:
    """The counts, and what was not as it should be. Needs an empty database, and leaves the hub's part in it."""
    from django.contrib.auth import get_user_model
    from django.test import Client

    from tournament.models import Season
    from tournament.tasks import webhooks as webhook_tasks

    by = get_user_model().objects.create_user("drill-organizer", is_superuser=True)
    rng = Random(seed)
    hub = Season.objects.create(name="Lega")
    site = Client()

    def post(url: str, body: bytes) -> tuple[int, bytes]:
        answer = site.post(url.removeprefix("http://testserver"), body, content_type="application/json")
        return answer.status_code, answer.content

    net = Net(post, rng)
    original, webhook_tasks.exchange = webhook_tasks.exchange, net.exchange
    try:
        sent = _played_and_sent(hub, venues, evenings, net, rng, by)
    finally:
        webhook_tasks.exchange = original
    due = _central(sent.tournaments, by)
    _only_the_hub_stays()
    found = _written(hub)
    faults = list(_faults(hub, sent.lacking, found, due))
    return {
        "venues": venues,
        "tournaments": len(sent.tournaments),
        "segments": sum(one.seq for one in hub.sites.all()),
        **net.counts,
        "people in the ranking": found.count(b"\r\n") - 1,
        "bytes of the ranking": len(found),
        "faults": faults,
    }


@dataclass
class Sent:
    tournaments: list
    lacking: list[str]


def _played_and_sent(hub, venues: int, evenings: int, net: Net, rng: Random, by) -> Sent:
    from django.test import override_settings

    from tournament.actions import league, penalties, seasons, uplinks
    from tournament.core.league import envelope
    from tournament.jobs import league as league_job
    from tournament.models import Season, Uplink

    ties, tournaments, out = [], [], []
    for number in range(venues):
        season = Season.objects.create(name=f"Sede {number:02}")
        key = envelope.public_text(envelope.private_key(_secret_of(number)))
        site = league.register(hub, name=f"Sede {number:02}", public_key=key, by=by)
        with override_settings(WEBHOOKS_MAY_GO_INSIDE=True):
            ties.append(uplinks.tie(season, url=f"http://testserver/lega/{hub.code}/{site.code}/", by=by))
    numbers = {tie.pk: number for number, tie in enumerate(ties)}

    def deliver(tie) -> str:
        """Each venue has its own secret, and so its own key."""
        with override_settings(SECRET_KEY=_secret_of(numbers[tie.pk])):
            return league_job.deliver(Uplink.objects.get(pk=tie.pk))

    order = [(number, evening) for number in range(venues) for evening in range(evenings)]
    rng.shuffle(order)
    for number, evening in order:
        tournament = _evening(f"Serata {evening + 1} della sede {number:02}", number, evening, evenings, rng, by)
        tournaments.append(tournament)
        out.append(seasons.count(ties[number].season, tournament=tournament, grade="open", by=by))
        for _moment in range(2):
            who = rng.choice(list(tournament.entrants.all()))
            penalties.add(who, points=Decimal(rng.randint(1, 9)), reason="ritardo", by=by)
            for one in [*rng.sample(ties, k=max(1, venues // 4)), ties[number]]:
                deliver(one)
    gone = out.pop()
    seasons.leave_out(gone, by=by)
    tournaments.remove(gone.tournament)
    net.heal()
    lacking = [str(one) for one in ties if deliver(one)]
    return Sent(tournaments, lacking)


def _secret_of(number: int) -> str:
    return f"il segreto della sede {number}"


def _evening(name: str, number: int, evening: int, evenings: int, rng: Random, by):
    from tests.tournament.conftest import a_tournament, choose_first_plan, play, set_rules
    from tournament.actions import rounds, tournaments
    from tournament.models import Entrant
    from tournament.states import EntrantState

    tournament = a_tournament(by, name=name)
    set_rules(tournament, rounds=2)
    tournament.day = date(2026, 1, 10) + timedelta(days=evening * 7 + number % 7)
    tournament.save()
    people = rng.sample(range(POOL), PLAYERS)
    Entrant.objects.bulk_create(
        Entrant(
            tournament=tournament,
            number=place,
            surname=f"Cognome{person:02}",
            name="Ada",
            club=f"Club {person % 5}",
            state=EntrantState.PRESENT,
        )
        for place, person in enumerate(people, 1)
    )
    tournaments.open_checkin(tournament, by=by)
    choose_first_plan(tournament, by)
    play(rounds.draw(tournament, seed=name, by=by), by)
    return tournament


def _central(tournaments: list, by) -> bytes:
    """The ranking of one site that had held every evening, with a directory of its own."""
    from tournament.actions import seasons
    from tournament.models import Person, Season

    Person.objects.all().delete()
    season = Season.objects.create(name="Un sito solo")
    for tournament in sorted(tournaments, key=lambda one: (one.day, one.name, one.slug)):
        seasons.count(season, tournament=tournament, grade="open", by=by)
    return _written(season)


def _written(season) -> bytes:
    from tournament.imports import ranking
    from tournament.queries.season import ranking_of

    rows = ranking_of(season)
    lines = ranking.written((row.rank, row.name.surname, row.name.name, row.person.club, row.total) for row in rows)
    return lines + repr([(str(row.name), row.per_event, row.discarded) for row in rows]).encode()


def _only_the_hub_stays() -> None:
    from tournament.models import Person, Season, SeasonEvent

    SeasonEvent.objects.all().delete()
    Person.objects.all().delete()
    Season.objects.filter(sites=None).delete()


def _faults(hub, lacking: list[str], found: bytes, due: bytes):
    yield from (f"the hub lacks something of {one}" for one in lacking)
    for site in hub.sites.all():
        if site.segments.filter(seq__gt=site.seq).exists():
            yield f"{site}: segments hang in the air"
        if refused := site.refused.count():
            yield f"{site}: {refused} refused"
    if found != due:
        yield "the ranking is not the one that a single site would have"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--venues", type=int, default=20)
    parser.add_argument("--tournaments", type=int, default=3, help="evenings of each venue")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="write the figures into bench/results.md")
    options = parser.parse_args()
    os.environ["SDADATA_HOSTS"] = "testserver"
    with own_site():
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        begun = time.monotonic()
        figures = simulated(options.venues, options.tournaments, seed=options.seed)
        figures["seconds"] = round(time.monotonic() - begun, 1)
    print(json.dumps(figures, indent=1, ensure_ascii=False))
    if options.write:
        results.write_section("League of venues", f"python -m tests.drills.league --venues {options.venues}", figures)
    return 1 if figures["faults"] else 0


if __name__ == "__main__":
    sys.exit(main())
