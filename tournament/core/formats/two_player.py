"""Formats for tables of two: Swiss, round robin, and a bracket with seeds. A regulation may offer several of them."""

from collections.abc import Callable

from tournament.core.formats.values import Format, NoFormat, PairingSystem, Stage
from tournament.core.regulation.schema import Regulation
from tournament.core.translation import translated as _
from tournament.core.translation import translated_plural as ngettext

MOST_ROUNDS = 31
"""A round robin that would last longer than this is not offered."""


def possible_formats(entrants: int, regulation: Regulation) -> tuple[Format, ...]:
    """One format for each of the regulation's pairings that this field allows. Raises NoFormat."""
    if entrants < 2:
        raise NoFormat(_("Servono almeno due giocatori"))
    found = tuple(format_ for pairing in regulation.pairings for format_ in MAKERS[pairing](entrants, regulation))
    if not found:
        raise NoFormat(
            _("Con %(entrants)d iscritti il girone all'italiana dura più di %(most)d turni: scegli un'altra formula")
            % {"entrants": entrants, "most": MOST_ROUNDS}
        )
    return found


def _swiss(entrants: int, regulation: Regulation) -> tuple[Format, ...]:
    """Never more rounds than there are opponents."""
    rounds = min(regulation.rounds, _rounds_of_everybody(entrants))
    enough = (entrants - 1).bit_length()
    note = _("Svizzera in %(rounds)d turni; per un solo imbattuto ne bastano %(enough)d")
    stages = [_stage(number, entrants, "swiss") for number in range(1, rounds)]
    stages.append(Stage(f"round-{rounds}", (2,) * (entrants // 2), 0, pairing="swiss", byes=entrants % 2))
    return (Format(f"swiss-{rounds}", tuple(stages), "swiss", note % {"rounds": rounds, "enough": enough}),)


def _round_robin(entrants: int, regulation: Regulation) -> tuple[Format, ...]:
    rounds = _rounds_of_everybody(entrants)
    if rounds > MOST_ROUNDS:
        return ()
    note = (
        ngettext(
            "Girone all'italiana: tutti contro tutti in %d turno",
            "Girone all'italiana: tutti contro tutti in %d turni",
            rounds,
        )
        % rounds
    )
    stages = [_stage(number, entrants, "round-robin") for number in range(1, rounds)]
    stages.append(Stage(f"round-{rounds}", (2,) * (entrants // 2), 0, pairing="round-robin", byes=entrants % 2))
    return (Format(f"round-robin-{rounds}", tuple(stages), "round-robin", note),)


def _bracket(entrants: int, regulation: Regulation) -> tuple[Format, ...]:
    """The first round brings the field to a power of two: the best seeds have nobody to play in it."""
    stages: list[Stage] = []
    left = entrants
    places = 1 << (entrants - 1).bit_length()
    while places > 2:
        tables = left - places // 2
        stages.append(Stage(f"round-{len(stages) + 1}", (2,) * tables, 1, pairing="bracket", byes=left - 2 * tables))
        places //= 2
        left = places
    stages.append(Stage("final", (2,), 0, pairing="bracket"))
    note = ngettext(
        "Eliminazione diretta in %d turno, con le teste di serie",
        "Eliminazione diretta in %d turni, con le teste di serie",
        len(stages),
    ) % len(stages)
    return (Format(f"bracket-{len(stages)}", tuple(stages), "bracket", note),)


def _rounds_of_everybody(entrants: int) -> int:
    return entrants if entrants % 2 else entrants - 1


def _stage(number: int, entrants: int, pairing: PairingSystem) -> Stage:
    return Stage(
        f"round-{number}", (2,) * (entrants // 2), 0, advancement="everybody", pairing=pairing, byes=entrants % 2
    )


MAKERS: dict[str, Callable[[int, Regulation], tuple[Format, ...]]] = {
    "swiss": _swiss,
    "round-robin": _round_robin,
    "bracket": _bracket,
}
