"""Charts of the standings: points by round, and the rank after each round."""

from collections.abc import Callable, Sequence

from django.utils.translation import gettext as _

from tournament.core.charts import Chart, Series
from tournament.core.ranking import standings
from tournament.core.results import Standing
from tournament.models import Tournament
from tournament.queries.results import format_of, once, penalties_of, standings_of, table_results
from tournament.queries.sheets import people_of

MOST_LINES = 8
Lines = Sequence[Standing]


def charts_of(tournament: Tournament, *, only: str | None = None) -> list[Chart]:
    """Charts of the first ranks, or of one entrant `only`; none before a second round is counted."""
    final = standings_of(tournament)
    rounds = max((number for line in final for number, score in enumerate(line.per_round, 1) if score), default=0)
    if rounds < 2:
        return []
    shown = [line for line in final if line.entrant == only] if only else list(final[:MOST_LINES])
    ranks = once("ranks", tournament, lambda: _ranks_after_each(tournament, final, rounds))
    names = {public_id: str(entrant) for public_id, entrant in people_of(tournament).items()}

    def chart(title: str, values: Callable[[Standing], tuple], **more: bool) -> Chart:
        series = tuple(Series(names[line.entrant], values(line)) for line in shown)
        return Chart(title, tuple(str(number) for number in range(1, rounds + 1)), series, _("Turno"), **more)

    return [
        chart(_("Punti turno per turno"), lambda line: _points(line, rounds)),
        chart(
            _("Posizione dopo ogni turno"),
            lambda line: tuple(ranked.get(line.entrant) for ranked in ranks),
            best_is_low=True,
        ),
    ]


def _points(line: Standing, rounds: int) -> tuple:
    return tuple(score.gross if score else None for score in line.per_round[:rounds])


def _ranks_after_each(tournament: Tournament, final: Lines, rounds: int) -> list[dict[str, int]]:
    """The standings after each round, the last as they stand; an entrant who had not played yet has no rank."""
    results, penalties = table_results(tournament), penalties_of(tournament)
    found = []
    for number in range(1, rounds):
        so_far = [sheet for sheet in results if sheet.round <= number]
        due = [one for one in penalties if one.round is None or one.round <= number]
        played = {row.entrant for sheet in so_far for row in sheet.rows}
        lines = standings.standings(
            tournament.rules, [line.entrant for line in final], so_far, due, format_of(tournament)
        )
        found.append({line.entrant: line.rank for line in lines if line.entrant in played})
    return [*found, {line.entrant: line.rank for line in final if line.last}]
