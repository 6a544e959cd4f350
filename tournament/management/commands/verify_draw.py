"""Repeats the draw of a transcript: the same bytes, or where they differ."""

import sys
from pathlib import Path

from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournament.core.draw.transcript import AnotherEngine, UnreadableTranscript, differences
from tournament.management.language import Translated


class Command(Translated):
    help = gettext_noop(
        "Ripete un sorteggio da elenco, criteri e seme; esce con 1 e le differenze se non è lo stesso, con 2 se l'ha fatto "
        "un altro programma."
    )

    def add_arguments(self, parser) -> None:
        parser.add_argument(
            "file", help=_("il foglio JSON di un sorteggio, com'è stato scaricato; - legge lo standard input")
        )

    def handle(self, *, file: str, **options) -> None:
        try:
            data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
            found = differences(data)
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}") from None
        except UnreadableTranscript as error:
            raise CommandError(f"{file}: {error}") from None
        except AnotherEngine as error:
            raise CommandError(f"{file}: {error}", returncode=2) from None
        if found:
            raise CommandError("\n".join(found))
        self.stdout.write(_("Lo stesso sorteggio, byte per byte."))
