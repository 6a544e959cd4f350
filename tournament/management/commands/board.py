"""The board of a game from a file of the organizer: the template, the faults of a file, and its use.

manage.py board template > plancia.csv
manage.py board check plancia.csv
manage.py board use plancia.csv
"""

from pathlib import Path

from django.core.management.base import CommandError
from django.utils.translation import get_language, gettext_noop, ngettext
from django.utils.translation import gettext as _

from games.kernel import boards
from games.kernel.game import Game
from games.registry import games
from tournament.management.language import Translated


class Command(Translated):
    help = gettext_noop(
        "Sostituisce la plancia di un gioco che ne ha una provvisoria: template, check FILE, use FILE, standard."
    )

    def add_arguments(self, parser):
        steps = parser.add_subparsers(dest="step", required=True, metavar="template|check|use|standard")
        for name, text in (
            ("template", _("stampa la plancia di serie del gioco, da modificare")),
            ("check", _("dice ogni errore di un file, con la sua riga")),
            ("use", _("controlla un file e lo usa per i nuovi tavoli")),
            ("standard", _("torna alla plancia di serie del gioco")),
        ):
            step = steps.add_parser(name, help=text)
            step.add_argument("--game", default="", help=_("quale gioco, se più d'uno ha una plancia da sostituire"))
            if name in ("check", "use"):
                step.add_argument("file", type=Path, help=_("il file della plancia"))

    def handle(self, *args, **options):
        game = replaceable_game(options["game"])
        getattr(self, f"on_{options['step']}")(game, options.get("file"))

    def on_template(self, game, file):
        self.stdout.write(game.replaceable.template(), ending="")

    def on_check(self, game, file):
        sound_text(game, file)
        self.stdout.write(self.style.SUCCESS(_("%(file)s: il file è in ordine") % {"file": file}))

    def on_use(self, game, file):
        digest = boards.use(game.slug, sound_text(game, file))
        words = _("%(game)s: i nuovi tavoli useranno %(file)s (%(digest)s)")
        self.stdout.write(self.style.SUCCESS(words % {"game": game.name.it, "file": file, "digest": digest[:12]}))

    def on_standard(self, game, file):
        boards.use_standard(game.slug)
        words = _("%(game)s: i nuovi tavoli useranno il file di serie")
        self.stdout.write(self.style.SUCCESS(words % {"game": game.name.it}))


def replaceable_game(slug: str) -> Game:
    """The named game, or the only one whose board can be replaced."""
    found = {name: game for name, game in games().items() if game.replaceable}
    if slug and slug not in found:
        names = ", ".join(found)
        raise CommandError(
            _("%(slug)s: non ha plancia né carte da sostituire. Si può scegliere tra: %(names)s")
            % {"slug": slug, "names": names}
        )
    if not slug and len(found) != 1:
        raise CommandError(_("quale gioco? --game tra: %(names)s") % {"names": ", ".join(found)})
    return found[slug] if slug else next(iter(found.values()))


def sound_text(game: Game, file: Path) -> str:
    """The text of a valid board. Raises CommandError with all faults, a line each, or if the file cannot be read."""
    try:
        text = boards.as_saved(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(_("%(file)s: non si legge (%(why)s)") % {"file": file, "why": error}) from error
    faults = game.replaceable.faults(text, file.name) if game.replaceable else ()
    if faults:
        head = ngettext("%(file)s: %(count)d errore", "%(file)s: %(count)d errori", len(faults))
        head %= {"file": file, "count": len(faults)}
        raise CommandError("\n".join([head, *(fault.in_language(get_language() or "it") for fault in faults)]))
    return text
