"""The entry point of the single file, which needs only Python: `python sdadata.pyz [--port 8000] [--https]`, or a command such as
`backup --to E:`.

It unpacks itself once into the data folder, `sdadata-dati` beside the file or the folder of SDADATA_HOME, and starts the site
over SQLite. Until the wheels are unpacked this module may use only the standard library.
"""

import os
import secrets
import shutil
import sys
import zipfile
from pathlib import Path

OLDEST = (3, 11)
PORT = 8000
ORGANIZER = "organizzatore"


def main() -> int:
    if sys.version_info < OLDEST:
        print("Serve Python 3.11 o più recente: https://www.python.org/downloads/", file=sys.stderr)
        return 1
    file = Path(sys.argv[0]).resolve()
    home = Path(os.environ.get("SDADATA_HOME", file.parent / "sdadata-dati"))
    code = unpacked(file, home / "programma")
    sys.path[:0] = [str(code / "code"), str(code / "wheels")]
    os.environ.setdefault("SDADATA_VAR", str(home))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    lay_static(code / "static", Path(os.environ["SDADATA_VAR"]) / "static")
    arguments = sys.argv[1:]
    if arguments and not arguments[0].startswith("-"):
        from django.core.management import execute_from_command_line

        execute_from_command_line(["sdadata.pyz", *arguments])
        return 0
    return serve(port_of(arguments), is_https="--https" in arguments)


def unpacked(file: Path, into: Path) -> Path:
    """The folder of this version. An interrupted unpacking has not got its name and starts again; older versions are removed."""
    with zipfile.ZipFile(file) as packed:
        folder = into / packed.read("digest").decode()[:16]
        if folder.exists():
            return folder
        print("Preparo il programma, solo la prima volta…", flush=True)
        shutil.rmtree(into, ignore_errors=True)
        half = into / "half"
        packed.extractall(half)
    for wheel in (half / "wheels").glob("*.whl"):
        with zipfile.ZipFile(wheel) as opened:
            opened.extractall(half / "wheels")
        wheel.unlink()
    return half.rename(folder)


def lay_static(ours: Path, where: Path) -> None:
    """Files under old names stay: a tablet may still have yesterday's page open."""
    shutil.copytree(ours, where, dirs_exist_ok=True)


def port_of(arguments: list[str]) -> int:
    return int(arguments[arguments.index("--port") + 1]) if "--port" in arguments[:-1] else PORT


def serve(port: int, *, is_https: bool) -> int:
    if is_https:
        os.environ["SDADATA_HTTPS"] = "1"
    import django
    import uvicorn
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    password = first_organizer()
    encryption, fingerprint = encrypted(Path(os.environ["SDADATA_VAR"])) if is_https else ({}, "")
    print_addresses(port, password, fingerprint)
    uvicorn.run(
        "config.asgi:application", host="0.0.0.0", port=port, lifespan="off", access_log=False, server_header=False,
        log_level="warning", timeout_graceful_shutdown=2, **encryption,
    )  # fmt: skip
    return 0


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


def print_addresses(port: int, password: str, fingerprint: str) -> None:
    import segno

    from config.environment import own_addresses

    scheme = "https" if fingerprint else "http"
    addresses = [f"{scheme}://{address}:{port}/" for address in own_addresses() if not address.startswith("127.")]
    print(f"\nSu questo computer:  {scheme}://127.0.0.1:{port}/")
    for address in addresses:
        print(f"Da tablet e telefoni: {address}")
    if addresses:
        segno.make(addresses[0], error="m").terminal(compact=True)
    if fingerprint:
        print("La prima volta ogni dispositivo avverte che non conosce il certificato. Per farglielo conoscere apri")
        print(
            f"{(addresses or [f'https://127.0.0.1:{port}/'])[0]}autorita.crt e installalo, se la sua impronta SHA-256 è questa:"
        )
        print(fingerprint)
    elif addresses:
        print(
            "Sono indirizzi senza HTTPS: chi è nella stessa rete può leggere codici e password che vi passano, e usarli."
        )
        print("Usa una rete della sala che abbia una password sua, e non darla al pubblico; oppure avvia con --https.")
    if password:
        print(f"Entra come «{ORGANIZER}» con la password {password}: si vede solo adesso, cambiala appena entri.")
    print("Copia su una chiavetta:  python sdadata.pyz backup --to CARTELLA")
    print("Ctrl+C ferma il sito.", flush=True)


if __name__ == "__main__":
    sys.exit(main())
