"""After which round standings count, in words."""

from dataclasses import dataclass

from tournament.core.translation import translated as _
from tournament.core.translation import translated_plural as ngettext


@dataclass(frozen=True)
class StandingsProgress:
    """`done` rounds of `rounds` are closed. Of round `under_way` (0 where there is none with a counted table) `counted` of its
    `tables` are in the standings already."""

    done: int = 0
    rounds: int = 0
    under_way: int = 0
    counted: int = 0
    tables: int = 0

    @property
    def words(self) -> str:
        """“dopo il turno 3 di 5”; while tables of the next are counted “turno 4 di 5: contati 3 tavoli su 10”; nothing before the
        first."""
        if self.under_way:
            words = ngettext(
                "turno %(number)d di %(rounds)d: contato %(counted)d tavolo su %(tables)d",
                "turno %(number)d di %(rounds)d: contati %(counted)d tavoli su %(tables)d",
                self.counted,
            )
            return words % {
                "number": self.under_way,
                "rounds": self.rounds,
                "counted": self.counted,
                "tables": self.tables,
            }
        if not self.done:
            return ""
        return _("dopo il turno %(done)d di %(rounds)d") % {"done": self.done, "rounds": self.rounds}


NOT_BEGUN = StandingsProgress()
