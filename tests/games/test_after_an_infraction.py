"""After a registered infraction the game goes on with its own dice and questions, in every game and for every act that opens a throw."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from random import Random
from typing import Any

import pytest

from games.kernel.breaches import Refused
from games.kernel.choices import Ask
from games.kernel.record import Record
from games.registry import game
from referee.judge_page.questions import opening
from tests.games.seeded_games import SLUGS, acts_of, breaches_of, fresh, read_tag, whole_game

EVERY = 7


def asks_for_dice(record: Record) -> bool:
    """Whether the page asks for a throw at once, without a tap that chooses it."""
    ask: Ask = opening(record)
    return str(ask.partial.get("type", "")) in record.game.dice_acts


@lru_cache(maxsize=8)
def sample(slug: str) -> tuple[dict[str, list[tuple[Any, Any]]], list[Record]]:
    """The acts of random games after which dice are always asked for, by tag, and positions on the way."""
    seats = game(slug).seats[-1]
    opened, others, positions = defaultdict(list), set(), []
    for seed in (1, 2):
        record, lines, _ = whole_game(slug, seats, seed)
        table = fresh(record)
        for number, (by, act) in enumerate(acts_of(record, lines)):
            if number % EVERY == 0 and table.state.giro and not table.state.ended:
                positions.append(table.fork())
            had_dice = asks_for_dice(table)
            table.append_trusted(by, act)
            if not had_dice and asks_for_dice(table):
                opened[read_tag(act)].append((by, act))
            else:
                others.add(read_tag(act))
    return {tag: acts for tag, acts in opened.items() if tag not in others}, positions


def registered(slug: str) -> int:
    """Acts that open a throw, entered where they break an article: how many were registered, each with its dice asked for at once."""
    rng, seen = Random(f"after {slug}"), 0
    openers, positions = sample(slug)
    for table in positions:
        for acts in openers.values():
            for by, act in rng.sample(acts, min(4, len(acts))):
                for who in {by, table.state.seat}:
                    found = breaches_of(table, who, act)
                    if not found or not all(one.may_be_registered for one in found):
                        continue
                    after = table.fork()
                    try:
                        after.rule(who, act, why="giocato così")
                    except Refused:
                        continue
                    assert asks_for_dice(after), (slug, who, act, [str(one.reason) for one in found])
                    seen += 1
    return seen


@pytest.mark.parametrize("slug", SLUGS)
def test_an_act_that_opens_a_throw_is_followed_by_its_dice_also_as_an_infraction(slug: str) -> None:
    openers, _ = sample(slug)
    seen = registered(slug)
    assert seen or not openers or game(slug).is_example


@pytest.mark.parametrize(("slug", "tag"), [("risiko", "attack"), ("iperisiko", "ammiraglio"), ("arba", "attack")])
def test_an_attack_is_such_an_act(slug: str, tag: str) -> None:
    """After an attack of Iperisiko the defender may first play a card: then the page asks for that as after a lawful one."""
    assert tag in sample(slug)[0]


def test_a_battle_is_such_an_act_or_asks_for_what_comes_before_its_dice() -> None:
    """FabRisiko! asks for strategic cards first: the battle that was registered is the one that it asks about."""
    record, lines, _ = whole_game("fabrisiko", 4, 1)
    table, moments = fresh(record), set()
    for by, act in acts_of(record, lines):
        table.append_trusted(by, act)
        if read_tag(act) == "battle":
            moments.add(type(table.state.awaits).__name__)
    assert moments == {"Prelude"}
