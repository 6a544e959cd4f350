"""A player who leaves the table, in every game that knows it: whenever it is, the others play on to the end."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from random import Random

import msgspec
import pytest

from games.kernel.acts import JUDGE, Act
from games.kernel.breaches import INFRACTION, Refused, Unreadable
from games.kernel.lines import read_act
from games.kernel.playing import play_game
from games.kernel.record import Record
from games.registry import game
from tests.games.seeded_games import TABLES, acts_of, breaches_of, fresh, read_tag, seated, whole_game
from tests.tools import many

LEAVES = "abandon"
TABLES_LEFT = [(slug, seats) for slug, seats in TABLES if LEAVES in map(read_tag, game(slug).acts)]


@pytest.mark.parametrize(("slug", "seats"), TABLES_LEFT)
def test_whoever_leaves_at_any_moment_the_others_play_on_to_the_end(slug: str, seats: int) -> None:
    left = 0
    for seed in range(many(8, 80)):
        rng = Random(f"leaves {slug} {seats} {seed}")
        header, vault = seated(game(slug), seats, seed)
        record = Record(game(slug), header)
        goes = rng.randrange(1, 120)
        for number, _line in enumerate(play_game(record, rng, vault)):
            if number == goes:
                left += in_turn_leaves(record)
        assert record.game.is_done(record.rules, record.state)
        assert tuple(record.game.unsound(record.rules, record.state)) == ()
    assert left


def in_turn_leaves(record: Record) -> bool:
    """Whether the seat in turn could leave now, where the game has one."""
    with suppress(Refused, Unreadable):
        record.play(JUDGE, read_act(record.game, {"type": LEAVES, "seat": max(0, record.state.seat)}), why="test")
        return True
    return False


LAPSES = {
    "risiko": {"DefenceThrow": "an attack under way is broken off with its attacker"},
    "iperisiko": {
        "DefenceThrow": "an attack under way is broken off with its attacker",
        "Spying": "nobody is spied on who has left",
    },
    "fabrisiko": dict.fromkeys(
        ("Betrayal", "DefenceThrow", "Falling", "PlagueThrow"), "a battle is broken off with its attacker"
    ),
    "fatal": {
        "AwaitAim": "nobody is left to aim at",
        "AwaitStrike": "the trimagia acts on nobody who has left",
        "AwaitEffect": "an enchantment is spent with who played it",
        "AwaitTally": "he counts no treasures",
        "AwaitKeep": "he keeps no treasure",
    },
}
"""What the table waits for and no longer does once somebody leaves whose turn to do it it is not, or while another is to do it."""


@pytest.mark.parametrize("slug", sorted({slug for slug, _ in TABLES_LEFT}))
def test_what_is_due_to_others_is_due_still_when_a_player_leaves(slug: str) -> None:
    """Dice, choices and cards that somebody else than the player in turn owes, or owes to somebody else, do not go with who leaves."""
    one, tried, went_on = game(slug), Counter[tuple[str, bool, bool]](), 0
    for seed in range(1, 4):
        record, lines, _ = whole_game(slug, max(one.seats), seed)
        table = fresh(record)
        for by, act in acts_of(record, lines):
            table.append_trusted(by, act)
            awaits, awaited = (
                type(table.state.awaits),
                one.moments[type(table.state.awaits)].by(table.rules, table.state),
            )
            for seat in range(len(record.header.seats)):
                is_his_turn, is_asked = seat == table.state.seat, seat == awaited
                key = (awaits.__name__, is_his_turn, is_asked)
                if table.state.ended or tried[key] > 2 or (is_his_turn and is_asked):
                    continue
                tried[key] += 1
                after = table.fork()
                with suppress(Refused):
                    after.play(JUDGE, read_act(one, {"type": LEAVES, "seat": seat}), why="test")
                    is_due = after.state.ended or type(after.state.awaits) is awaits
                    assert is_due or awaits.__name__ in LAPSES.get(slug, {}), key
                    went_on += not after.state.ended
    assert went_on


ASKED_NEXT = {"fatal": {"AwaitKeep", "AwaitShare", "AwaitUnmask"}, "iperisiko": {"DealObjectives"}}
"""What may let the table ask somebody next, or give him something, which it does not once he has left."""
TRIES = 12


@pytest.mark.parametrize("slug", sorted({slug for slug, _ in TABLES_LEFT}))
def test_what_is_due_still_may_be_told_before_or_after_a_player_leaves(slug: str) -> None:
    """Where the table waits for the same once somebody has left, that act and his leaving come to the same, whichever is told first. An act
    that ends a turn is not asked: whoever leaves after it leaves in another turn.
    """
    one, tried, alike = game(slug), Counter[tuple[str, bool]](), 0
    for seed in (1, 2, 4):
        record, lines, _ = whole_game(slug, max(one.seats), seed)
        table = fresh(record)
        for by, act in acts_of(record, lines):
            awaits = type(table.state.awaits).__name__
            for seat in range(len(record.header.seats)):
                key = (awaits, seat == table.state.seat)
                if tried[key] < TRIES and awaits not in ASKED_NEXT.get(slug, ()) and not table.state.ended:
                    tried[key] += 1
                    alike += is_alike(table, by, act, seat)
            table.append_trusted(by, act)
    assert alike


def is_alike(table: Record, by: int | str, act: Act, seat: int) -> bool:
    """Whether the two could be told in either order, and then they come to the same."""
    leaving = read_act(table.game, {"type": LEAVES, "seat": seat})
    first, last = table.fork(), table.fork()
    with suppress(Refused):
        last.play(by, act, why="test")
        if last.state.turn != table.state.turn:
            return False
        last.play(JUDGE, leaving, why="test")
        first.play(JUDGE, leaving, why="test")
        if first.state.awaits != table.state.awaits or first.state.ended:
            return False
        first.play(by, act, why="test")
        assert first.view(JUDGE) == last.view(JUDGE), (table.state.awaits, act, seat)
        return True
    return False


OUT_BY = {
    "risiko": "13",
    "iperisiko": "base.leaving",
    "fabrisiko": "base.leaving",
    "fatal": "eliminare",
    "porcello": "8",
}


@pytest.mark.parametrize("slug", sorted({slug for slug, _ in TABLES_LEFT}))
def test_what_who_has_left_does_in_anothers_turn_breaks_the_article_by_which_he_plays_no_more(slug: str) -> None:
    """From the first armies laid to the end, whatever the act: it is taken back, and an earlier revision keeps its own words."""
    one, seen = game(slug), Counter[str]()
    bound = {kind for kind, rule in one.acts.items() if rule.by.seats in ("in turn", "own")}
    for seed in (1, 2, 3):
        record, lines, _ = whole_game(slug, max(one.seats), seed)
        acts = [act for _, act in acts_of(record, lines) if type(act) in bound]
        table, rng = fresh(record), Random(f"out {slug} {seed}")
        for by, act in acts_of(record, lines):
            table.append_trusted(by, act)
            if table.state.ended or rng.random() > 0.2:
                continue
            gone, seat = table.fork(), rng.randrange(len(record.header.seats))
            try:
                gone.play(JUDGE, read_act(one, {"type": LEAVES, "seat": seat}), why="test")
            except Refused:
                continue
            if gone.state.ended or gone.state.seat == seat:
                continue
            for spoken in rng.sample(acts, min(6, len(acts))):
                (breach,) = gone.breaches(seat, spoken)
                assert (breach.article, breach.kind, breach.may_be_registered) == (OUT_BY[slug], INFRACTION, False)
                seen["in play" if gone.state.giro else "before"] += 1
                earlier = Record(one, msgspec.structs.replace(record.header, revision=one.strict_from - 1))
                earlier.start_from(gone.state)
                assert "plays no longer" not in str(breaches_of(earlier, seat, spoken))
    assert seen["in play"]
    assert seen["before"] or slug not in ("risiko", "iperisiko")
