"""Fine della partita on a sheet of paper: both smazzate, treasures of one's own colour, the hand; and who won at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.fatal.counting import TIEBREAKS, scoring_cards
from games.fatal.labels import ENDINGS
from games.fatal.rules import AT_ANY_MOMENT, HAND_LIMIT, OWN_POINTS, Rules
from games.kernel import paper
from games.kernel.paper import LEFT, PaperFault, PaperField, PaperLegend, PaperLine, PaperScore, PaperSheet
from games.kernel.score import CountLine, Row
from games.kernel.words import Words

FIRST, REVEALED, OWN, OWN_SUM, OTHERS, HAND, WON = "first", "revealed", "own", "own_sum", "others", "hand", "won"
LAST_STANDING = ("elimination", "abandoned")
BY_POINTS = ("queen", "time")
RIVAL = "rival"


def fields(rules: Rules) -> tuple[PaperField, ...]:
    values = _values(rules)
    most, least = sum(one for one in values if one > 0), sum(one for one in values if one < 0)
    own = _own_values(rules)
    by_leaving = (
        ()
        if rules.eliminated_rank == "shared"
        else (PaperField(LEFT, Words("uscito n.", "left as no."), least=1, most=rules.seats),)
    )
    return (
        PaperField(FIRST, Words("prima smazzata", "first smazzata"), least=least, most=most),
        PaperField(REVEALED, Words("personaggio rivelato", "character revealed"), is_tick=True),
        PaperField(OWN, TIEBREAKS[0], is_tiebreak=True, most=len(own)),
        PaperField(
            OWN_SUM, TIEBREAKS[1], is_tiebreak=True, least=sum(own[:2]), most=sum(one for one in own if one > 0)
        ),
        PaperField(OTHERS, Words("altri tesori, sommati", "other treasures, added up"), least=least, most=most),
        PaperField(HAND, Words("carte in mano", "cards in hand")),
        PaperField(WON, Words("vittoria speciale", "special victory"), is_tick=True),
        *by_leaving,
    )


def _values(rules: Rules) -> list[int]:
    return [rules.box.treasures[kind].value for kind in rules.in_play]


def _own_values(rules: Rules) -> tuple[int, ...]:
    """The values of the treasures of one colour, ascending; every colour has the same."""
    colour = rules.box.treasures[rules.in_play[0]].colour
    return tuple(
        sorted(one.value for one in map(rules.box.treasures.__getitem__, rules.in_play) if one.colour == colour)
    )


def score(rules: Rules, ended_by: str, lines: Sequence[PaperLine]) -> PaperScore:
    workings = tuple(tuple(_parts(rules, line)) for line in lines)
    points = [_points(line, parts) for line, parts in zip(lines, workings, strict=True)]
    known = [_written(line) if of is None else of for line, of in zip(lines, points, strict=True)]
    left, order_faults = paper.leaving_keys(lines, is_shared=rules.eliminated_rank == "shared", may_tie=True)
    winner = _winner(ended_by, lines)
    are_level = ended_by == RIVAL and rules.after_victory == "shared" and rules.revision >= AT_ANY_MOMENT
    keys = {seat: (0, left[seat], 0) if line.is_eliminated else (1, int(seat == winner), 0 if are_level else known[seat] or 0)
            for seat, line in enumerate(lines)}  # fmt: skip
    breaks = {seat: (0, 0) if line.is_eliminated or are_level else (line.number(OWN), line.number(OWN_SUM))
              for seat, line in enumerate(lines)}  # fmt: skip
    placing = paper.placed(keys, breaks)
    is_whole = None not in known and not order_faults and ended_by in ENDINGS and (ended_by != RIVAL or winner >= 0)
    ranks = placing.ranks if is_whole else {}
    rows = tuple(
        Row(seat, None if of is None else str(of), _row_breaks(lines[seat], of), ranks.get(seat))
        for seat, of in enumerate(points)
    )
    level = paper.missing_tiebreaks(fields(rules), placing) if is_whole else ()
    return PaperScore(rows, (*_faults(rules, ended_by, lines), *order_faults, *level), workings)


def _parts(rules: Rules, line: PaperLine) -> Iterator[CountLine]:
    """The parts of a seat's points; nothing while one that they need is not written."""
    first, others, hand = (line.number(name) for name in (FIRST, OTHERS, HAND))
    if line.is_eliminated or first is None or others is None or hand is None:
        return
    own, total = line.number(OWN) or 0, line.number(OWN_SUM) or 0
    yield CountLine(Words("prima smazzata", "first smazzata"), str(first))
    if line.is_ticked(REVEALED):
        words = Words("{n} tesori del proprio colore", "{n} treasures of one's own colour").fill({"n": own})
        yield CountLine(words, str(OWN_POINTS[max(0, min(own, len(OWN_POINTS) - 1))]))
    else:
        yield CountLine(TIEBREAKS[1], str(total))
    yield CountLine(Words("altri tesori", "other treasures"), str(others))
    yield CountLine(Words("carte in mano", "cards in hand"), str(scoring_cards(rules, hand)))


