"""Article 3, with the bids of 4: ten territories dealt to each seat, the deal that is void, the auction of the last two."""

from __future__ import annotations

from collections.abc import Iterator

from games.iperisiko.acts import Auction, AuctionDice, Bids, Deal, Redeal
from games.iperisiko.rules import BORNE_OUT, INITIAL_ARMIES, TERRITORIES_EACH, Rules
from games.iperisiko.state import NOBODY, AnyAwaits, Auctioning, AuctionThrow, DealHand, DealObjectives, State
from games.kernel.acts import By
from games.kernel.breaches import Breach, Unreadable, impossible, infraction
from games.kernel.game import Chapter, Rule
from games.kernel.seats import read_seat
from games.kernel.speakers import JUDGE_SAYS
from games.kernel.values import put
from games.kernel.words import seat_words

UP_FOR_AUCTION = 2
"""What ten territories each leave over."""


# -- the deal


def deal_breaches(rules: Rules, state: State, by: By, act: Deal) -> Iterator[Breach]:
    read_seat(rules.seats, act.to)
    places = [rules.board.index[card] for card in act.cards]
    awaits = state.awaits
    assert isinstance(awaits, DealHand)
    if act.to != awaits.seat:
        yield infraction(
            "3",
            "le carte sono del {due}, e passano a lui",
            "the cards are for {due}, who gets them",
            waivable=False,
            due=seat_words(awaits.seat),
        )
    if len(places) != TERRITORIES_EACH:
        yield infraction(
            "3",
            "dieci territori a testa, non {n}: si ridanno",
            "ten territories each, not {n}: they are dealt again",
            waivable=False,
            n=len(places),
        )
    if len(set(places)) < len(places) or any(state.owners[place] != NOBODY for place in places):
        yield impossible("una carta è già stata distribuita", "a card has been dealt already", "3")


def deal(rules: Rules, state: State, by: By, act: Deal) -> State:
    """One seat after the other, also one whose player left before a deal was repeated: his land only defends."""
    assert isinstance(state.awaits, DealHand)
    owners, armies = list(state.owners), list(state.armies)
    for card in act.cards:
        owners[rules.board.index[card]], armies[rules.board.index[card]] = act.to, 1
    rest = state.order[state.order.index(state.awaits.seat) + 1 :]
    awaits: AnyAwaits = DealHand(rest[0]) if rest else Auctioning()
    return state.with_(owners=tuple(owners), armies=tuple(armies), awaits=awaits)


def is_void(rules: Rules, state: State) -> bool:
    """Whether somebody was dealt a whole continent, or all of it but one territory that goes to auction (art. 3)."""
    for continent in rules.board.continents:
        holders = [state.owners[place] for place in continent.territories]
        dealt = set(holders) - {NOBODY}
        if len(dealt) == 1 and holders.count(NOBODY) <= 1:
            return True
    return False


def auctioned(state: State) -> list[int]:
    return [place for place, owner in enumerate(state.owners) if owner == NOBODY]


def is_first_auction(state: State) -> bool:
    return len(auctioned(state)) == UP_FOR_AUCTION


def redeal_breaches(rules: Rules, state: State, by: By, act: Redeal) -> Iterator[Breach]:
    if not is_first_auction(state):
        yield impossible("la distribuzione non è appena finita", "no deal has just ended", "3")
    elif not is_void(rules, state):
        yield infraction(
            "3", "la distribuzione vale: nessuno ha un continente", "the deal stands: nobody has a continent"
        )


def redeal(rules: Rules, state: State, by: By, act: Redeal) -> State:
    nothing = (NOBODY,) * rules.board.size
    return state.with_(owners=nothing, armies=(0,) * rules.board.size, awaits=DealHand(state.order[0]))


# -- the auction


def unplaced_of(state: State, seat: int) -> int:
    """What is left of the 27: bids come out of them. Whoever has left has none."""
    return max(0, INITIAL_ARMIES - state.armies_of(seat)) if state.is_active(seat) else 0


def _auction_moment(rules: Rules, state: State, dst: int) -> Iterator[Breach]:
    assert isinstance(state.awaits, Auctioning)
    if is_first_auction(state) and is_void(rules, state):
        yield infraction(
            "3", "distribuzione nulla: qualcuno ha un continente", "the deal is void: somebody has a continent"
        )
    if state.owners[dst] != NOBODY or state.awaits.by_lot not in (NOBODY, dst):
        yield impossible("non è il territorio all'asta", "that territory is not up for auction", "3")


