"""A tap on any place at any moment of any game is an answer, or is refused in words."""

import json
from random import Random

import msgspec
import pytest

from games.kernel.choices import ONTO, any_answer
from games.kernel.lines import Header, encoder, read_act
from games.kernel.record import Record
from games.registry import games
from referee.judge_page import board_taps, board_view, questions
from referee.templatetags.board import chosen_places
from tests.games.seeded_games import TABLES, record_up_to_move, whole_game
from tests.games.test_hand_written_records import ROOT, expected_in
from tests.tools import many

MOMENTS = 12
EVERY = 3  # of the pairs of places, where each costs several questions


def has_journeys(game) -> bool:
    return {"attack", "invade"} & {str(act.__struct_config__.tag) for act in game.act_types} != set()


def moments(slug: str, seats: int):
    """Records at moments spread over a random game, each with a question of the page: the first one, and the ones that follow."""
    _record, lines, _vault = whole_game(slug, seats, 7)
    rng = Random(f"taps {slug} {seats}")
    for count in sorted(rng.sample(range(len(lines) + 1), min(many(MOMENTS, 8), len(lines)))):
        record = record_up_to_move(slug, seats, 7, count)
        ask = questions.opening(record)
        while ask.kind != "ready":
            yield record, ask
            if ask.kind == "act" and not ask.choices:
                break
            ask = record.choices(ask.answered(any_answer(ask, rng)))


def drags(slug: str, every: int = 1):
    """Moments of play, each with pairs of places that follow one another on the board: from one to the other a finger is dragged."""
    for record, ask in moments(slug, max(games()[slug].seats)):
        if not record.state.giro or record.state.ended:
            continue
        keys = [shape.key for shape in record.game.scene(record.rules, record.state, frozenset()).shapes]
        for src, dst in list(zip(keys, keys[1:] + keys[:1], strict=True))[::every]:
            yield record, ask, src, dst


@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_no_tap_on_any_place_is_silent(slug, seats):
    refused = 0
    for record, ask in moments(slug, seats):
        for shape in record.game.scene(record.rules, record.state, frozenset()).shapes:
            result = board_taps.tap(record, ask, shape.key)
            if result.partial is not None:
                record.choices(result.partial)  # it is answered, and the next question follows
                continue
            assert result.breaches, (record.seq, ask.partial, shape.key)
            assert all(breach.reason.it and breach.reason.en for breach in result.breaches)
            if result.meant is not None and result.meant.is_whole:
                assert record.breaches(result.meant.by, result.meant.act) == result.breaches
            refused += 1
    assert refused


@pytest.mark.parametrize("slug", [slug for slug, game in games().items() if has_journeys(game)])
def test_a_drag_is_the_act_that_goes_from_place_to_place(slug):
    seats = max(games()[slug].seats)
    record, lines, _vault = whole_game(slug, seats, 7)
    record = Record(record.game, record.header)
    tags = set()
    for line in lines:
        data = msgspec.json.decode(line)
        act = data["act"]
        to = act.get("dst") or act.get("path", [""])[-1]
        is_journey = to and act.get("src") and act["type"] in {"attack", "move", "invade", "enter"}
        if is_journey and record.state.giro:
            result = board_taps.tap(record, questions.opening(record), act["src"], to)
            assert result.partial is not None, (record.seq, act, result.breaches)
            assert result.partial["src"] == act["src"]
            tags.add(result.partial["type"])
        record.append_trusted(data["by"], read_act(record.game, act), why=data.get("why", ""))
    assert len(tags) > 1


@pytest.mark.parametrize("slug", [slug for slug, game in games().items() if has_journeys(game)])
def test_a_drag_out_of_turn_is_refused_by_an_article(slug):
    for record, ask, src, dst in drags(slug):
        result = board_taps.tap(record, ask, src, dst)
        assert result.partial is not None or result.breaches[0].reason.it


