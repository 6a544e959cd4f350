"""What the table waits for, and from whom. Whoever plays on in another's turn without a stop takes that turn as over (art. 3)."""

from __future__ import annotations

from games.kernel.moments import Moment, Moments, in_turn, noun, the_judge
from games.kernel.words import Words
from games.porcello.state import Over, Turn, WhoBegins
from games.porcello.turns import pass_on

MOMENTS: Moments = {
    WhoBegins: Moment(Words("Chi comincia", "Who begins"), noun("chi comincia", "who begins"), the_judge),
    Turn: Moment(
        Words("Tira o si ferma", "Throw or stop"),
        noun("un tiro o la fine del turno", "a throw or a stop"),
        in_turn,
        over=pass_on,
    ),
    Over: Moment(Words("Partita finita", "The game is over"), noun("la classifica", "the ranking"), the_judge),
}
