"""The first board that the judge shows: what nobody had a turn to take does not lie there, and what nobody saw orders nobody."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.kernel.acts import JUDGE
from games.kernel.breaches import IMPOSSIBLE, INFRACTION
from games.kernel.lines import header_for, read_act
from games.kernel.record import Record
from games.registry import game
from tests.games.seeded_games import acts_of, fresh, whole_game
from tests.games.test_statements import first_board

WHY = "laid out"
CARDS = {"risiko": ("11", INFRACTION), "iperisiko": ("14", INFRACTION), "fabrisiko": ("1-A", INFRACTION)}
"""Where cards are drawn in turns: the article, and what one card is in the first giro."""


def begun(slug: str, giro: int) -> tuple[Record, dict[str, Any]]:
    """A record without a line, and a board as it may stand when the first turn of a giro begins."""
    record, lines, _ = whole_game(slug, game(slug).seats[0], 1)
    table, before = fresh(record), fresh(record)
    for by, act in acts_of(record, lines):
        if type(act).__name__ == "Sheet":
            before.append_trusted(by, act)
        was = table.state.giro
        table.append_trusted(by, act)
        if table.state.giro == giro and was < giro:
            return before, first_board(table)
    raise AssertionError(f"{slug} has no giro {giro}")


@pytest.mark.parametrize("slug", CARDS)
def test_nobody_is_shown_with_a_card_before_any_could_be_taken(slug: str) -> None:
    record, board = begun(slug, 1)
    seats = len(record.header.seats)
    none, article = [0] * seats, CARDS[slug]
    assert record.breaches(JUDGE, read_act(record.game, {**board, "hands": none}), WHY) == ()
    for seat in range(seats):
        hands = [int(other == seat) for other in range(seats)]
        held = read_act(record.game, {**board, "hands": hands})
        (breach,) = record.breaches(JUDGE, held, WHY)
        assert (breach.article, breach.kind) == article
        earlier = Record(record.game, msgspec.structs.replace(record.header, revision=record.game.strict_from - 1))
        earlier.start_from(record.state)
        assert earlier.breaches(JUDGE, held, WHY) == ()
        if breach.may_be_registered:
            after = record.fork()
            after.rule(JUDGE, held, why=WHY)
            assert after.state.giro == 1


@pytest.mark.parametrize(("slug", "giro", "most"), [("risiko", 3, 2), ("iperisiko", 3, 2), ("fabrisiko", 2, 0)])
def test_a_hand_holds_at_most_what_its_turns_brought(slug: str, giro: int, most: int) -> None:
    """Who does not begin his turn just then may have had it in the giro under way."""
    record, board = begun(slug, giro)
    hands = [most + (seat != board["turn"]) for seat in range(len(record.header.seats))]
    assert record.breaches(JUDGE, read_act(record.game, {**board, "hands": hands}), WHY) == ()
    hands[board["turn"]] += 1
    (breach,) = record.breaches(JUDGE, read_act(record.game, {**board, "hands": hands}), WHY)
    assert (breach.article, breach.may_be_registered) == (CARDS[slug][0], True)


def test_more_cards_than_any_turn_could_bring_nobody_has() -> None:
    """RisiKo! 11: a card taken without right went back."""
    record, board = begun("risiko", 2)
    for count, kind in ((1, ""), (2, INFRACTION), (3, IMPOSSIBLE)):
        hands = [count * (seat == board["turn"]) for seat in range(len(record.header.seats))]
        found = record.breaches(JUDGE, read_act(record.game, {**board, "hands": hands}), WHY)
        assert [breach.kind for breach in found] == [kind] * bool(kind)


@pytest.mark.parametrize("turn_over", [True, False])
@pytest.mark.parametrize("slug", ["risiko", "iperisiko"])
def test_the_card_of_a_turn_that_is_over_is_counted(slug: str, turn_over: bool) -> None:
    record, board = begun(slug, 1)
    hands = [int(seat == board["turn"]) for seat in range(len(record.header.seats))]
    shown = read_act(record.game, {**board, "hands": hands, "conquests": 1, "turn_over": turn_over})
    found = [breach.reason.en for breach in record.breaches(JUDGE, shown, WHY)]
    assert any("a turn brings one at most" in reason for reason in found) is not turn_over


# -- who is out already


@pytest.mark.parametrize(("eliminated_rank", "revision"), [("by_leaving", 0), ("shared", 0), ("by_leaving", -1)])
def test_players_whom_one_entry_shows_out_share_their_place(eliminated_rank: str, revision: int) -> None:
    """Nobody said who went first, and RisiKo! 12 orders nobody by his chair."""
    one = game("risiko")
    header = header_for(one, ["a", "b", "c", "d"], options={"eliminated_rank": eliminated_rank})
    record = Record(one, msgspec.structs.replace(header, revision=one.strict_from + revision))
    ids = record.rules.board.ids
    owners = {name: number % 2 for number, name in enumerate(ids)}
    shown = {"type": "shown", "owners": owners, "armies": dict.fromkeys(ids, 3), "turn": 0, "giro": 7}
    record.play(JUDGE, read_act(one, shown), why=WHY)
    record.play(JUDGE, read_act(one, {"type": "abandon", "seat": 1}))
    assert record.ended_by
    record.play(0, read_act(one, {"type": "reveal", "objective": 1}))
    ranks = {row.seat: row.rank for row in record.score().rows}
    assert (ranks[0], ranks[1]) == (1, 2)
    assert (ranks[2] == ranks[3]) is (not revision or eliminated_rank == "shared")


def test_who_goes_later_still_ranks_higher() -> None:
    one = game("risiko")
    record = Record(one, header_for(one, ["a", "b", "c", "d", "e"]))
    ids = record.rules.board.ids
    owners = {name: number % 3 for number, name in enumerate(ids)}
    shown = {"type": "shown", "owners": owners, "armies": dict.fromkeys(ids, 3), "turn": 0, "giro": 7}
    record.play(JUDGE, read_act(one, shown), why=WHY)
    lost = {name: 0 for name, owner in owners.items() if owner == 1}
    record.play(JUDGE, read_act(one, {"type": "shown", "owners": lost}), why=WHY)
    record.play(JUDGE, read_act(one, {"type": "abandon", "seat": 2}))
    record.play(0, read_act(one, {"type": "reveal", "objective": 1}))
    assert {row.seat: row.rank for row in record.score().rows} == {0: 1, 2: 2, 1: 3, 3: 4, 4: 4}


def test_iperisiko_ranks_those_who_are_out_together() -> None:
    one = game("iperisiko")
    record = Record(one, header_for(one, ["a", "b", "c", "d"]))
    ids = record.rules.board.ids
    owners = {name: number % 2 for number, name in enumerate(ids)}
    shown = {"type": "shown", "owners": owners, "armies": dict.fromkeys(ids, 3), "turn": 0, "giro": 7}
    record.play(JUDGE, read_act(one, shown), why=WHY)
    record.play(JUDGE, read_act(one, {"type": "abandon", "seat": 1}))
    record.play(0, read_act(one, {"type": "reveal", "objectives": [11, 18]}))
    ranks = {row.seat: row.rank for row in record.score().rows}
    assert ranks == {0: 1, 1: 2, 2: 2, 3: 2}
