"""The picture of a board file before it is put into use: manage.py board_picture plancia.csv plancia.pdf (or .svg)."""

from collections.abc import Callable
from pathlib import Path

from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from reportlab.graphics import renderPDF

from games.registry import games
from referee.board_image import file, geometry, pdf
from referee.board_image.shapes import Drawing
from tournament.management.commands.board import replaceable_game, sound_text
from tournament.management.language import Translated

WIDE = 3.5  # points on the page for a unit of the picture


class Command(Translated):
    help = gettext_noop(
        "Disegna una plancia come la mostreranno pagine e fogli, per guardarne i confini prima di `board use`."
    )

    def add_arguments(self, parser):
        parser.add_argument("board", type=Path, help=_("il file della plancia"))
        parser.add_argument("image", type=Path, help=_("dove va l'immagine: un nome che finisce in .pdf o .svg"))
        parser.add_argument(
            "--game",
            default="",
            choices=["", *games()],
            help=_("quale gioco, se più d'uno ha una plancia da sostituire"),
        )

    def handle(self, *args, **options):
        board, image = options["board"], options["image"]
        write = WRITERS.get(image.suffix)
        if write is None:
            raise CommandError(_("%(file)s: l'immagine si scrive in .pdf o in .svg") % {"file": image})
        game = replaceable_game(options["game"])
        scene = game.board_preview(sound_text(game, board), board.name)
        try:
            image.write_bytes(write(geometry.drawing(scene)))
        except OSError as fault:
            raise CommandError(f"{image}: {fault.strerror}") from None
        self.stdout.write(self.style.SUCCESS(_("%(file)s: ecco la plancia") % {"file": image}))


def as_pdf(drawn: Drawing) -> bytes:
    sheet = pdf.sheet(drawn)
    sheet.scale(WIDE, WIDE)
    sheet.width, sheet.height = sheet.width * WIDE, sheet.height * WIDE
    return renderPDF.drawToString(sheet)


def as_svg(drawn: Drawing) -> bytes:
    return file.standalone(drawn).encode()


WRITERS: dict[str, Callable[[Drawing], bytes]] = {".pdf": as_pdf, ".svg": as_svg}
