"""Rounds at tables of two, from the database: the pairs for the draw's request, and the byes."""

from collections.abc import Sequence

import msgspec
from django.utils.translation import gettext as _

from games.kernel.words import unstopped
from tournament.core import draw
from tournament.core.formats import Stage
from tournament.core.formats.pairings import RoundPairings, bracket, circle, make_pairings, reseeded, seeds_of
from tournament.errors import BadDraw
from tournament.models import Bye, Entrant, Round, Seat, Tournament
from tournament.queries.drawing import past_of
from tournament.queries.results import qualifiers, standings_of


def pairing_of(
    tournament: Tournament, stage: Stage, number: int, field: Sequence[Entrant], *, seed: str = ""
) -> RoundPairings:
    """The pairs and byes of a round. Round robin and bracket continue with the field of the first round.

    Raises BadDraw for somebody who is not in the round robin.
    """
    rounds = list(tournament.rounds.filter(number__lt=number))
    ranks = {line.entrant: line.rank for line in standings_of(tournament)} if rounds else {}
    seeds = _seeds(tournament, stage, rounds, field, seed)
    if stage.pairing == "round-robin":
        _refuse_strangers(field, seeds)
    is_bracket = stage.pairing == "bracket"
    return make_pairings(
        stage,
        number,
        [one.public_id for one in field],
        seeds,
        ranks=ranks,
        had_bye=list(Bye.objects.filter(round__in=rounds).values_list("entrant__public_id", flat=True)),
        through=[_going_on(round_, tournament) for round_ in rounds] if is_bracket else (),
        sat=past_of(tournament, number) if stage.pairing in ("bracket", "swiss") else (),
        readings=tournament.rules.readings,
    )


def _refuse_strangers(field: Sequence[Entrant], seeds: Sequence[str]) -> None:
    strangers = [str(one) for one in field if one.public_id not in seeds]
    if strangers:
        raise BadDraw(
            _("Nel girone all'italiana il calendario è di chi ha giocato il primo turno. Segna come riserve: %s.")
            % unstopped(", ".join(strangers))
        )


def _seeds(
    tournament: Tournament, stage: Stage, rounds: Sequence[Round], field: Sequence[Entrant], seed: str
) -> tuple[str, ...]:
    seeding = tournament.rules.seeding
    if not rounds:
        return seeds_of([id_ for _number, id_ in sorted((one.number, one.public_id) for one in field)], seeding, seed)
    roster = [id_ for _number, id_ in _field_of(rounds[0])]
    seeds = seeds_of(roster, seeding, rounds[0].seed)
    if stage.pairing == "swiss":
        return seeds
    pairs = circle(seeds, 1) if stage.pairing == "round-robin" else bracket(seeds, ())
    return reseeded(seeds, pairs, past_of(tournament, 2)[0], roster)


def _field_of(round_: Round) -> list[tuple[int, str]]:
    seated = Seat.objects.filter(round=round_).values_list("entrant__number", "entrant__public_id")
    resting = Bye.objects.filter(round=round_).values_list("entrant__number", "entrant__public_id")
    return sorted({*seated, *resting})


def _going_on(round_: Round, tournament: Tournament) -> list[str]:
    round_.tournament = tournament
    return qualifiers(round_)


def with_pairing(request: draw.Request, pairing: RoundPairings) -> draw.Request:
    """The same request with the pairs at fixed tables, without byes."""
    return msgspec.structs.replace(
        request,
        entrants=tuple(one for one in request.entrants if one.id not in pairing.byes),
        sizes=(2,) * ((len(request.entrants) - len(pairing.byes)) // 2),
        fixed=pairing.fixed,
        to_come=(),
    )
