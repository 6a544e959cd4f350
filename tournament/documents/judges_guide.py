"""The page of reminders for judges: how to open a table, record a game, and what to do when something goes wrong."""

from tournament.core.translation import translated as _


def guide() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Titles with their sentences, in the reader's language; names of buttons are between «»."""
    return (
        (
            _("Prima della partita"),
            (
                _(
                    "Apri il tuo lasciapassare: la pagina «Arbitri» mostra i tavoli del turno. Entra nel tuo e premi «Comincia "
                    "la registrazione»."
                ),
                _("Controlla chi siede dove, in senso orario: da lì vengono le sedie di tutta la registrazione."),
                _(
                    "Un tavolo si scrive da un solo dispositivo. Per cambiarlo: «Mostra le sei cifre» qui, e le sei cifre là."
                ),
            ),
        ),
        (
            _("Durante la partita"),
            (
                _(
                    "La pagina fa una domanda alla volta e offre solo ciò che è permesso. I dadi si leggono sul tavolo: la pagina "
                    "non lancia nulla. L'ultimo dado e l'ultimo numero registrano da soli."
                ),
                _(
                    "«Ancora» ripete l'ultimo attacco. «Annulla» toglie l'ultima riga: resta scritto che c'era. «Altro» ha ciò che "
                    "è raro: atti irregolari, righe da correggere, pausa, un altro dispositivo."
                ),
                _(
                    "«In coda» vuol dire che la riga è scritta qui e non ancora sul server; se resta, manca la rete: continua, le "
                    "righe partono da sole. «Conflitto» vuol dire che scrive un altro dispositivo: chiama il capo arbitro."
                ),
                _(
                    "Se non riesci a stare dietro alle mosse, passa a «ogni turno» o a «solo il risultato»: meglio poche righe vere "
                    "che molte sbagliate."
                ),
            ),
        ),
        (
            _("Quando qualcosa non va"),
            (
                _(
                    "Un atto rifiutato mostra l'articolo. Se è successo davvero, «Registra come infrazione»; dove non si può, «Segna "
                    "da rivedere»."
                ),
                _(
                    "Se la plancia e la pagina non dicono lo stesso, vale la plancia: «Il tavolo mostra…» la copia com'è."
                ),
                _(
                    "Nel dubbio ferma il tavolo e chiama il capo arbitro: la sua decisione resta nella registrazione, e i minuti "
                    "persi si recuperano."
                ),
                _("Dadi contestati si decidono prima di registrarli: dopo, altri dadi vogliono un motivo."),
            ),
        ),
        (
            _("Tempo e fine"),
            (
                _(
                    "L'orologio è quello della sala: il tempo scade per tutti insieme, e la pagina dice che cosa ne segue in questo gioco."
                ),
                _(
                    "Finita la partita si controlla insieme la plancia, ciascuno accetta il proprio conteggio in ordine di sedia, "
                    "poi «Firma e chiudi»."
                ),
                _("Chi non è d'accordo lo dice prima della firma: il tavolo resta sub judice, e nessun altro aspetta."),
            ),
        ),
        (
            _("Se il tablet si ferma"),
            (
                _(
                    "Prendi un altro dispositivo: sei cifre, oppure il capo arbitro te lo affida. Ciò che era «Inviato» non si perde."
                ),
                _(
                    "Se si ferma tutto, si finisce con il pacchetto d'emergenza: referto di carta, firme, e i punti si inseriscono dopo."
                ),
            ),
        ),
    )
