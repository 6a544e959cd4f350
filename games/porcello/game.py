"""Porcello put together: the descriptor that the rest of the product asks."""

from __future__ import annotations

from pathlib import Path

from games.kernel import articles
from games.kernel.clock import ClockPlan
from games.kernel.game import Game
from games.kernel.words import Words
from games.porcello import (
    choices,
    ends,
    labels,
    moments,
    odds,
    paper,
    policy,
    position,
    scene,
    score,
    soundness,
    state,
    table,
    turns,
    view,
)

FOLDER = Path(__file__).parent


def clock(rules: state.Rules) -> ClockPlan:
    return ClockPlan(rules.minutes, 0, Words("si completa il giro in corso", "the giro under way is completed"))


GAME = Game(
    slug="porcello",
    name=Words("Porcello", "Pig"),
    is_example=True,
    seats=(4, 3, 2),
    revision=10,
    turn_article="3",
    law_from=2,
    statements_from=state.AS_NAMED,
    editions=state.EDITIONS,
    options=state.OPTIONS,
    rulebook=articles.load(FOLDER / "rulebook.toml"),
    moments=moments.MOMENTS,
    moments_from=4,
    closes_from=state.LATE_TIME_CLOSES,
    strict_from=state.ONE_LAW,
    one_form_from=state.ONE_FORM,
    one_line_from=state.CALLS_STAY,
    calls_stay_from=state.CALLS_STAY,
    seen_notes_from=state.SEEN_NOTES,
    out_by=turns.out_by,
    acts={**turns.CHAPTER, **table.CHAPTER, **ends.CHAPTER},
    act_words=labels.ACT_WORDS,
    endings=labels.ENDINGS,
    board=state.board,
    direction="clockwise",
    rules=state.rules_for,
    start=state.start,
    state_type=state.State,
    unsound=soundness.unsound,
    choices=choices.choices,
    describe=labels.describe,
    view=view.view,
    scene=scene.scene,
    status=view.status,
    score=score.sheet,
    counted=score.counted,
    paper=paper.SHEET,
    is_done=policy.is_done,
    clock=clock,
    deal=policy.deal,
    policy=policy.propose,
    showing=policy.showing,
    position=position.position,
    odds=odds.odds,
    odds_arguments=odds.arguments,
    dice_acts=frozenset({"throw"}),
    folder=FOLDER,
)
