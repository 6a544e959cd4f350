"""A hall in play: tables with open records, and a judge at each, who enters a whole legal game through the tablet's endpoint.
A judge sends each entry one to three times and ignores some answers; the next entry follows only after an acknowledgement.
"""

import http.client
import json
import ssl
import time
from dataclasses import dataclass, field
from random import Random
from threading import Event, Thread
from urllib.parse import urlsplit

import msgspec
from django.contrib.auth import get_user_model
from django.db import connections
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.kernel.record import Record
from games.registry import game
from referee.actions import openings
from referee.models import Entry, GameRecord
from referee.records import cache as record_cache
from referee.views.access import DEVICE
from tests.tournament.conftest import a_tournament, ready_to_draw
from tournament.actions import rounds, staff, tables
from tournament.states import Role

SEATS = 4
ANSWER_SECONDS = 20.0
AGAIN_AFTER_SECONDS = 0.2
CSRF = "drill" * 6 + "dr"  # a cookie and a header that agree


@dataclass(frozen=True)
class Chair:
    """What a judge needs: the table's record, the address of its queue, a session whose device holds the lease."""

    record_id: int
    queue: str
    session: str
    lease: int


def prepared(how_many: int, *, seed: int = 1) -> list[Chair]:
    """A running round in the database of this process, with a judge and an open record at every table."""
    organizer = get_user_model().objects.create_user("drill-organizer")
    tournament = ready_to_draw(a_tournament(organizer, name="Esercitazione"), how_many * SEATS, organizer)
    round_ = rounds.draw(tournament, seed=str(seed), by=organizer)
    rounds.publish(round_, by=organizer)
    rounds.start(round_, by=organizer, now=timezone.now())
    found = round_.tables.with_seats().select_related("round__tournament")
    return [_chair(table, organizer) for table in found]


def _chair(table, organizer) -> Chair:
    judge = get_user_model().objects.create_user(f"drill-judge-{table.number}")
    staff.grant(table.round.tournament, user=judge, role=Role.JUDGE, by=organizer)
    tables.assign_judge(table, judge=judge, by=organizer)
    tablet = Client()
    tablet.force_login(judge)
    device = f"drill-{table.number}"
    session = tablet.session
    session[DEVICE] = device
    session.save()
    seats = [seat.entrant.public_id for seat in sorted(table.seats.all(), key=lambda seat: seat.position)]
    row = openings.open_record(table, seats=seats, judge=0, by=judge, device=device)
    where = {"slug": table.round.tournament.slug, "number": table.round.number, "place": table.number}
    return Chair(row.pk, reverse("referee:queue", kwargs=where), session.session_key, row.lease)


