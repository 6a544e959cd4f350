"""What is asked before the first turn: lots, places, colours, hands, auctions, objectives, factories, the first armies."""

from __future__ import annotations

from games.iperisiko import labels
from games.iperisiko.dealing import auctioned, unplaced_of
from games.iperisiko.legal import void_pairs
from games.iperisiko.questions import (
    Asker,
    by_default,
    by_judge,
    nothing_to_ask,
    seat_choice,
    territory_choice,
    territory_choices,
    two_objectives,
)
from games.iperisiko.rules import BATCH, BORNE_OUT, COLOURS, TERRITORIES_EACH, Rules
from games.iperisiko.state import (
    NOBODY,
    Auctioning,
    AuctionThrow,
    DealHand,
    PickColour,
    PickPlace,
    PlaceFactory,
    PlaceFirst,
    State,
)
from games.iperisiko.turns import due
from games.kernel.acts import JUDGE
from games.kernel.choices import Ask, Choice, Partial, ready
from games.kernel.questions import amount, awaited, one_die_each, pick, pick_next, without
from games.kernel.words import Words, seat_words
from games.risiko.labels import COLOUR_WORDS


def _lot(rules: Rules, state: State, partial: Partial) -> Ask:
    seats = [seat_choice(seat, {"first": seat}) for seat in range(rules.seats)]
    return pick(partial, JUDGE, "first", Words("Chi è estratto per primo?", "Who is drawn first?"), seats)


def _standings(rules: Rules, state: State, partial: Partial) -> Ask:
    """One seat at a time, from the last in the standings."""
    answers = list(partial.get("seats", ()))
    rest = [seat for seat in range(rules.seats) if seat not in answers]
    if len(rest) <= 1:
        return ready(JUDGE, without({**partial, "seats": [*answers, *rest]}, "seat"), labels.ACT_WORDS["standings"])
    words = Words("Chi è ultimo in classifica tra questi?", "Who is last in the standings of these?")
    return pick_next(
        without(partial, "seat"),
        JUDGE,
        "seat",
        words,
        [seat_choice(seat, {"seats": [*answers, seat]}) for seat in rest],
    )


def _pick_place(rules: Rules, state: State, partial: Partial) -> Ask:
    awaits = awaited(state, PickPlace)
    free = [number + 1 for number, seat in enumerate(awaits.places) if seat == NOBODY]
    places = [Choice(number, Words("posto {n}", "place {n}").fill({"n": number}), {"place": number}) for number in free]
    return pick(
        partial, awaits.seats[0], "place", Words("Quale posto nell'ordine?", "Which place in the order?"), places
    )


def _colour(rules: Rules, state: State, partial: Partial) -> Ask:
    awaits = awaited(state, PickColour)
    free = [Choice(one, COLOUR_WORDS[one], {"colour": one}) for one in COLOURS if one not in state.colours]
    return pick(partial, awaits.seat, "colour", Words("Quale colore?", "Which colour?"), free)


def _deal(rules: Rules, state: State, partial: Partial) -> Ask:
    awaits = awaited(state, DealHand)
    partial = {**partial, "to": awaits.seat}
    words = Words("I dieci territori del {seat}", "The ten territories of {seat}").fill(
        {"seat": seat_words(awaits.seat)}
    )
    if "cards" in partial:
        return ready(JUDGE, partial, words)
    undealt = tuple(territory_choice(rules, place) for place in auctioned(state))
    return Ask("several", words, JUDGE, "cards", undealt, TERRITORIES_EACH, TERRITORIES_EACH, partial=partial)


def _lots(rules: Rules, state: State, partial: Partial) -> Ask | None:
    """Which territory is up for auction, once there is more than one."""
    awaits = awaited(state, Auctioning)
    due = [place for place in auctioned(state) if awaits.by_lot in (NOBODY, place)]
    if "dst" in partial:
        return None
    return pick_next(
        partial,
        JUDGE,
        "dst",
        Words("Quale territorio è all'asta?", "Which territory is up?"),
        territory_choices(rules, due, "dst"),
    )


