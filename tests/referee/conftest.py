"""A table in play and a whole seeded game to tell it, entry by entry."""

from random import Random

import pytest
from django.test import Client

from games.kernel.record import Record
from games.registry import game
from referee.actions import openings, records
from referee.actions.bulk import append_moves
from referee.models import GameRecord
from referee.records import cache as record_cache
from referee.views.access import DEVICE as SESSION_KEY
from tests.tournament.conftest import (  # noqa: F401
    draft,
    judge,
    organizer,
    playing_table,
    ready,
    running,
    tournament,
    user,
)
from tournament.actions import staff
from tournament.states import Role

DEVICE = "tavoletta"


@pytest.fixture(autouse=True)
def an_empty_cache():
    record_cache.clear()
    yield
    record_cache.clear()


@pytest.fixture
def table(playing_table):  # noqa: F811
    return playing_table


@pytest.fixture
def row(table, judge) -> GameRecord:  # noqa: F811
    return open_table(table, judge)


def open_table(table, by, **more) -> GameRecord:
    seats = list(table.seats.order_by("position").values_list("entrant__public_id", flat=True))
    return openings.open_record(table, seats=seats, judge=0, by=by, device=DEVICE, **more)


class Recorder:
    """Tells a game of the policy's through the actions, one entry at a time."""

    def __init__(self, row: GameRecord, by, seed: int = 1) -> None:
        self.row, self.by = row, by
        self.rng = Random(seed)
        self.ahead = Record(game(row.game), record_cache.header_of(row))
        self.ahead.adopt_header_line(row.header.encode())
        self.vault = game(row.game).deal(record_cache.header_of(row), Random(seed))

    @property
    def is_over(self) -> bool:
        return self.ahead.game.is_done(self.ahead.rules, self.ahead.state)

    def propose(self):
        return self.ahead.game.policy(self.ahead, self.rng, self.vault)

    def record_next(self):
        return self.record_move(self.propose())

    def record_move(self, move):
        receipt = records.append(
            self.row,
            client_key=records.new_client_key(),
            expected_seq=self.ahead.seq,
            by_seat=move.by,
            act=move.act,
            by=self.by,
        )
        self.ahead.play(move.by, move.act)
        return receipt

    def record_many(self, many: int):
        """So many entries, or as many as the game has."""
        for _ in range(many):
            if self.is_over:
                break
            result = self.record_next()
        return result

    def record_more(self, many: int):
        """So many entries that lead to what a test is about, at once."""
        last = self.ahead.seq + many
        return self._record_at_once(lambda: self.is_over or self.ahead.seq >= last)

    def record_until(self, is_reached):
        return self._record_at_once(lambda: is_reached(self.ahead))

    def record_all(self):
        return self._record_at_once(lambda: self.is_over)

    def record_up_to(self, is_wanted):
        """Everything before the next move that is wanted, which comes back untold; None when the game ended before."""
        self.wanted = None

        def is_here() -> bool:
            if self.is_over:
                return True
            self.wanted = self.propose()
            return is_wanted(self.wanted)

        self._record_at_once(is_here, propose=lambda: self.wanted)
        return None if self.is_over else self.wanted

    def _record_at_once(self, is_done, propose=None):
        propose = propose or self.propose
        return append_moves(self.row, self.ahead, lambda _ahead: None if is_done() else propose(), by=self.by)


@pytest.fixture
def recorder(row, judge) -> Recorder:  # noqa: F811
    return Recorder(row, judge)


@pytest.fixture
def tablet(client, row, judge):  # noqa: F811
    """The judge's own tablet."""
    client.force_login(judge)
    session = client.session
    session[SESSION_KEY] = DEVICE
    session.save()
    return client


@pytest.fixture
def other_tablet(table) -> Client:
    """Another browser, with nobody in it yet."""
    return Client()


@pytest.fixture
def head_judge(table, organizer):  # noqa: F811
    head = user("capo")
    staff.grant(table.round.tournament, user=head, role=Role.HEAD_JUDGE, by=organizer)
    return head


@pytest.fixture
def other_judge(table, organizer):  # noqa: F811
    other = user("bruna")
    staff.grant(table.round.tournament, user=other, role=Role.JUDGE, by=organizer)
    return other


def cached_record(row: GameRecord) -> Record:
    """The record as the next entry finds it."""
    with record_cache.checkout(current(row)) as record:
        return record


def current(row: GameRecord) -> GameRecord:
    return GameRecord.objects.get(pk=row.pk)
