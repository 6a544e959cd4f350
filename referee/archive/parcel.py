"""The ZIP file: a manifest with the SHA-256 of every other file, and bounds for uploads."""

import hashlib
import io
import json
import zipfile

from django.conf import settings
from django.utils.translation import gettext as _

FORMAT, VERSION = "sdadata-event", 1
MANIFEST = "manifest.json"
MOST_FILES = 5_000
MOST_UNPACKED = 256 * 1024 * 1024
EPOCH = (1980, 1, 1, 0, 0, 0)


class BadArchive(ValueError):
    """Not an archive of an event, or one that was changed; the message says which file and why."""


def pack(files: dict[str, bytes]) -> bytes:
    """The same files give the same bytes, from the same version of the program."""
    digests = {name: hashlib.sha256(data).hexdigest() for name, data in sorted(files.items())}
    described = {"format": FORMAT, "version": VERSION, "program": settings.VERSION, "files": digests}
    manifest = json.dumps(described, indent=1).encode()
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in [(MANIFEST, manifest), *sorted(files.items())]:
            part = zipfile.ZipInfo(name, date_time=EPOCH)
            part.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(part, data)
    return out.getvalue()


def open_parcel(data: bytes) -> dict[str, bytes]:
    """Every file except the manifest, with verified digests. Raises BadArchive."""
    files = _unzipped(data)
    digests = _manifest(files.pop(MANIFEST, b""))
    if set(files) != set(digests):
        names = ", ".join(sorted(set(files) ^ set(digests)))
        raise BadArchive(_("Nell'archivio mancano o avanzano dei file: %s") % names)
    for name, content in files.items():
        if hashlib.sha256(content).hexdigest() != digests[name]:
            raise BadArchive(_("%s è stato cambiato dopo l'esportazione") % name)
    return files


def _unzipped(data: bytes) -> dict[str, bytes]:
    """zipfile never unpacks more than a part declares, so the declared sizes are a bound."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
            if len(parts) > MOST_FILES or sum(part.file_size for part in parts) > MOST_UNPACKED:
                raise BadArchive(_("L'archivio è troppo grande una volta aperto"))
            return {part.filename: archive.read(part) for part in parts}
    except BadArchive:
        raise
    except Exception:  # zipfile fails on damaged archives with BadZipFile, OSError, zlib.error, NotImplementedError…
        raise BadArchive(_("Il file è danneggiato o non è un archivio ZIP")) from None


def _manifest(data: bytes) -> dict[str, str]:
    try:
        manifest = json.loads(data)
        if manifest["format"] != FORMAT or manifest["version"] != VERSION:
            raise BadArchive(_("È un archivio di un altro tipo o di un'altra versione"))
        return dict(manifest["files"])
    except (ValueError, KeyError, TypeError, RecursionError):
        raise BadArchive(_("Non è l'archivio di un torneo: manca l'elenco dei file")) from None
