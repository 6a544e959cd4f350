"""The manuals that the site serves at `/aiuto/`, in the reader's language: pages and booklet are drawn from this one source.

Names of buttons and pages are between «», as the interface has them. Pictures are made by `make screenshots`, in each language.
"""

from dataclasses import dataclass

from tournament.core.translation import translated as _
from tournament.documents.judges_guide import guide


@dataclass(frozen=True)
class Chapter:
    """A title with its sentences; `picture` names a file in `static/manuals/LANGUAGE/`, or is empty."""

    title: str
    sentences: tuple[str, ...]
    picture: str = ""


@dataclass(frozen=True)
class Manual:
    slug: str
    title: str
    lead: str
    chapters: tuple[Chapter, ...]


def manuals() -> tuple[Manual, ...]:
    return (_organizer(), _laptop(), _judge(), _emergencies(), _players())


def _organizer() -> Manual:
    return Manual(
        "organizzatore",
        _("I primi dieci minuti di chi organizza"),
        _("Da un sito vuoto a un sorteggio pubblicato, con gli arbitri ai tavoli e il proiettore acceso."),
        (
            Chapter(
                _("Un torneo: un minuto"),
                (
                    _(
                        "Dalla prima pagina premi «Nuovo torneo»: un nome, un giorno, un regolamento. Il regolamento porta "
                        "misure dei tavoli, turni, minuti, punti e spareggi; tutto si può cambiare dopo."
                    ),
                    _("Per provare senza iscritti veri c'è «Una prova»: giocatori inventati, fuori da ogni stagione."),
                ),
            ),
            Chapter(
                _("La segreteria dice che cosa fare"),
                (
                    _(
                        "Il primo riquadro di «Segreteria» dice sempre il passo successivo e ne ha il pulsante. Nel dubbio "
                        "premi quello."
                    ),
                ),
                "desk",
            ),
            Chapter(
                _("Iscritti e arrivi: quattro minuti"),
                (
                    _(
                        "In «Iscritti» premi «Importa da file»: scegli il file o incolla le righe di un foglio di calcolo. "
                        "Ogni riga sbagliata è detta con numero e campo, e niente entra prima del tuo sì."
                    ),
                    _("All'ingresso un tocco segna chi c'è. Il programma non toglie nessuno da solo."),
                ),
                "checkin",
            ),
            Chapter(
                _("Formula e sorteggio: due minuti"),
                (
                    _(
                        "«Formula» mostra i modi di giocare la giornata con i presenti che ci sono, dal migliore in giù. "
                        "Scegline uno."
                    ),
                    _(
                        "«Sorteggia» fa una bozza che vedi solo tu e dice quali desideri non ha potuto rispettare. Poi "
                        "«Pubblica i tavoli»: proiettore, telefoni e stampe li hanno subito."
                    ),
                ),
                "round",
            ),
            Chapter(
                _("Arbitri, schermi, carta: tre minuti"),
                (
                    _(
                        "In «Arbitri e incarichi» nomina gli arbitri; in «Dispositivi e lasciapassare» ciascuno ha un codice "
                        "QR, che vale un quarto d'ora e una volta sola. In «Arbitri ai tavoli» si dice chi ha quale tavolo."
                    ),
                    _(
                        "In «Schermi per la sala» premi «Crea il collegamento»: è l'indirizzo per il proiettore, senza "
                        "password."
                    ),
                    _(
                        "In «Stampe e referti di carta» stampa a ogni turno il «Pacchetto d'emergenza»: con quello la "
                        "giornata si finisce anche a mano."
                    ),
                    _(
                        "«Avvia turno e orologio» fa partire tutti i tavoli insieme. Quando tutti sono firmati, «Chiudi il "
                        "turno»."
                    ),
                ),
                "devices",
            ),
        ),
    )


def _laptop() -> Manual:
    return Manual(
        "portatile",
        _("Il portatile"),
        _("Il sito intero su un computer del circolo, senza rete esterna."),
        (
            Chapter(
                _("La sera prima"),
                (
                    _(
                        "Prendi il file che porta con sé il suo Python: non serve installare altro. Su Windows mettilo nella "
                        "stessa cartella di Sdadata.cmd e fai doppio clic su Sdadata.cmd; su Mac doppio clic sul file; su "
                        "Linux e Raspberry Pi, in un terminale, chmod +x e il nome, poi ./ e il nome."
                    ),
                    _("I file il cui nome finisce in .pyz vogliono Python sul computer: python3 e il nome del file."),
                    _(
                        "Aspetta gli indirizzi: uno per questo computer, uno per tablet e telefoni. La prima volta c'è anche "
                        "la password: cambiala appena entri."
                    ),
                    _(
                        "Se la porta è occupata il programma lo dice prima di tutto: forse è già avviato. Altrimenti aggiungi "
                        "--port 8001 dopo il nome."
                    ),
                    _("Se Windows chiede del firewall, consenti le reti private: altrimenti i tablet non arrivano."),
                    _("Togli sospensione e salvaschermo, e tieni attaccata la corrente."),
                ),
            ),
            Chapter(
                _("La rete della sala"),
                (
                    _(
                        "Portatile e tablet stanno nella stessa rete, con una password che il pubblico non ha: senza HTTPS "
                        "chi è in rete legge ciò che passa."
                    ),
                    _(
                        "Dove la rete lo permette il sito risponde anche a http://sdadata.local:8000/, più facile da scrivere; "
                        "l'indirizzo con i numeri va sempre."
                    ),
                    _(
                        "Se un tablet non apre l'indirizzo: stessa rete? firewall? la rete per gli ospiti separa i "
                        "dispositivi?"
                    ),
                ),
            ),
            Chapter(
                _("Copie"),
                (
                    _(
                        "«Come sta il sistema» dice quanto è vecchia l'ultima copia. «Fai una copia adesso» ne fa una e la "
                        "controlla; scaricala su una chiavetta a ogni turno."
                    ),
                ),
                "system",
            ),
            Chapter(
                _("Una versione nuova, e ritorno"),
                (
                    _(
                        "Ferma il programma con Ctrl+C, metti il file nuovo accanto al vecchio e avvia il nuovo: prima di "
                        "cambiare i dati ne fa una copia da sé."
                    ),
                    _(
                        "Se qualcosa non va, ferma il nuovo, avvia il file vecchio con la parola rollback dopo il nome, poi il "
                        "vecchio da solo: i dati tornano com'erano, e ciò che è stato scritto nel frattempo è in una copia."
                    ),
                ),
            ),
            Chapter(
                _("Quando finisce"),
                (
                    _(
                        "Scarica l'archivio del torneo e una copia, poi Ctrl+C nella finestra del programma. I dati restano "
                        "nella sua cartella."
                    ),
                ),
            ),
        ),
    )