@pytest.mark.parametrize("slug", [slug for slug, game in games().items() if has_journeys(game)])
def test_an_act_that_a_drag_began_ends_where_the_finger_did(slug):
    ended = 0
    for record, _ask, src, dst in drags(slug, EVERY):
        partial = board_taps.tap(record, questions.opening(record), src, dst).partial
        if partial is None or ONTO not in partial:
            continue
        ask = questions.next_ask(record, partial)
        while ask.kind != "ready" and ask.field not in board_taps.DESTINATIONS and ONTO in ask.partial:
            ask = questions.next_ask(record, ask.answered(any_answer(ask, Random(0))))
        assert dst in str(ask.partial) or dst not in {one.value for one in ask.choices}
        assert ONTO not in ask.act
        ended += dst in str(ask.act)
    assert ended or slug != "fabrisiko"


@pytest.mark.parametrize("slug", [slug for slug, game in games().items() if has_journeys(game)])
def test_a_drag_that_is_refused_is_judged_as_the_journey_that_is_due(slug):
    judged = 0
    for record, _ask, src, dst in drags(slug, EVERY):
        for act in record.game.journeys(record.rules, record.state, src, dst):
            tag = act.__struct_config__.tag
            if tag not in {one.value for one in record.choices({}).choices}:
                continue
            result = board_taps.tap(record, record.choices({"type": tag}), src, dst)
            if result.meant is not None:
                assert result.meant.tag == tag, (record.seq, src, dst)
                judged += 1
    assert judged


@pytest.mark.parametrize("slug", [slug for slug, game in games().items() if has_journeys(game)])
def test_a_place_to_which_one_way_leads_is_reached_by_one_tap(slug):
    """From the first question of an act, and from no other: where several ways lead there, nobody can know which is meant."""
    counts = {1: 0, 2: 0}
    for record, _ask in moments(slug, max(games()[slug].seats)):
        ask = questions.opening(record)
        if ask.kind != "pick" or ask.field != "src" or set(ask.partial) != {"type"}:
            continue
        offered = {str(one.value) for one in ask.choices}
        ways: dict[str, list] = {}
        for one in ask.choices:
            second = record.choices(ask.answered(one.value))
            for target in second.choices if second.kind == "pick" else ():
                ways.setdefault(str(target.value), []).append(one.value)
        places = {shape.key for shape in record.game.scene(record.rules, record.state, frozenset()).shapes}
        for place in places & set(ways) - offered:
            result = board_taps.tap(record, ask, place)
            found = (result.partial or {}).get("src")
            assert found == (ways[place][0] if len(ways[place]) == 1 else None), (ask.partial, place)
            counts[min(len(ways[place]), 2)] += 1
    assert slug not in ("risiko", "iperisiko") or all(counts.values()), counts


def asks_under_way(slug: str):
    """Every question of the journeys that may begin at moments of play, of each moment once."""
    seen = set()
    for record, _ask in moments(slug, max(games()[slug].seats)):
        if record.seq in seen:
            continue
        seen.add(record.seq)
        for choice in record.choices({}).choices:
            ahead = [] if choice.group else [record.choices({"type": choice.value})]
            while ahead:
                ask = ahead.pop()
                if ask.kind != "pick":
                    continue
                if "src" in ask.partial:
                    yield record, ask
                if ask.field not in board_taps.DESTINATIONS:
                    ahead += [record.choices(ask.answered(one.value)) for one in ask.choices[:3]]


def entered(record: Record, partial, values) -> dict:
    """The partial act after these keys, one for each question."""
    for value in values:
        partial = questions.next_ask(record, partial).answered(value)
    return questions.next_ask(record, partial).act


