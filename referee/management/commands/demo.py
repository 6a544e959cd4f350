"""`manage.py demo`: loads the demo tournaments. Repeated, it changes nothing and prints the same addresses and log-ins."""

import os
import tempfile
from collections.abc import Iterator
from ipaddress import ip_address
from pathlib import Path

import msgspec
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import transaction
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from referee.demo.script import BadScript, Keys, Loaded, Login, load
from referee.demo.season import play_season
from tournament.errors import TournamentError
from tournament.imports.spreadsheets import UnreadableFile
from tournament.management.language import Translated
from tournament.models import Season, Table, Tournament
from tournament.states import TableState

DEFAULT_PORT = 8000
A_SEASON = 12
SCRIPT = Path(settings.BASE_DIR) / "fixtures" / "demo"


class Command(Translated):
    help = gettext_noop(
        "Carica i tornei di prova dove non ci sono ancora, e stampa gli indirizzi e i nomi con cui si entra."
    )
    requires_system_checks = []

    def add_arguments(self, parser) -> None:
        port = os.environ.get("SDADATA_PORT", "")
        default = int(port) if port.isdecimal() else DEFAULT_PORT
        parser.add_argument(
            "--port", type=int, default=default, help=_("porta degli indirizzi da stampare (%d)") % default
        )
        languages = [code for code, _name in settings.LANGUAGES]
        parser.add_argument(
            "--language",
            choices=languages,
            default=translation.get_language(),
            help=_("la lingua di quello che stampa"),
        )
        parser.add_argument(
            "--prepare", action="store_true", help=_("prima aggiorna il database e raccoglie i file statici")
        )
        parser.add_argument(
            "--season",
            type=int,
            nargs="?",
            const=A_SEASON,
            default=0,
            metavar="N",
            help=_("gioca anche una stagione di N tornei finiti, con le stesse persone (%d); ci vuole qualche minuto")
            % A_SEASON,
        )
        parser.add_argument("--script", type=Path, default=SCRIPT, help=_("cartella del copione e dei suoi elenchi"))

    def handle(
        self, *, port: int, script: Path, language: str, prepare: bool = False, season: int = 0, **options
    ) -> None:
        with translation.override(language):
            if prepare:
                self._prepare()
            self._load_and_print(port, script, season)

    def _prepare(self) -> None:
        """In this process: another one would load the whole site again for each step."""
        self._write_step(_("Raccolgo i file statici…"))
        call_command("collectstatic", interactive=False, verbosity=0)
        self._write_step(_("Preparo il database…"))
        call_command("migrate", interactive=False, verbosity=0)

    def _write_step(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()

    def _load_and_print(self, port: int, script: Path, events: int) -> None:
        keys_file = Path(settings.VAR_DIR) / "demo.json"
        keys = _read(keys_file)
        if not keys.passwords:
            self._write_step(_("Preparo i tornei di prova: la prima volta ci vuole qualche secondo…"))
        try:
            loaded = self._load(script, keys, keys_file)
        except (BadScript, TournamentError, UnreadableFile) as fault:
            raise CommandError(str(fault)) from None
        site = f"http://127.0.0.1:{port}"
        for season in self._season(script, loaded, events):
            address = site + reverse("tournament:season", args=[season.code])
            self.stdout.write(f"{season}: {address}")
        for line in _summary_of(loaded, site):
            self.stdout.write(line)
        for address in _local_addresses():
            self.stdout.write(_("Dai tablet della stessa rete: %s") % f"http://{address}:{port}/")
        self.stdout.write(
            _("Senza HTTPS chi è nella stessa rete può leggere codici e password che vi passano, e usarli.")
        )

    def _season(self, script: Path, loaded: Loaded, events: int) -> list[Season]:
        """The seasons for which the events count: one, unless an organizer has parted it since."""
        if not events:
            return []
        accounts = get_user_model().objects
        organizer, judge = (accounts.get(username=one.username) for one in (loaded.organizer, loaded.judge))
        played: list[Tournament] = []
        try:
            for event in play_season(script, events, organizer=organizer, judge=judge, today=timezone.localdate()):
                played.append(event)
                self._write_step(f"{len(played)}/{events} {event}")
        except (BadScript, TournamentError, UnreadableFile) as fault:
            raise CommandError(str(fault)) from None
        return list(Season.objects.filter(events__tournament__in=played).distinct())

    def _load(self, script: Path, keys: Keys, keys_file: Path) -> Loaded:
        # The file is written before the commit: keys without accounts are used next time, accounts without keys are lost.
        with transaction.atomic():
            loaded = load(script, keys, now=timezone.now())
            _store_keys(keys_file, keys)
        return loaded


def _read(path: Path) -> Keys:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Keys)
    except FileNotFoundError:
        return Keys()
    except msgspec.DecodeError as fault:
        raise CommandError(
            _("%(file)s è rovinato (%(fault)s): correggilo o cancellalo") % {"file": path, "fault": fault}
        ) from None


def _store_keys(path: Path, keys: Keys) -> None:
    """Written atomically and readable by its owner alone, as mkstemp makes it."""
    content = msgspec.json.format(msgspec.json.encode(keys), indent=1) + b"\n"
    if path.exists() and path.read_bytes() == content:
        return
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    with open(handle, "wb") as file:
        file.write(content)
    os.replace(draft, path)


def _summary_of(loaded: Loaded, site: str) -> Iterator[str]:
    yield f"Sdadata: {site}/"
    yield _("Organizzatore: %s") % _spoken(loaded.organizer)
    yield _("Arbitro:       %s") % _spoken(loaded.judge)
    for tournament, token in loaded.tournaments:
        yield ""
        yield tournament.name
        yield _("  segreteria   %s") % (site + reverse("tournament:desk", args=[tournament.slug]))
        table = _table_in_play(tournament)
        if table is not None:
            where = [tournament.slug, table.round.number, table.number]
            yield _("  tavolo %(number)d     %(address)s") % {
                "number": table.number,
                "address": site + reverse("referee:judge", args=where),
            }
        yield _("  proiettore   %s") % (site + reverse("tournament:projector", args=[token]))
        yield _("  pubblico     %s") % (site + reverse("tournament:public", args=[tournament.slug]))
    yield ""


def _spoken(login: Login) -> str:
    password = login.password or _("(password cambiata: manage.py changepassword %s)") % login.username
    return f"{login.username}  {password}"


def _table_in_play(tournament: Tournament) -> Table | None:
    playing = Table.objects.filter(round__tournament=tournament, state=TableState.PLAYING)
    return playing.select_related("round").order_by("round__number", "number").first()


def _local_addresses() -> Iterator[str]:
    for host in settings.ALLOWED_HOSTS:
        try:
            address = ip_address(host)
        except ValueError:
            continue
        if not address.is_loopback:
            yield host
