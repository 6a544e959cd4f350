"""What everybody can work out of closed cards and treasures, against games dealt with open cards and against brute force."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import pytest

from games.fatal import acts, hidden, hoards
from games.fatal.hoards import IN_DECK, fits, settled, shown, traces
from games.fatal.setting_up import start
from games.fatal.state import DECK, State
from games.kernel import cases
from games.kernel.cases import Case
from games.kernel.values import put
from games.kernel.words import same
from games.registry import game

# -- cards: a deck with real cards is played beside the one that the judge knows


class OpenTable:
    """The same deck with every card known: what truly happens at a table."""

    def __init__(self, state: State, rng: Random) -> None:
        self.rng = rng
        self.deck = [kind for kind, count in enumerate(state.unseen[0]) for _ in range(count)]
        rng.shuffle(self.deck)
        self.hands: list[list[int]] = [[] for _ in state.hands]
        self.discards: list[int] = []

    def draw(self, seat: int) -> None:
        self.hands[seat].append(self.deck.pop())
        if not self.deck:
            self.deck, self.discards = self.discards, []
            self.rng.shuffle(self.deck)

    def discard(self, seat: int) -> int:
        kind = self.hands[seat].pop(self.rng.randrange(len(self.hands[seat])))
        self.discards.append(kind)
        return kind


@pytest.mark.parametrize("seed", range(12))
def test_no_card_that_is_truly_held_is_ever_called_impossible(empty_table, seed: int) -> None:
    rng = Random(seed)
    state = start(empty_table(4).rules)
    truth = OpenTable(state, rng)
    for _ in range(700):
        seat = rng.randrange(4)
        if len(truth.hands[seat]) < 6 and len(truth.deck) > 1:
            truth.draw(seat)
            state = hidden.draw(state, hidden.HANDS, seat, 1)
        elif truth.hands[seat]:
            exposed = hidden.expose(state, hidden.HANDS, seat, (truth.discard(seat),))
            assert exposed is not None
            state = hidden.remade(hidden.discarded(exposed, (truth.discards[-1],)))
        assert state.deck == len(truth.deck)
        assert [state.hand_size(one) for one in range(4)] == [len(hand) for hand in truth.hands]
        assert sum(map(sum, state.unseen)) + sum(state.discards) == 70
        for one in range(4):
            assert set(truth.hands[one]) <= set(hidden.showable(state, hidden.HANDS, one))


def test_a_card_on_the_discards_is_in_no_hand(table) -> None:
    state = table(discards=["v07"]).state

    assert hidden.expose(state, hidden.HANDS, 0, (6,)) is None
    assert hidden.expose(state, hidden.HANDS, 0, (7,)) is not None


def test_after_a_reshuffle_only_who_has_drawn_can_hold_what_was_discarded(table) -> None:
    record = table(hands=[4, 36, 28], discards=["v07", "v08"])
    state = hidden.draw(hidden.remade(record.state), hidden.HANDS, 1, 1)

    assert hidden.expose(state, hidden.HANDS, 0, (6,)) is None
    assert hidden.expose(state, hidden.HANDS, 1, (6,)) is not None
    assert hidden.expose(state, hidden.HANDS, 1, (6, 7)) is None


def test_a_unique_card_is_not_shown_twice(table) -> None:
    state = table().state

    assert hidden.expose(state, hidden.HANDS, 0, (6, 6)) is None
    assert hidden.expose(state, hidden.HANDS, 0, (6, 7)) is not None


ROWS = ((3, 4, -1), (5, -1, -1))


@pytest.mark.parametrize(
    "hands", [[4, 4, 4], [4, 36, 27], [4, 36, 28], [0, 4, 4]], ids=["many", "last", "anew", "none"]
)
def test_a_card_played_is_one_shown_and_one_drawn(table, hands: list[int]) -> None:
    state = hidden.remade(table(hands=hands, discards=["v07", "v08"]).state)
    for kind in range(len(state.discards)):
        shown_ = hidden.expose(state, hidden.HANDS, 0, (kind,))
        at_once = hidden.played(state, 0, kind, ROWS)
        if shown_ is None:
            assert at_once is None
        elif at_once is not None:
            drawn = hidden.draw(shown_, hidden.ASIDE, 0, 1)
            side = drawn.sides[0].with_(rows=ROWS)
            assert at_once == (put(drawn.sides, 0, side), drawn.unseen, drawn.deck)
            assert drawn.discards == state.discards
    assert hidden.played(state, 0, 6, ROWS) is None


# -- treasures: against every assignment there is


def assignments(one_by_one: list[tuple[int, int]], room: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Every way to lie, by brute force: a place for each treasure."""
    places = [[place for place in range(6) if mask >> place & 1] for _, mask in one_by_one]
    return [
        chosen for chosen in product(*places) if all(chosen.count(place) == count for place, count in enumerate(room))
    ]