def _points(line: PaperLine, parts: Sequence[CountLine]) -> int | None:
    if line.is_eliminated:
        return 0
    return sum(int(part.value) for part in parts) if parts else None


def _written(line: PaperLine) -> int | None:
    points = line.exact_points
    return int(points) if points is not None and points.denominator == 1 else None


def _row_breaks(line: PaperLine, points: int | None) -> tuple[str, ...]:
    """A colour that nobody knows has no treasures."""
    own, total = line.number(OWN), line.number(OWN_SUM)
    if line.is_eliminated or (points is not None and own is None and total is None):
        return ("0", "0")
    return tuple(map(str, (own, total)[: (own, total).index(None)] if None in (own, total) else (own, total)))


def _winner(ended_by: str, lines: Sequence[PaperLine]) -> int:
    found = _winners(lines) if ended_by == RIVAL else paper.standing(lines) if ended_by in LAST_STANDING else []
    return found[0] if len(found) == 1 else paper.NO_SEAT


def _winners(lines: Sequence[PaperLine]) -> list[int]:
    """The box that is ticked; where none is, the first place that is written."""
    ticked = [seat for seat, line in enumerate(lines) if line.is_ticked(WON)]
    return ticked or [seat for seat, line in enumerate(lines) if line.rank == 1]


# -- what cannot stand


def _faults(rules: Rules, ended_by: str, lines: Sequence[PaperLine]) -> Iterator[PaperFault]:
    yield from _ending_faults(ended_by, lines)
    own = _own_values(rules)
    yield from paper.sum_faults(lines, OWN, len(rules.in_play))
    for seat, line in enumerate(lines):
        if not line.is_eliminated:
            yield from (PaperFault(seat, words, field) for words, field in _line_faults(rules, line, own))


def _ending_faults(ended_by: str, lines: Sequence[PaperLine]) -> Iterator[PaperFault]:
    left, winners = paper.standing(lines), [seat for seat, line in enumerate(lines) if line.is_ticked(WON)]
    if ended_by in LAST_STANDING and len(left) > 1:
        yield from paper.last_one_faults(ended_by, lines, LAST_STANDING)
    yield from paper.alone_faults(ended_by, lines, BY_POINTS)
    if ended_by == RIVAL and len(_winners(lines)) != 1:
        words = Words("spunta chi ha eliminato la stirpe rivale", "tick who put the rival lineage out")
        yield PaperFault(paper.NO_SEAT, words, paper.ENDED_BY)
    if ended_by == RIVAL and len(left) == len(lines):
        words = Words("la stirpe rivale è fuori: segna chi", "the rival lineage is out: tick whose")
        yield PaperFault(paper.NO_SEAT, words, paper.ENDED_BY)
    for seat in winners:
        if ended_by in BY_POINTS:
            words = Words("la partita è finita in un altro modo", "the game ended otherwise")
            yield PaperFault(seat, words, WON)
        if lines[seat].is_eliminated:
            yield PaperFault(seat, Words("un eliminato non vince", "an eliminated player does not win"), WON)