@pytest.mark.parametrize("slug", [slug for slug, game in games().items() if has_journeys(game)])
def test_a_destination_tapped_before_it_is_asked_is_the_same_act_as_by_keys(slug):
    tapped = 0
    for record, ask in asks_under_way(slug):
        keys, following = [], ask
        while following.kind == "pick" and following.field not in board_taps.DESTINATIONS:
            keys.append(following.choices[-1].value)
            following = record.choices(following.answered(keys[-1]))
        if following.kind != "pick":
            continue
        values = [str(one.value) for one in following.choices]
        lasts = [value.split()[-1] for value in values]
        offered = {str(one.value) for one in ask.choices}
        for place in values:
            if lasts.count(place) != 1 or (keys and place in offered):
                continue
            by_tap = board_taps.tap(record, ask, place).partial
            assert by_tap is not None, (record.seq, ask.partial, place)
            assert entered(record, by_tap, keys) == entered(record, ask.partial, [*keys, place])
            by_drag = board_taps.tap(record, ask, ask.partial["src"], place).partial
            assert by_drag is not None
            assert entered(record, by_drag, keys) == entered(record, ask.partial, [*keys, place])
            tapped += bool(keys)
    assert tapped or slug != "fabrisiko"


@pytest.mark.parametrize("slug", [slug for slug, game in games().items() if has_journeys(game)])
def test_a_refused_tap_is_judged_with_every_answer_given(slug):
    judged = 0
    for record, ask in asks_under_way(slug):
        for shape in record.game.scene(record.rules, record.state, frozenset()).shapes[::2]:
            result = board_taps.tap(record, ask, shape.key)
            if result.meant is None:
                continue
            fields = msgspec.to_builtins(result.meant.act, str_keys=True)
            given = {field: value for field, value in ask.partial.items() if field in fields}
            assert given == {field: fields[field] for field in given}, shape.key
            if "piece" in ask.partial and result.meant.tag == ask.partial["type"]:
                assert set(fields["units"]) == {ask.partial["piece"]}, shape.key
            judged += 1
    assert judged


@pytest.mark.parametrize("slug", [slug for slug, game in games().items() if has_journeys(game)])
def test_the_places_of_an_attack_under_way_are_marked(slug):
    seen = 0
    for record, ask in every_attack(slug):
        board = board_view.board_of(record, ())
        at_stake = set(record.game.at_stake(record.rules, record.state))
        assert at_stake <= chosen_places(board, questions.question(1, record, board, ask)) <= set(board.places)
        seen += ask.kind in ("dice", "pick")
    assert seen


@pytest.mark.parametrize("slug", games())
def test_no_place_is_marked_that_what_the_table_waits_for_does_not_name(slug):
    record, lines, _vault = whole_game(slug, max(games()[slug].seats), 7)
    record = Record(record.game, record.header)
    for line in lines[: many(200, 9000)]:
        view = msgspec.json.decode(encoder.encode(record.game.view(record.rules, record.state, "public", None)))
        named = {*map(str, (view.get("awaits") or {}).values()), (view.get("battle") or {}).get("at")}
        assert set(record.game.at_stake(record.rules, record.state)) <= named
        data = msgspec.json.decode(line)
        record.append_trusted(data["by"], read_act(record.game, data["act"]), why=data.get("why", ""))


def every_attack(slug: str):
    record, lines, _vault = whole_game(slug, max(games()[slug].seats), 7)
    record = Record(record.game, record.header)
    for line in lines[: many(200, 9000)]:
        if record.game.at_stake(record.rules, record.state):
            yield record, questions.opening(record)
        data = msgspec.json.decode(line)
        record.append_trusted(data["by"], read_act(record.game, data["act"]), why=data.get("why", ""))


def example_records(slug: str):
    """The hand-written records of the game, each as far as nothing in it is refused."""
    folder = ROOT if slug == "risiko" else ROOT / slug
    for row in expected_in(folder) if (folder / "expected.toml").exists() else ():
        header, *lines = row["path"].read_text(encoding="utf-8").splitlines()
        record = Record(games()[slug], msgspec.convert(json.loads(header), Header))
        for line in lines[: row.get("line", len(lines) + 2) - 2]:
            data = json.loads(line)
            record.append_trusted(data["by"], read_act(record.game, data["act"]), why=data.get("why", ""))
        yield record


