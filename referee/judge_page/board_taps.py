"""A tap on any place of the board, or a drag from one place to another.

Where the question offers it, it is the answer; a place to which only one way leads is gone to by that way, and one from which a journey
may begin begins it. The second of two taps may make another journey of it, but never one from elsewhere. Elsewhere the game says what
forbids the act that it would have been, and a judge may register that act: as it is where the places say all of it, else by its plain form,
filled in as far as they go.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from games.kernel.acts import Act, By
from games.kernel.breaches import Breach, Unreadable
from games.kernel.choices import ONTO, Ask, Choice, Partial
from games.kernel.lines import read_act
from games.kernel.moments import waiting_words
from games.kernel.questions import NotPossibleNow
from games.kernel.record import Record
from games.kernel.words import Words

DESTINATIONS = frozenset({"dst", "path"})
OF_PLACES = frozenset({"pick", "spread", "several"})
OVER = Words("la partita è finita", "the game is over")


@dataclass(frozen=True)
class Meant:
    """The act that a tap would have been: `by` whom; `is_whole` where the places that were tapped say all of it."""

    by: By
    act: Act
    is_whole: bool

    @property
    def tag(self) -> str:
        return str(type(self.act).__struct_config__.tag)


@dataclass(frozen=True)
class TapResult:
    """Either the answered question (`partial`), or why the place is none: `breaches` of what was `meant`, None where it is no act.

    `beside` are acts that the place could begin now, though the page asks for another one. `origin`: the place that was tapped before,
    where both taps were judged as the journey from there. `is_other_half`: the tap names a place of the attack that was just declared.
    """

    ask: Ask
    partial: Partial | None = None
    breaches: tuple[Breach, ...] = ()
    meant: Meant | None = None
    beside: tuple[Choice, ...] = ()
    origin: str = ""
    is_other_half: bool = False


def tap(record: Record, ask: Ask, place: str, onto: str = "", *, count: int = 0, before: str = "") -> TapResult:
    """`place` was tapped while `ask` was asked, or dragged `onto` another one; both are keys of the scene.

    `count`: so many were laid there. `before`: a place that was tapped just before and refused, which is where a journey to `place` begins.
    """
    if _is_just_declared(record, ask, place, onto):
        return TapResult(ask, ask.partial, is_other_half=True)
    if onto and onto != place:
        led = _dragged_on(record, ask, place, onto)
        return TapResult(ask, led) if led is not None else _drag(record, ask, place, onto)
    if ask.kind == "pick" and any(one.value == place for one in ask.choices):
        return TapResult(ask, ask.answered(place))
    if ask.kind == "spread" and count:
        return _laid(record, ask, place, count)
    if ask.kind in OF_PLACES and any(one.value == place for one in ask.choices):
        return TapResult(ask, ask.partial)
    if before not in ("", place) and _asks_for_a_journey(record, ask, before, place):
        return replace(_drag(record, ask, before, place), origin=before)
    led = _led_on(record, ask, place) or _switched(record, ask, place)
    if led is None and not _is_own_beside_dice(record, ask, place):
        led = _only_way(record, ask, place)
    if led is not None:
        return TapResult(ask, led)
    beside = () if _is_under_way(ask) else tuple(_beginnings(record, ask, place))
    if (begun := _begun(record, ask, place, beside)) is not None:
        return TapResult(ask, begun)
    if (allowed := _allowed(record, ask, place)) is not None:
        return TapResult(ask, allowed)
    found, meant = _refused(record, ask, place)
    return TapResult(ask, None, found or _waits(record), _as_tapped(record, ask, place, meant), beside)


def _is_just_declared(record: Record, ask: Ask, place: str, onto: str) -> bool:
    """Whether nothing but the attack was entered last to which these places belong, and no answer to what comes next is begun.

    Whoever taps the enemy and then the attacker means one attack: the first tap has declared it where only one could make it.
    """
    last, stake = record.last_undoable, record.game.at_stake(record.rules, record.state)
    if last is None or len(stake) < 2 or ask.kind == "act" or _is_under_way(ask):
        return False
    if any(one.value == place for one in ask.choices):
        return False
    act = record.as_it_happened(last)[1]
    declared = (getattr(act, "src", ""), getattr(act, "dst", ""))
    return declared == stake[:2] and ((place, onto) == declared if onto else place in declared)


def _laid(record: Record, ask: Ask, place: str, count: int) -> TapResult:
    """What forbids so many on one place."""
    meant = _whole(record, ask, {**ask.partial, ask.field: {place: count}}, is_whole=True)
    found = _breaches(record, meant) if meant else ()
    return TapResult(ask, None, found or _waits(record), meant if found else None)


# -- what the place begins


def _is_under_way(ask: Ask) -> bool:
    """Whether the act that is asked for has begun at a place."""
    return "src" in ask.partial


def _begun(record: Record, ask: Ask, place: str, beside: Iterable[Choice]) -> Partial | None:
    """The act that begins at the place: the only one, or the first journey of several; where another act is asked for, a journey alone, and
    that only to a place to which the act does not lead; beside dice that need not be thrown a journey alone.
    """
    tags = [str(one.value) for one in beside]
    journeys = [tag for tag in tags if tag in _tags_from(record, place)]
    if ask.kind == "act":
        begins = tags if len(tags) == 1 else journeys
    elif _is_own_beside_dice(record, ask, place):
        begins = journeys
    elif ask.kind == "pick" and set(ask.partial) == {"type"} and ask.partial["type"] in _tags_from(record, place):
        begins = [] if _ways(record, ask.partial["type"], place) else journeys
    else:
        return None
    return record.choices({"type": begins[0]}).answered(place) if begins else None


def _tags_from(record: Record, place: str) -> frozenset[str]:
    """The game's journeys from the place, to any other, by their tags."""
    return frozenset(one.tag for other in _places(record) if other != place for one in _journeys(record, place, other))