@pytest.mark.parametrize("seed", range(60))
def test_treasures_fit_exactly_when_there_is_a_way_to_lie(seed: int) -> None:
    rng = Random(seed)
    one_by_one = [
        (rng.randrange(5), rng.choice([1, 2, 3, 5, 6, 7, IN_DECK | 1, IN_DECK])) for _ in range(rng.randint(1, 6))
    ]
    room = [0] * 6
    for _ in one_by_one:
        room[rng.choice([0, 1, 2, 5])] += 1

    assert fits(settled(one_by_one), tuple(room)) == bool(assignments(one_by_one, tuple(room)))


@pytest.mark.parametrize("seed", range(60))
def test_a_treasure_is_possible_exactly_when_some_way_to_lie_has_it_there(seed: int) -> None:
    rng = Random(f"shown {seed}")
    one_by_one = [(kind, rng.choice([1, 2, 3, 5, 6, 7])) for kind in range(rng.randint(2, 6))]
    ways: list[tuple[int, ...]] = []
    while not ways:
        room = [0] * 6
        for _, mask in one_by_one:
            room[rng.choice([place for place in range(3) if mask >> place & 1])] += 1
        ways = assignments(one_by_one, tuple(room))

    for place in range(3):
        truly = {one_by_one[number][0] for way in ways for number, at in enumerate(way) if at == place}
        result = {kind for kind, _ in one_by_one if shown(settled(one_by_one), room, place, kind) is not None}
        assert result == truly


@pytest.mark.parametrize("seed", range(20))
def test_no_pile_that_is_truly_there_is_ever_called_impossible(table, seed: int) -> None:
    """Treasures are taken openly and stolen blindly; at the end every true pile can be turned up, in any order."""
    rng = Random(f"piles {seed}")
    record = table(4)
    state, truth = record.state, [[] for _ in range(4)]
    deck = [kind for kind, mask in traces(state.hidden) if mask == IN_DECK]
    rng.shuffle(deck)
    while len(deck) > 6:
        seat = rng.randrange(4)
        if rng.random() < 0.6:
            kind = deck.pop()
            state = hoards.exposed(state, DECK, (kind,))
            state = hoards.laid_down(state, seat, kind)
            truth[seat].append(kind)
        elif truth[seat]:
            thief = rng.choice([other for other in range(4) if other != seat])
            truth[thief].append(truth[seat].pop(rng.randrange(len(truth[seat]))))
            piles = tuple(len(pile) for pile in truth)
            state = state.each_with(pile=piles).with_(hidden=hoards.spread(state.hidden, seat, (thief,), {}, False))
    seats = [0, 1, 2, 3]
    rng.shuffle(seats)
    for seat in seats:
        state = hoards.exposed(state, seat, truth[seat])
        assert state is not None
    assert Counter(kind for kind, _ in traces(state.hidden)) == Counter(deck)


def test_what_was_never_near_a_pile_is_not_in_it(table) -> None:
    state = table(treasures={"0": ["rosso_2"], "1": ["giallo_2"], "2": ["verde_2"]}).state
    blurred = state.each_with(pile=(2, 0, 1)).with_(hidden=hoards.spread(state.hidden, 1, (0,), {}, False))
    names = [one.id for one in table().rules.box.treasures]

    assert [names[kind] for kind in hoards.possible(blurred, 0)] == ["rosso_2", "giallo_2"]
    assert [names[kind] for kind in hoards.possible(blurred, 2)] == ["verde_2"]


def test_a_treasure_of_his_colour_that_was_hidden_is_registered_at_the_end_and_counted() -> None:
    """It ought to have lain open: what was concluded from that holds no more, and the others turn up theirs."""
    one = Case(
        "0",
        "seconda-smazzata",
        same(""),
        position={
            "smazzata": 2,
            "ended": "queen",
            "characters": {"0": "flambeaux"},
            "revealed": [0],
            "treasures": {"0": ["verde_2"], "1": ["giallo_2"]},
        },
    )
    record = cases.set_up(game("fatal"), one)
    record.rule(0, acts.Tally(("rosso_meno_1",)), why="as it lay there")
    record.play(1, acts.Tally(("giallo_2",)))
    assert record.state.tally[0] == (record.rules.box.hoard["rosso_meno_1"],)
