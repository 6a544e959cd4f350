"""An occupation that is due ends alike, whatever it ends by: the mines act, the conquest counts, who lost his last land is out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from games.iperisiko import acts
from games.iperisiko.rules import BORNE_OUT
from games.iperisiko.state import NOBODY, Occupation
from games.kernel.acts import JUDGE
from games.kernel.game import Game
from games.kernel.lines import header_for
from games.kernel.record import Record

Ends = Callable[[Record], None]


def _registered(act: Any) -> Ends:
    def register(record: Record) -> None:
        record.rule(0, act, why="it happened")

    return register


def _told(by: int | str, act: Any) -> Ends:
    def tell(record: Record) -> None:
        record.play(by, act, why="it happened")

    return tell


CUT_SHORT: dict[str, Ends] = {
    "occupied": _told(0, acts.Occupy(3)),
    "the turn ended": _registered(acts.EndTurn()),
    "another attack": _registered(acts.Attack("alberta", "siberia")),
    "a card": _registered(acts.Draw()),
    "who attacked has left": _told(JUDGE, acts.Abandon(0)),
}


@pytest.fixture
def conquered(iperisiko: Game) -> Callable[..., Record]:
    def conquered(revision: int, *, mines: bool, defender: str = "kamchatka 1, siam") -> Record:
        header = header_for(iperisiko, ["s1", "s2", "s3", "s4"])
        record = Record(iperisiko, msgspec.structs.replace(header, revision=revision))
        board = {0: "alaska 4, alberta 9", 1: defender, 2: "congo", 3: "siberia 3"}
        record.start_at({"others": 2, "board": board, "truces": [], "giro": 2})
        record.play(0, acts.Attack("alaska", "kamchatka"))
        record.play(0, acts.AttackDice((6, 6, 6)))
        record.play(1, acts.DefenceDice((1,)))
        if mines:
            record.play(1, acts.CampoMinato())
        assert isinstance(record.state.awaits, Occupation)
        return record

    return conquered


def _there(record: Record) -> tuple[int, int]:
    place = record.rules.board.index["kamchatka"]
    return record.state.owners[place], record.state.armies[place]


@pytest.mark.parametrize("how", CUT_SHORT)
def test_mines_empty_the_land_of_three_whatever_ends_the_occupation(
    conquered: Callable[..., Record], iperisiko: Game, how: str
) -> None:
    record = conquered(iperisiko.revision, mines=True)
    CUT_SHORT[how](record)

    assert _there(record) == (NOBODY, 0)


@pytest.mark.parametrize("how", CUT_SHORT)
def test_without_mines_the_least_that_must_move_in_does(
    conquered: Callable[..., Record], iperisiko: Game, how: str
) -> None:
    record = conquered(iperisiko.revision, mines=False)
    CUT_SHORT[how](record)

    assert _there(record) == (0, 3)


def test_earlier_revisions_forgot_the_mines(conquered: Callable[..., Record]) -> None:
    record = conquered(BORNE_OUT - 1, mines=True)
    record.play(JUDGE, acts.Abandon(0), why="it happened")

    assert _there(record) == (0, 3)


@pytest.mark.parametrize("mines", [False, True])
def test_a_conquest_cut_short_brings_its_card_unless_the_mines_took_it(
    conquered: Callable[..., Record], iperisiko: Game, mines: bool
) -> None:
    record = conquered(iperisiko.revision, mines=mines)
    record.rule(0, acts.EndTurn(), why="it happened")

    assert record.state.forgot == (NOBODY if mines else 0)


def test_a_turn_shown_as_over_shows_how_the_occupation_ended(conquered: Callable[..., Record], iperisiko: Game) -> None:
    """What stands there is what the mines left: it is a conquest, and who held it last is out where he has no other land."""
    record = conquered(iperisiko.revision, mines=False, defender="kamchatka 1")
    armies = {"alaska": 1, "kamchatka": 3}
    record.play(JUDGE, acts.Shown(armies=armies, turn_over=True, card=True), why="told as a whole")

    assert _there(record) == (0, 3)
    assert record.state.hand_size(0) == 1
    assert record.state.standing[1] == "eliminated"
    assert record.state.destroyed_by[1] == 0


def test_a_registered_claim_before_the_occupation_is_judged_by_what_the_mines_leave(
    conquered: Callable[..., Record], iperisiko: Game
) -> None:
    """The blue armies are destroyed by the last of theirs, mines or not; mined land is not held."""
    blue = conquered(iperisiko.revision, mines=True, defender="kamchatka 1")
    blue.rule(0, acts.Claim((2,)), why="it happened")

    assert (blue.ended_by, blue.state.winner) == ("objective", 0)
    assert _there(blue) == (NOBODY, 0)