@dataclass(eq=False)
class Judge(Thread):
    """`heard` holds the keys of the entries that he was told are kept, in their order."""

    chair: Chair
    header: str
    site: str
    entries: int
    seed: int
    give_up: Event
    heard: list[str] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    sent: int = 0
    wrong: str = ""
    trust: ssl.SSLContext | None = None

    def __post_init__(self) -> None:
        super().__init__(daemon=True)
        self.rng = Random(self.seed)
        header = record_cache.read_header(self.header.encode())
        self.ahead = Record(game(header.game), header)
        self.ahead.adopt_header_line(self.header.encode())
        self.vault = self.ahead.game.deal(header, Random(self.seed))
        self.line: http.client.HTTPConnection | None = None

    def run(self) -> None:
        try:
            while len(self.heard) < self.entries and not self._is_over() and not self.wrong:
                self._record_next()
        except Exception as fault:
            self.wrong = repr(fault)
        finally:
            self._hang_up()

    def _hang_up(self) -> None:
        if self.line is not None:
            self.line.close()
        self.line = None

    def _is_over(self) -> bool:
        return self.ahead.game.is_done(self.ahead.rules, self.ahead.state)

    def _record_next(self) -> None:
        move = self.ahead.game.policy(self.ahead, self.rng, self.vault)
        key = f"drill-{self.chair.record_id}-{len(self.heard)}-{self.rng.getrandbits(32):08x}"
        waiting = {
            "key": key,
            "kind": "act",
            "seq": self.ahead.seq,
            "lease": self.chair.lease,
            "by": move.by,
            "act": msgspec.Raw(msgspec.json.encode(move.act)),
        }
        body = msgspec.json.encode([waiting])
        begun = time.perf_counter()
        if self._until_heard(body):
            self.waits.append(time.perf_counter() - begun)
            self.heard.append(key)
            self.ahead.play(move.by, move.act)

    def _until_heard(self, body: bytes) -> bool:
        """Sends one to three times on purpose, with a fifth of the answers ignored, and again after every failure."""
        on_purpose = self.rng.randint(1, 3)
        has_heard = False
        while not has_heard or on_purpose > 0:
            if self.give_up.is_set():
                self.wrong = "gave up waiting"
                return False
            on_purpose -= 1
            answer = self._post(body)
            if answer is None:
                time.sleep(AGAIN_AFTER_SECONDS)
            elif self.rng.random() >= 0.2:
                has_heard = True
                if [one["outcome"] for one in answer["settled"]] != ["written"]:
                    self.wrong = str(answer)
                    return False
        return has_heard

    def _post(self, body: bytes) -> dict | None:
        """The answer, or None while the site is unavailable, busy or restarting."""
        headers = {
            "Content-Type": "application/json",
            "Cookie": f"sdadata_session={self.chair.session}; sdadata_csrf={CSRF}",
            "X-CSRFToken": CSRF,
            "Origin": self.site,
        }
        self.sent += 1
        try:
            if self.line is None:
                self.line = self._connection()
            self.line.request("POST", self.chair.queue, body, headers)
            response = self.line.getresponse()
            text = response.read()
        except (OSError, http.client.HTTPException):
            self._hang_up()
            return None
        if response.status == 200:
            return json.loads(text)
        if response.status < 500:
            raise RuntimeError(f"{response.status}: {text[:200]!r}")
        return None

    def _connection(self) -> http.client.HTTPConnection:
        place = urlsplit(self.site).netloc
        if self.trust:
            return http.client.HTTPSConnection(place, timeout=ANSWER_SECONDS, context=self.trust)
        return http.client.HTTPConnection(place, timeout=ANSWER_SECONDS)


def seated(
    chairs: list[Chair], site: str, *, entries: int, give_up: Event, seed: int = 1, kind: type[Judge] = Judge
) -> list[Judge]:
    headers = dict(GameRecord.objects.values_list("pk", "header"))
    return [
        kind(chair, headers[chair.record_id], site, entries, seed * 1000 + number, give_up)
        for number, chair in enumerate(chairs)
    ]


def faults(judges: list[Judge]) -> list[str]:
    """Entries that were lost, doubled, out of order or different from what the judge saw; empty when all is well."""
    connections.close_all()
    record_cache.clear()
    return [fault for judge in judges for fault in _faults_of(judge)]


def _faults_of(judge: Judge) -> list[str]:
    row = GameRecord.objects.get(pk=judge.chair.record_id)
    stored = list(Entry.objects.filter(record=row).order_by("seq").values_list("seq", "client_key"))
    keys = [key for _seq, key in stored if key.startswith("drill-")]
    found = [judge.wrong] if judge.wrong else []
    if [seq for seq, _key in stored] != list(range(1, row.seq + 1)):
        found.append("the numbers have gaps")
    if keys != judge.heard:
        found.append(
            f"{len(set(judge.heard) - set(keys))} lost, {len(keys) - len(judge.heard)} more than were acknowledged"
        )
    if record_cache.rebuild(row).head != row.head or row.head != judge.ahead.head:
        found.append("the chain's head is not the judge's")
    return [f"record {row.pk}: {fault}" for fault in found]
