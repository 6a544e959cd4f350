"""Dice that an undo took back: whatever the throw and the game, other dice are one tap of a reason away, and never written without one."""

import re

import pytest
from django.http import QueryDict

from games.kernel.breaches import Unreadable
from games.kernel.record import Record
from games.registry import games
from referee.judge_page.context import PageOverlay
from referee.offline.tablet import QueueEntry, Tablet
from tests.games.seeded_games import acts_of, read_tag, whole_game
from tests.test_full_stops import bundle_of

THROWN = [slug for slug, game in games().items() if game.dice_acts]
REASON = re.compile(r'<button[^>]*type="submit"[^>]*name="why"')
TOKEN = re.compile(r'name="ask" value="([^"]+)"')


def throws_of(slug: str):
    """The first throw of each kind in a played game: how many lines are before it, and its act."""
    played, lines, _vault = whole_game(slug, min(4, max(games()[slug].seats)), 7)
    seen: set[str] = set()
    for at, (_by, act) in enumerate(acts_of(played, lines)):
        if (tag := read_tag(act)) in played.game.dice_acts and tag not in seen:
            seen.add(tag)
            yield at, act, lines


@pytest.mark.parametrize("slug", THROWN)
def test_other_dice_are_a_tap_of_a_reason_away(slug):
    asked = 0
    for at, _act, lines in throws_of(slug):
        tablet = Tablet(bundle_of(slug, min(4, max(games()[slug].seats)), "move"))
        tablet.follow([(line.decode(), "2026-03-07T15:00:00+00:00", True) for line in lines[: at + 1]])
        tablet._enter("undo", "judge", None, "")
        question = tablet.show({"number": 0})["parts"]["question"]
        ask = tablet.record.choices({})
        ask = tablet.record.choices(ask.answered(ask.choices[0].value)) if ask.choices else ask
        if ask.kind != "dice" or not ask.offer:
            continue
        asked += 1
        assert len(REASON.findall(question)) >= 2
        dice = [die % ask.faces + 1 for die in ask.offer]
        sent = "&".join(f"die-{number}={die}" for number, die in enumerate(dice, 1))
        token = TOKEN.search(question)[1]
        refused = tablet._answer_question(QueryDict(f"ask={token}&{sent}"))
        assert isinstance(refused, PageOverlay)
        assert refused.refusal
        entered = tablet._answer_question(QueryDict(f"ask={token}&{sent}&why=letto male"))
        assert isinstance(entered, QueueEntry) or entered.refusal.is_impossible
    assert asked


@pytest.mark.parametrize("slug", THROWN)
def test_dice_are_offered_again_to_whoever_threw_them_in_that_turn_alone(slug):
    """Played on from an undone throw: no other player, and no other turn, is asked for dice that nobody threw there."""
    seats = min(4, max(games()[slug].seats))
    for at, thrown, lines in throws_of(slug):
        played, _lines, _vault = whole_game(slug, seats, 7)
        record = Record(played.game, played.header)
        for line_number, (by, act) in enumerate(acts_of(played, lines)):
            record.append_trusted(by, act)
            if line_number == at:
                thrower, turn = by, record.state.turn
                record.undo()
                record.undone = [one for one in record.undone if one.act == thrown]
                waiting = [*record.undone]
                record.append_trusted(by, act)
            if line_number >= at:
                record.undone = waiting
                for tag in played.game.dice_acts:
                    try:
                        ask = record.choices({"type": tag})
                    except Unreadable:
                        continue
                    if ask.kind == "dice" and ask.offer:
                        assert (ask.by, record.state.turn) == (thrower, turn), (at, line_number, tag)
