"""Iperisiko put together: the descriptor that the rest of the product asks."""

from __future__ import annotations

from pathlib import Path

from games.iperisiko import (
    answers,
    attack,
    board,
    cards,
    choices,
    closing,
    counting,
    ends,
    figures,
    labels,
    leaving,
    missiles,
    moments,
    movement,
    odds,
    paper,
    policy,
    position,
    reinforcement,
    rules,
    scene,
    setting_up,
    soundness,
    table,
    turns,
    view,
    whole_turn,
)
from games.iperisiko.rules import Rules
from games.iperisiko.state import State
from games.kernel import articles
from games.kernel.clock import ClockPlan
from games.kernel.game import Chapter, Game
from games.kernel.words import Words, same

FOLDER = Path(__file__).parent

ACTS: Chapter = {
    **setting_up.CHAPTER,
    **reinforcement.CHAPTER,
    **movement.CHAPTER,
    **attack.CHAPTER,
    **answers.CHAPTER,
    **missiles.CHAPTER,
    **figures.CHAPTER,
    **cards.CHAPTER,
    **leaving.CHAPTER,
    **counting.CHAPTER,
    **table.CHAPTER,
    **ends.CHAPTER,
}


def clock(chosen: Rules) -> ClockPlan:
    at_time_up = {
        "after": Words("si completa il giro, poi tre giri finali", "the giro is completed, then three final giri"),
        "with_current": Words(
            "il giro in corso è il primo dei tre finali", "the giro under way is the first of the three final ones"
        ),
    }
    return ClockPlan(chosen.minutes, chosen.warning_at, at_time_up[chosen.final_giri])


GAME = Game(
    slug="iperisiko",
    name=same("Iperisiko"),
    seats=(rules.SEATS,),
    revision=18,
    turn_article="2",
    law_from=3,
    statements_from=rules.AS_NAMED,
    unchecked_speakers=frozenset({"lot", "deal", "redeal", "auction", "bids", "auction_dice", "void_throw"}),
    editions=rules.EDITIONS,
    options=rules.OPTIONS,
    rulebook=articles.load(FOLDER / "rulebook.toml"),
    acts=ACTS,
    moments=moments.MOMENTS,
    moments_from=rules.AS_IT_HAPPENED,
    closes_from=rules.LATE_TIME_CLOSES,
    seen_from=rules.WHAT_WAS_SEEN,
    strict_from=rules.ONE_LAW,
    one_form_from=rules.ONE_FORM,
    one_line_from=rules.CALLS_STAY,
    calls_stay_from=rules.CALLS_STAY,
    seen_notes_from=rules.AS_IT_LIES,
    out_by=turns.out_by,
    act_words=labels.ACT_WORDS,
    endings=labels.ENDINGS,
    board=lambda: board.standard().digest,
    direction="counterclockwise",
    rules=rules.rules_for,
    start=setting_up.start,
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
    income=reinforcement.income_lines,
    paper=paper.SHEET,
    guide=closing.guide,
    is_done=policy.is_done,
    clock=clock,
    deal=policy.deal,
    policy=policy.propose,
    showing=policy.showing,
    position=position.position,
    odds=odds.odds,
    odds_arguments=odds.arguments,
    dice_acts=frozenset({"auction_dice", "attack_dice", "defence_dice"}),
    battle_dice=frozenset({"attack_dice", "defence_dice"}),
    reveals={
        "bids": ("bids",),
        "claim": ("objectives",),
        "combination": ("cards",),
        "deal": ("cards",),
        "lot": ("first",),
        "reveal": ("objectives",),
        "spia_removes": ("card",),
        "void_objectives": ("objectives",),
    },
    secret_kinds=(counting.OBJECTIVES,),
    standings=setting_up.standings_act,
    folder=FOLDER,
    stand_in=scene.stand_in,
)