def _places(record: Record) -> list[str]:
    return [shape.key for shape in record.game.scene(record.rules, record.state, frozenset()).shapes]


def _beginnings(record: Record, ask: Ask, place: str) -> Iterator[Choice]:
    """Acts of the player in turn whose first question offers the place."""
    for choice in record.choices({}).choices:
        tag = str(choice.value)
        if choice.group or tag == ask.partial.get("type"):
            continue
        first = _next(record, {"type": tag})
        if first is not None and first.kind == "pick" and any(one.value == place for one in first.choices):
            yield choice


def _is_own_beside_dice(record: Record, ask: Ask, place: str) -> bool:
    """Whether who may repeat an attack touches a place of his own: the next act begins there, and never leads there."""
    return ask.kind == "dice" and _owner(record, place) == _player(record)


def _only_way(record: Record, ask: Ask, place: str) -> Partial | None:
    """The act that goes on to the place, begun at the only place from which it can; None where there are several, or none.

    Asked for what comes first at this moment, or for the dice of a throw that need not be: not in the middle of another act.
    """
    if ask.kind == "dice":
        tags = [str(one.value) for one in record.choices({}).choices if not one.group]
    elif ask.kind == "pick" and set(ask.partial) == {"type"}:
        tags = [ask.partial["type"]]
    else:
        return None
    for tag in tags:
        ways = _ways(record, tag, place)
        if ways:
            return ways[0] if len(ways) == 1 else None
    return None


def _ways(record: Record, tag: str, place: str) -> list[Partial]:
    """The act begun at each place from which it leads to this one at once."""
    first = _next(record, {"type": tag})
    if first is None or first.kind != "pick" or first.field != "src":
        return []
    return [found for one in first.choices if (found := _led(record, first.answered(one.value), place))]


def _led(record: Record, begun: Partial, place: str) -> Partial | None:
    second = _next(record, begun)
    if second is None or second.kind != "pick" or not any(one.value == place for one in second.choices):
        return None
    return second.answered(place)


def _led_on(record: Record, ask: Ask, place: str) -> Partial | None:
    """The act under way with the place as its destination, which is asked for later: every answer so far is part of it, and the questions
    before the destination are still asked.
    """
    if ask.kind != "pick" or "src" not in ask.partial or ask.field in DESTINATIONS:
        return None
    asks = _destination_asks(record, ask)
    if not any(str(one.value).split()[-1:] == [place] for last in asks for one in last.choices):
        return None
    return {**ask.partial, ONTO: place}


