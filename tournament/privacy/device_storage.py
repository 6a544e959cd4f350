"""What scripts store on the device of whoever opens a page: each name, what for, for how long, and how it is erased there.

`tests/tournament/privacy/test_device_storage.py` looks in `static/js` for names that are not here.
"""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True)
class StoredName:
    """One name in a browser's storage. `name` ends with ":" where more follows it, one for each thing remembered."""

    name: str
    where: str
    """`localStorage`, `IndexedDB` or `Cache`."""
    purpose: str | Promise
    until: str | Promise
    erased_by: str | Promise


_WITH_THE_BROWSER = _("finché si cancellano i dati del sito nel browser")
_BY_BROWSER = _("cancellando i dati del sito nel browser")

DEVICE_STORAGE = (
    StoredName(
        "sdadata-my-pages",
        "localStorage",
        _(
            "di chi apre il proprio badge: per ogni torneo l'indirizzo pubblico della sua scheda, per «La mia pagina» e la sua riga"
        ),
        _("finché il badge vale su questo dispositivo"),
        _("con «Non sono io», oppure da solo quando si apre «La mia pagina» e il badge non vale più"),
    ),
    StoredName(
        "sdadata-theme",
        "localStorage",
        _("l'aspetto scelto: chiaro, scuro o come il dispositivo"),
        _WITH_THE_BROWSER,
        _BY_BROWSER,
    ),
    StoredName(
        "sdadata-server-ahead",
        "localStorage",
        _("di quanto l'orologio del server è avanti, per l'orologio di una pagina aperta senza rete"),
        _WITH_THE_BROWSER,
        _BY_BROWSER,
    ),
    StoredName(
        "sdadata-board",
        "localStorage",
        _("se chi arbitra usa la mappa o le caselle"),
        _WITH_THE_BROWSER,
        _BY_BROWSER,
    ),
    StoredName(
        "sdadata-sound",
        "localStorage",
        _("se gli avvisi al tavolo suonano"),
        _WITH_THE_BROWSER,
        _BY_BROWSER,
    ),
    StoredName(
        "sdadata-alarm:",
        "localStorage",
        _("gli avvisi già suonati a un tavolo, perché ognuno suoni una volta sola"),
        _WITH_THE_BROWSER,
        _BY_BROWSER,
    ),
    StoredName(
        "sdadata",
        "IndexedDB",
        _(
            "di chi arbitra: righe in attesa della rete, la partita dei propri tavoli, risposte a metà, il nome firmato del dispositivo"
        ),
        _(
            "le righe in attesa finché il server le ha ricevute, il nome del dispositivo finché si cancellano i dati del "
            "sito, il resto finché si esce"
        ),
        _("con «Esci» su un sito in HTTPS; tutto, righe in attesa comprese, cancellando i dati del sito nel browser"),
    ),
    StoredName(
        "sdadata-3",
        "Cache",
        _("di chi arbitra: l'ultima pagina dei propri tavoli con i suoi file, e i manuali, per riaprirla senza rete"),
        _("finché qualcuno esce o entra"),
        _("con «Esci», o cancellando i dati del sito nel browser"),
    ),
)