def _judge() -> Manual:
    """The same words as on the judge's reminder of one sheet."""
    pictures = ("floor", "judge")
    chapters = tuple(
        Chapter(title, sentences, pictures[place] if place < len(pictures) else "")
        for place, (title, sentences) in enumerate(guide())
    )
    return Manual(
        "tablet",
        _("La pagina dell'arbitro"),
        _("Sul tablet si scrive che cosa succede al tavolo; la pagina controlla articolo per articolo."),
        chapters,
    )


def _emergencies() -> Manual:
    return Manual(
        "emergenze",
        _("Le emergenze della giornata"),
        _("Che cosa si fa quando qualcosa va storto, dal più frequente."),
        (
            Chapter(
                _("La rete non va"),
                (
                    _(
                        "Gli arbitri continuano: le righe aspettano sul tablet e partono da sole quando la rete torna. Non "
                        "chiudere la pagina."
                    ),
                    _("Riavvia il router; se non basta, finisci il turno e raccogli i tablet vicino al portatile."),
                ),
                "judge",
            ),
            Chapter(
                _("Un tablet si ferma"),
                (
                    _(
                        "Prendine un altro, entra in «Arbitri» e premi «Prendi un tavolo con sei cifre». Ciò che era stato "
                        "inviato c'è tutto."
                    ),
                    _("Se la pagina dice «Conflitto» scrivono in due: il capo arbitro sceglie chi continua."),
                ),
            ),
            Chapter(
                _("Il portatile si ferma"),
                (
                    _(
                        "Riavvialo e avvia di nuovo il programma: dati e orologi sono dov'erano, e i tablet si ricollegano da"
                        " soli."
                    ),
                    _(
                        "Se è rotto: su un altro computer avvia il programma della stessa versione e, in «Come sta il "
                        "sistema», rimetti l'ultima copia dalla chiavetta. Con lo stesso indirizzo i tablet mandano di nuovo "
                        "ciò che manca."
                    ),
                    _(
                        "Se non c'è un altro computer si finisce con il «Pacchetto d'emergenza», e i punti si inseriscono "
                        "dopo con «Inserisci i referti»."
                    ),
                ),
                "system",
            ),
            Chapter(
                _("Un risultato è sbagliato"),
                (
                    _(
                        "Sulla pagina del tavolo «Correggi il risultato»: quello vecchio resta scritto, e prima di confermare"
                        " vedi che cosa cambia."
                    ),
                    _("Una contestazione: «Metti sub judice». Gli altri tavoli non aspettano."),
                ),
            ),
            Chapter(
                _("Qualcuno arriva tardi o se ne va"),
                (_("Dalla pagina del turno apri «Imprevisti»: dice che cosa si può fare e che cosa comporta."),),
            ),
            Chapter(
                _("Si è premuto il pulsante sbagliato"),
                (_("Ogni atto ha una riga in «Registro», e quasi tutti una via di ritorno."),),
            ),
        ),
    )


def _players() -> Manual:
    return Manual(
        "giocatori",
        _("La pagina dei giocatori"),
        _("Per chi gioca: niente da installare, nessuna password."),
        (
            Chapter(
                _("Il mio tavolo"),
                (
                    _("Inquadra il codice QR del tuo badge: la pagina dice tavolo e sedia, e si aggiorna da sola."),
                    _("Quando si fa l'appello, «Sono qui» dice alla segreteria che ci sei."),
                ),
                "player_day",
            ),
            Chapter(
                _("Senza badge"),
                (
                    _("Apri l'indirizzo della sala, che è sul proiettore: tavoli per cognome, orologio, classifica."),
                    _("La «Classifica» dice sempre se è provvisoria e quanti tavoli mancano."),
                ),
                "public",
            ),
            Chapter(
                _("Se qualcosa non torna"),
                (
                    _("Al tavolo dillo all'arbitro prima di firmare: dopo, la correzione passa dalla segreteria."),
                    _("Chi è minorenne appare con il nick o con il numero."),
                ),
            ),
        ),
    )