def _switched(record: Record, ask: Ask, place: str) -> Partial | None:
    """Another journey from where this one began, with every answer so far, to a place where this one may not go."""
    src = ask.partial.get("src")
    if ask.kind != "pick" or not isinstance(src, str) or DESTINATIONS & set(ask.partial):
        return None
    tags = [one.tag for one in _journeys(record, src, place)]
    if ask.partial.get("type") not in tags:
        return None
    for tag in tags:
        first = _next(record, {"type": tag})
        if tag == ask.partial["type"] or first is None or not any(one.value == src for one in first.choices):
            continue
        ahead = _next(record, {**ask.partial, "type": tag})
        if ahead is None or ahead.kind != "pick":
            continue
        if ahead.field in DESTINATIONS and any(one.value == place for one in ahead.choices):
            return ahead.answered(place)
        if (led := _led_on(record, ahead, place)) is not None:
            return led
    return None


def _dragged_on(record: Record, ask: Ask, src: str, dst: str) -> Partial | None:
    """The act under way, begun at `src`, with the destination to which the finger was dragged only now."""
    if ask.partial.get("src") != src or ask.kind != "pick":
        return None
    if ask.field in DESTINATIONS and any(one.value == dst for one in ask.choices):
        return ask.answered(dst)
    return _led_on(record, ask, dst)


def _destination_asks(record: Record, ask: Ask) -> Iterator[Ask]:
    """The questions for a destination to which the answers of this one lead."""
    for one in ask.choices if ask.kind == "pick" else ():
        following = _next(record, ask.answered(one.value))
        if following is None or following.kind != "pick":
            continue
        if following.field in DESTINATIONS:
            yield following
        else:
            yield from _destination_asks(record, following)


def _next(record: Record, partial: Partial) -> Ask | None:
    try:
        return record.choices(partial)
    except Unreadable:
        return None


# -- from place to place


def arrived(record: Record, ask: Ask) -> Ask:
    """The question that follows where `ask` is for the destination to which a finger was dragged when the act began."""
    onto = ask.partial.get(ONTO)
    if onto is None or ask.field not in DESTINATIONS:
        return ask
    partial = {field: value for field, value in ask.partial.items() if field != ONTO}
    ask = msgspec.structs.replace(ask, partial=partial)
    ways = [one.value for one in ask.choices if str(one.value).split()[-1:] == [onto]]
    return record.choices(ask.answered(onto)) if ways == [onto] else ask


def _asks_for_a_journey(record: Record, ask: Ask, src: str, dst: str) -> bool:
    """Whether the journey from one place to the other can be what is asked for, none having begun."""
    tags = {one.tag for one in _journeys(record, src, dst)}
    if _is_under_way(ask) or not tags:
        return False
    return ask.kind in ("act", "dice") or (ask.kind == "pick" and ask.partial.get("type") in tags)


def _drag(record: Record, ask: Ask, src: str, dst: str) -> TapResult:
    """The first journey of the game that may be made; else what forbids the one that is asked for, or else the likeliest."""
    for tag in _journey_tags(record, ask, src, dst):
        partial = _travelled(record, tag, src, dst)
        if partial is not None:
            return TapResult(ask, partial)
    journeys = _journeys(record, src, dst)
    if not journeys:
        return TapResult(ask, None, _waits(record))
    likeliest = journeys[0] if _owner(record, src) != _owner(record, dst) else journeys[-1]
    meant = next((one for one in journeys if one.tag == ask.partial.get("type")), likeliest)
    found = _breaches(record, meant)
    return TapResult(ask, None, found or _waits(record), meant if found else None)


def _journey_tags(record: Record, ask: Ask, src: str, dst: str) -> list[str]:
    """The act that is asked for first, then the game's journeys."""
    tags = [one.tag for one in _journeys(record, src, dst)]
    now = str(ask.partial.get("type", ""))
    return sorted(tags, key=lambda tag: tag != now)


def _travelled(record: Record, tag: str, src: str, dst: str) -> Partial | None:
    """The act begun at `src`, and led to `dst` where that is asked at once; None where it may not be."""
    first = _next(record, {"type": tag})
    if first is None or not any(one.value == src for one in first.choices):
        return None
    begun = first.answered(src)
    second = _next(record, begun)
    if second is None or second.kind != "pick":
        return None
    if any(one.value == dst for one in second.choices):
        return second.answered(dst)
    return None if second.field in DESTINATIONS else {**begun, ONTO: dst}


def _journeys(record: Record, src: str, dst: str) -> list[Meant]:
    """The game's acts from place to place, the attack first."""
    by = _player(record)
    acts = record.game.journeys(record.rules, record.state, src, dst) if by is not None else ()
    return [Meant(by, act, _says_all(act, {src, dst})) for act in acts] if by is not None else []


