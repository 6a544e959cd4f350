"""A whole event simulated without a site: format, draws, random legal games, standings, champion, and all files.

Needs no database. A rehearsal is a function of its arguments: the same field and seed give the same bytes.
"""

from referee.rehearsal.files import files
from referee.rehearsal.playing import rehearse
from referee.rehearsal.values import Event, Lot, PlayedRound, PlayedTable, Rehearsal, people_of, person_name

__all__ = [
    "Event",
    "Lot",
    "PlayedRound",
    "PlayedTable",
    "Rehearsal",
    "files",
    "people_of",
    "person_name",
    "rehearse",
]
