"""The fields of a roster: one table that import, preview, forms, lists, API, archive and erasure read.

A field is added to `RosterRow` here, to the model `Entrant`, and in a migration.
"""

from dataclasses import dataclass, replace
from typing import Annotated, get_type_hints

import msgspec

from tournament.core.translation import translated
from tournament.core.translation import untranslated as _


@dataclass(frozen=True, kw_only=True)
class RosterField:
    """A field of a person on a roster. `kind` is `str` or `bool`; `label` and `title` are Italian, translated where they are read.

    `aliases` are the titles of a column that fills the field, as `imports.roster.folded` writes them; `longest` is the number of
    characters that a file may give, and `yes` are words that mean yes for this field alone. A text that `is_name` has a letter in it.
    Erasure empties what `is_personal`. The directory of people copies what `is_in_directory`; the API answers what `is_public`.
    """

    label: str
    title: str = ""
    aliases: tuple[str, ...]
    key: str = ""
    kind: type = str
    longest: int = 0
    yes: tuple[str, ...] = ()
    is_name: bool = False
    is_personal: bool = True
    is_in_directory: bool = False
    is_public: bool = False

    @property
    def local_label(self) -> str:
        return translated(self.label)

    @property
    def local_title(self) -> str:
        return translated(self.title)


class RosterRow(msgspec.Struct, frozen=True, kw_only=True):
    """A sound row of a file, and the table of fields; `line` is its line, the first being 1. An empty text is a field not given."""

    line: int
    # fmt: off
    surname: Annotated[str, RosterField(
        label=_("cognome"), title=_("Cognome"), longest=60, is_name=True, is_in_directory=True, is_public=True,
        aliases=("cognome", "surname", "last name", "lastname", "family name"),
    )] = ""
    name: Annotated[str, RosterField(
        label=_("nome"), title=_("Nome"), longest=60, is_name=True, is_in_directory=True, is_public=True,
        aliases=("nome", "name", "first name", "firstname", "given name"),
    )] = ""
    nick: Annotated[str, RosterField(
        label=_("nick"), title=_("Nick"), longest=40, is_in_directory=True, is_public=True,
        aliases=("nick", "nickname", "soprannome", "nick name"),
    )] = ""
    club: Annotated[str, RosterField(
        label=_("club"), title=_("Club"), longest=80, is_in_directory=True, is_public=True,
        aliases=("club", "societa", "associazione"),
    )] = ""
    region: Annotated[str, RosterField(
        label=_("regione"), title=_("Regione"), longest=60, aliases=("regione", "region"),
    )] = ""
    category: Annotated[str, RosterField(
        label=_("categoria"), title=_("Categoria"), longest=40, is_public=True, aliases=("categoria", "category", "cat"),
    )] = ""
    is_minor: Annotated[bool, RosterField(
        label=_("minorenne"), title=_("Minorenne"), is_in_directory=True, yes=("minorenne", "minor"),
        aliases=("minorenne", "minore", "minorenni", "minor", "under 18", "under18", "u18"),
    )] = False
    # fmt: on


def _declared() -> tuple[RosterField, ...]:
    hints = get_type_hints(RosterRow, include_extras=True)
    fields = {key: hint for key, hint in hints.items() if hasattr(hint, "__metadata__")}
    return tuple(replace(hint.__metadata__[0], key=key, kind=hint.__origin__) for key, hint in fields.items())


ROSTER_FIELDS = _declared()
TEXT_FIELDS = tuple(field for field in ROSTER_FIELDS if field.kind is str)
DIRECTORY_FIELDS = tuple(field for field in ROSTER_FIELDS if field.is_in_directory)
PUBLIC_FIELDS = tuple(field for field in ROSTER_FIELDS if field.is_public)
YES_NO_FIELDS = tuple(field for field in ROSTER_FIELDS if field.kind is bool)

WHOLE_NAMES = (
    RosterField(
        key="surname_name", label=_("cognome e nome"), is_name=True,
        aliases=("cognome e nome", "cognome nome", "surname and name", "surname name"),
    ),
    RosterField(
        key="name_surname", label=_("nome e cognome"), is_name=True,
        aliases=("nome e cognome", "nome cognome", "name and surname", "name surname", "full name"),
    ),
)  # fmt: skip
"""Columns that hold surname and name together: the import splits them, and no row has them."""

COLUMNS = {field.key: field for field in (*ROSTER_FIELDS[:2], *WHOLE_NAMES, *ROSTER_FIELDS[2:])}
"""What a column of a file can be, by key."""


def values_of(row: object, fields: tuple[RosterField, ...] = ROSTER_FIELDS) -> dict[str, str | bool]:
    """The fields of a row, of an entrant or of a person, by key."""
    return {field.key: getattr(row, field.key) for field in fields}


def text_of(row: object, field: RosterField) -> str:
    """What stands for the field on a list: a no is empty."""
    value = getattr(row, field.key)
    return value if isinstance(value, str) else translated("sì") if value else ""
