"""`manage.py rehearse ROSTER --game GAME --out DIR`: a whole event with random legal games, written to a folder."""

import shutil
import tempfile
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.kernel.breaches import Unreadable
from games.kernel.game import Game
from games.registry import games
from referee.rehearsal import Event, PlayedRound, Rehearsal, files, people_of, person_name, rehearse
from tournament.core.formats import Format, NoFormat, possible_formats
from tournament.core.regulation.schema import BadRegulation, Regulation, presets
from tournament.imports.roster import RosterSheet, read_roster, write_errors
from tournament.imports.spreadsheets import UnreadableFile
from tournament.management.language import Translated

BEGINS = datetime(2000, 1, 1, 9, 30, tzinfo=UTC)
"""The default moment of the sheets, fixed so that runs are reproducible; `--begins` sets another."""


class Command(Translated):
    help = gettext_noop(
        "Gioca un torneo intero da un elenco, con partite legali a caso, e scrive sorteggi, verbali, fogli e classifica."
    )
    requires_system_checks = []

    def add_arguments(self, parser) -> None:
        parser.add_argument("roster", type=Path, help=_("CSV o XLSX"))
        parser.add_argument(
            "--game", required=True, help=_("il nome breve di un gioco, come lo stampa `python -m games list`")
        )
        parser.add_argument("--out", type=Path, required=True, help=_("una cartella che non c'è ancora, o è vuota"))
        parser.add_argument("--seed", type=int, default=1, help=_("decide sorteggi, partite e spareggi a sorte (1)"))
        parser.add_argument("--format", default="", metavar="KEY", help=_("una delle formule che il comando elenca"))
        parser.add_argument(
            "--regulation", default="", metavar="SLUG", help=_("un regolamento di serie; senza, il primo del gioco")
        )
        parser.add_argument("--skip-bad", action="store_true", help=_("va avanti senza le righe che hanno errori"))
        parser.add_argument(
            "--begins",
            type=_moment,
            default=BEGINS,
            metavar="ISO",
            help=_("quando comincia il primo turno, per i fogli"),
        )

    def handle(self, *, roster: Path, game: str, out: Path, seed: int, **options) -> None:
        definition, regulation = _game(game), _regulation(game, options["regulation"])
        _refuse_used_folder(out)
        sheet = self._roster(roster, skip_bad=options["skip_bad"])
        format_ = self._format(len(sheet.rows), regulation, options["format"])
        event = Event(
            name=_("Prova generale · %s") % roster.stem,
            people=people_of(sheet.rows),
            game=definition,
            regulation=regulation,
            format=format_,
            seed=seed,
            begins=options["begins"],
        )
        rehearsal = self._play(event)
        _write(out, files(rehearsal))
        self.stdout.write(_("Scritto tutto in %s") % out)
        if options["begins"] == BEGINS:
            self.stdout.write(_("I fogli portano una data finta; --begins 2026-05-02T09:30 ne mette una vera."))

    def _roster(self, path: Path, *, skip_bad: bool) -> RosterSheet:
        try:
            sheet = read_roster(path.read_bytes(), path.name)
        except OSError as fault:
            raise _refusal(f"{path}: {fault.strerror}") from None
        except UnreadableFile as fault:
            raise _refusal(f"{path.name}: {fault}") from None
        for notice in sheet.notices:
            self.stderr.write(notice)
        if sheet.errors and not skip_bad:
            raise _refusal(
                _("%(file)s ha righe da correggere:") % {"file": path.name} + "\n" + write_errors(sheet.errors)
            )
        if sheet.errors:
            self.stderr.write(_("Righe saltate:") + "\n" + write_errors(sheet.errors))
        return sheet

    def _format(self, entrants: int, regulation: Regulation, key: str) -> Format:
        try:
            offered = possible_formats(entrants, regulation)
        except NoFormat as none:
            raise _refusal(str(none)) from None
        chosen = next((format_ for format_ in offered if format_.key == key), None) if key else offered[0]
        listed = "\n".join(f"{'*' if format_ is chosen else ' '} {format_.key}  {format_.note}" for format_ in offered)
        if chosen is None:
            raise _refusal(_("Nessuna formula «%s»; per questi iscritti ci sono:") % key + "\n" + listed)
        self.stdout.write(_("Iscritti: %d. Formule possibili:") % entrants + "\n" + listed)
        return chosen

    def _play(self, event: Event) -> Rehearsal:
        rehearsal = Rehearsal(event)
        try:
            for round_ in rehearse(event):
                rehearsal.rounds.append(round_)
                self.stdout.write(_round_line(round_))
        except Unreadable as fault:
            where = f"{event.regulation.slug}: {fault.reason}"
            raise _refusal(_("Il regolamento non va per questo gioco: %s") % where) from None
        self.stdout.write(_("Vince %s") % person_name(event.people[rehearsal.champion]))
        return rehearsal


def _refusal(message: str) -> CommandError:
    return CommandError(message, returncode=2)


def _moment(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _game(slug: str) -> Game:
    if slug not in games():
        raise _refusal(_("Nessun gioco «%(slug)s»; ci sono: %(known)s") % {"slug": slug, "known": ", ".join(games())})
    return games()[slug]


def _regulation(game: str, slug: str) -> Regulation:
    try:
        matching = {name: one for name, one in presets().items() if one.game == game}
    except BadRegulation as fault:
        raise _refusal(str(fault)) from None
    if not matching:
        facts = {"game": game, "known": ", ".join(sorted({one.game for one in presets().values()}))}
        raise _refusal(_("Nessun regolamento per il gioco «%(game)s»; ce l'hanno: %(known)s") % facts)
    if slug and slug not in matching:
        facts = {"slug": slug, "known": ", ".join(matching)}
        raise _refusal(_("Nessun regolamento «%(slug)s» per questo gioco; ci sono: %(known)s") % facts)
    return matching[slug] if slug else next(iter(matching.values()))


def _round_line(round_: PlayedRound) -> str:
    entries = sum(table.record.seq for table in round_.tables)
    return _("%(round)s: tavoli %(tables)d, righe di verbale %(entries)d, incontri ripetuti %(repeats)d") % {
        "round": round_.title,
        "tables": len(round_.tables),
        "entries": entries,
        "repeats": len(round_.drawn.repeats),
    }


def _refuse_used_folder(out: Path) -> None:
    if out.exists() and not out.is_dir():
        raise _refusal(_("%s non è una cartella") % out)
    if out.is_dir() and any(out.iterdir()):
        raise _refusal(_("%s non è vuota: scegli una cartella nuova") % out)


def _write(out: Path, content: Iterable[tuple[str, bytes]]) -> None:
    """Write atomically: into a temporary folder, which is then renamed to `out`."""
    out, draft = out.resolve(), None
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(prefix=f".{out.name}-", dir=out.parent))
        for name, data in content:
            (draft / name).parent.mkdir(exist_ok=True)
            (draft / name).write_bytes(data)
        draft.chmod(0o755)
        if out.exists():
            out.rmdir()
        draft.rename(out)
    except OSError as fault:
        raise _refusal(f"{out}: {fault.strerror}") from None
    finally:
        if draft is not None and draft.exists():
            shutil.rmtree(draft)
