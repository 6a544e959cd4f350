"""Arba vs Sedilis put together: the descriptor that the rest of the product asks."""

from __future__ import annotations

from pathlib import Path

from games.arba import (
    board,
    choices,
    close,
    counting,
    ending,
    ends,
    income,
    labels,
    moments,
    movement,
    odds,
    opening,
    paper,
    policy,
    position,
    purchases,
    ranged,
    rules,
    scene,
    soundness,
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
    **ends.CHAPTER,
}


def clock(chosen: Rules) -> ClockPlan:
    return ClockPlan(chosen.minutes, 0, Words("si finisce il giro in corso", "the giro under way is finished"))


GAME = Game(
    slug="arba",
    name=same("Arba vs Sedilis"),
    seats=(2,),
    revision=16,
    turn_article="turno",
    law_from=4,
    statements_from=rules.AS_NAMED,
    unchecked_speakers=frozenset({"start_dice"}),
    editions=rules.EDITIONS,
    options=rules.OPTIONS,
    rulebook=articles.load(FOLDER / "rulebook.toml"),
    acts=ACTS,
    moments=moments.MOMENTS,
    moments_from=rules.AS_IT_HAPPENED,
    closes_from=rules.LATE_TIME_CLOSES,
    strict_from=rules.ONE_LAW,
    one_form_from=rules.WHERE_THE_BOOK_PUTS_THEM,
    one_line_from=rules.CALLS_STAY,
    calls_stay_from=rules.CALLS_STAY,
    seen_notes_from=rules.SEEN_NOTES,
    act_words=labels.ACT_WORDS,
    endings=labels.ENDINGS,
    board=board.REPLACEABLE.current,
    direction="clockwise",
    rules=rules.rules_for,
    start=opening.start,
    state_type=State,
    unsound=soundness.unsound,
    choices=choices.choices,
    describe=labels.describe,
    view=view.view,
    scene=scene.scene,
    journeys=choices.journeys,
    at_stake=scene.at_stake,
    board_map=scene.board_map,
    status=view.status,
    turn_sheet=whole_turn.sheet,
    board_sheet=whole_turn.board_sheet,
    complete_turn=whole_turn.complete_turn,
    score=counting.sheet,
    counted=counting.counted,
    guide=counting.guide,
    paper=paper.SHEET,
    is_done=policy.is_done,
    clock=clock,
    deal=policy.deal,
    policy=policy.propose,
    showing=policy.showing,
    position=position.position,
    odds=odds.odds,
    odds_arguments=odds.arguments,
    dice_acts=frozenset({"start_dice", "attack_die", "defence_die"}),
    battle_dice=frozenset({"attack_die", "defence_die"}),
    folder=FOLDER,
    replaceable=board.REPLACEABLE,
    board_preview=scene.preview,
    stand_in=scene.stand_in,
)
