"""RisiKo! Torneo put together: the descriptor that the rest of the product asks."""

from __future__ import annotations

from pathlib import Path

from games.kernel import articles
from games.kernel.clock import ClockPlan
from games.kernel.game import Chapter, Game
from games.kernel.words import Words, same
from games.risiko import (
    attack,
    board,
    cards,
    choices,
    closing,
    counting,
    ends,
    guide,
    labels,
    leaving,
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
    view,
    whole_turn,
)
from games.risiko.rules import Rules
from games.risiko.state import State

FOLDER = Path(__file__).parent

ACTS: Chapter = {
    **setting_up.CHAPTER,
    **reinforcement.CHAPTER,
    **attack.CHAPTER,
    **movement.CHAPTER,
    **cards.CHAPTER,
    **leaving.CHAPTER,
    **closing.CHAPTER,
    **counting.CHAPTER,
    **table.CHAPTER,
    **ends.CHAPTER,
}


def clock(chosen: Rules) -> ClockPlan:
    at_time_up = {
        "last": Words("il giro in corso è l'ultimo", "the giro under way is the last"),
        "last_but_one": Words("il giro in corso è il penultimo", "the giro under way is the last but one"),
    }
    return ClockPlan(chosen.minutes, 0, at_time_up[chosen.time_called])


GAME = Game(
    slug="risiko",
    name=same("RisiKo! Torneo"),
    seats=(4, 5),
    revision=20,
    turn_article="5",
    seats_article="2",
    law_from=3,
    statements_from=rules.AS_NAMED,
    unchecked_speakers=frozenset({"start_dice", "deal", "tie_dice", "void_throw"}),
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
    out_by=leaving.out_by,
    act_words=labels.ACT_WORDS,
    endings=labels.ENDINGS,
    board=lambda: board.standard().digest,
    direction="clockwise",
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
    paper=paper.SHEET,
    is_done=policy.is_done,
    clock=clock,
    deal=policy.deal,
    policy=policy.propose,
    showing=policy.showing,
    announces=lambda chosen: bool(chosen.claim_how == "automatic"),
    position=position.position,
    odds=odds.odds,
    odds_arguments=odds.arguments,
    closing_chance=closing.chance_to_close,
    dice_acts=frozenset({"start_dice", "attack_dice", "defence_dice", "close_dice", "tie_dice"}),
    battle_dice=frozenset({"attack_dice", "defence_dice"}),
    reveals={
        "claim": ("objective",),
        "deal": ("card",),
        "reveal": ("objective",),
        "tris": ("cards",),
        "undue_card": ("card",),
    },
    secret_kinds=(counting.OBJECTIVE,),
    guide=guide.guide,
    counted=guide.counted,
    income=reinforcement.income_lines,
    folder=FOLDER,
)
