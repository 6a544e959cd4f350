"""The standings as GestioneTorneo writes them: its sheet «Classifica», column by column."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from tournament.documents.table import Page
from tournament.exports.xlsx import workbook


@dataclass(frozen=True, kw_only=True)
class ClassificaRow:
    rank: int
    name: str
    surname: str
    nick: str
    club: str
    per_round: tuple[Decimal | None, ...]
    wins: int
    total: Decimal
    number: int


def classifica_xlsx(rows: Sequence[ClassificaRow], made_at: datetime) -> bytes:
    rounds = max((len(row.per_round) for row in rows), default=0)
    head = ["Pos.", "Nome", "Cognome", "Nick", "Club o Famiglia"]
    head += [*(f"pt{number}" for number in range(1, rounds + 1)), "v_tot", "pt_tot", "id"]
    lines = (
        (row.rank, row.name, row.surname, row.nick, row.club, *row.per_round, row.wins, row.total, row.number)
        for row in rows
    )
    return workbook([Page("Classifica", head, list(lines), 3)], made_at)
