"""Articles 15 and 16: an objective reached, objectives turned up at the count, points with exact decimals."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction

from games.iperisiko.acts import Claim, Reveal
from games.iperisiko.labels import objective_words
from games.iperisiko.leaving import settled
from games.iperisiko.rules import AS_IT_LIES, BORNE_OUT, NOTHING_IS_LOST, ONE_FORM, Rules
from games.iperisiko.setting_up import PAIR, is_own, is_poor, read_pair
from games.iperisiko.state import IN_PLAY, NOBODY, UNDER_WAY, Bombing, Count, DefenceThrow, Occupation, Spying, State
from games.iperisiko.turns import end_game, out_by
from games.kernel.acts import By
from games.kernel.breaches import Breach, Unreadable, impossible, infraction
from games.kernel.game import Chapter, Rule
from games.kernel.score import CountLine, Row, Sheet, decimal_text, ranked
from games.kernel.speakers import SEAT, named
from games.kernel.values import put
from games.kernel.vault import Vault, opens, opens_nothing
from games.kernel.words import Words, seat_words

OBJECTIVES = "objectives"
DRAW_FACTOR = Fraction(2, 5)
ELIMINATED_POINTS = Decimal("-0.30")

# -- objectives are shown


def claim_breaches(rules: Rules, state: State, by: By, act: Claim) -> Iterator[Breach]:
    yield from _pair_breaches(rules, state, by, act.objectives, act.salts)
    if not act.objectives:
        yield impossible("manca l'obiettivo raggiunto", "the objective reached is missing", "15")
    elif not _are_reached(rules, _entered(rules, state), by, act):
        yield infraction("16", "l'obiettivo non è raggiunto", "the objective is not reached")
    elif not _are_reached(rules, _before_entry(rules, state), by, act):
        assert isinstance(state.awaits, Occupation)
        place = rules.board.names[state.awaits.dst]
        yield infraction("15", "prima si occupa {place}", "{place} is occupied first", place=place)
    if rules.claim_when == "own_turn" and by != state.seat:
        yield infraction("15", "si dichiara nel proprio turno", "it is claimed in one's own turn")


def _pair_breaches(
    rules: Rules, state: State, by: By, numbers: tuple[int, ...], salts: tuple[str, ...]
) -> Iterator[Breach]:
    """Whether these can be the seat's cards: of the twenty, nobody else's, a pair that may stand, the sealed ones where sealed."""
    read_pair(rules, numbers)
    if not isinstance(by, int):
        raise Unreadable("un obiettivo è di un giocatore", "an objective belongs to a player")
    if len(numbers) > PAIR or len(set(numbers)) < len(numbers):
        yield impossible("gli obiettivi sono due, diversi", "there are two objectives, not the same", "5")
    elif len(numbers) == PAIR:
        yield from _deal_breaches(rules, state, by, numbers)
    if not state.is_active(by) and rules.revision >= BORNE_OUT:
        it, en = "il {seat} non gioca più: le carte non contano", "{seat} plays no longer: the cards count for nothing"
        yield infraction(out_by(rules, state, by), it, en, waivable=False, seat=seat_words(by))
    elif not state.is_active(by):
        yield impossible("non è più in gioco", "this player is no longer in the game", "7")
    if any(set(numbers) & set(others) for seat, others in enumerate(state.objectives) if seat != by):
        yield impossible("quell'obiettivo è di un altro", "that objective is another player's", "16")
    if not set(state.objectives[by]) <= set(numbers) and len({*state.objectives[by], *numbers}) > PAIR:
        yield impossible("ha già mostrato altri obiettivi", "this player has shown other objectives", "16")
    if rules.sealed and not _are_sealed_for(rules, by, numbers, salts):
        yield impossible("non è l'obiettivo che gli è stato dato", "this is not an objective that was dealt", "5")
    elif rules.revision >= ONE_FORM and len(salts) > (len(numbers) if rules.sealed else 0):
        yield opens_nothing("5")


def _deal_breaches(rules: Rules, state: State, seat: int, pair: tuple[int, ...]) -> Iterator[Breach]:
    if is_poor(rules, pair):
        yield infraction(
            "5", "la coppia vale meno di 1,80: andava ridata", "the pair is below 1.80: it was to be dealt again"
        )
    if rules.own_colour == "redealt" and is_own(rules, state, seat, pair):
        yield infraction(
            "16", "è il suo stesso colore: andava ridato", "it is the player's own colour: it was to be dealt again"
        )


def _are_sealed_for(rules: Rules, seat: int, numbers: tuple[int, ...], salts: tuple[str, ...]) -> bool:
    """Whether each salt opens the objective beside it; up to revision 17 any of them might."""
    own = rules.sealed[seat * PAIR : seat * PAIR + PAIR]
    if rules.revision < AS_IT_LIES:
        return all(_is_opened(own, number, salts) for number in numbers)
    is_one_each = len(salts) >= len(numbers)
    return is_one_each and all(_is_opened(own, *one) for one in zip(numbers, ((salt,) for salt in salts), strict=False))


def _is_opened(own: tuple[str, ...], number: int, salts: tuple[str, ...]) -> bool:
    return any(opens(sealed, OBJECTIVES, str(number), salt) for sealed in own for salt in salts)


def is_reached(rules: Rules, state: State, by: By, number: int) -> bool:
    """Every territory held; or the colour destroyed, by this player and nobody else."""
    colour = rules.board.targets.get(number)
    if colour:
        return colour in state.colours and state.destroyed_by[state.colours.index(colour)] == by
    return all(state.owners[place] == by for place in rules.board.objectives[number].territories)


def _are_reached(rules: Rules, state: State, by: By, act: Claim) -> bool:
    return all(is_reached(rules, state, by, number) for number in act.objectives)


def _entered(rules: Rules, state: State) -> State:
    """With a conquest occupied by as few as must move in: what is reached hangs on what is left of them (11, 26)."""
    if isinstance(state.awaits, Occupation) and rules.revision >= BORNE_OUT:
        return settled(rules, state, state.awaits).with_(turn=state.turn)
    return state


def _before_entry(rules: Rules, state: State) -> State:
    """What is reached whatever comes of a conquest that is not occupied yet, on which the loser may still show mines (26)."""
    if isinstance(state.awaits, Occupation) and rules.revision >= BORNE_OUT:
        return state.with_(owners=put(state.owners, state.awaits.dst, NOBODY))
    return state


def claim(rules: Rules, state: State, by: By, act: Claim) -> State:
    assert isinstance(by, int)
    showing, entered = _showing(state, by, act.objectives), _entered(rules, state)
    if not _are_reached(rules, entered, by, act):
        return showing  # registered as it happened: the objective has been seen, and the game goes on
    if isinstance(entered.awaits, Occupation):
        entered = settled(rules, entered, entered.awaits)
    return end_game(_showing(entered, by, act.objectives), "objective", by)


def _showing(state: State, seat: int, numbers: tuple[int, ...]) -> State:
    return state.with_(objectives=put(state.objectives, seat, tuple(sorted({*state.objectives[seat], *numbers}))))


def reveal_breaches(rules: Rules, state: State, by: By, act: Reveal) -> Iterator[Breach]:
    yield from _pair_breaches(rules, state, by, act.objectives, act.salts)
    if state.ended == "objective":
        yield impossible("gli obiettivi si scoprono alla patta", "objectives are turned up at a draw", "15")
    elif len(act.objectives) != PAIR:
        yield impossible("gli obiettivi sono due", "there are two objectives", "5")
    elif rules.revision >= AS_IT_LIES and state.ended and isinstance(by, int) and len(state.objectives[by]) == PAIR:
        yield impossible("ha già scoperto i suoi obiettivi", "these objectives have been turned up", "15")


def reveal(rules: Rules, state: State, by: By, act: Reveal) -> State:
    assert isinstance(by, int)
    return _showing(state, by, act.objectives)


def to_reveal(state: State) -> list[int]:
    """Seats whose objectives still decide points: those in the game at a draw, or the last one standing."""
    if not state.ended or state.ended == "objective":
        return []
    return [seat for seat, shown in enumerate(state.objectives) if state.is_active(seat) and len(shown) < PAIR]


# -- points (art. 15)


def points(rules: Rules, state: State, seat: int) -> Fraction:
    """The coefficient for the winner, 0.40 of the mean of the two for those still in a drawn game, -0.30 for who is out, else nothing."""
    if not state.is_active(seat):
        return Fraction(ELIMINATED_POINTS)
    if state.ended == "objective":
        return best(rules, _won_by(rules, state)) if state.winner == seat else Fraction(0)
    if state.ended in ("elimination", "abandoned") and (won := _alone(rules, state, seat)):
        return best(rules, won)
    return draw_points(rules, state.objectives[seat])


def _won_by(rules: Rules, state: State) -> tuple[int, ...]:
    """What the winner has shown and reached: one claimed too early has been seen, and brings nothing. Earlier revisions counted both."""
    claimed = state.objectives[state.winner]
    if rules.revision < BORNE_OUT:
        return claimed
    return tuple(number for number in claimed if is_reached(rules, state, state.winner, number))


def counted(rules: Rules, state: State, seat: int) -> Iterator[CountLine]:
    """The objectives that were shown, with their coefficients, and what of them is held."""
    for number in state.objectives[seat]:
        is_won = is_reached(rules, state, seat, number)
        yield CountLine(objective_words(rules, number), str(rules.board.coefficients[number]), is_won)


def best(rules: Rules, numbers: tuple[int, ...]) -> Fraction:
    return max((Fraction(rules.board.coefficients[number]) for number in numbers), default=Fraction(0))


def draw_points(rules: Rules, pair: tuple[int, ...]) -> Fraction:
    return DRAW_FACTOR * sum((Fraction(rules.board.coefficients[number]) for number in pair), Fraction(0)) / PAIR


def _alone(rules: Rules, state: State, seat: int) -> tuple[int, ...]:
    """What the last player standing has reached, or by option could no longer be kept from: his territorial objectives."""
    return tuple(
        number
        for number in state.objectives[seat]
        if is_reached(rules, state, seat, number)
        or (rules.last_standing == "win" and number not in rules.board.targets)
    )


def sheet(rules: Rules, state: State, vault: Vault | None = None) -> Sheet:
    """The score sheet. While the game goes on, or objectives are still face down, what is not known is None."""
    if vault is not None and state.ended:
        state = _opened(state, vault)
    missing = to_reveal(state) if state.ended else list(range(rules.seats))
    keys = {seat: (_merit(rules, state, seat),) for seat in range(rules.seats)} if not missing else {}
    ranks = ranked(keys)
    rows = tuple(_row(rules, state, seat, missing, ranks.get(seat)) for seat in range(rules.seats))
    return Sheet(state.ended or None, rows, (), tuple(_awaited(state, missing)))


def _merit(rules: Rules, state: State, seat: int) -> Fraction:
    """What ranks the seats. Nobody wins a drawn game (15 c): those still in share the first place, each with points of his own."""
    is_drawn = state.ended == "time" and rules.drawn_ranks == "shared"
    return Fraction(0) if is_drawn and state.is_active(seat) else points(rules, state, seat)


def _opened(state: State, vault: Vault) -> State:
    """With the vault the objectives that were not turned up are read from it."""
    dealt = [
        tuple(sorted(int(one.value) for one in vault.of(seat, OBJECTIVES))) for seat in range(len(state.objectives))
    ]
    needed = to_reveal(state)
    return state.with_(
        objectives=tuple(
            (cards or shown) if seat in needed else shown
            for seat, (shown, cards) in enumerate(zip(state.objectives, dealt, strict=True))
        )
    )


def _row(rules: Rules, state: State, seat: int, missing: list[int], rank: int | None) -> Row:
    if seat in missing:
        return Row(seat, None, (), None, state.standing[seat])
    return Row(seat, decimal_text(points(rules, state, seat)), (), rank, state.standing[seat])


def _awaited(state: State, missing: list[int]) -> Iterator[Words]:
    if not state.ended:
        yield Words("la partita è in corso", "the game goes on")
        return
    for seat in missing:
        yield Words("{seat}: obiettivi da scoprire", "{seat}: objectives to be turned up").fill(
            {"seat": seat_words(seat)}
        )


CHAPTER: Chapter = {
    Claim: Rule(
        claim_breaches,
        claim,
        named("seat claiming"),
        "15",
        (*UNDER_WAY, DefenceThrow, Occupation, Bombing, Spying),
        since={Occupation: NOTHING_IS_LOST},
    ),
    Reveal: Rule(reveal_breaches, reveal, SEAT, "15", (Count,), late=IN_PLAY),
}
