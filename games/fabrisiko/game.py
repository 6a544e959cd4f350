"""FabRisiko! put together: the descriptor that the rest of the product asks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from games.fabrisiko import (
    battle,
    board,
    bombing,
    building,
    cards,
    choices,
    closing,
    conquest,
    counting,
    deciding,
    dice,
    ends,
    events,
    income,
    labels,
    leaving,
    moments,
    movement,
    odds,
    paper,
    policy,
    position,
    rules,
    scene,
    setting_up,
    soundness,
    strategy,
    table,
    throws,
    view,
    whole_turn,
)
from games.fabrisiko.closing import won_at_once
from games.fabrisiko.rules import Rules
from games.fabrisiko.state import State
from games.kernel import articles
from games.kernel.acts import By
from games.kernel.clock import ClockPlan
from games.kernel.game import Chapter, Game
from games.kernel.words import Words, same

FOLDER = Path(__file__).parent


RULEBOOK = articles.load(FOLDER / "rulebook.toml")


def closing_window(chapter: Chapter) -> Chapter:
    """Any act but a re-roll closes a throw that stood open for one; by option whoever has the territories has won then."""
    return {act: rule._replace(apply=_closed(rule.apply)) for act, rule in chapter.items()}


def _closed(apply: Callable[[Rules, State, By, Any], State]) -> Callable[[Rules, State, By, Any], State]:
    def closed(chosen: Rules, state: State, by: By, act: Any) -> State:
        after = apply(chosen, state if state.open is None else state.with_(open=None, thrown=()), by, act)
        # The turn under way, where the act did not begin another, is no longer untouched.
        if not after.is_touched and after.turn == state.turn and state.giro:
            after = after.with_(is_touched=True)
        if after.left:
            after = leaving.passed_over(chosen, after)
        return after if chosen.win_at == "global_turn" else won_at_once(chosen, after)

    return closed


def judging_victory(chapter: Chapter) -> Chapter:
    """A re-roll leaves the throw open, and may bring about what wins at once."""
    return {act: rule._replace(apply=_judged(rule.apply)) for act, rule in chapter.items()}


def _judged(apply: Callable[[Rules, State, By, Any], State]) -> Callable[[Rules, State, By, Any], State]:
    def judged(chosen: Rules, state: State, by: By, act: Any) -> State:
        after = apply(chosen, state, by, act)
        is_due = chosen.win_at != "global_turn" and chosen.revision >= rules.DONE_IS_SEEN_THROUGH
        return won_at_once(chosen, after) if is_due else after

    return judged


ACTS: Chapter = {
    **closing_window(
        {
            **setting_up.CHAPTER,
            **cards.CHAPTER,
            **events.CHAPTER,
            **building.CHAPTER,
            **movement.CHAPTER,
            **conquest.CHAPTER,
            **battle.CHAPTER,
            **strategy.CHAPTER,
            **bombing.CHAPTER,
            **income.CHAPTER,
        }
    ),
    **judging_victory(dice.chapter_of_reroll(throws.CASTS)),
    **table.CHAPTER,
    **leaving.CHAPTER,
    **deciding.CHAPTER,
    **ends.CHAPTER,
}


def clock(chosen: Rules) -> ClockPlan:
    """Effective minutes: a pause that all players agree on stops the clock. The traditional game has none."""
    if not chosen.is_tournament:
        return ClockPlan(0, 0, Words("la partita non è a tempo", "the game has no clock"))
    at_time_up = Words(
        "il turno globale in corso si completa, poi si contano i punti",
        "the global turn under way is completed, then points are counted",
    )
    return ClockPlan(chosen.minutes, 0, at_time_up, is_effective=True)


GAME = Game(
    slug=board.SLUG,
    name=same("FabRisiko!"),
    seats=(2, 3, 4),
    revision=18,
    turn_article="turno",
    law_from=4,
    statements_from=rules.AS_NAMED,
    editions=rules.EDITIONS,
    options=rules.OPTIONS,
    rulebook=RULEBOOK,
    acts=ACTS,
    moments=moments.MOMENTS,
    moments_from=rules.AS_IT_HAPPENED,
    closes_from=rules.LATE_TIME_CLOSES,
    seen_from=rules.WHAT_WAS_SEEN,
    strict_from=rules.ONE_LAW,
    one_form_from=rules.WHAT_STANDS,
    one_line_from=rules.CALLS_STAY,
    calls_stay_from=rules.CALLS_STAY,
    seen_notes_from=rules.SEEN_NOTES,
    out_by=leaving.out_by,
    act_words=labels.ACT_WORDS,
    endings=labels.ENDINGS,
    board=board.REPLACEABLE.current,
    direction="counterclockwise",
    rules=rules.rules_for,
    start=setting_up.start,
    state_type=State,
    unsound=soundness.unsound,
    choices=choices.choices,
    describe=labels.describe,
    view=view.view,
    scene=scene.scene,
    journeys=choices.journeys_between,
    at_stake=scene.at_stake,
    board_map=scene.board_map,
    status=view.status,
    turn_sheet=whole_turn.sheet,
    board_sheet=whole_turn.board_sheet,
    end_sheet=whole_turn.end_sheet,
    complete_turn=whole_turn.complete_turn,
    score=counting.sheet,
    counted=counting.counted,
    guide=closing.guide,
    paper=paper.SHEET,
    is_done=policy.is_done,
    clock=clock,
    deal=policy.deal,
    policy=policy.propose,
    showing=policy.showing,
    position=position.position,
    odds=odds.odds,
    odds_arguments=odds.arguments,
    dice_acts=frozenset(str(cast.act.__struct_config__.tag) for cast in throws.CASTS) | {"carnival", "reroll"},
    battle_dice=frozenset({"attack_dice", "defence_dice"}),
    battle_faces=10,
    reveals={"event": ("card",), "sheet": ("faction",), "strategy": ("card",), "swap": ("cards",)},
    folder=FOLDER,
    replaceable=board.REPLACEABLE,
    board_preview=scene.preview,
    stand_in=scene.stand_in,
)