def _line_faults(rules: Rules, line: PaperLine, own: Sequence[int]) -> Iterator[tuple[Words, str]]:
    count, total = line.number(OWN), line.number(OWN_SUM)
    if count is not None and total is not None and 0 <= count <= len(own):
        least, most = sum(own[:count]), sum(own[len(own) - count :])
        if not least <= total <= most:
            words = Words("{n} tesori valgono da {least} a {most}", "{n} treasures are worth {least} to {most}")
            yield words.fill({"n": count, "least": least, "most": most}), OWN_SUM
    points = line.exact_points
    if points is None:
        return
    if points.denominator != 1:
        yield Words("i punti sono un numero intero", "points are a whole number"), paper.POINTS
        return
    least, most = bounds(rules)
    if points > most:
        yield Words("il massimo è {n}", "{n} is the most").fill({"n": most}), paper.POINTS
    elif points < least:
        yield Words("il minimo è {n}", "{n} is the least").fill({"n": least}), paper.POINTS


def bounds(rules: Rules) -> tuple[int, int]:
    """The least and the most points: every treasure in both smazzate, those of one's own colour by number, and every card in hand."""
    values = _values(rules)
    most, least = sum(one for one in values if one > 0), sum(one for one in values if one < 0)
    own = sum(one for one in _own_values(rules) if one > 0)
    return 2 * least, 2 * most - own + OWN_POINTS[-1] + sum(rules.box.copies)


# -- what is printed


def steps(rules: Rules) -> tuple[Words, ...]:
    scale = ", ".join(f"{count}: {points}" for count, points in enumerate(OWN_POINTS) if count)
    return (
        Words("Prima smazzata: i punti segnati allora.", "First smazzata: the points noted then."),
        Words(
            "Tesori del proprio colore, a chi ha rivelato il personaggio: {scale}. A chi non l'ha rivelato: il valore stampato.",
            "Treasures of one's own colour, where the character is revealed: {scale}. Elsewhere: the printed value.",
        ).fill({"scale": scale}),
        _other_treasures(rules),
        Words(
            "A pari punti: quanti tesori del proprio colore, poi la loro somma; chi non l'ha fatto mostra il personaggio.",
            "Level on points: how many treasures of one's own colour, then their sum; characters are shown for it.",
        ),
        Words("Chi elimina la stirpe rivale vince subito. Chi è fuori: 0 punti.",
              "Who puts the rival lineage out wins at once. Who is out: 0 points."),
    )  # fmt: skip


def _other_treasures(rules: Rules) -> Words:
    if rules.hand_at_end == "all":
        return Words(
            "Altri tesori: il valore stampato, anche negativo. Ogni carta in mano: 1.",
            "Other treasures: the printed value, negative ones too. Each card in hand: 1.",
        )
    return Words(
        "Altri tesori: il valore stampato, anche negativo. Ogni carta in mano: 1, per {n} carte al massimo.",
        "Other treasures: the printed value, negative ones too. Each card in hand: 1, for {n} cards at most.",
    ).fill({"n": HAND_LIMIT})


def legends(rules: Rules) -> tuple[PaperLegend, ...]:
    title = Words("Stirpe e stirpe rivale", "Lineage and rival")
    names = rules.box.lineages
    pair = Words("{one} → {other}", "{one} → {other}")
    entries = tuple(
        (pair.fill({"one": names[one].name, "other": names[other].name}), "") for one, other in rules.rivals.items()
    )
    return (PaperLegend(title, entries),)


HINT = Words(
    "Lascia vuoti i punti: sono prima smazzata, tesori e carte in mano. I tesori del proprio colore servono anche a chi è pari.",
    "Leave the points empty: they are first smazzata, treasures and cards in hand. Treasures of one's own colour part equals too.",
)
SHEET = PaperSheet(HINT, fields, score, steps, lambda rules: "queen", legends)