def firsts(slug: str):
    """Positions in which nothing is under way, of the example records and of random games, with each question of a page that may be asked
    there before any tap: which act it is, the likeliest act, and every act from place to place.
    """
    seen = set()
    records = [*example_records(slug), *(record for record, _ask in moments(slug, max(games()[slug].seats)))]
    for record in records:
        if record.seq in seen or record.state.ended or not record.state.giro:
            continue
        seen.add(record.seq)
        acts = record.choices({})
        yield record, acts
        yield record, questions.opening(record)
        for choice in acts.choices:
            ask = record.choices({"type": choice.value}) if not choice.group else acts
            if ask.kind == "pick" and ask.field == "src":
                yield record, ask


def two_taps(slug: str):
    """Pairs of places tapped one after the other: the question after the first, both, the first if refused, what the second is."""
    for record, ask in firsts(slug):
        places = [shape.key for shape in record.game.scene(record.rules, record.state, frozenset()).shapes]
        rng = Random(f"pairs {record.seq} {ask.partial}")
        for first in rng.sample(places, many(5, len(places))):
            taken = board_taps.tap(record, ask, first)
            partial = taken.partial if taken.partial is not None else ask.partial
            after = questions.next_ask(record, partial)
            if after.kind == "ready":
                continue
            before = first if taken.partial is None else ""
            offered = {str(one.value) for one in after.choices}
            for second in rng.sample(places, many(6, len(places))):
                # An answer of the question is one: the first tap was refused, and the second begins anew.
                if second not in {first, *(offered if before else ())}:
                    yield record, after, first, second, before, board_taps.tap(record, after, second, before=before)


def places_of(record: Record, act) -> set[str]:
    """Places that an act names, without those that its way passes."""
    keys = {shape.key for shape in record.game.scene(record.rules, record.state, frozenset()).shapes}
    ends = {key: value[-1:] if key == "path" else value for key, value in act.items()}
    return keys & set(board_taps._texts(ends))


@pytest.mark.parametrize("slug", games())
def test_two_taps_are_the_act_from_the_first_place_to_the_second(slug):
    """Whatever comes of them: what is asked next, what is sent, and what is refused and may be registered."""
    journeys = 0
    for record, ask, first, second, before, result in two_taps(slug):
        where = (record.seq, ask.partial, first, second, before)
        begins_there = ask.partial.get("src") == first or before == first
        act = dict(result.partial or {})
        if result.meant is not None:
            act = msgspec.to_builtins(result.meant.act, str_keys=True) if result.meant.is_whole else {}
        assert places_of(record, act) <= {first, second, *places_of(record, ask.partial)}, (where, act)
        if begins_there and "src" in act:
            assert act["src"] == first, (where, act)
            assert {act.get("dst"), act.get("path", [""])[-1], act.get(ONTO)} & {second}, (where, act)
            journeys += 1
        assert ask.partial.get("src") != first or not result.beside, where
    assert journeys or not has_journeys(games()[slug])


@pytest.mark.parametrize("slug", [slug for slug, game in games().items() if has_journeys(game)])
def test_a_place_from_which_journeys_may_begin_begins_one_with_one_tap(slug):
    begun = 0
    for record, ask in firsts(slug):
        if ask.kind != "act":
            continue
        for shape in record.game.scene(record.rules, record.state, frozenset()).shapes:
            tags = [str(one.value) for one in board_taps._beginnings(record, ask, shape.key)]
            if not set(tags) & board_taps._tags_from(record, shape.key):
                continue
            partial = board_taps.tap(record, ask, shape.key).partial
            assert partial is not None, (record.seq, shape.key)
            assert partial["src"] == shape.key, (record.seq, shape.key)
            begun += len(tags) > 1
    assert begun or slug != "arba"


def repeatable(slug: str):
    """Moments at which the dice of the last attack may be thrown once more, and another act may begin instead."""
    record, lines, _vault = whole_game(slug, max(games()[slug].seats), 7)
    record = Record(record.game, record.header)
    for line in lines:
        ask = questions.opening(record) if record.state.giro and questions.repeat(record) else None
        if ask is not None and ask.kind == "dice":
            yield record, ask
        data = msgspec.json.decode(line)
        record.append_trusted(data["by"], read_act(record.game, data["act"]), why=data.get("why", ""))


