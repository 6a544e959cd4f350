"""Rounds at tables of two, from the database: what the draw is asked, and who rests."""

from collections.abc import Sequence

import msgspec

from tournament import draw
from tournament.models import Bye, Entrant, Round, Seat, Tournament
from tournament.pairs import Pairing, paired, seeds_of
from tournament.plan import Stage
from tournament.queries.results import going_on, standings_of


def pairing_of(
    tournament: Tournament, stage: Stage, number: int, field: Sequence[Entrant], *, seed: str = ""
) -> Pairing:
    """Whose opponent is known and who rests. Round robin and bracket go on from the field of the first round."""
    rounds = list(tournament.rounds.filter(number__lt=number))
    ranks = {line.entrant: line.rank for line in standings_of(tournament)} if rounds else {}
    return paired(
        stage,
        number,
        [one.public_id for one in field],
        _seeds(tournament, rounds, field, seed),
        ranks=ranks,
        had_bye=list(Bye.objects.filter(round__in=rounds).values_list("entrant__public_id", flat=True)),
        through=[_going_on(round_, tournament) for round_ in rounds] if stage.pairing == "bracket" else (),
    )


def _seeds(tournament: Tournament, rounds: Sequence[Round], field: Sequence[Entrant], seed: str) -> tuple[str, ...]:
    first = rounds[0] if rounds else None
    numbered = _field_of(first) if first else sorted((one.number, one.public_id) for one in field)
    return seeds_of([id_ for _number, id_ in numbered], tournament.rules.seeding, first.seed if first else seed)


def _field_of(round_: Round) -> list[tuple[int, str]]:
    seated = Seat.objects.filter(round=round_).values_list("entrant__number", "entrant__public_id")
    resting = Bye.objects.filter(round=round_).values_list("entrant__number", "entrant__public_id")
    return sorted({*seated, *resting})


def _going_on(round_: Round, tournament: Tournament) -> list[str]:
    round_.tournament = tournament
    return going_on(round_)


def with_pairing(request: draw.Request, pairing: Pairing) -> draw.Request:
    """The same request with the pairs at tables of their own, and nobody who rests."""
    return msgspec.structs.replace(
        request,
        entrants=tuple(one for one in request.entrants if one.id not in pairing.byes),
        sizes=(2,) * ((len(request.entrants) - len(pairing.byes)) // 2),
        fixed=pairing.fixed,
        to_come=(),
    )
