"""Fine della smazzata, Rivelare il proprio personaggio, Seconda smazzata: treasures are counted, characters turned up, and play resumes."""

from __future__ import annotations

from collections.abc import Iterator

from games.fatal import hidden, hoards
from games.fatal.acts import Keep, Reveal, Tally
from games.fatal.rules import ALL_TOGETHER, WITH_QUEEN, Rules
from games.fatal.state import THE_TURN, AwaitKeep, AwaitReveal, AwaitTally, Count, State
from games.fatal.turns import KEEP, OPEN, REVEAL, TALLY, go, keepers, own, unopened_characters
from games.kernel.acts import By
from games.kernel.breaches import Breach, Unreadable, impossible, infraction
from games.kernel.game import Chapter, Rule
from games.kernel.seats import ACTIVE
from games.kernel.speakers import JUDGE_SAYS, named
from games.kernel.values import put
from games.kernel.vault import opens, opens_nothing
from games.kernel.words import seat_words

SEALED = "sealed"
"""Stands for a character that was turned up and whose seal is opened next."""


def to_tally(state: State) -> list[int]:
    """Seats still in the game that have a pile to show."""
    return [seat for seat, side in enumerate(state.sides) if side.tally is None and side.standing == ACTIVE]


def tally_breaches(rules: Rules, state: State, by: By, act: Tally) -> Iterator[Breach]:
    kinds = tuple([rules.box.hoard[name] for name in act.treasures])
    article = "fine-partita" if state.ended else "fine-smazzata"
    if not isinstance(by, int):
        raise Unreadable("i tesori sono di un giocatore", "treasures belong to a player")
    if by not in to_tally(state):
        yield impossible("non ha tesori da scoprire", "this player has no treasures to turn up", article)
        return
    if len(kinds) != state.sides[by].pile:
        yield infraction(
            article,
            "scopre tutti i suoi tesori ({due}, non {n}): si scoprono gli altri",
            "all treasures are turned up ({due}, not {n}): the others are turned up",
            False,
            due=state.sides[by].pile,
            n=len(kinds),
        )
    elif hoards.out_of(state, by, kinds) is not None:
        return
    elif own := hoards.hidden_own(rules, state, by, kinds):
        yield infraction(
            "seconda-smazzata",
            "un tesoro del colore rivelato si tiene a faccia in su: {what}",
            "a treasure of the colour that was revealed lies face up: {what}",
            what=", ".join(rules.box.treasure_ids(own)),
        )
    else:
        yield impossible(
            "non può avere quei tesori: {what}",
            "this player cannot have those treasures: {what}",
            article,
            what=", ".join(act.treasures),
        )


def tally(rules: Rules, state: State, by: By, act: Tally) -> State:
    assert isinstance(by, int)
    kinds = tuple([rules.box.hoard[name] for name in act.treasures])
    left = hoards.out_of(state, by, kinds)
    side = state.sides[by].with_(pile=0, tally=tuple(sorted(kinds)))
    if not state.ended:
        side = side.with_(points=sum([rules.box.treasures[kind].value for kind in kinds]))
    after = state.with_(sides=put(state.sides, by, side))
    if left is None:  # of his colour, and hidden: what was concluded from its not lying open holds no more
        return hoards.blurred(rules, after)
    after = after.with_(hidden=left)
    if state.ended:
        return after
    return go(rules, after if to_tally(after) else after.with_(stage=REVEAL))


# -- rivelare


def character_breaches(rules: Rules, state: State, seat: int, lineage: str, salt: str) -> Iterator[Breach]:
    """Whether this character can be the seat's: one that plays, nobody else's, and the sealed one where it was sealed."""
    if lineage not in rules.box.lineages:
        raise Unreadable("stirpe sconosciuta: {name}", "unknown lineage: {name}", name=lineage)
    if lineage not in rules.rivals:
        yield impossible(
            "quella stirpe non gioca in {n}", "that lineage does not play with {n}", "preparazione", n=rules.seats
        )
    if lineage in state.characters[:seat] + state.characters[seat + 1 :]:
        yield impossible("quel personaggio è già di un altro", "that character is another player's", "preparazione")
    if state.sides[seat].character not in ("", lineage):
        yield impossible(
            "ha già mostrato un altro personaggio", "this player has shown another character", "preparazione"
        )
    if rules.sealed and not opens(rules.sealed[seat], "character", lineage, salt):
        yield impossible(
            "non è il personaggio che gli è stato dato", "this is not the character that was dealt", "preparazione"
        )
    if salt and not rules.sealed and rules.revision >= ALL_TOGETHER:
        yield opens_nothing("preparazione")