def auction_breaches(rules: Rules, state: State, by: By, act: Auction) -> Iterator[Breach]:
    dst = rules.board.index[act.dst]
    read_seat(rules.seats, act.winner)
    yield from _auction_moment(rules, state, dst)
    by_lot = isinstance(state.awaits, Auctioning) and state.awaits.by_lot == dst
    if by_lot and act.bid:
        yield infraction("3", "nessuno ha offerto: si va a sorte", "nobody bid: it goes by lot")
    elif rules.auction == "sealed" and not by_lot:
        yield infraction("3", "le offerte sono in busta", "the bids are sealed")
    if not state.is_active(act.winner):
        yield impossible("non è più in gioco", "this player is no longer in the game", "base.leaving")
    else:
        yield from _bid_breaches(state, act.winner, act.bid)
        if not act.bid and rules.revision >= BORNE_OUT:
            yield from _lot_breaches(state, act.winner)
    if act.short and act.short >= act.bid:
        yield impossible("sul territorio va almeno un'armata", "at least one army goes onto the territory", "3")
    elif act.short:
        yield infraction("3", "si occupa con le armate dichiarate", "it is occupied with the armies that were bid")


def _bid_breaches(state: State, seat: int, bid: int) -> Iterator[Breach]:
    if bid > unplaced_of(state, seat):
        yield infraction(
            "4",
            "il {seat} non ha {bid:armata|armate} da impegnare: l'offerta è nulla",
            "{seat} does not have {bid:army|armies} to commit: the bid does not count",
            waivable=False,
            seat=seat_words(seat),
            bid=bid,
        )


def _lot_breaches(state: State, seat: int) -> Iterator[Breach]:
    """Whom the lot names lays an army there, of the 27 that each player has."""
    if not unplaced_of(state, seat):
        yield infraction(
            "4",
            "il {seat} non ha più armate da posare: si sorteggia di nuovo, tra gli altri",
            "{seat} has no army left to lay: the lot is drawn again, among the others",
            waivable=False,
            seat=seat_words(seat),
        )


def auction(rules: Rules, state: State, by: By, act: Auction) -> State:
    return won(state, rules.board.index[act.dst], act.winner, act.bid - act.short)


def won(state: State, dst: int, winner: int, bid: int) -> State:
    """The winner occupies the territory with the armies bid; one where a lot decided."""
    won = state.with_(owners=put(state.owners, dst, winner), armies=put(state.armies, dst, max(1, bid)))
    return won.with_(awaits=Auctioning() if auctioned(won) else DealObjectives())


def bids_breaches(rules: Rules, state: State, by: By, act: Bids) -> Iterator[Breach]:
    dst = rules.board.index[act.dst]
    if len(act.bids) != rules.seats:
        raise Unreadable("bids: un numero per sedia", "bids: one number a seat")
    yield from _auction_moment(rules, state, dst)
    if rules.auction != "sealed":
        yield infraction("3", "l'asta è al rialzo", "the auction is an ascending one")
    elif isinstance(state.awaits, Auctioning) and state.awaits.by_lot == dst:
        yield impossible("si va a sorte", "it goes by lot", "3")
    for seat, bid in enumerate(act.bids):
        yield from _bid_breaches(state, seat, bid)


def bids(rules: Rules, state: State, by: By, act: Bids) -> State:
    dst, best = rules.board.index[act.dst], max(act.bids)
    seats = tuple(seat for seat, bid in enumerate(act.bids) if bid == best)
    if not best:
        return state.with_(awaits=Auctioning(by_lot=dst))
    return won(state, dst, seats[0], best) if len(seats) == 1 else state.with_(awaits=AuctionThrow(dst, best, seats))


def auction_dice_breaches(rules: Rules, state: State, by: By, act: AuctionDice) -> Iterator[Breach]:
    assert isinstance(state.awaits, AuctionThrow)
    if len(act.dice) != len(state.awaits.seats):
        yield infraction(
            "3",
            "{due:lancia # giocatore|lanciano in #}, non {thrown}: il lancio si ripete",
            "{due:# player throws|# players throw}, not {thrown}: the throw is repeated",
            waivable=False,
            due=len(state.awaits.seats),
            thrown=len(act.dice),
        )


def auction_dice(rules: Rules, state: State, by: By, act: AuctionDice) -> State:
    awaits = state.awaits
    assert isinstance(awaits, AuctionThrow)
    best = tuple(seat for seat, die in zip(awaits.seats, act.dice, strict=True) if die == max(act.dice))
    if len(best) > 1:
        return state.with_(awaits=AuctionThrow(awaits.dst, awaits.bid, best))
    return won(state, awaits.dst, best[0], awaits.bid)


CHAPTER: Chapter = {
    Deal: Rule(deal_breaches, deal, JUDGE_SAYS, "3", (DealHand,)),
    Redeal: Rule(redeal_breaches, redeal, JUDGE_SAYS, "3", (Auctioning,)),
    Auction: Rule(auction_breaches, auction, JUDGE_SAYS, "3", (Auctioning,)),
    Bids: Rule(bids_breaches, bids, JUDGE_SAYS, "3", (Auctioning,)),
    AuctionDice: Rule(auction_dice_breaches, auction_dice, JUDGE_SAYS, "3", (AuctionThrow,)),
}
