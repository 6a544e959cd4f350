"""The transcript of a draw, from which anybody can repeat it, and the differences of a repetition."""

from collections.abc import Iterator

import msgspec

from tournament.core.draw import ImpossibleDraw, draw_request
from tournament.core.draw.commitment import BadCommitment, Commitment
from tournament.core.draw.rng import ENGINE
from tournament.core.draw.values import Draw, Request, Tables, canonical
from tournament.core.translation import translated as _


class UnreadableTranscript(ValueError):
    """Bytes that are no transcript."""


class AnotherEngine(ValueError):
    """A draw by an earlier or later program, which this one can neither confirm nor refute."""

    def __init__(self, theirs: str):
        super().__init__(
            _(
                "Questo foglio è di «%(theirs)s»: si ripete con quel programma. Questo è «%(ours)s» e non può dire se torna."
            )
            % {"theirs": theirs, "ours": ENGINE}
        )


class Transcript(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that the draw depends on, and its result; `commitment` says where its seed is from."""

    engine: str = ENGINE
    commitment: Commitment | None = msgspec.field(default=None, name="promise")
    request: Request
    draw: Draw


def make_transcript(request: Request, commitment: Commitment | None = None) -> Transcript:
    """Draws and returns the transcript. Raises ImpossibleDraw."""
    return Transcript(commitment=commitment, request=canonical(request), draw=draw_request(request))


def encode(transcript: Transcript) -> bytes:
    """The canonical bytes: two transcripts of one draw are equal."""
    return msgspec.json.format(msgspec.json.encode(transcript, order="deterministic"), indent=1) + b"\n"


def decode(data: bytes) -> Transcript:
    """Raises UnreadableTranscript with the field at fault."""
    try:
        return msgspec.json.decode(data, type=Transcript)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise UnreadableTranscript(_("Non è il foglio di un sorteggio: %s") % error) from None


def differences(data: bytes) -> tuple[str, ...]:
    """Repeats the draw of a transcript; returns everything that differs, in order.

    Raises UnreadableTranscript, and AnotherEngine for a draw that this program cannot repeat.
    """
    transcript = decode(data)
    if transcript.engine != ENGINE:
        raise AnotherEngine(transcript.engine)
    found = list(_of_seed(transcript))
    try:
        again = draw_request(transcript.request)
    except ImpossibleDraw as impossible:
        return (*found, str(impossible))
    found += _of_tables(transcript.draw.tables, again.tables)
    found += _of_report(transcript.draw, again)
    if not found and data != encode(_again(transcript, again)):
        found.append(_("Il sorteggio è lo stesso, ma il foglio non è scritto con gli stessi byte"))
    return tuple(found)


def _again(transcript: Transcript, again: Draw) -> Transcript:
    return msgspec.structs.replace(transcript, request=canonical(transcript.request), draw=again)


def _of_seed(transcript: Transcript) -> Iterator[str]:
    if transcript.commitment is None:
        return
    try:
        seed = transcript.commitment.seed
    except BadCommitment as bad:
        yield str(bad)
        return
    if seed != transcript.request.seed:
        yield _("Segreto e dadi danno il seme %(seed)s, il foglio dice %(recorded)s") % {
            "seed": seed,
            "recorded": transcript.request.seed,
        }


def _of_tables(recorded: Tables, again: Tables) -> Iterator[str]:
    if len(recorded) != len(again):
        yield _("I tavoli del foglio sono %(recorded)d, quelli del sorteggio %(again)d") % {
            "recorded": len(recorded),
            "again": len(again),
        }
    for number, (theirs, ours) in enumerate(zip(recorded, again, strict=False), start=1):
        yield from _of_table(number, theirs, ours)


def _of_table(number: int, theirs: tuple[str, ...], ours: tuple[str, ...]) -> Iterator[str]:
    for seat in range(max(len(theirs), len(ours))):
        recorded, right = (table[seat] if seat < len(table) else "-" for table in (theirs, ours))
        if recorded != right:
            yield _("Tavolo %(table)d, sedia %(seat)d: il foglio dice %(recorded)s, il sorteggio dà %(again)s") % {
                "table": number,
                "seat": seat + 1,
                "recorded": recorded,
                "again": right,
            }


def _of_report(recorded: Draw, again: Draw) -> Iterator[str]:
    """Fields beside the tables, only where the tables are the same, since they follow from them."""
    if recorded.tables != again.tables:
        return
    for field, key in zip(recorded.__struct_fields__, recorded.__struct_encode_fields__, strict=True):
        if getattr(recorded, field) != getattr(again, field):
            yield _("Campo «%s»: non è quello del sorteggio") % key
