"""A draw written down so that anybody can draw it again, and what is different when it does not come out the same."""

from collections.abc import Iterator

import msgspec

from tournament.core.draw import BadDraw, drawn
from tournament.core.draw.commitment import BadCommitment, Promise
from tournament.core.draw.rng import ENGINE
from tournament.core.draw.values import Draw, Request, in_order
from tournament.core.translation import translated as _


class UnreadablePaper(ValueError):
    """Bytes that are no draw."""


class AnotherEngine(ValueError):
    """A draw by an earlier or later program: nothing can be said of it here, neither that it is right nor that it is wrong."""

    def __init__(self, theirs: str):
        super().__init__(
            _(
                "Questo foglio è di «%(theirs)s»: si ripete con quel programma. Questo è «%(ours)s» e non può dire se torna."
            )
            % {"theirs": theirs, "ours": ENGINE}
        )


class Paper(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that the draw depends on, and what came of it; `promise` says where its seed is from."""

    engine: str = ENGINE
    promise: Promise | None = None
    request: Request
    draw: Draw


def paper_of(request: Request, promise: Promise | None = None) -> Paper:
    """Draws, and writes down. Raises BadDraw."""
    return Paper(promise=promise, request=in_order(request), draw=drawn(request))


def written(paper: Paper) -> bytes:
    """One form only, so that two papers of one draw are the same bytes."""
    return msgspec.json.format(msgspec.json.encode(paper, order="deterministic"), indent=1) + b"\n"


def read(data: bytes) -> Paper:
    """Raises UnreadablePaper with the field at fault."""
    try:
        return msgspec.json.decode(data, type=Paper)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise UnreadablePaper(_("Non è il foglio di un sorteggio: %s") % error) from None


def differences(data: bytes) -> tuple[str, ...]:
    """Draws again from a paper's request; says in order everything that does not match.

    Raises UnreadablePaper, and AnotherEngine for a draw that this program cannot repeat.
    """
    paper = read(data)
    if paper.engine != ENGINE:
        raise AnotherEngine(paper.engine)
    found = list(_of_seed(paper))
    try:
        again = drawn(paper.request)
    except BadDraw as bad:
        return (*found, str(bad))
    found += _of_tables(paper.draw.tables, again.tables)
    found += _of_report(paper.draw, again)
    if not found and data != written(msgspec.structs.replace(paper, request=in_order(paper.request), draw=again)):
        found.append(_("Il sorteggio è lo stesso, ma il foglio non è scritto con gli stessi byte"))
    return tuple(found)


def _of_seed(paper: Paper) -> Iterator[str]:
    if paper.promise is None:
        return
    try:
        seed = paper.promise.seed
    except BadCommitment as bad:
        yield str(bad)
        return
    if seed != paper.request.seed:
        yield _("Segreto e dadi danno il seme %(seed)s, il foglio dice %(told)s") % {
            "seed": seed,
            "told": paper.request.seed,
        }


def _of_tables(told: tuple[tuple[str, ...], ...], again: tuple[tuple[str, ...], ...]) -> Iterator[str]:
    if len(told) != len(again):
        yield _("I tavoli del foglio sono %(told)d, quelli del sorteggio %(again)d") % {
            "told": len(told),
            "again": len(again),
        }
    for number, (theirs, ours) in enumerate(zip(told, again, strict=False), start=1):
        yield from _of_table(number, theirs, ours)


def _of_table(number: int, theirs: tuple[str, ...], ours: tuple[str, ...]) -> Iterator[str]:
    for seat in range(max(len(theirs), len(ours))):
        told, right = (table[seat] if seat < len(table) else "-" for table in (theirs, ours))
        if told != right:
            yield _("Tavolo %(table)d, posto %(seat)d: il foglio dice %(told)s, il sorteggio dà %(again)s") % {
                "table": number,
                "seat": seat + 1,
                "told": told,
                "again": right,
            }


def _of_report(told: Draw, again: Draw) -> Iterator[str]:
    """Fields beside the tables: only said when the tables are the same, since they follow from them."""
    if told.tables != again.tables:
        return
    for field in told.__struct_fields__:
        if getattr(told, field) != getattr(again, field):
            yield _("Campo «%s»: non è quello del sorteggio") % field