def _auction(rules: Rules, state: State, partial: Partial) -> Ask:
    if ask := _lots(rules, state, partial):
        return ask
    awaits = awaited(state, Auctioning)
    by_lot = awaits.by_lot != NOBODY
    if "winner" not in partial:
        able = [seat for seat in range(rules.seats) if state.is_active(seat) and _may_lay(rules, state, seat)]
        seats = [seat_choice(seat, {"winner": seat, **({"bid": 0} if by_lot else {})}) for seat in able]
        return pick_next(partial, JUDGE, "winner", Words("Chi lo prende?", "Who takes it?"), seats)
    words = Words("Per quante armate? (0: nessuna offerta, a sorte)", "For how many armies? (0: no bid, by lot)")
    return amount(partial, JUDGE, "bid", words, 0, unplaced_of(state, partial["winner"]))


def _may_lay(rules: Rules, state: State, seat: int) -> bool:
    return rules.revision < BORNE_OUT or unplaced_of(state, seat) > 0


def _bids(rules: Rules, state: State, partial: Partial) -> Ask:
    if ask := _lots(rules, state, partial):
        return ask
    answers = list(partial.get("bids", ()))
    if len(answers) == rules.seats:
        return ready(JUDGE, without(partial, "bid"), labels.ACT_WORDS["bids"])
    words = Words("Quanto offre il {seat}?", "What does {seat} bid?").fill({"seat": seat_words(len(answers))})
    amounts = [
        Choice(n, Words(str(n), str(n)), {"bids": [*answers, n]}) for n in range(unplaced_of(state, len(answers)) + 1)
    ]
    return pick_next(without(partial, "bid"), JUDGE, "bid", words, amounts)


def _auction_dice(rules: Rules, state: State, partial: Partial) -> Ask:
    awaits = awaited(state, AuctionThrow)
    return one_die_each(
        partial, Words("Un dado a testa tra le offerte pari", "One die each of the equal bids"), tuple(awaits.seats)
    )


def _void_objectives(rules: Rules, state: State, partial: Partial) -> Ask:
    if "by" not in partial:
        seats = [seat_choice(seat, {"by": seat}) for seat in range(rules.seats) if list(void_pairs(rules, state, seat))]
        return pick_next(partial, JUDGE, "by", Words("Chi ha una coppia nulla?", "Whose pair is void?"), seats)
    pairs = list(void_pairs(rules, state, partial["by"]))
    return two_objectives(rules, partial, pairs)


def _factory(rules: Rules, state: State, partial: Partial) -> Ask:
    awaits = awaited(state, PlaceFactory)
    own = [place for place in state.territories_of(awaits.seat) if place not in state.factories]
    words = Words("Dove sorge la fabbrica?", "Where does the factory stand?")
    return pick(partial, by_default(rules, state), "dst", words, territory_choices(rules, own, "dst"))


def _place(rules: Rules, state: State, partial: Partial) -> Ask:
    awaits = state.awaits
    if isinstance(awaits, PlaceFirst):
        seat = awaits.seat
        least = most = min(BATCH, awaits.stock[seat])
    else:
        seat, least, most = state.seat, 1, due(state)
    if "armies" in partial:
        return ready(seat, partial, labels.ACT_WORDS["place"])
    words = Words("Dove vanno le armate? ({n})", "Where do the armies go? ({n})").fill({"n": most})
    options = tuple(territory_choice(rules, place) for place in state.territories_of(seat))
    return Ask("spread", words, seat, "armies", options, least, most, partial=partial)


ASKERS: dict[str, Asker] = {
    "lot": _lot,
    "standings": _standings,
    "pick_place": _pick_place,
    "colour": _colour,
    "deal": _deal,
    "redeal": nothing_to_ask("redeal", by_judge),
    "auction": _auction,
    "bids": _bids,
    "auction_dice": _auction_dice,
    "objectives": nothing_to_ask("objectives", by_judge),
    "void_objectives": _void_objectives,
    "factory": _factory,
    "place": _place,
}
