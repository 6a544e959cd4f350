"""How a game is over (fine-partita), and what is said of the time (gioco)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from games.fatal.acts import EndPlay, Finish
from games.fatal.leaving import put_out_by_the_end, without_cards
from games.fatal.moments import MOMENTS
from games.fatal.rules import (
    AS_IT_ENDED,
    AS_NAMED,
    AT_ANY_MOMENT,
    GIRO_IS_COMPLETE,
    LATE_TIME_CLOSES,
    ON_DISPLAY,
    OUT_AT_THE_END,
    TIME_IS_NOTED,
    TOLD_IS_HELD,
    Rules,
)
from games.fatal.state import EMPTY, ENCHANT, IN_PLAY, NOBODY, AwaitTurnUp, State, Turn
from games.fatal.table import finish, time_not_up, time_up
from games.fatal.visions import CHAPTER as VISIONS
from games.kernel.breaches import Breach, Unreadable, impossible, infraction
from games.kernel.endings import End, Endings
from games.kernel.game import Chapter, Rule
from games.kernel.seats import playing
from games.kernel.speakers import JUDGE_STATES
from games.kernel.timekeeping import Timekeeping
from games.kernel.words import Words, seat_words


def _cannot(rules: Rules, state: State, act: Finish) -> Iterator[Breach]:
    if act.how == "queen" and state.smazzata == 1:
        yield impossible("la Regina chiude la seconda smazzata", "the Queen closes the second smazzata", "fine-partita")
    if act.winner not in (NOBODY, *range(rules.seats)):
        raise Unreadable("sedia sconosciuta: {seat}", "unknown seat: {seat}", seat=act.winner)
    if (act.how == "rival") != (act.winner != NOBODY) or (act.how == "rival" and rules.revision < AS_IT_ENDED):
        yield impossible(
            "chi ha eliminato la stirpe rivale si dice dove è stata eliminata",
            "who put the rival lineage out is said where it was put out",
            "vittoria-speciale",
        )
    owner = next((seat for seat in put_out_by_the_end(rules, state) if state.treasures_of(seat)), NOBODY)
    if act.how != "rival" and owner != NOBODY:
        breach = infraction(
            "eliminare",
            "il {seat} non ha più carte: è uscito, e i suoi tesori si distribuiscono",
            "{seat} has no cards left, so is out, and the treasures of who is out are given out",
            seat=seat_words(owner),
        )
        yield structs.replace(breach, lacks="treasures")


def _above(rules: Rules, state: State, act: Finish) -> Words | None:
    """What lies above the Queen; also where the result is told alone: a second smazzata is told with its treasures.

    Up to the ninth revision that was asked only once a pile was told.
    """
    if rules.revision >= OUT_AT_THE_END and not state.turn and (words := _beside(rules, state)):
        return words
    is_told = state.turn or rules.revision >= (AT_ANY_MOMENT if any(state.piles) else TOLD_IS_HELD)
    above = state.above - (_not_shown(rules, state) if not state.turn else 0)
    words = Words(
        "{n:c'è # tesoro|ci sono # tesori} sopra quelli della Regina",
        "{n:# treasure lies|# treasures lie} above hers",
    )
    return words.fill({"n": above}) if above > 0 and is_told else None


def _not_shown(rules: Rules, state: State) -> int:
    """Of the treasures on display when the Queen comes, those that nobody named: of the third one she takes the place."""
    return max(0, ON_DISPLAY - 1 - len(state.display)) if rules.revision >= AS_IT_ENDED else 0


def _beside(rules: Rules, state: State) -> Words | None:
    """Two treasures lie on display when the Queen comes in the place of the third."""
    named, hidden = len(state.display), state.above + state.packet
    if named < ON_DISPLAY and hidden >= _not_shown(rules, state):
        return None
    return Words(
        "quando esce la Regina due tesori sono a disposizione", "when the Queen comes two treasures are on display"
    )


def _no_rival_is_out(rules: Rules, state: State, act: Finish) -> Words | None:
    """A special victory told alone: in the second smazzata the rival lineage has been shown, without a card in hand."""
    if state.turn or not _is_fresh(rules, state):
        return Words("si registra chi è uscito", "it is recorded who left")
    if state.smazzata == 1:
        return Words("nella prima smazzata nessuno esce", "nobody is put out in the first smazzata")
    if state.hand_size(act.winner) and rules.rivals.get(state.sides[act.winner].character) in _out(state):
        return None
    return Words(
        "servono le stirpi di chi vince e del rivale, che non ha più carte in mano",
        "it takes the lineages of who wins and of the rival, who has no cards left in hand",
    )


def _out(state: State) -> set[str]:
    """The lineages of those who are shown without a card."""
    return {state.sides[seat].character for seat in without_cards(state)} - {""}


def _victors(rules: Rules, state: State) -> Iterator[int]:
    """Whose rival is shown without a card."""
    return (seat for seat in state.actives if rules.rivals.get(state.sides[seat].character) in _out(state))


def _only_noted(rules: Rules, state: State, act: Finish) -> Words | None:
    """By this option a time that is called ends nothing."""
    words = Words(
        "il tempo si nota soltanto: si gioca fino alla Regina", "time is only noted: play goes on until the Queen"
    )
    return words if rules.time_called == "noted" and rules.revision >= TIME_IS_NOTED else None


def _noted_alone(rules: Rules, state: State, act: Finish) -> Words | None:
    """Nor does it where the result is told alone, but up to the ninth revision."""
    return _only_noted(rules, state, act) if rules.revision >= TOLD_IS_HELD else None


def _last_giro(rules: Rules, giro: int) -> int:
    return 0 if rules.time_called == "noted" and rules.revision >= TIME_IS_NOTED else giro


def _is_fresh(rules: Rules, state: State) -> bool:
    """A board of the end, told alone, need not name the treasures on display."""
    is_told_alone = not state.turn and state.enchantment == EMPTY and rules.revision >= AS_IT_ENDED
    waits = Turn | AwaitTurnUp if is_told_alone else Turn
    return isinstance(state.awaits, waits) and state.step == ENCHANT and not state.played


ENDS = Endings(
    act=Finish,
    ways={
        "queen": End("fine-partita", needs=_above, at_once=lambda rules: True, seen_in="treasures"),
        "time": End("fine-partita", lambda rules, state: int(state.last_giro), lacks=_only_noted, needs=_noted_alone),
        "rival": End("vittoria-speciale", needs=_no_rival_is_out, winners=_victors, seen_in="revealed"),
    },
    moments=MOMENTS,
    turn_end=EndPlay(),
    rule=VISIONS[EndPlay],
    is_fresh=_is_fresh,
    order=lambda rules, state: playing(state.first, state.standing, rules.direction),
    asked_from=AS_NAMED,
    alone_from=GIRO_IS_COMPLETE,
    since=GIRO_IS_COMPLETE,
    closes_from=LATE_TIME_CLOSES,
    cannot=_cannot,
)
TIME = Timekeeping("gioco", ENDS, lambda state: int(state.last_giro), time_up, time_not_up, finish, _last_giro)
CHAPTER: Chapter = {Finish: Rule(ENDS.breaches, finish, JUDGE_STATES, "fine-partita", IN_PLAY), **TIME.chapter}
