"""F.A.T.A.L. put together: the descriptor that the rest of the product asks."""

from __future__ import annotations

from pathlib import Path

from games.fatal import (
    choices,
    contents,
    counting,
    elimination,
    enchantment,
    ends,
    labels,
    leaving,
    moments,
    odds,
    paper,
    policy,
    position,
    refill,
    rules,
    scene,
    setting_up,
    smazzata,
    soundness,
    stealing,
    table,
    treasures,
    trimagia,
    view,
    visions,
    whole_turn,
)
from games.fatal.rules import CHARACTER, Rules
from games.fatal.state import State
from games.kernel import articles
from games.kernel.clock import ClockPlan
from games.kernel.game import Chapter, Game
from games.kernel.words import Words, same

FOLDER = Path(__file__).parent

ACTS: Chapter = {
    **setting_up.CHAPTER,
    **enchantment.CHAPTER,
    **stealing.CHAPTER,
    **visions.CHAPTER,
    **treasures.CHAPTER,
    **trimagia.CHAPTER,
    **refill.CHAPTER,
    **smazzata.CHAPTER,
    **elimination.CHAPTER,
    **table.CHAPTER,
    **ends.CHAPTER,
}


def clock(chosen: Rules) -> ClockPlan:
    at_time_up = {
        "noted": Words("si gioca fino alla Regina", "play goes on until the Queen"),
        "last_giro": Words("si finisce il giro in corso", "the giro under way is completed"),
    }
    return ClockPlan(chosen.minutes, 0, at_time_up[chosen.time_called])


GAME = Game(
    slug="fatal",
    name=same("F.A.T.A.L."),
    seats=contents.PLAYERS,
    revision=21,
    turn_article="gioco",
    law_from=3,
    statements_from=rules.AS_NAMED,
    unchecked_speakers=frozenset({"first", "display", "turn_up"}),
    editions=rules.EDITIONS,
    options=rules.OPTIONS,
    rulebook=articles.load(FOLDER / "rulebook.toml"),
    acts=ACTS,
    moments=moments.MOMENTS,
    moments_from=rules.AS_IT_HAPPENED,
    closes_from=rules.LATE_TIME_CLOSES,
    seen_from=rules.WHAT_WAS_SEEN,
    strict_from=rules.ONE_LAW,
    one_form_from=rules.ALL_TOGETHER,
    all_owed_from=rules.SHOWN_IN_FULL,
    one_line_from=rules.CALLS_STAY,
    calls_stay_from=rules.CALLS_STAY,
    seen_notes_from=rules.SEEN_NOTES,
    out_by=leaving.out_by,
    act_words=labels.ACT_WORDS,
    endings=labels.ENDINGS,
    board=contents.REPLACEABLE.current,
    direction="clockwise",
    rules=rules.rules_for,
    start=setting_up.start,
    state_type=State,
    unsound=soundness.unsound,
    choices=choices.choices,
    describe=labels.describe,
    view=view.view,
    scene=scene.scene,
    status=view.status,
    turn_sheet=whole_turn.sheet,
    board_sheet=whole_turn.board_sheet,
    end_sheet=whole_turn.end_sheet,
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
    dice_acts=frozenset(),
    reveals={
        "abandon": ("cards",),
        "change": ("treasure", "cards"),
        "claim": ("character",),
        "discard": ("cards",),
        "display": ("treasures",),
        "effect": ("discarded",),
        "enchant": ("card",),
        "play": ("card",),
        "reveal": ("characters",),
        "rob": ("faced",),
        "screen": (),
        "share": ("faced",),
        "shown": (),
        "strip": ("cards",),
        "surplus": ("cards",),
        "tally": ("treasures",),
        "turn_up": ("treasure",),
        "unmask": ("character", "cards"),
    },
    secret_kinds=(CHARACTER,),
    folder=FOLDER,
    replaceable=contents.REPLACEABLE,
    board_preview=scene.preview,
    stand_in=scene.stand_in,
)