@pytest.mark.parametrize("slug", [slug for slug, game in games().items() if has_journeys(game)])
def test_while_an_attack_may_be_repeated_a_place_of_ones_own_is_where_the_next_act_begins(slug):
    """The attack, else the move, and where it leads is asked next; a place from which no attack begins is judged as one."""
    begun = refused = 0
    for number, (record, ask) in enumerate(repeatable(slug)):
        if number == many(20, 200):
            break
        for shape in record.game.scene(record.rules, record.state, frozenset()).shapes:
            result = board_taps.tap(record, ask, shape.key)
            if shape.seat != record.state.seat or result.is_other_half:
                continue
            journeys = board_taps._tags_from(record, shape.key)
            tags = [str(one.value) for one in board_taps._beginnings(record, ask, shape.key)]
            if due := [tag for tag in tags if tag in journeys]:
                assert result.partial == {"type": due[0], "src": shape.key}, (record.seq, shape.key)
                begun += 1
            else:
                assert result.meant is None or result.meant.tag == "attack", (record.seq, shape.key)
                refused += 1
    assert (begun and refused) or slug not in ("risiko", "iperisiko")


@pytest.mark.parametrize("slug", [slug for slug, game in games().items() if has_journeys(game)])
def test_a_place_from_which_the_act_may_not_begin_is_judged_by_where_the_act_leads(slug):
    """An attack that begins nowhere near an enemy, or with too few, is no attack on the own land."""
    judged = 0
    for record, ask in firsts(slug):
        abroad = board_taps._leads_abroad(record, ask)
        if abroad is None:
            continue
        places = [shape.key for shape in record.game.scene(record.rules, record.state, frozenset()).shapes]
        for key in Random(f"abroad {record.seq}").sample(places, many(6, len(places))):
            meant = board_taps.tap(record, ask, key).meant
            act = msgspec.to_builtins(meant.act, str_keys=True) if meant else {}
            if act.get("src") != key or not isinstance(act.get("dst"), str):
                continue
            is_abroad = board_taps._owner(record, act["dst"]) != record.state.seat
            assert is_abroad == abroad, (record.seq, act)
            judged += 1
    assert judged or slug == "fabrisiko"  # where an invasion is asked for with its units first


@pytest.mark.parametrize("slug", [slug for slug, game in games().items() if has_journeys(game)])
def test_the_second_of_two_taps_is_the_other_half_of_the_attack_that_the_first_one_declared(slug):
    """In either order: the enemy's place alone declares it where one place can attack it, and the attacker's is then no act of its own."""
    halves = others = 0
    for record in declared_attacks(slug):
        stake = record.game.at_stake(record.rules, record.state)
        ask = questions.opening(record)
        for key in (shape.key for shape in record.game.scene(record.rules, record.state, frozenset()).shapes):
            result = board_taps.tap(record, ask, key)
            assert result.is_other_half == (key in stake), (record.seq, key, stake)
            others += not result.is_other_half
        for src, dst in (stake, stake[::-1]):
            assert board_taps.tap(record, ask, src, dst).is_other_half == ((src, dst) == stake)
        halves += 1
        if ask.kind == "dice":
            thrown = {ask.field: 6 if ask.is_single else [6] * ask.most}
            record.play(ask.by, read_act(record.game, {**ask.partial, **thrown}))
            assert not any(board_taps.tap(record, questions.opening(record), key).is_other_half for key in stake)
    assert halves or slug == "fabrisiko"  # its battles are where they are fought
    assert bool(others) == bool(halves)


def declared_attacks(slug: str):
    """Moments just after an attack was declared."""
    seats = max(games()[slug].seats)
    lines = whole_game(slug, seats, 7)[1]
    numbers = [number for number, line in enumerate(lines, 1) if json.loads(line)["act"]["type"] == "attack"]
    for number in numbers[:: max(1, len(numbers) // many(4, 40))]:
        record = record_up_to_move(slug, seats, 7, number)
        if len(record.game.at_stake(record.rules, record.state)) > 1:
            yield record
