"""One event in one ZIP: rows, records, regulation, roster, chain heads, report and sheets. It is made, checked offline and restored.

It lives here and not in the tournament because only this app sees both the day and the games.
"""

from referee.archive.event import archive_of, restore
from referee.archive.parcel import BadArchive, open_parcel
from referee.archive.verify import faults_of

__all__ = ["BadArchive", "archive_of", "faults_of", "open_parcel", "restore"]
