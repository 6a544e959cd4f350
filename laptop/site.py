"""A site over SQLite in a folder of its own, started by one command: of the single file, and of the installed package.

The folder holds everything that the site writes; deleting it undoes the installation.
"""

import argparse
import gettext
import os
import secrets
import shutil
import socket
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PORT = 8000
CATALOGUES = Path(__file__).resolve().parents[1] / "locale"
ORGANIZER = "organizzatore"


def run(home: Path, arguments: list[str], *, program: str, laid: tuple[Path, Path] | None = None) -> int:
    """Serve the site with its data in `home`, or run one command of `manage.py` on it. The exit code.

    `laid`: the collected static files and the public folder (the engine for tablets) that came along; without them the static
    files are collected here.
    """
    os.environ.setdefault("SDADATA_VAR", str(home))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    var = Path(os.environ["SDADATA_VAR"])
    try:
        if arguments and not arguments[0].startswith("-"):
            make_folder(var)
            return manage(program, arguments)
        options = read_options(program, arguments)
        refuse_port(options.port)
        make_folder(var)
        if options.https:
            os.environ["SDADATA_HTTPS"] = "1"
        with answered_in_a_sentence(var):
            lay_files(var, laid)
            password = prepare(comes_collected=laid is not None)
    except CannotStart as refused:
        print(refused, file=sys.stderr)
        return 1
    return serve(program, options.port, password, is_https=options.https)


def _(text: str) -> str:
    """In the terminal's language. Django's own gettext would load the whole site first."""
    from config.environment import terminal_language

    return gettext.translation("django", CATALOGUES, [terminal_language()], fallback=True).gettext(text)


class CannotStart(Exception):
    """Says to a person, in a sentence, why not and what to do."""


def refuse_port(port: int) -> None:
    """Raises CannotStart."""
    match port_trouble(port):
        case "taken":
            text = _("La porta %(port)d è occupata: Sdadata è forse già avviato. Altrimenti avvia con --port %(next)d.")
            raise CannotStart(text % {"port": port, "next": port + 1})
        case "forbidden":
            text = _("Il sistema riserva la porta %(port)d agli amministratori: avvia con --port %(next)d.")
            raise CannotStart(text % {"port": port, "next": PORT})


def make_folder(var: Path) -> None:
    """Raises CannotStart."""
    try:
        var.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=var):
            pass
    except OSError as refused:
        reason = refused.strerror or refused
        text = _("In %(folder)s non si può scrivere (%(reason)s): indica un'altra cartella con SDADATA_HOME.")
        raise CannotStart(text % {"folder": var, "reason": reason}) from refused


@contextmanager
def answered_in_a_sentence(var: Path) -> Iterator[None]:
    """What a wrong setting, a damaged database or a migration that cannot be done says. Raises CannotStart."""
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import CommandError
    from django.db import DatabaseError

    try:
        yield
    except ImproperlyConfigured as refused:
        raise CannotStart(_("Un'impostazione non va: %s") % refused) from refused
    except CommandError as refused:
        raise CannotStart(str(refused)) from refused
    except DatabaseError as refused:
        values = {"reason": refused, "folder": var, "copies": var / "backups"}
        raise CannotStart(_way_out(refused) % values) from refused


def _way_out(refused: Exception) -> str:
    if "database is locked" in str(refused):
        return _("Il database è occupato da un altro comando o da un primo avvio (%(reason)s): riprova tra poco.")
    if os.environ.get("DATABASE_URL", "").startswith("postgres"):
        return _(
            "Il database non si apre (%(reason)s). Se PostgreSQL è acceso e DATABASE_URL è giusto, ma il database non c'è più, fallo "
            "vuoto con «createdb» e rimetti l'ultima copia, che è in %(copies)s, con «restore FILE»."
        )
    return _(
        "Il database non si apre (%(reason)s). Se il file è rovinato, spostalo da %(folder)s e rimetti l'ultima copia, che è "
        "in %(copies)s, con «restore FILE»."
    )


def read_options(program: str, arguments: list[str]) -> argparse.Namespace:
    from config.version import VERSION

    parser = argparse.ArgumentParser(prog=program, description=_("Avvia Sdadata su questo computer."), add_help=False)
    parser.add_argument("-h", "--help", action="help", help=_("mostra questo testo"))
    parser.add_argument("--version", action="version", version=VERSION, help=_("mostra la versione"))
    parser.add_argument("--port", type=port_number, default=PORT, metavar="N", help=_("la porta (%d)") % PORT)
    parser.add_argument("--https", action="store_true", help=_("serve HTTPS con un certificato proprio"))
    parser.epilog = _(
        "Un comando al posto delle opzioni lavora sui dati: backup --to CARTELLA, restore FILE, rollback."
    )
    return parser.parse_args(arguments)


def port_number(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) < 65536:
        raise argparse.ArgumentTypeError(_("«%s» non è una porta: un numero da 1 a 65535") % text)
    return int(text)


