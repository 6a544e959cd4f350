"""The game in words: names of acts, fields and endings, and one line for each act of a record."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.kernel.acts import Act, By, Note, Ruling, TimeUp, Undo, tag
from games.kernel.words import Words, same, seat_words, table_words
from games.porcello import acts
from games.porcello.state import Rules

ACT_WORDS = {
    "first": Words("Chi comincia", "Who begins"),
    "throw": Words("Tira", "Throw"),
    "stop": Words("Si ferma", "Stop"),
    "abandon": Words("Lascia il tavolo", "A player leaves"),
    "shown": Words("Il tavolo mostra", "The table shows"),
    "finish": Words("Partita finita", "The game is over"),
    "time_up": Words("Tempo scaduto", "Time is up"),
    "time_not_up": Words("Il tempo non era scaduto", "Time was not up"),
    "pre_alarm": Words("Preallarme", "Warning"),
    "undo": Words("Annulla", "Undo"),
    "ruling": Words("Infrazione registrata", "Infraction registered"),
    "note": Words("Nota", "Note"),
}
ENDINGS = {
    "objective": Words("punti raggiunti", "points reached"),
    "time": Words("tempo scaduto", "time is up"),
    "abandoned": Words("finita perché gli altri hanno lasciato", "abandoned by the others"),
}


def points(count: int) -> Words:
    return Words("{n:punto|punti}", "{n:point|points}").fill({"n": count})


def describe(rules: Rules, by: By, act: Act) -> Words:
    """One line for a person: what happened, with names."""
    title = ACT_WORDS[tag(type(act).__name__)]
    details = DETAILS.get(type(act))
    more = details(act) if details else same("")
    return Words("{title}: {more}", "{title}: {more}").fill({"title": title, "more": more}) if more.it else title


def _banked(act: acts.Shown) -> Words:
    changed = [
        Words("{seat} {points}", "{seat} {points}").fill({"seat": seat_words(seat), "points": points(count)})
        for seat, count in act.banked.items()
    ]
    return table_words(changed, [], is_turn=act.turn_over)


DETAILS: dict[type[Act], Callable[[Any], Words]] = {
    acts.First: lambda act: seat_words(act.seat),
    acts.Throw: lambda act: same(str(act.dice[0])),
    acts.Abandon: lambda act: seat_words(act.seat),
    acts.Shown: _banked,
    acts.Finish: lambda act: ENDINGS[act.how],
    TimeUp: lambda act: Words("giro {n}", "giro {n}").fill({"n": act.giro}) if act.giro else same(""),
    Undo: lambda act: Words("riga {n}", "line {n}").fill({"n": act.of}),
    Ruling: lambda act: Words("art. {n}", "art. {n}").fill({"n": ", ".join(act.waives)}),
    Note: lambda act: same(act.text),
}
