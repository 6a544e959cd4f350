"""Before the first turn: sheets are drawn, a ten-sided die for the first player, the starting pieces on each Frazione Maggiore."""

from __future__ import annotations

from collections.abc import Iterator

from games.fabrisiko.acts import Sheet, StartDice
from games.fabrisiko.board import CARDS, FACTIONS, PIECES
from games.fabrisiko.building import set_piece
from games.fabrisiko.dice import Cast, Due, chapter
from games.fabrisiko.rules import Rules
from games.fabrisiko.state import NOBODY, DrawSheet, Lasting, StartThrow, State
from games.fabrisiko.turns import begin_turn
from games.fabrisiko.units import PIECE
from games.kernel.acts import JUDGE, By
from games.kernel.breaches import Breach, Lookup, impossible, infraction
from games.kernel.game import Chapter, Rule
from games.kernel.speakers import JUDGE_SAYS, named
from games.kernel.values import put
from games.kernel.words import Words, seat_words

FACTION = Lookup(Words("frazione", "faction"), FACTIONS)


def start(rules: Rules) -> State:
    """Everything neutral and empty, the whole deck, no sheet drawn."""
    seats, size = rules.seats, rules.board.size
    return State(
        awaits=DrawSheet(0),
        factions=("",) * seats,
        owners=(NOBODY,) * size,
        armies=((),) * len(rules.board.ids),
        structures=((0, 0),) * size,
        resources=(0,) * seats,
        bought=((0,) * len(PIECES),) * seats,
        hands=(0,) * seats,
        no_events=(0,) * seats,
        discards=(0,) * len(CARDS),
        deck=rules.board.deck,
        penalties=(0,) * seats,
        lasting=Lasting(),
    )


def sheet_breaches(rules: Rules, state: State, by: By, act: Sheet) -> Iterator[Breach]:
    FACTION[act.faction]
    awaits = state.awaits
    assert isinstance(awaits, DrawSheet)
    if by != awaits.seat:
        yield infraction("scheda", "pesca il {who}", "{who} draws", who=seat_words(awaits.seat))
    if isinstance(by, int) and state.factions[by]:
        yield impossible("ha già una scheda", "this player has a sheet", "scheda")
    if act.faction in state.factions:
        yield impossible("quella scheda è già di un altro", "another player has that sheet", "scheda")


def sheet(rules: Rules, state: State, by: By, act: Sheet) -> State:
    assert isinstance(by, int)
    state = state.with_(factions=put(state.factions, by, act.faction))
    if "" in state.factions:
        return state.with_(awaits=DrawSheet(state.factions.index("")))
    return state.with_(awaits=StartThrow(tuple(range(rules.seats))))


def _start_due(rules: Rules, state: State) -> Due:
    assert isinstance(state.awaits, StartThrow)
    return Due(JUDGE, len(state.awaits.seats), "preparazione")


def start_dice(rules: Rules, state: State, dice: tuple[int, ...]) -> State:
    """The highest goes first; those level throw again among themselves."""
    assert isinstance(state.awaits, StartThrow)
    best = tuple(seat for seat, die in zip(state.awaits.seats, dice, strict=True) if die == max(dice))
    if len(best) > 1:
        return state.with_(awaits=StartThrow(best))
    return opened(rules, state, best[0])


def opened(rules: Rules, state: State, first: int) -> State:
    """The starting pieces stand on their Frazioni Maggiori and the first turn begins."""
    for seat, faction in enumerate(state.factions):
        home = rules.board.homes[faction]
        state = state.with_(owners=put(state.owners, home, seat))
        for name, count in rules.board.starts[faction].items():
            state = set_piece(state, seat, home, PIECE[name], count)
    return begin_turn(rules, state.with_(first=first), first, 1, state.turn)


CASTS = (Cast(StartDice, StartThrow, _start_due, start_dice, "preparazione", JUDGE_SAYS),)
CHAPTER: Chapter = {
    Sheet: Rule(sheet_breaches, sheet, named("seat drawing"), "scheda", (DrawSheet,)),
    **chapter(*CASTS),
}
