"""The points of the tournament mode: 15, 12, 8, 5, 3 and 1, less the referee's penalty; ties go by territories."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.fabrisiko.closing import staying
from games.fabrisiko.conquest import home_of
from games.fabrisiko.rules import Rules
from games.fabrisiko.state import State
from games.fabrisiko.units import holdings
from games.kernel.score import CountLine, Row, Sheet, decimal_text, ranked
from games.kernel.vault import Vault
from games.kernel.words import Words

CITY, MOST_TERRITORIES, OTHER_MAJOR, OWN_MAJOR, MOST_RESOURCES, STRUCTURE = 15, 12, 8, 5, 3, 1
BY_TERRITORIES = (Words("territori", "territories"),)
BY_RESOURCES = (*BY_TERRITORIES, Words("risorse", "resources"))


def points(rules: Rules, state: State, seat: int) -> int:
    """What a seat has on the board now. In the traditional game it is the number of territories."""
    if seat in state.left:
        return 0
    territories_of, _ = holdings(rules, state)
    if not rules.is_tournament:
        return territories_of[seat]
    territories, resources = staying(state, territories_of), staying(state, state.resources)
    home = home_of(rules, state, seat)
    majors = [place for place in rules.board.homes.values() if state.owners[place] == seat]
    total = CITY * (state.owners[rules.board.city] == seat)
    total += MOST_TERRITORIES * has_most(rules, territories, seat)
    total += sum(OWN_MAJOR if place == home else OTHER_MAJOR for place in majors)
    total += MOST_RESOURCES * has_most(rules, resources, seat)
    total += STRUCTURE * structures(state, seat)
    return total - state.penalties[seat]


def counted(rules: Rules, state: State, seat: int) -> Iterator[CountLine]:
    """Each part of the points of the tournament mode."""
    if seat in state.left:
        yield CountLine(Words("ha lasciato il tavolo", "left the table"), "0")
        return
    if not rules.is_tournament:
        yield CountLine(Words("territori", "territories"), str(state.territories(seat)))
        return
    home = home_of(rules, state, seat)
    majors = [place for place in rules.board.homes.values() if state.owners[place] == seat]
    territories, resources = staying(state, holdings(rules, state)[0]), staying(state, state.resources)
    own, others = majors.count(home), len(majors) - majors.count(home)
    parts = (
        (Words("Fabriano", "Fabriano"), CITY * (state.owners[rules.board.city] == seat)),
        (Words("più territori di tutti", "most territories"), MOST_TERRITORIES * has_most(rules, territories, seat)),
        (Words("la propria Frazione Maggiore", "the own Frazione Maggiore"), OWN_MAJOR * own),
        (
            Words("altre Frazioni Maggiori: {n}", "other Frazioni Maggiori: {n}").fill({"n": others}),
            OTHER_MAJOR * others,
        ),
        (Words("più risorse di tutti", "most resources"), MOST_RESOURCES * has_most(rules, resources, seat)),
        (Words("strutture", "structures"), STRUCTURE * structures(state, seat)),
        (Words("penalità dell'arbitro", "the referee's penalty"), -state.penalties[seat]),
    )
    yield from (CountLine(words, str(value), bool(value)) for words, value in parts)


def has_most(rules: Rules, counts: Sequence[int], seat: int) -> bool:
    """Whether a seat has most of something, shared by those level unless the option gives it to nobody; nobody has most of nothing."""
    best = max(counts)
    if not best or counts[seat] != best:
        return False
    return rules.tied_for_most == "everybody" or list(counts).count(best) == 1


def structures(state: State, seat: int) -> int:
    return sum(
        sum(structures) for owner, structures in zip(state.owners, state.structures, strict=True) if owner == seat
    )


def key(rules: Rules, state: State, seat: int) -> tuple[int, ...]:
    """What ranks the seats, best first."""
    won, stayed = int(state.winner == seat), _rank_of_leaving(rules, state, seat)
    return (won, stayed, points(rules, state, seat), *tiebreaks(rules, state, seat))


def _rank_of_leaving(rules: Rules, state: State, seat: int) -> int:
    """Who stayed ranks before who left, and of these who left later."""
    return state.left.index(seat) if seat in state.left else rules.seats


def tiebreaks(rules: Rules, state: State, seat: int) -> tuple[int, ...]:
    """Territories, and by option resources: nothing else parts players level on points (torneo.parita)."""
    territories = state.territories(seat)
    return (territories, state.resources[seat]) if rules.tie == "resources" else (territories,)


def sheet(rules: Rules, state: State, vault: Vault | None = None) -> Sheet:
    """The score sheet. While the game goes on points are not given."""
    names = BY_RESOURCES if rules.tie == "resources" else BY_TERRITORIES
    if not state.ended:
        rows = tuple(Row(seat, None, (), None) for seat in range(rules.seats))
        return Sheet(None, rows, names, (Words("la partita è in corso", "the game goes on"),))
    ranks = ranked({seat: key(rules, state, seat) for seat in range(rules.seats)})
    return Sheet(state.ended, tuple(_row(rules, state, seat, ranks[seat]) for seat in range(rules.seats)), names)


def _row(rules: Rules, state: State, seat: int, rank: int) -> Row:
    breaks = tiebreaks(rules, state, seat)
    return Row(seat, decimal_text(points(rules, state, seat)), tuple(map(decimal_text, breaks)), rank)
