"""Repeats the draw of a transcript: the same bytes, or where they differ."""

import sys
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from tournament.core.draw.transcript import AnotherEngine, UnreadableTranscript, differences


class Command(BaseCommand):
    help = (
        "Repeats a draw from roster, criteria and seed; exit status 1 and the differences when it is not the same, "
        "2 when another engine drew it."
    )

    def add_arguments(self, parser) -> None:
        parser.add_argument("file", help="the JSON sheet of a draw, as downloaded; - reads standard input")

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
        self.stdout.write("Lo stesso sorteggio, byte per byte.")
