"""An event between two rounds: who has come how far, and who steps in."""

import msgspec

from tests.tournament.small_tournaments import TORNEO, line, table
from tournament.core.formats import Format, Stage
from tournament.core.ranking.event import (
    EventSoFar,
    RoundSoFar,
    Substitution,
    players_after,
    qualified,
    ranked,
)
from tournament.core.ranking.qualification import Tie
from tournament.core.regulation.schema import Counting, presets

BRACKET = Format(
    key="bracket",
    stages=(
        Stage("round-1", (2, 2), 1, pairing="bracket"),
        Stage("semifinal", (2, 2), 1, pairing="bracket"),
        Stage("final", (2,), 0, pairing="bracket"),
    ),
    kind="bracket",
)
FIRST = RoundSoFar(
    number=1,
    stage=BRACKET.stages[0],
    seated=frozenset({"carla", "dora", "elena", "fabia"}),
    results=(table(1, "carla 1", "dora 0"), table(2, "elena 1", "fabia 0")),
    byes=("anna", "bea"),
)


def order(event: EventSoFar) -> list[tuple[int, str, int]]:
    return [(line.rank, line.entrant, line.reached) for line in ranked(event)]


def test_whoever_goes_on_from_a_closed_round_is_ahead_of_whoever_is_out():
    """anna and bea had a bye: they have come as far as carla and elena, and farther than those who lost."""
    event = EventSoFar(regulation=presets()["arba"], format=BRACKET, rounds=(FIRST,))
    assert order(event) == [
        (1, "carla", 2), (1, "elena", 2), (3, "anna", 2), (3, "bea", 2), (5, "dora", 1), (5, "fabia", 1),
    ]  # fmt: skip
    left = EventSoFar(regulation=presets()["arba"], format=BRACKET, rounds=(FIRST,), gone=frozenset({"anna"}))
    assert ("anna", 1) in [(name, far) for _rank, name, far in order(left)]


def test_the_winner_of_a_semifinal_has_come_as_far_as_a_direct_finalist():
    stages = (
        Stage("round-1", (4, 4), 0, advancement="by-standings", cut=3, direct=1),
        Stage("semifinal", (3,), 1),
        Stage("final", (2,), 0),
    )
    nights = RoundSoFar(
        number=1, stage=stages[0], seated=frozenset("abcdefgh"),
        results=(table(1, "a 80", "b 40", "c 30", "d 1"), table(2, "e 60", "f 35", "g 20", "h 0")),
    )  # fmt: skip
    semifinal = RoundSoFar(
        number=2, stage=stages[1], seated=frozenset("bef"), results=(table(1, "e 100", "b 20", "f 10", round_=2),)
    )
    event = EventSoFar(
        regulation=msgspec.structs.replace(presets()["league"], rounds=1, counting=Counting()),
        format=Format(key="league", kind="exact", stages=stages),
        rounds=(nights, semifinal),
    )
    ahead = [(name, far) for _rank, name, far in order(event)][:2]
    assert ahead == [("e", 3), ("a", 3)], "both are in the final, and e has more points"


def test_who_steps_in_for_somebody_who_left_is_not_chosen_by_a_number():
    """Two share the second place behind anna, and only dice can say who plays for her."""
    stage = Stage("round-1", (3, 3), 1)
    shared = table(1, line("anna", 50, 1), line("bea", 40, 2), line("carla", 40, 2))
    one = RoundSoFar(
        number=1, stage=stage, seated=frozenset({"anna", "bea", "carla", "elena", "fabia", "gina"}),
        results=(shared, table(2, "elena 60", "fabia 40", "gina 3")),
    )  # fmt: skip
    plan = Format(key="two", kind="exact", stages=(stage, Stage("final", (2,), 0)))
    event = EventSoFar(regulation=TORNEO, format=plan, rounds=(one,))
    assert qualified(event, 1).is_settled
    gone = msgspec.structs.replace(event, gone=frozenset({"anna"}))
    assert qualified(gone, 1).tied == (Tie(entrants=("bea", "carla"), places=1, table=None, by="reserve"),)
    assert players_after(gone, 1) == (["elena"], (Substitution("anna", None, ("bea", "carla")),))
    decided = msgspec.structs.replace(gone, rounds=(msgspec.structs.replace(one, decided=("carla", "bea")),))
    assert players_after(decided, 1) == (["elena", "carla"], (Substitution("anna", "carla"),))
    both = msgspec.structs.replace(event, gone=frozenset({"anna", "bea"}))
    assert players_after(both, 1)[0] == ["elena", "carla"], "nobody is level with her any more"