def reveal_breaches(rules: Rules, state: State, by: By, act: Reveal) -> Iterator[Breach]:
    if len(act.characters) != rules.seats or len(act.salt) not in (0, rules.seats):
        yield infraction(
            "rivelare",
            "ci si rivela tutti nello stesso momento, un testo per ogni sedia: si ripete",
            "everybody reveals at the same moment, one text a seat: it is done anew",
            waivable=False,
        )
        return
    named = [name for name in act.characters if name and name != SEALED]
    if len(set(named)) != len(named):
        yield impossible("lo stesso personaggio due volte", "the same character twice", "preparazione")
    if rules.revision >= ALL_TOGETHER and any(
        salt and name in ("", SEALED) for salt, name in zip(act.salt, act.characters, strict=False)
    ):
        yield opens_nothing("preparazione")
    for seat, name in enumerate(act.characters):
        if not name:
            continue
        if not state.is_active(seat):
            yield impossible(
                "il {seat} non è più in gioco", "{seat} is out of the game", "rivelare", seat=seat_words(seat)
            )
        if name != SEALED or not rules.sealed:
            yield from character_breaches(rules, state, seat, name, act.salt[seat] if act.salt else "")


def reveal(rules: Rules, state: State, by: By, act: Reveal) -> State:
    """Everybody at once. Where the system dealt the characters, those turned up are opened one by one before anything else."""
    characters = tuple(
        known if name in ("", SEALED) else name for name, known in zip(act.characters, state.characters, strict=True)
    )
    return opened(rules, state.each_with(character=characters, is_revealed=map(bool, act.characters)))


def opened(rules: Rules, state: State) -> State:
    """Whoever has revealed draws a card and keeps one treasure of his colour, if he has one; all other treasures go back."""
    if unopened_characters(state):
        return go(rules, state.with_(stage=OPEN))
    for seat in state.actives:
        if state.sides[seat].is_revealed:
            state = hidden.draw(state, hidden.HANDS, seat, 1)
            choice = own(rules, state, seat)
            state = with_kept_treasure(state, seat, choice[0]) if len(choice) == 1 else state
    return second(rules, state)


def with_kept_treasure(state: State, seat: int, kind: int) -> State:
    return state.seat_with(seat, state.sides[seat].with_(face_up=(kind,)))


def keep_breaches(rules: Rules, state: State, by: By, act: Keep) -> Iterator[Breach]:
    kind = rules.box.hoard[act.treasure]
    assert isinstance(state.awaits, AwaitKeep)
    if not isinstance(by, int) or by not in state.awaits.seats:
        yield infraction(
            "rivelare",
            "ne tiene uno solo chi si è rivelato: torna nel mazzo",
            "one is kept, by who has revealed: it goes back into the deck",
            waivable=False,
        )
        return
    if kind not in (state.sides[by].tally or ()):
        yield impossible("non ha quel tesoro", "this player does not have that treasure", "rivelare")
    elif kind not in own(rules, state, by):
        yield infraction("rivelare", "tiene un tesoro del proprio colore", "a treasure of one's own colour is kept")


def keep(rules: Rules, state: State, by: By, act: Keep) -> State:
    assert isinstance(by, int)
    return second(rules, with_kept_treasure(state, by, rules.box.hoard[act.treasure]))


# -- seconda smazzata


def second(rules: Rules, state: State) -> State:
    """All treasures but those kept and the two on display make a new deck with the Queen; the turn goes on where it stopped."""
    if keepers(rules, state):
        return go(rules, state.with_(stage=KEEP))
    deck = [*rules.in_play]
    for kind in (*state.display, *(kind for kinds in state.face_up for kind in kinds)):
        deck.remove(kind)
    anew = state.each_with(pile=[0] * rules.seats, tally=[None] * rules.seats).with_(
        stage="",
        smazzata=2,
        hidden=hoards.in_deck(deck),
        bottom=(),
        above=len(deck) - WITH_QUEEN,
        packet=WITH_QUEEN,
    )
    return go(rules, anew)


def resumed(rules: Rules, state: State) -> State:
    """What comes next once somebody has left: between the smazzate he may have been the last one waited for."""
    if state.stage == TALLY and not to_tally(state):
        state = state.with_(stage=REVEAL)
    elif state.stage == OPEN:
        return opened(rules, state)
    elif state.stage == KEEP:
        return second(rules, state)
    return go(rules, state)


CHAPTER: Chapter = {
    Tally: Rule(tally_breaches, tally, named("seat counting"), "fine-smazzata", (AwaitTally, Count)),
    Reveal: Rule(reveal_breaches, reveal, JUDGE_SAYS, "rivelare", (AwaitReveal,)),
    Keep: Rule(keep_breaches, keep, named("seat that revealed"), "rivelare", (AwaitKeep,), void=THE_TURN),
}
