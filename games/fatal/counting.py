"""Fine della partita: treasures turned up, points of both smazzate, the two tie-breaks, the victories that end the game at once."""

from __future__ import annotations

from collections.abc import Iterator

from games.fatal.labels import treasure_words
from games.fatal.rules import AT_ANY_MOMENT, CHARACTER, HAND_LIMIT, OWN_POINTS, WHERE_IT_DECIDES, Rules
from games.fatal.smazzata import to_tally
from games.fatal.state import NOBODY, State
from games.kernel.guide import rest_of_giro, who_still_plays
from games.kernel.score import CountLine, Row, Sheet, decimal_text, ranked
from games.kernel.vault import Vault
from games.kernel.words import Words, seat_words

TIEBREAKS = (
    Words("tesori del proprio colore", "treasures of one's own colour"),
    Words("somma dei propri tesori", "sum of one's own treasures"),
)


def treasures(state: State, seat: int) -> tuple[int, ...]:
    """What the seat has shown: the treasures it kept face up and those of its pile."""
    return (*state.sides[seat].face_up, *(state.sides[seat].tally or ()))


def own_treasures(rules: Rules, state: State, seat: int) -> list[int]:
    """The printed values of the treasures of the seat's own colour; none while nobody knows its character."""
    colour = rules.colour(state.sides[seat].character)
    return [one.value for one in map(rules.box.treasures.__getitem__, treasures(state, seat)) if one.colour == colour]


def last_points(rules: Rules, state: State, seat: int) -> int:
    """The second smazzata: 1 3 6 10 15 for own treasures of who has revealed, else the printed values; and the hand."""
    printed = sum(rules.box.treasures[kind].value for kind in treasures(state, seat))
    if state.sides[seat].is_revealed:
        own = own_treasures(rules, state, seat)
        printed += OWN_POINTS[min(len(own), len(OWN_POINTS) - 1)] - sum(own)
    return printed + scoring_hand(rules, state, seat)


def scoring_hand(rules: Rules, state: State, seat: int) -> int:
    """How many cards of the hand score: by option no more than may be held after step C, which does not come any more."""
    return scoring_cards(rules, state.hand_size(seat))


def scoring_cards(rules: Rules, held: int) -> int:
    """Of so many cards in a hand."""
    return held if rules.hand_at_end == "all" else min(held, HAND_LIMIT)


def points(rules: Rules, state: State, seat: int) -> int:
    """Both smazzate; nothing for who is out of the game."""
    return state.sides[seat].points + last_points(rules, state, seat) if state.is_active(seat) else 0


def tiebreaks(rules: Rules, state: State, seat: int) -> tuple[int, int]:
    own = own_treasures(rules, state, seat) if state.is_active(seat) else []
    return len(own), sum(own)


def key(rules: Rules, state: State, seat: int) -> tuple[int, ...]:
    """What ranks the seats, best first: still in, a special victory, points, the tie-breaks; among those out, who left later."""
    if state.is_active(seat):
        is_winner = int(state.winner == seat)
        if are_rest_level(rules, state):
            return (1, is_winner)
        return (1, is_winner, points(rules, state, seat), *tiebreaks(rules, state, seat))
    return (0, 0 if rules.eliminated_rank == "shared" else place_of_leaving(state, seat))


def place_of_leaving(state: State, seat: int) -> int:
    """Who left before: the higher the later. Those who left at one moment share the place."""
    place = state.left.index(seat)
    while place and state.left[place] in state.level:
        place -= 1
    return place


def are_rest_level(rules: Rules, state: State) -> bool:
    """By option the others share the second place after a special victory, whatever they have."""
    return state.ended == "rival" and rules.after_victory == "shared" and rules.revision >= AT_ANY_MOMENT


