"""The losses of a large battle: each way that the book leaves to their owner is reached kind by kind, in few answers, and no other."""

import msgspec
import pytest

from games.fabrisiko.board import KINDS
from games.fabrisiko.choices import MOST_WAYS_AT_ONCE
from games.fabrisiko.fire import RANKS, Hits, fallen, standing
from games.fabrisiko.state import Falling, Fighter
from games.kernel.record import Record
from tests.games.seeded_games import acts_of, fresh, whole_game


def at_losses() -> Record:
    record, lines, _vault = whole_game("fabrisiko", 4, 3)
    early = fresh(record)
    for by, act in acts_of(record, lines):
        if isinstance(early.state.awaits, Falling):
            return early
        early.append_trusted(by, act)
    raise AssertionError("no battle with a choice of losses")


def with_battle(record: Record, many: dict[str, int], hits: Hits) -> list[dict[str, int]]:
    """The owner of the losses has so many units of each kind; all the ways in which the hits can fall."""
    state, seat = record.state, record.state.awaits.seat
    side = tuple(
        Fighter(seat=seat, kind=KINDS.index(kind), origin=0, points=1) for kind, n in many.items() for _ in range(n)
    )
    awaits = Falling(seat=seat, ground=hits.ground, air=hits.air, any=hits.any)
    record.start_from(msgspec.structs.replace(state, fray=state.fray.with_side(seat, side), awaits=awaits))
    ways = fallen(hits, standing(side))
    return [{RANKS[rank]: count for rank, count in enumerate(shares) if count} for shares in ways]


def reached(record: Record, partial: dict, answers: int = 0) -> list[tuple[dict[str, int], int]]:
    ask = record.choices(partial)
    if ask.kind == "ready":
        return [(dict(ask.act["units"]), answers)]
    return [one for choice in ask.choices for one in reached(record, ask.answered(choice.value), answers + 1)]


@pytest.mark.parametrize("hits", [(0, 0, 13), (3, 2, 8), (13, 0, 0), (0, 7, 4), (0, 0, 1)])
def test_each_way_to_lose_is_reached_once_and_no_other(hits):
    record = at_losses()
    ways = with_battle(record, {"fanteria": 8, "carro": 6, "caccia": 6, "bombardiere": 6}, Hits(*hits))
    found = reached(record, {"type": "losses"})
    assert sorted(map(str, (units for units, _answers in found))) == sorted(map(str, ways))
    assert max(answers for _units, answers in found) <= (3 if len(ways) > MOST_WAYS_AT_ONCE else 1)


def test_no_question_of_a_large_battle_has_a_long_list():
    record = at_losses()
    ways = with_battle(record, {"fanteria": 8, "carro": 6, "caccia": 6, "bombardiere": 6}, Hits(0, 0, 13))
    assert len(ways) > 100
    ask = record.choices({"type": "losses"})
    assert [choice.value for choice in ask.choices] == [8, 7, 6, 5, 4, 3, 2, 1, 0]
    assert ask.words.it == "Quanti ne perde, 13 in tutto: fanteria?"
