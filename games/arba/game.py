"""Arba vs Sedilis put together: the descriptor that the rest of the product asks."""

from __future__ import annotations

from pathlib import Path

from games.arba import (
    board,
    choices,
    close,
    counting,
    ending,
    income,
    movement,
    odds,
    opening,
    policy,
    position,
    purchases,
    ranged,
    rules,
    scene,
    soundness,
    telling,
    view,
    whole_turn,
)
from games.arba.rules import Rules
from games.arba.state import State
from games.kernel import articles
from games.kernel.clock import ClockPlan
from games.kernel.game import Chapter, Game
from games.kernel.words import Words, same

FOLDER = Path(__file__).parent

ACTS: Chapter = {
    **opening.CHAPTER,
    **income.CHAPTER,
    **ranged.CHAPTER,
    **close.CHAPTER,
    **movement.CHAPTER,
    **purchases.CHAPTER,
    **ending.CHAPTER,
}


def clock(chosen: Rules) -> ClockPlan:
    return ClockPlan(chosen.minutes, 0, Words("si finisce il giro in corso", "the giro under way is finished"))


GAME = Game(
    slug="arba",
    name=same("Arba vs Sedilis"),
    seats=(2,),
    revision=4,
    turn_article="turno",
    law_from=4,
    unchecked_speakers=frozenset({"start_dice"}),
    editions=rules.EDITIONS,
    options=rules.OPTIONS,
    rulebook=articles.load(FOLDER / "rulebook.toml"),
    acts=ACTS,
    act_words=telling.ACT_WORDS,
    endings=telling.ENDINGS,
    board=lambda: board.standard().digest,
    direction="clockwise",
    rules=rules.rules_for,
    start=opening.start,
    state_type=State,
    unsound=soundness.unsound,
    choices=choices.choices,
    tell=telling.tell,
    view=view.view,
    scene=scene.scene,
    status=view.status,
    turn_sheet=whole_turn.sheet,
    complete_turn=whole_turn.complete_turn,
    score=counting.sheet,
    counted=counting.counted,
    guide=counting.guide,
    is_done=policy.is_done,
    clock=clock,
    deal=policy.deal,
    policy=policy.propose,
    showing=policy.showing,
    position=position.position,
    odds=odds.odds,
    odds_arguments=odds.arguments,
    dice_acts=frozenset({"start_dice", "attack_die", "defence_die"}),
    folder=FOLDER,
)
