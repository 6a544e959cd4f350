"""When an act belongs: declared once for each, worked out by the kernel, and registered as it happened."""

from __future__ import annotations

from random import Random

import pytest

from games.kernel.breaches import INFRACTION, Unreadable
from games.kernel.game import KERNEL_ACTS
from games.kernel.speakers import JUDGE_SHOWS
from games.registry import game
from tests.games.seeded_games import SLUGS, acts_of, every_table, fresh, read_tag, whole_game

ANY_TIME = {"reroll", "penalty"}
"""Acts of a game that come whenever something allows them: a throw that stays open, the arbiter's word."""


@pytest.mark.parametrize("slug", SLUGS)
def test_every_act_says_when_it_belongs_and_every_article_is_in_the_book(slug: str) -> None:
    one = game(slug)
    for kind, rule in one.acts.items():
        is_free = kind in KERNEL_ACTS or rule.by == JUDGE_SHOWS or read_tag(kind) in ANY_TIME
        assert bool(rule.moments) != is_free, read_tag(kind)
        assert {*rule.moments, *rule.late, *rule.void} <= set(one.moments), read_tag(kind)
        assert not rule.article or rule.article in one.rulebook, read_tag(kind)
    for moment in one.moments.values():
        assert not moment.article or moment.article in one.rulebook


@every_table()
def test_every_position_says_what_the_table_waits_for_and_from_whom(slug: str, seats: int) -> None:
    record, lines, _ = whole_game(slug, seats, 4)
    table = fresh(record)
    for by, act in acts_of(record, lines):
        moment = table.game.moments[type(table.state.awaits)]
        assert moment.waits(table.rules, table.state).en
        assert moment.by(table.rules, table.state) in ("judge", *range(seats))
        table.append_trusted(by, act)


@every_table()
def test_an_act_out_of_its_moment_names_what_the_table_waits_for(slug: str, seats: int) -> None:
    """Every act of the game at other moments: whoever may not come now is told what is due, before anything else is looked at."""
    record, lines, _ = whole_game(slug, seats, 4)
    acts, rng, table, seen = acts_of(record, lines), Random(f"moments {slug} {seats}"), fresh(record), 0
    for by, act in acts:
        for speaker, other in rng.sample(acts, 5):
            when = table.game.acts[type(other)]
            if not when.moments or type(table.state.awaits) in (*when.moments, *when.late):
                continue
            if speaker not in when.by.speakers(seats):
                continue
            try:
                found = table.breaches(speaker, other)
            except Unreadable:
                continue
            assert any("the table waits for" in breach.reason.en for breach in found), found
            assert all("il tavolo aspetta" in one.reason.it for one in found if "the table waits" in one.reason.en)
            seen += 1
        table.append_trusted(by, act)
    assert seen > (5 if game(slug).is_example else 20)


@every_table()
def test_an_infraction_of_the_moment_is_registered_and_taken_back(slug: str, seats: int) -> None:
    record, lines, _ = whole_game(slug, seats, 5)
    acts, rng, table, registered = acts_of(record, lines), Random(f"late {slug} {seats}"), fresh(record), 0
    for by, act in acts:
        for speaker, other in rng.sample(acts, 2):
            found = _found(table, speaker, other)
            if found and all(one.may_be_registered for one in found) and "waits for" in found[0].reason.en:
                assert found[0].kind == INFRACTION
                was = table.state
                table.rule(speaker, other, why="test")
                table.undo(why="test")
                assert table.state == was
                registered += 1
        table.append_trusted(by, act)
    assert registered or game(slug).is_example


def _found(table, speaker, other):
    try:
        return table.breaches(speaker, other)
    except Unreadable:
        return ()


TAKES_UP_AGAIN = [slug for slug in SLUGS if any(moment.back for moment in game(slug).moments.values())]
"""Games in which a player may do something too much once his turn is over."""


@pytest.mark.parametrize("slug", TAKES_UP_AGAIN)
def test_what_a_player_does_too_much_with_his_turn_over_is_registered_and_the_next_turn_stands(slug: str) -> None:
    """Each act of the turn just over is done once more, before the next player has done anything."""
    seats = game(slug).seats[0]
    record, lines, _ = whole_game(slug, seats, 4)
    table, of_the_turn, seen = fresh(record), list[tuple[int, object]](), set[str]()
    for by, act in acts_of(record, lines):
        turn, seat = table.state.turn, table.state.seat
        table.append_trusted(by, act)
        if by == seat:
            of_the_turn.append((by, act))
        if table.state.turn == turn or table.state.ended:
            continue
        for who, again in of_the_turn:
            found = table.breaches(who, again)
            if who != table.state.seat and found and all(one.may_be_registered for one in found):
                fork = table.fork()
                fork.rule(who, again, why="the turn was over")
                assert not [*fork.game.unsound(fork.rules, fork.state)]
                assert fork.state.ended or (fork.state.seat, fork.state.turn) in (
                    (who, turn),
                    (table.state.seat, table.state.turn),
                )
                seen.add(read_tag(again))
        of_the_turn = []
    assert len(seen) > 2, seen
