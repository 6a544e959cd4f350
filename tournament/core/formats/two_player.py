"""Formats for tables of two: Swiss, round robin, and a bracket with seeds. A regulation may offer several of them."""

from collections.abc import Callable

from tournament.core.formats.values import NoPlan, Plan, Stage
from tournament.core.regulation.schema import Regulation
from tournament.core.translation import translated as _

MOST_ROUNDS = 31
"""A round robin that would last longer than this is not offered."""


def plans(entrants: int, regulation: Regulation) -> tuple[Plan, ...]:
    """One plan for each of the regulation's pairings that this field allows. Raises NoPlan."""
    if entrants < 2:
        raise NoPlan(_("Servono almeno due giocatori"))
    found = tuple(plan for pairing in regulation.pairings for plan in PLANS[pairing](entrants, regulation))
    if not found:
        raise NoPlan(
            _("Con %(entrants)d iscritti il girone all'italiana dura più di %(most)d turni: scegli un'altra formula")
            % {"entrants": entrants, "most": MOST_ROUNDS}
        )
    return found


def _swiss(entrants: int, regulation: Regulation) -> tuple[Plan, ...]:
    """Never more rounds than there are opponents."""
    rounds = min(regulation.rounds, _rounds_of_everybody(entrants))
    enough = (entrants - 1).bit_length()
    note = _("Svizzera in %(rounds)d turni; per un solo imbattuto ne bastano %(enough)d")
    stages = [_stage(number, entrants, "swiss") for number in range(1, rounds)]
    stages.append(Stage(f"round-{rounds}", (2,) * (entrants // 2), 0, pairing="swiss", byes=entrants % 2))
    return (Plan(f"swiss-{rounds}", tuple(stages), "swiss", note % {"rounds": rounds, "enough": enough}),)


def _round_robin(entrants: int, regulation: Regulation) -> tuple[Plan, ...]:
    rounds = _rounds_of_everybody(entrants)
    if rounds > MOST_ROUNDS:
        return ()
    note = _("Girone all'italiana: tutti contro tutti in %d turni") % rounds
    stages = [_stage(number, entrants, "round-robin") for number in range(1, rounds)]
    stages.append(Stage(f"round-{rounds}", (2,) * (entrants // 2), 0, pairing="round-robin", byes=entrants % 2))
    return (Plan(f"round-robin-{rounds}", tuple(stages), "round-robin", note),)


def _bracket(entrants: int, regulation: Regulation) -> tuple[Plan, ...]:
    """The first round brings the field to a power of two: the best seeds have nobody to play in it."""
    stages, left = [], entrants
    places = 1 << (entrants - 1).bit_length()
    while places > 2:
        tables = left - places // 2
        stages.append(Stage(f"round-{len(stages) + 1}", (2,) * tables, 1, pairing="bracket", byes=left - 2 * tables))
        places //= 2
        left = places
    stages.append(Stage("final", (2,), 0, pairing="bracket"))
    note = _("Eliminazione diretta in %d turni, con le teste di serie") % len(stages)
    return (Plan(f"bracket-{len(stages)}", tuple(stages), "bracket", note),)


def _rounds_of_everybody(entrants: int) -> int:
    return entrants if entrants % 2 else entrants - 1


def _stage(number: int, entrants: int, pairing: str) -> Stage:
    return Stage(f"round-{number}", (2,) * (entrants // 2), 0, going="everybody", pairing=pairing, byes=entrants % 2)


PLANS: dict[str, Callable[[int, Regulation], tuple[Plan, ...]]] = {
    "swiss": _swiss,
    "round-robin": _round_robin,
    "bracket": _bracket,
}