def _player(record: Record) -> int | None:
    seat = record.state.seat
    return seat if isinstance(seat, int) and seat >= 0 else None


def _says_all(act: Act, places: set[str]) -> bool:
    """Whether nothing but places and defaults stands in the act."""
    values = [value for key, value in msgspec.to_builtins(act).items() if key != "type"]
    named = [one for value in values for one in (value if isinstance(value, list) else [value])]
    return all(isinstance(one, str) and one in places for one in named)


def _owner(record: Record, place: str) -> int:
    scene = record.game.scene(record.rules, record.state, frozenset())
    return next((shape.seat for shape in scene.shapes if shape.key == place), -1)


# -- what forbids it


def _refused(record: Record, ask: Ask, place: str) -> tuple[tuple[Breach, ...], Meant | None]:
    """What forbids the act that a tap on `place` would have been, and that act where it is known whole or may be filled in."""
    meant, places = _answered_anyway(record, ask, place), _places(record)
    broken = _breaches(record, meant) if meant else ()
    src = ask.partial.get("src")
    if isinstance(src, str) and src in places:
        # Who goes there may be asked only after where to: until then the act itself moves nothing, and the journey says what it breaks.
        ways = [one for one in _journeys(record, src, place) if _agrees(one, ask) and _asks_on(record, ask)]
        if not ways and not broken:
            ways = _led_anyway(record, ask, place)
            ways = ways or [one for one in _journeys(record, src, place) if one.tag == ask.partial.get("type")]
    else:
        ways = [] if broken else list(_ways_of(record, ask, place, places))
    return (broken, meant) if broken and not ways else _common(record, ways)


def _agrees(meant: Meant, ask: Ask) -> bool:
    """Whether the act holds every answer given."""
    fields: dict[str, Any] = {"type": meant.tag} | msgspec.to_builtins(meant.act, str_keys=True)
    return all(fields.get(key) == value for key, value in ask.partial.items())


def _asks_on(record: Record, ask: Ask) -> bool:
    """Whether a destination that is offered leads to another question."""
    following = _next(record, ask.answered(ask.choices[0].value)) if ask.kind == "pick" and ask.choices else None
    return following is not None and following.kind != "ready"


def _as_tapped(record: Record, ask: Ask, place: str, meant: Meant | None) -> Meant | None:
    """Not whole where the act names a place that nobody tapped: the other end of the least forbidden way, or an origin that was found by
    where its act led.
    """
    if meant is None or not meant.is_whole:
        return meant
    tapped = {place, *answered_places(ask)}
    named = set(_places(record)) & set(_texts(msgspec.to_builtins(meant.act, str_keys=True)))
    return replace(meant, is_whole=named <= tapped)


def answered_places(ask: Ask) -> Iterator[str]:
    """Texts of the answers so far, places among them; without an origin that may have been found by where its act led."""
    leads = bool(DESTINATIONS & set(ask.partial))
    return _texts({key: value for key, value in ask.partial.items() if key != "src" or not leads})


