"""Article 17: the objective reached, objectives turned up at the count, points, tie-breaks, dice."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel.acts import By
from games.kernel.breaches import Breach, Unreadable, impossible, infraction
from games.kernel.game import Chapter, Rule
from games.kernel.score import Row, Sheet, decimal_text, ranked
from games.kernel.speakers import JUDGE_SAYS, SEAT, named
from games.kernel.values import put
from games.kernel.vault import Vault, opens, opens_nothing
from games.kernel.words import Words, listed, seat_words
from games.risiko.acts import Claim, Reveal, TieDice
from games.risiko.board import Objective
from games.risiko.leaving import out_by, settled
from games.risiko.rules import AS_IT_LIES, BORNE_OUT, NOTHING_IS_LOST, ONE_FORM, Rules
from games.risiko.state import IN_PLAY, UNDER_WAY, CloseThrow, Count, DefenceThrow, Occupation, State
from games.risiko.turns import end_game

REACHED = 100
OBJECTIVE = "objective"
TIEBREAKS = (
    Words("valore fuori obiettivo", "value outside the objective"),
    Words("armate in obiettivo", "armies inside the objective"),
    Words("armate in campo", "armies on the board"),
    Words("dadi", "dice"),
)

# -- the cards are shown


def claim_breaches(rules: Rules, state: State, by: By, act: Claim) -> Iterator[Breach]:
    yield from _card_breaches(rules, state, by, act.objective, act.salt)
    if act.objective in rules.board.objectives and not holds(state, by, rules.board.objectives[act.objective]):
        yield infraction(
            "17",
            "non possiede tutti i territori dell'obiettivo",
            "not every territory of the objective is held",
        )


def _card_breaches(rules: Rules, state: State, by: By, number: int, salt: str) -> Iterator[Breach]:
    """Whether this card can be the seat's: one of the sixteen, nobody else's, and the sealed one where it was sealed."""
    if not isinstance(by, int):
        raise Unreadable("un obiettivo è di un giocatore", "an objective belongs to a player")
    if number not in rules.board.objectives:
        raise Unreadable("non c'è un obiettivo {number}", "there is no objective {number}", number=number)
    if not state.is_active(by) and rules.revision >= BORNE_OUT:
        it, en = "il {seat} non gioca più: la carta non conta", "{seat} plays no longer: the card counts for nothing"
        yield infraction(out_by(rules, state, by), it, en, waivable=False, seat=seat_words(by))
    elif not state.is_active(by):
        yield impossible("non è più in gioco", "this player is no longer in the game", "12")
    if number in state.objectives[:by] + state.objectives[by + 1 :]:
        yield impossible("quell'obiettivo è già di un altro", "that objective is another player's", "17")
    if state.objectives[by] not in (0, number):
        yield impossible("ha già mostrato un altro obiettivo", "this player has shown another objective", "17")
    if rules.sealed and not opens(rules.sealed[by], OBJECTIVE, str(number), salt):
        yield impossible("non è l'obiettivo che gli è stato dato", "this is not the objective that was dealt", "17")
    if salt and not rules.sealed and rules.revision >= ONE_FORM:
        yield opens_nothing("17")


def holds(state: State, seat: By, objective: Objective) -> bool:
    return all(state.owners[place] == seat for place in objective.territories)


def claim(rules: Rules, state: State, by: By, act: Claim) -> State:
    """An objective that is not reached, registered as it happened, has been seen, and the game goes on."""
    shown = reveal(rules, state, by, act)
    if not holds(state, by, rules.board.objectives[act.objective]):
        return shown
    assert isinstance(by, int)
    if isinstance(shown.awaits, Occupation):
        shown = settled(shown, shown.awaits)
    return end_game(shown, "objective", by)


def reveal_breaches(rules: Rules, state: State, by: By, act: Reveal) -> Iterator[Breach]:
    yield from _card_breaches(rules, state, by, act.objective, act.salt)
    is_up = isinstance(by, int) and state.ended and state.objectives[by] == act.objective
    if is_up and rules.revision >= AS_IT_LIES:
        yield impossible("ha già scoperto il suo obiettivo", "this objective has been turned up", "17")


def reveal(rules: Rules, state: State, by: By, act: Claim | Reveal) -> State:
    assert isinstance(by, int)
    return state.with_(objectives=put(state.objectives, by, act.objective))


# -- dice for a tie


def tie_dice_breaches(rules: Rules, state: State, by: By, act: TieDice) -> Iterator[Breach]:
    due = 0 if to_reveal(state) else len(tied(rules, state))
    if not due:
        yield impossible("non si lancia per spareggiare", "nobody throws for a tie", "17")
    elif len(act.dice) != due:
        yield infraction(
            "17",
            "lancia solo chi è pari su tutto, {due:dado|dadi}: il lancio si ripete",
            "only seats level on everything throw, {due:die|dice}: the throw is repeated",
            False,
            due=due,
        )


def tie_dice(rules: Rules, state: State, by: By, act: TieDice) -> State:
    """Each throw is one digit more: seats that are level again throw again."""
    was = state.tie_dice or (0,) * rules.seats
    thrown = dict(zip(tied(rules, state), act.dice, strict=True))
    return state.with_(tie_dice=tuple(was[seat] * 10 + thrown.get(seat, 0) for seat in range(rules.seats)))


def to_reveal(state: State) -> list[int]:
    """Seats whose objective still has to be turned up: those still in the game."""
    return [seat for seat, number in enumerate(state.objectives) if state.is_active(seat) and not number]


def tied(rules: Rules, state: State) -> list[int]:
    """Seats level with another one on points and every tie-break, the dice so far included."""
    keys = {seat: key(rules, state, seat) for seat in range(rules.seats) if state.is_active(seat)}
    ranks = ranked(keys)
    return [seat for seat in keys if list(ranks.values()).count(ranks[seat]) > 1]


# -- points


def points(rules: Rules, state: State, seat: int) -> int:
    """Value of the territories inside the objective; 100 for reaching it; nothing for who is out (art. 12, 13)."""
    if not state.is_active(seat):
        return 0
    if _reached(rules, state, seat) and not (rules.claim_points == "value" and state.last_giro):
        return REACHED
    return _value(rules, state, seat, _inside(rules, state, seat))


def _reached(rules: Rules, state: State, seat: int) -> bool:
    """Claimed, or reached by the conquest that left nobody else in the game: there was no moment to claim it."""
    number = state.objectives[seat]
    by_the_last_conquest = (
        state.ended == "elimination" and number and holds(state, seat, rules.board.objectives[number])
    )
    return state.winner == seat or bool(by_the_last_conquest)


def tiebreaks(rules: Rules, state: State, seat: int) -> tuple[int, int, int, int]:
    inside = _inside(rules, state, seat)
    outside = frozenset(range(rules.board.size)) - inside
    in_armies = sum(state.armies[place] for place in inside if state.owners[place] == seat)
    thrown = state.tie_dice[seat] if state.tie_dice else 0
    return _value(rules, state, seat, outside), in_armies, state.armies_of(seat), thrown


def key(rules: Rules, state: State, seat: int) -> tuple[int, ...]:
    """What ranks the seats, best first: still in, points, the three tie-breaks and the dice; among those out, who left later."""
    if state.is_active(seat):
        won = int(state.winner == seat)
        return (1, won, points(rules, state, seat), *tiebreaks(rules, state, seat))
    return (0, 0 if rules.eliminated_rank == "shared" else _place_of_leaving(state, seat))


def _place_of_leaving(state: State, seat: int) -> int:
    """Who left before: the higher the later. Those whom one entry shows out share the place."""
    place = state.left.index(seat)
    while place and state.left[place] in state.level:
        place -= 1
    return place


def _inside(rules: Rules, state: State, seat: int) -> frozenset[int]:
    number = state.objectives[seat]
    return rules.board.objectives[number].territories if number else frozenset()


def _value(rules: Rules, state: State, seat: int, places: frozenset[int]) -> int:
    return sum(rules.board.values[place] for place in places if state.owners[place] == seat)


def sheet(rules: Rules, state: State, vault: Vault | None = None) -> Sheet:
    """The score sheet. While the game goes on, or a card is still face down, what is not known is None."""
    if vault is not None and state.ended:
        state = _opened(state, vault)
    missing = to_reveal(state) if state.ended else list(range(rules.seats))
    ranks = ranked({seat: key(rules, state, seat) for seat in range(rules.seats)}) if not missing else {}
    rows = tuple(_row(rules, state, seat, missing, ranks.get(seat)) for seat in range(rules.seats))
    return Sheet(state.ended or None, rows, TIEBREAKS, tuple(_awaited(rules, state, missing)))


def _opened(state: State, vault: Vault) -> State:
    """With the vault the objectives that were not turned up are read from it."""
    dealt = [vault.of(seat, OBJECTIVE) for seat in range(len(state.objectives))]
    return state.with_(
        objectives=tuple(
            shown or (int(one[0].value) if one else 0) for shown, one in zip(state.objectives, dealt, strict=True)
        )
    )


def _row(rules: Rules, state: State, seat: int, missing: list[int], rank: int | None) -> Row:
    if seat in missing:
        return Row(seat, None, (), None, state.standing[seat])
    breaks = tiebreaks(rules, state, seat) if state.is_active(seat) else (0, 0, 0, 0)
    return Row(
        seat, decimal_text(points(rules, state, seat)), tuple(map(decimal_text, breaks)), rank, state.standing[seat]
    )


def _awaited(rules: Rules, state: State, missing: list[int]) -> Iterator[Words]:
    if not state.ended:
        yield Words("la partita è in corso", "the game goes on")
        return
    for seat in missing:
        yield Words("{seat}: obiettivo da scoprire", "{seat}: objective to be turned up").fill(
            {"seat": seat_words(seat)}
        )
    if not missing and (level := tied(rules, state)):
        seats = listed([seat_words(seat) for seat in level])
        yield Words("{seats}: pari su tutto, si lanciano i dadi", "{seats}: level on everything, dice are thrown").fill(
            {"seats": seats}
        )


CHAPTER: Chapter = {
    Claim: Rule(
        claim_breaches,
        claim,
        named("seat claiming"),
        "17",
        (*UNDER_WAY, CloseThrow),
        late=(DefenceThrow, Occupation),
        since={DefenceThrow: NOTHING_IS_LOST, Occupation: NOTHING_IS_LOST},
    ),
    Reveal: Rule(reveal_breaches, reveal, SEAT, "17", (Count,), late=IN_PLAY),
    TieDice: Rule(tie_dice_breaches, tie_dice, JUDGE_SAYS, "17", (Count,)),
}
