"""The entry point of the single file, which needs only Python: `python sdadata.pyz [--port 8000] [--https]`, or a command such as
`backup --to E:`.

It unpacks itself once into the data folder, `sdadata-dati` beside the file or the folder of SDADATA_HOME, and starts the site
over SQLite (`laptop/site.py`). Until the wheels are unpacked this module may use only the standard library.
"""

import gettext
import json
import os
import platform
import shutil
import sys
import zipfile
from pathlib import Path

OLDEST = (3, 11)
MADE_FOR = "made-for.json"
ENGLISH = "code/locale/en/LC_MESSAGES/django.mo"
MACHINES = {"amd64": "x86_64", "arm64": "aarch64"}
PACKED = "sdadata.pyz"
"""The single file within the one that has a Python of its own: `laptop/standalone.py`."""
# Set by laptop/standalone.sh alone: no setting.
STARTED_AS = "_SDADATA_STARTED_AS"
AUTHORITIES = (
    "/etc/ssl/certs/ca-certificates.crt",  # Debian, Arch
    "/etc/pki/tls/certs/ca-bundle.crt",  # Fedora
    "/var/lib/ca-certificates/ca-bundle.pem",  # openSUSE
    "/etc/ssl/cert.pem",  # macOS
)


def main() -> int:
    if sys.version_info < OLDEST:
        print("Serve Python 3.11 o più recente: https://www.python.org/downloads/", file=sys.stderr)
        return 1
    file, home, program = here()
    if reason := refusal(file):
        print(reason, file=sys.stderr)
        return 1
    try:
        code = unpacked(file, home / "programma")
    except OSError as refused:
        text = _("In %(folder)s non si può scrivere: %(reason)s.", file)
        print(text % {"folder": home, "reason": refused.strerror or refused}, file=sys.stderr)
        return 1
    sys.path[:0] = [str(code / "code"), str(code / "wheels")]
    from laptop import site

    return site.run(home, sys.argv[1:], program=program, laid=(code / "static", code / "public"))


def _(text: str, file: Path) -> str:
    """In the terminal's language, by the rule of config/environment.py, which needs what is not unpacked yet."""
    locale = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    if not locale.lower().startswith("en"):
        return text
    with zipfile.ZipFile(file) as packed, packed.open(ENGLISH) as catalogue:
        return gettext.GNUTranslations(catalogue).gettext(text)


def here() -> tuple[Path, Path, str]:
    """The packed site, the data folder, and the command that starts both: with the machine's Python, or with the one that came along."""
    if frozen := getattr(sys, "_MEIPASS", ""):
        use_the_machine_s_libraries()
        started = Path(os.environ.get(STARTED_AS, sys.executable)).resolve()
        packed, program = Path(frozen, PACKED), started.name if os.name == "nt" else f"./{started.name}"
    else:
        packed = started = Path(sys.argv[0]).resolve()
        program = f"python {started.name}"
    return packed, Path(os.environ.get("SDADATA_HOME", started.parent / "sdadata-dati")), program


def use_the_machine_s_libraries() -> None:
    """Other programs that the site starts want the machine's libraries, and HTTPS the machine's authorities, which Python's own
    OpenSSL looks for where they lie on the system that built it."""
    if os.name != "nt":
        os.environ.pop("LD_LIBRARY_PATH", None)
        if "LD_LIBRARY_PATH_ORIG" in os.environ:
            os.environ["LD_LIBRARY_PATH"] = os.environ.pop("LD_LIBRARY_PATH_ORIG")
        found = [path for path in AUTHORITIES if Path(path).exists()]
        if found:
            os.environ.setdefault("SSL_CERT_FILE", found[0])


def refusal(file: Path) -> str:
    """Why this file does not run here: some wheels are compiled for one Python and one kind of machine."""
    with zipfile.ZipFile(file) as packed:
        wanted = json.loads(packed.read(MADE_FOR))
    python = f"{sys.version_info[0]}.{sys.version_info[1]}"
    if wanted["python"] != python:
        text = _(
            "Questo file è per Python %(wanted)s, e questo è Python %(have)s: avvialo con quello, o prendi il file per questo.",
            file,
        )
        return text % {"wanted": wanted["python"], "have": python}
    computer = f"{sys.platform} {machine()}"
    if wanted["computer"] != computer:
        text = _("Questo file è per %(wanted)s, e questo computer è %(have)s: prendi il file per questo.", file)
        return text % {"wanted": wanted["computer"], "have": computer}
    return ""


def machine() -> str:
    """The processor under one name, whatever the system calls it."""
    name = platform.machine().lower()
    return MACHINES.get(name, name)


def unpacked(file: Path, into: Path) -> Path:
    """The folder of this version. An interrupted unpacking has not got its name and starts again; older versions are removed."""
    with zipfile.ZipFile(file) as packed:
        folder = into / packed.read("digest").decode()[:16]
        if folder.exists():
            return folder
        if STARTED_AS not in os.environ:  # its script has already said so
            print(_("Preparo il programma, solo la prima volta…", file), flush=True)
        shutil.rmtree(into, ignore_errors=True)
        half = into / "half"
        packed.extractall(half)
    for wheel in (half / "wheels").glob("*.whl"):
        with zipfile.ZipFile(wheel) as opened:
            opened.extractall(half / "wheels")
        wheel.unlink()
    return half.rename(folder)


if __name__ == "__main__":
    sys.exit(main())