def counted(rules: Rules, state: State, seat: int) -> Iterator[CountLine]:
    """Both smazzate: treasure by treasure, own ones by how many there are where the character is revealed, then the cards in hand."""
    if not state.is_active(seat):
        yield CountLine(Words("fuori dalla partita", "out of the game"), "0", counts=False)
        return
    yield CountLine(Words("prima smazzata", "first smazzata"), str(state.sides[seat].points))
    own = own_treasures(rules, state, seat) if state.sides[seat].is_revealed else []
    if own:
        words = Words("{n} tesori del proprio colore", "{n} treasures of one's own colour").fill({"n": len(own)})
        yield CountLine(words, str(OWN_POINTS[min(len(own), len(OWN_POINTS) - 1)]))
    colour = rules.colour(state.sides[seat].character) if own else ""
    for kind in treasures(state, seat):
        if not own or rules.box.treasures[kind].colour != colour:
            yield CountLine(treasure_words(rules, kind), str(rules.box.treasures[kind].value))
    if state.sides[seat].tally is None and state.sides[seat].pile:
        words = Words("{n} tesori ancora coperti", "{n} treasures still face down").fill({"n": state.sides[seat].pile})
        yield CountLine(words, "0", counts=False)
    yield CountLine(Words("carte in mano", "cards in hand"), str(scoring_hand(rules, state, seat)))


def guide(rules: Rules, state: State) -> Iterator[Words]:
    """Where by option the giro in which time was called is the last: who still plays, unless the Queen comes first."""
    if rules.time_called == "last_giro" and state.last_giro and state.giro and not state.ended and not state.stage:
        rest = rest_of_giro(state.seat, state.first, state.standing, rules.direction)
        yield from who_still_plays(rest, state.seat, is_last_giro=state.giro >= state.last_giro)


def to_unmask(rules: Rules, state: State) -> list[int]:
    """Seats level on points whose character the tie-breaks need: those with a treasure, or who have put somebody out.

    Without a treasure both are 0, whatever is shown.
    """
    if not state.ended or to_tally(state) or are_rest_level(rules, state):
        return []
    level = {seat: key(rules, state, seat)[1:3] for seat in state.actives}
    tied = [
        seat for seat, one in level.items() if not state.sides[seat].character and list(level.values()).count(one) > 1
    ]
    if rules.revision < WHERE_IT_DECIDES:
        return tied
    return [seat for seat in tied if treasures(state, seat) or _has_claim(state, seat)]


def _has_claim(state: State, seat: int) -> bool:
    """Whether the seat, in disguise, has put somebody out who may turn out to be its rival."""
    return any(one == seat for one, _ in state.claims)


def sheet(rules: Rules, state: State, vault: Vault | None = None) -> Sheet:
    """The score sheet. While the game goes on, or a treasure is still face down, what is not known is None."""
    if vault is not None and state.ended:
        state = _opened(state, vault)
    if not state.ended:
        rows = tuple(Row(seat, None, (), None, state.sides[seat].standing) for seat in range(rules.seats))
        return Sheet(None, rows, TIEBREAKS, (Words("la partita è in corso", "the game goes on"),))
    missing = bool(to_tally(state) or to_unmask(rules, state)) and not are_rest_level(rules, state)
    ranks = {} if missing else ranked({seat: key(rules, state, seat) for seat in range(rules.seats)})
    if missing and state.winner != NOBODY:
        ranks = {state.winner: 1}
    rows = tuple(_row(rules, state, seat, ranks.get(seat)) for seat in range(rules.seats))
    return Sheet(state.ended, rows, TIEBREAKS, tuple(_awaited(rules, state)))


def _opened(state: State, vault: Vault) -> State:
    """With the vault the characters that were not shown are read from it."""
    dealt = [vault.of(seat, CHARACTER) for seat in range(len(state.sides))]
    shown = zip(state.characters, dealt, strict=True)
    return state.each_with(character=[known or (one[0].value if one else "") for known, one in shown])


def _row(rules: Rules, state: State, seat: int, rank: int | None) -> Row:
    if seat in to_tally(state):
        return Row(seat, None, (), rank, state.sides[seat].standing)
    breaks = tuple(map(decimal_text, tiebreaks(rules, state, seat)))
    return Row(seat, decimal_text(points(rules, state, seat)), breaks, rank, state.sides[seat].standing)


def _awaited(rules: Rules, state: State) -> Iterator[Words]:
    for seat in to_tally(state):
        yield Words("{seat}: tesori da scoprire", "{seat}: treasures to be turned up").fill({"seat": seat_words(seat)})
    for seat in to_unmask(rules, state):
        yield Words("{seat}: a pari punti, mostra il personaggio", "{seat}: level on points, shows the character").fill(
            {"seat": seat_words(seat)}
        )