def _texts(value: Any) -> Iterator[str]:
    """Every text in it, as a value or as a key."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield from _texts(key)
            yield from _texts(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _texts(one)


def _allowed(record: Record, ask: Ask, place: str) -> Partial | None:
    """The journey to a destination that is not offered, being of no use, though no rule forbids it."""
    meant = _answered_anyway(record, ask, place) if ask.field in DESTINATIONS else None
    try:
        is_allowed = meant is not None and not record.breaches(meant.by, meant.act)
    except (Unreadable, NotPossibleNow):
        return None
    return _filled(ask, place) if is_allowed else None


def _led_anyway(record: Record, ask: Ask, place: str) -> list[Meant]:
    """The acts with the place as their destination that the answers to this question, and to those that follow, would have been."""
    asks = () if ask.field in DESTINATIONS else _destination_asks(record, ask)
    return [replace(one, is_whole=False) for last in asks if (one := _answered_anyway(record, last, place))]


def _answered_anyway(record: Record, ask: Ask, place: str) -> Meant | None:
    """The question answered with a place that it does not offer, as an offered one would be; None where that is no whole act yet."""
    partial = _filled(ask, place)
    return None if partial is None else _whole(record, ask, partial, is_whole=ask.kind != "several")


def _whole(record: Record, ask: Ask, partial: Partial, *, is_whole: bool) -> Meant | None:
    """The act of that partial answer; None where it is none yet."""
    data = {key: value for key, value in partial.items() if key not in ("by", "more")}
    try:
        act = read_act(record.game, data)
    except Unreadable:
        return None
    return Meant(ask.by, act, is_whole)


def _filled(ask: Ask, place: str) -> Partial | None:
    known = [one for one in ask.choices if isinstance(one.value, str)]
    if not known or ask.kind not in OF_PLACES:
        return None
    if ask.kind == "spread":
        return {**ask.partial, ask.field: {place: max(1, ask.least)}}
    if ask.kind == "several":
        return {**ask.partial, ask.field: [place, *[one.value for one in known[: ask.least - 1]]]}
    pattern = next((one for one in known if one.sets), known[0])
    sets = pattern.sets or {ask.field: pattern.value}
    return {**ask.partial, **{key: _swapped(value, pattern.value, place) for key, value in sets.items()}}


def _swapped(value: Any, old: Any, new: str) -> Any:
    if isinstance(value, list):
        return [_swapped(one, old, new) for one in value]
    return new if value == old else value


def _ways_of(record: Record, ask: Ask, place: str, places: Iterable[str]) -> Iterator[Meant]:
    """The journeys that begin at the place, or lead to it where somebody else holds it: of the act that is asked for, else of any."""
    wanted = ask.partial.get("type") if ask.kind in OF_PLACES else None
    is_own = _owner(record, place) == _player(record) or ask.kind in OF_PLACES
    is_attack = _is_own_beside_dice(record, ask, place)
    leads_abroad = is_attack or _leads_abroad(record, ask)
    for other in places:
        if other == place or leads_abroad not in (None, _owner(record, other) != _player(record)):
            continue
        ways = _journeys(record, *((place, other) if is_own else (other, place)))
        for one in ways[:1] if is_attack else ways:
            if wanted in (None, one.tag):
                yield one


def _leads_abroad(record: Record, ask: Ask) -> bool | None:
    """Whether what is asked for leads from the places that are offered to places of others; None where it is not asked where from."""
    if ask.kind != "pick" or ask.field != "src":
        return None
    ends = (one for begun in ask.choices for one in _destinations(record, ask.answered(begun.value)))
    end = next(ends, None)
    return None if end is None else _owner(record, end) != _player(record)


def _destinations(record: Record, begun: Partial) -> Iterator[str]:
    following = _next(record, begun)
    if following is None or following.kind != "pick":
        return
    asks = (following,) if following.field in DESTINATIONS else _destination_asks(record, following)
    yield from (str(one.value).split()[-1] for last in asks for one in last.choices)


def _common(record: Record, ways: Iterable[Meant]) -> tuple[tuple[Breach, ...], Meant | None]:
    """What every way breaks; where they have nothing in common, what the least forbidden one breaks. Of those, the one that breaks what few
    others do: nearly every place is too far away.
    """
    found = [(one, breaches) for one in ways if (breaches := _breaches(record, one))]
    if not found:
        return (), None
    many = Counter(_key(breach) for _one, breaches in found for breach in breaches)
    best, least = min(found, key=lambda pair: (len(pair[1]), sum(many[_key(breach)] for breach in pair[1])))
    shared = set.intersection(*({_key(breach) for breach in breaches} for _one, breaches in found))
    common = tuple(breach for breach in least if _key(breach) in shared)
    if len(found) == 1 or not common:
        return least, best
    return common, Meant(best.by, best.act, is_whole=False)


def _key(breach: Breach) -> tuple[str, str]:
    return breach.article, breach.reason.it


def _breaches(record: Record, meant: Meant) -> tuple[Breach, ...]:
    try:
        return record.breaches(meant.by, meant.act)
    except (Unreadable, NotPossibleNow):
        return ()


def _waits(record: Record) -> tuple[Breach, ...]:
    """What the table waits for, with the article that whoever goes past it breaks."""
    if record.state.ended:
        return (Breach("", OVER),)
    moment = record.game.moments[type(record.state.awaits)]
    article = moment.owed(record.rules, record.state)
    return (Breach(article, waiting_words(record.game.moments, record.rules, record.state)),)


def form_values(meant: Meant, known: Iterable[str]) -> Mapping[str, str]:
    """The plain form of the act, filled in with the places that were tapped."""
    places = set(known)
    fields = msgspec.to_builtins(meant.act)
    return {"by": str(meant.by)} | {
        key: value for key, value in fields.items() if isinstance(value, str) and value in places
    }