def port_trouble(port: int) -> str:
    """ "" where a site can serve on the port; else `taken`, or `forbidden` to who is not an administrator."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        if os.name != "nt":  # there the option lets two programs share a port
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("0.0.0.0", port))
        except PermissionError:
            return "forbidden"
        except OSError:
            return "taken"
    return ""


def manage(program: str, arguments: list[str]) -> int:
    """Before the first start there is no database yet, and every command wants one; its help does not."""
    import django
    from django.core.management import call_command, execute_from_command_line
    from django.db import connection
    from django.db.migrations.recorder import MigrationRecorder
    from django.utils import translation

    from config.environment import terminal_language

    with answered_in_a_sentence(Path(os.environ["SDADATA_VAR"])):
        django.setup()
        translation.activate(terminal_language())
        if not _asks_for_help(arguments) and not MigrationRecorder(connection).applied_migrations():
            call_command("migrate", verbosity=0)
    execute_from_command_line([program, *arguments])
    return 0


def _asks_for_help(arguments: list[str]) -> bool:
    return arguments[0] == "help" or not {"-h", "--help"}.isdisjoint(arguments)


def lay_files(var: Path, laid: tuple[Path, Path] | None) -> None:
    """Files under old names stay: a tablet may still have yesterday's page open."""
    for ours, name in zip(laid or (), ("static", "public"), strict=False):
        if ours.is_dir():
            shutil.copytree(ours, var / name, dirs_exist_ok=True)


def prepare(*, comes_collected: bool) -> str:
    """Bring the database up to this version. The password of the account made on the first start, or ""."""
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    if not comes_collected:
        call_command("collectstatic", interactive=False, verbosity=0)
    return first_organizer()


def serve(program: str, port: int, password: str, *, is_https: bool) -> int:
    import uvicorn

    from config.serve import DEFAULTS
    from laptop.mdns import published

    encryption, fingerprint = encrypted(Path(os.environ["SDADATA_VAR"])) if is_https else ({}, "")
    print_addresses(program, port, password, fingerprint)
    scheme = "https" if is_https else "http"
    with published(addresses_of_networks(), port, lambda name: print_name(f"{scheme}://{name}:{port}/")):
        uvicorn.run(**DEFAULTS, host="0.0.0.0", port=port, **encryption)
    return 0


def addresses_of_networks() -> list[str]:
    from config.environment import own_addresses

    return [address for address in own_addresses() if not address.startswith("127.")]


def encrypted(var: Path) -> tuple[dict[str, Path], str]:
    """uvicorn's options, and the fingerprint of the authority, which the site offers at /autorita.crt."""
    from datetime import UTC, datetime

    from django.conf import settings

    from config.environment import own_hosts
    from laptop import certificates

    found = certificates.made(var / "certificati", own_hosts(), now=datetime.now(UTC))
    public = Path(settings.WHITENOISE_ROOT)
    public.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(found.authority, public / found.authority.name)
    settings.SECURE_HSTS_SECONDS = 0  # tomorrow the same laptop may start without HTTPS
    return {"ssl_keyfile": found.key, "ssl_certfile": found.certificate}, found.fingerprint


def first_organizer() -> str:
    """The password of the account created on the first start, or None: afterwards only its owner knows it."""
    from django.contrib.auth import get_user_model

    users = get_user_model().objects
    if users.exists():
        return ""
    password = "-".join(secrets.token_hex(2) for _group in range(3))
    users.create_superuser(ORGANIZER, password=password)
    return password


def print_name(address: str) -> None:
    print(_("Dove la rete lo permette, tablet e telefoni trovano il sito anche così: %s") % address, flush=True)


def print_addresses(program: str, port: int, password: str, fingerprint: str) -> None:
    import segno

    scheme = "https" if fingerprint else "http"
    addresses = [f"{scheme}://{address}:{port}/" for address in addresses_of_networks()]
    print("\n" + _("Su questo computer:  %s") % f"{scheme}://127.0.0.1:{port}/")
    for address in addresses:
        print(_("Da tablet e telefoni: %s") % address)
    if addresses:
        segno.make(addresses[0], error="m").terminal(compact=True)
    if fingerprint:
        authority = f"{(addresses or [f'https://127.0.0.1:{port}/'])[0]}autorita.crt"
        print(_("La prima volta ogni dispositivo avverte che non conosce il certificato. Per farglielo conoscere apri"))
        print(_("%s e installalo, se la sua impronta SHA-256 è questa:") % authority)
        print(fingerprint)
    elif addresses:
        print(
            _(
                "Sono indirizzi senza HTTPS: chi è nella stessa rete può leggere codici e password che vi passano, e usarli."
            )
        )
        print(
            _("Usa una rete della sala che abbia una password sua, e non darla al pubblico; oppure avvia con --https.")
        )
    if password:
        text = _("Entra come «%(name)s» con la password %(password)s: si vede solo adesso, cambiala appena entri.")
        print(text % {"name": ORGANIZER, "password": password})
    print(_("Copia su una chiavetta:  %s backup --to CARTELLA") % program)
    print(_("Ctrl+C ferma il sito."), flush=True)
