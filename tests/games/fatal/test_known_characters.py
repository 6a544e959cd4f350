"""A character that everybody knows: nobody is asked for it again, and a victory over a rival stands once its player is known."""

from __future__ import annotations

import pytest

from games.fatal.acts import Abandon, Claim, EndPlay, Share, Shown, Strip, Unmask
from games.fatal.state import AwaitUnmask
from games.kernel import cases
from games.kernel.acts import JUDGE
from games.kernel.breaches import Refused
from games.kernel.record import Record
from tests.games.seeded_games import acts_of, fresh, whole_game
from tests.tools import many

KNOWN = {"characters": {"1": "terranova"}, "revealed": [1], "smazzata": 2}
STRUCK = {"rows": {"0": [["v40", "v03", "v07"], []]}, "step": "B", "strike": {"target": 1}}
IN_DISGUISE = {"standing": ["active", "eliminated", "active", "active"], "left": [1], "claims": [[0, 1]], "smazzata": 2}
"""Seat 0 has put seat 1 out and said nothing."""


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_nobody_is_asked_for_what_everybody_knows(seats: int) -> None:
    """Whoever leaves the game shows a character that was not known, or cards that he had set aside."""
    asked = 0
    for seed in range(1, many(9, 2)):
        record, lines, _ = whole_game("fatal", seats, seed)
        table = fresh(record)
        for by, act in acts_of(record, lines):
            table.append_trusted(by, act)
            state = table.state
            if not isinstance(state.awaits, AwaitUnmask) or state.stage:
                continue
            asked += 1
            seat = state.awaits.seat
            assert not state.sides[seat].character or state.set_aside(seat)
    assert asked


@pytest.mark.parametrize("revision", [12, 13])
def test_a_known_character_was_shown_again_up_to_the_twelfth_revision(table, revision: int) -> None:
    record = table(4, hands=[4, 2, 4, 4], revision=revision, **KNOWN, **STRUCK)
    record.play(0, Strip(("v20", "v21")))
    assert cases.fact(record, "players.1.standing") == ("active" if revision == 12 else "eliminated")
    if revision == 12:
        record.play(1, Unmask("terranova"))
    assert cases.fact(record, "in_turn") == 2


def of_sealed(table) -> Record:
    record = table(4, hands=[4, 2, 4, 4], aside=[0, 1, 0, 0], treasures={"1": ["verde_2"]}, **KNOWN, **STRUCK)
    record.play(0, Strip(("v20", "v21")))
    return record


def test_cards_that_he_had_set_aside_are_still_shown_or_leave_with_him(table) -> None:
    for cards, discarded in (((), 0), (("v30",), 1)):
        record = of_sealed(table)
        record.play(1, Unmask("terranova", cards=cards))
        assert record.state.discards[record.rules.box.cards["v30"]] == discarded
        record.play(JUDGE, Share())


def test_one_put_out_with_cards_set_aside_who_leaves_the_table_is_out(table) -> None:
    """Known to all, he has nothing left to show: his treasures are shared."""
    record = of_sealed(table)
    record.play(JUDGE, Abandon(1, ("v30",)))
    assert cases.fact(record, "players.1.standing") == "eliminated"
    assert record.state.discards[record.rules.box.cards["v30"]] == 1
    record.play(JUDGE, Share())
    assert (sum(record.state.piles), record.state.left, cases.fact(record, "in_turn")) == (1, (1,), 2)


def test_of_two_put_out_at_once_the_known_one_leaves_and_the_other_shows_himself(table) -> None:
    record = table(5, leaving=[1, 2], step="play", **KNOWN)
    assert cases.fact(record, "players.1.standing") == "eliminated"
    assert cases.fact(record, "awaits.seat") == 2
    record.play(2, Unmask("angbat"))
    assert (record.state.left, record.state.level) == ((1, 2), (2,))
    record.play(0, Claim("lichtenborn"))
    assert (record.ended_by, record.state.winner) == ("rival", 0)


def test_two_known_ones_put_out_at_once_leave_and_either_may_be_the_rival(table) -> None:
    known = {"characters": {"1": "terranova", "2": "lichtenborn"}, "revealed": [1, 2], "smazzata": 2}
    for own in ("flambeaux", "lichtenborn"):
        characters = {"1": "terranova", "2": "angbat" if own == "lichtenborn" else "lichtenborn"}
        record = table(
            5, leaving=[1, 2], step="play", options={"claim_moment": "at_once"}, **known | {"characters": characters}
        )
        record.play(0, Claim(own))
        assert (record.ended_by, record.state.winner) == ("rival", 0)


def test_the_last_one_put_out_known_to_all_ends_the_game(table) -> None:
    out = {"standing": ["active", "active", "eliminated"], "left": [2]}
    record = table(3, hands=[4, 2, 4], **KNOWN, **STRUCK, **out)
    record.play(0, Strip(("v20", "v21")))
    assert (record.ended_by, record.state.winner) == ("elimination", 0)


@pytest.mark.parametrize(("revision", "winner"), [(12, -1), (13, 0)])
def test_who_put_his_rival_out_in_disguise_has_won_when_he_is_known(table, revision: int, winner: int) -> None:
    """Put out himself, or shown by the judge: what was played after it is void."""
    more = {"characters": {"1": "lichtenborn"}, "seat": 2, "step": "play", "revision": revision, **IN_DISGUISE}
    put_out = table(4, leaving=[0], **more)
    put_out.play(0, Unmask("flambeaux"))
    shown = table(4, **more)
    shown.play(JUDGE, Shown(revealed={0: "flambeaux"}), why="as the table shows")
    for record in (put_out, shown):
        assert record.state.winner == winner
        if winner < 0:
            record.play(2, EndPlay())


def test_his_rival_put_out_by_another_makes_nobody_the_winner(table) -> None:
    record = table(
        4, characters={"1": "lichtenborn"}, seat=2, step="play", leaving=[0], **IN_DISGUISE | {"claims": [[3, 1]]}
    )
    record.play(0, Unmask("flambeaux"))
    assert record.ended_by is None
    with pytest.raises(Refused):
        record.play(3, Claim("aquate"))
