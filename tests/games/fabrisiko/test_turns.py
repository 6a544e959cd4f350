"""Whole turns: what the phases leave behind, windows that close, and what never changes in a random game."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from games.fabrisiko import acts
from games.fabrisiko.board import PIECES
from games.fabrisiko.events import rebellion
from games.fabrisiko.legal import flights
from games.fabrisiko.movement import sites_against
from games.fabrisiko.rules import BOX, CACCIA
from games.fabrisiko.state import NOBODY, Rebels
from games.fabrisiko.units import pieces_on_board
from games.kernel.acts import CLOCK, JUDGE, Act, Ruling, TimeUp
from games.kernel.breaches import Refused
from games.kernel.game import encode
from games.kernel.lines import Header, header_for
from games.kernel.playing import play_game
from games.kernel.record import Record
from games.registry import game
from tests.games.fabrisiko.lands import lands
from tests.games.seeded_games import acts_of, fresh, whole_game

GAME = game("fabrisiko")


def table(position: dict | None = None, players: int = 2, edition: str = "", **options: str | int) -> Record:
    return _record_at(header_for(GAME, [f"s{n}" for n in range(players)], edition=edition, options=options), position)


def of_revision(revision: int, position: dict, players: int = 2, **options: str | int) -> Record:
    header = header_for(GAME, [f"s{n}" for n in range(players)], options=options)
    return _record_at(msgspec.structs.replace(header, revision=revision), position)


def _record_at(header: Header, position: dict | None) -> Record:
    record = Record(GAME, header)
    if position is not None:
        record.start_from(GAME.position(record.rules, position))
    return record


def test_a_full_turn_with_a_battle_for_two_territories() -> None:
    """Marischio, to act, holds seven territories, bought a tank, and fights for Varano and Bassano."""
    record = table(
        {
            "phase": "1-A",
            "factions": ["marischio", "melano"],
            "resources": [9, 0],
            "bought": {"0": "carro 1"},
            "board": {
                "0": "marischio fanteria 3 carro 1 complesso 1, paterno, nebbiano, rocchetta, moscano, argignano, attiggio",
                "1": "varano fanteria 1 complesso 1, bassano fanteria 1, melano",
            },
        }
    )
    for by, act in [
        (0, acts.Draw(2)),
        (0, acts.Carnival((5,))),
        (0, acts.Swap(("tregua",))),
        (0, acts.Event("crescita")),
        (0, acts.Place("marischio", {"carro": 1})),
        (0, acts.Buy({"fanteria": 1, "caccia": 1})),
        (0, acts.Invade("marischio", ("varano",), {"carro": 2})),
        (0, acts.Invade("marischio", ("bassano",), {"fanteria": 2})),
        (0, acts.Battle("varano")),
        (0, acts.AttackDice((4, 9))),
        (1, acts.DefenceDice((9,))),
        (0, acts.CaptureDice((9,))),
        (0, acts.Battle("bassano")),
        (0, acts.AttackDice((3, 3))),
        (1, acts.DefenceDice((3,))),
        (0, acts.AttackDice((2, 3))),
        (1, acts.DefenceDice((2,))),
        (0, acts.Move("varano", ("marischio",), {"carro": 1})),
        (0, acts.EndTurn()),
    ]:
        record.play(by, act)
    seen = record.view("public")
    assert seen.in_turn == 1
    assert lands(seen)["varano"].seat == lands(seen)["bassano"].seat == 0
    assert lands(seen)["varano"].complessi == 1
    assert lands(seen)["varano"].units == {"0": {"carro": 1}}
    assert lands(seen)["bassano"].units == {"0": {"fanteria": 1}}
    assert (seen.players[0].cards, seen.players[0].bought) == (1, {"fanteria": 1, "caccia": 1})
    # 9 - 6, then 5+2+2+3+2+3+3+2+2 for nine territories and one more for each of the nine frazioni.
    assert seen.players[0].resources == 3 + 24 + 9
    assert seen.discards == {"tregua": 1, "crescita": 1}


def test_the_same_turn_recorded_as_a_whole() -> None:
    record = table({"board": {"0": "melano fanteria 4"}})
    record.play(
        JUDGE,
        acts.Shown(
            owners={"varano": 0, "viacce": 0},
            units={
                "melano": {"0": {"fanteria": 2}},
                "varano": {"0": {"fanteria": 1}},
                "viacce": {"0": {"fanteria": 1}},
            },
            resources=(8, 0),
            turn_over=True,
        ),
        why="test",
    )
    seen = record.view("public")
    assert (seen.in_turn, seen.players[0].territories, seen.players[0].units, seen.players[0].resources) == (1, 3, 4, 8)


def test_a_reroll_closes_with_the_next_act() -> None:
    position = {"board": {"1": "varano fanteria 2"}, "guests": {"0": "varano carro 1 from melano points 1"}}
    record = table(position)
    record.play(0, acts.Battle("varano"))
    record.play(0, acts.AttackDice((9,)))
    record.play(1, acts.DefenceDice((9, 9)))
    with pytest.raises(Refused):
        record.play(0, acts.Reroll(0, 1))
    record.play(0, acts.AttackDice((9,)))
    record.play(0, acts.Reroll(0, 1))
    assert sum(one.is_hit for one in record.state.fray.fighters) == 1


def test_a_plane_is_offered_the_way_round_the_siti_aa_too() -> None:
    record = table({"board": {"0": "melano caccia 1", "1": "varano sito_aa 2, valleremita fanteria 1"}})
    offered = record.choices({"type": "invade", "src": "melano", "units": {"caccia": 1}}).choices
    ways = [(one.value, one.words.it, one.sets["path"]) for one in offered if one.sets["path"][-1] == "valleremita"]
    assert ways == [
        ("valleremita", "Valleremita", ["varano", "valleremita"]),
        (
            "viacce cancelli valleremita",
            "Valleremita, passando per Viacce, Cancelli",
            ["viacce", "cancelli", "valleremita"],
        ),
    ]


def test_no_way_in_the_air_beats_those_offered() -> None:
    """All ways of up to three steps: each is as long as an offered one over as few siti AA, or longer or over more."""
    record = table({"board": {"0": "melano caccia 1", "1": "varano sito_aa 2, viacce sito_aa 1, cancelli fanteria 1"}})
    rules, state, board = record.rules, record.state, record.rules.board
    melano = board.index["melano"]

    def cost(way: tuple[int, ...]) -> tuple[int, int]:
        return len(way), sum(sites_against(rules, state, place) for place in way)

    offered: dict[int, list[tuple[int, int]]] = {}
    for way in flights(rules, state, melano, CACCIA, 3):
        offered.setdefault(way[-1], []).append(cost(way[1:]))
    ways: list[tuple[int, ...]] = [(melano,)]
    for _ in range(3):
        ways = [(*way, there) for way in ways for there in board.steps[CACCIA][way[-1]]]
        for way in ways:
            length, sites = cost(way[1:])
            assert way[-1] == melano or any(a <= length and b <= sites for a, b in offered[way[-1]])


def test_the_throw_of_each_site_says_which_of_how_many_it_is() -> None:
    """Each site fires by itself, so the same planes throw again: Varano has two, Cancelli one. Who is shot down throws no more."""
    record = table({"board": {"0": "melano caccia 3", "1": "varano sito_aa 2, cancelli sito_aa 1 fanteria 1"}})
    record.play(0, acts.Invade(src="melano", path=("varano", "cancelli"), units={"caccia": 3}))
    found = []
    for dice in ([5, 5, 1], [4, 4], [9, 9]):
        words = record.choices({"type": "flak_dice"}).words
        found.append((words.it, words.en))
        record.play(0, acts.FlakDice(dice=tuple(dice)))
    assert found == [
        ("Fuoco dei siti AA, 1 di 3 (Varano): 3 caccia", "Fire of the AA sites, no. 1 of 3 (Varano): 3 fighters"),
        ("Fuoco dei siti AA, 2 di 3 (Varano): 2 caccia", "Fire of the AA sites, no. 2 of 3 (Varano): 2 fighters"),
        ("Fuoco dei siti AA, 3 di 3 (Cancelli): 2 caccia", "Fire of the AA sites, no. 3 of 3 (Cancelli): 2 fighters"),
    ]


ANEW = {"movement_points": "fresh"}
SPENT_TANK = {"board": {"0": "melano, varano, cancelli"}, "guests": {"0": "varano carro 1 from melano points 0"}}


def test_where_movement_is_had_anew_the_first_move_of_4_c_is_offered() -> None:
    record = table(SPENT_TANK, **ANEW)
    offered = record.choices({"type": "move", "src": "varano"})
    assert {one.value for one in offered.choices} == {"melano", "cancelli"}

    record = table(SPENT_TANK)
    assert "move" not in {one.value for one in record.choices({}).choices}


@pytest.mark.parametrize(("revision", "found"), [(2, ["carro"]), (3, [])])
def test_a_record_of_an_earlier_revision_asks_of_the_first_move_what_it_asked(revision: int, found: list[str]) -> None:
    record = of_revision(revision, SPENT_TANK, **ANEW)
    assert [one.article for one in record.breaches(0, acts.Move("varano", ("cancelli",), {"carro": 1}))] == found


@pytest.mark.parametrize(("revision", "found"), [(2, []), (3, ["fanteria"])])
def test_infantry_that_has_just_climbed_does_not_come_down_with_movement_anew(revision: int, found: list[str]) -> None:
    record = of_revision(revision, {"board": {"0": "melano carro 1, varano, bastia fanteria 1, rucce"}}, **ANEW)
    record.play(0, acts.Invade("bastia", ("bastia/rucce",), {"fanteria": 1}))
    record.play(0, acts.Move("melano", ("varano",), {"carro": 1}))
    assert [one.article for one in record.breaches(0, acts.Move("bastia/rucce", ("rucce",), {"fanteria": 1}))] == found


@pytest.mark.parametrize(("revision", "stays"), [(2, {"0": {"fanteria": 1}}), (3, {})])
def test_after_a_tregua_who_changed_side_withdraws_with_those_joined(revision: int, stays: dict) -> None:
    position = {"cards": [1, 1], "board": {"1": "varano fanteria 2"}, "guests": {"0": "varano carro 1 from melano"}}
    record = of_revision(revision, position)
    for by, act in [
        (0, acts.Battle("varano")),
        (0, acts.Strategy("tradimento")),
        (1, acts.Betray("fanteria")),
        (1, acts.Strategy("tregua")),
    ]:
        record.play(by, act)
    assert lands(record.view("public"))["varano"].units == {"1": {"fanteria": 1}} | stays
    assert any(record.breaches(0, acts.EndTurn())) == bool(stays)


@pytest.mark.parametrize(("revision", "found"), [(2, []), (3, ["bombardiere"])])
@pytest.mark.parametrize("mission", [acts.Raid("varano"), acts.Bomb("varano", "complesso")])
def test_no_mission_is_flown_once_the_moves_of_4_c_have_begun(mission: Act, revision: int, found: list[str]) -> None:
    position = {
        "board": {"0": "melano carro 1, viacce", "1": "varano complesso 1"},
        "guests": {"0": "varano bombardiere 1 from melano points 5"},
    }
    record = of_revision(revision, position)
    assert {"bomb", "raid"} < {one.value for one in record.choices({}).choices}
    record.play(0, acts.Move("melano", ("viacce",), {"carro": 1}))
    assert [one.article for one in record.breaches(0, mission)] == found
    assert ({"bomb", "raid"} < {one.value for one in record.choices({}).choices}) == (not found)


@pytest.mark.parametrize(("revision", "found"), [(2, []), (3, ["modalita"])])
def test_a_result_by_territories_is_told_where_territories_win(revision: int, found: list[str]) -> None:
    record = of_revision(revision, {}, mode="torneo")
    assert [one.article for one in record.breaches(JUDGE, acts.Finish("territories"))] == found


@pytest.mark.parametrize(
    ("options", "ways"),
    [
        ({}, ["territories"]),
        ({"mode": "torneo"}, ["time"]),
        ({"mode": "torneo", "territory_win": "both"}, ["time", "territories"]),
    ],
)
def test_the_results_offered_are_those_that_the_mode_knows(options: dict[str, str], ways: list[str]) -> None:
    won = {"board": {"0": ", ".join(table({}).rules.board.ids[:30])}}
    assert [one.value for one in table(won, **options).choices({"type": "finish"}).choices] == ways


IN_BATTLE = {"board": {"1": "varano fanteria 2"}, "guests": {"0": "varano carro 1 from melano points 1"}}


@pytest.mark.parametrize(
    ("revision", "there"), [(2, {}), (3, {"0": {"carro": 1}, "1": {"fanteria": 2}})], ids=["second", "third"]
)
def test_what_the_table_shows_of_something_else_takes_nobody_out_of_a_battle(revision: int, there: dict) -> None:
    record = of_revision(revision, IN_BATTLE | {"cards": [0, 1]})
    for by, act in [
        (0, acts.Battle("varano")),
        (1, acts.Strategy("difesa_valorosa")),
        (0, acts.AttackDice((4,))),
        (JUDGE, acts.Shown(resources=(3, 3))),
    ]:
        record.play(by, act, why="test")
    seen = record.view("public")
    assert (seen.battle, lands(seen)["varano"].units) == (None, there)
    assert (seen.players[1].cards, seen.discards) == (0, {"difesa_valorosa": 1})


@pytest.mark.parametrize(("revision", "there"), [(2, {}), (3, {"0": {"caccia": 2}})])
def test_nor_out_of_the_air(revision: int, there: dict) -> None:
    record = of_revision(revision, {"board": {"0": "melano caccia 2", "1": "varano sito_aa 1"}})
    record.play(0, acts.Invade("melano", ("varano",), {"caccia": 2}))
    record.play(JUDGE, acts.Shown(resources=(3, 3)), why="test")
    assert lands(record.view("public"))["varano"].units == there


def test_a_turn_told_as_a_whole_starts_from_what_stands_without_a_word() -> None:
    """At every moment what the form shows as known is what the judge's act leaves when it says nothing."""
    record, lines, _ = whole_game("fabrisiko", 3, 1)
    game_record = fresh(record)
    for by, act in acts_of(record, lines):
        game_record.append_trusted(by, act)
        sheet = GAME.turn_sheet(game_record.rules, game_record.state)
        if sheet is not None:
            after = GAME.acts[acts.Shown].apply(game_record.rules, game_record.state, JUDGE, acts.Shown())
            assert GAME.turn_sheet(game_record.rules, after) == sheet


@pytest.mark.parametrize(
    ("revision", "visible", "phase"),
    [
        (2, {"resources": (3, 3)}, "2"),
        (3, {"resources": (3, 3)}, "1-A"),
        (3, {"owners": {"varano": -1}}, "1-B"),
        (3, {"hands": (2, 0)}, "1-B"),
        (3, {"hands": (0, 0)}, "2"),
    ],
)
def test_a_correction_leaves_the_cards_that_are_due(revision: int, visible: dict, phase: str) -> None:
    record = of_revision(revision, {"phase": "1-A", "cards": [1, 0], "board": {"0": "melano, varano, viacce"}})
    record.play(JUDGE, acts.Shown(**visible), why="test")
    assert record.view("public").phase == phase


def test_nobody_from_another_faction_rerolls() -> None:
    record = table({"board": {"1": "varano fanteria 2"}, "guests": {"0": "varano carro 1 from melano points 1"}})
    record.play(0, acts.Battle("varano"))
    record.play(0, acts.AttackDice((9,)))
    with pytest.raises(Refused):
        record.play(1, acts.Reroll(0, 1))


def test_a_reroll_is_ready_again_in_every_players_turn_or_in_every_global_turn() -> None:
    for option, left in (("each_turn", 1), ("global_turn", 0)):
        record = table({"rerolls": 0}, once_a_turn=option)
        record.play(0, acts.EndTurn())
        assert record.state.lasting.rerolls == left
        record.play(1, acts.EndTurn())
        assert record.state.lasting.rerolls == 1


def test_time_called_while_a_throw_stands_open_outlives_the_reroll() -> None:
    position = {"board": {"1": "varano fanteria 2"}, "guests": {"0": "varano carro 1 from melano points 1"}}
    record = table(position, edition="torneo")
    record.play(0, acts.Battle("varano"))
    record.play(0, acts.AttackDice((9,)))
    record.play(CLOCK, TimeUp())
    record.play(0, acts.Reroll(0, 1))
    assert record.state.last_giro == 3
    assert sum(one.is_hit for one in record.state.fray.fighters) == 1


def test_the_global_turn_under_way_is_completed_when_time_is_up() -> None:
    record = table({}, players=3, edition="torneo")
    record.play(CLOCK, TimeUp())
    for seat in (0, 2, 1):
        assert record.ended_by is None
        record.play(seat, acts.EndTurn())
    assert record.ended_by == "time"


def test_nobody_left_to_move_or_build_ends_the_traditional_game_in_a_draw() -> None:
    record = table({"seat": 1, "board": {"0": "marischio", "1": "melano"}})
    record.play(1, acts.EndTurn())
    assert record.ended_by == "draw"
    assert [row.rank for row in record.score().rows] == [1, 1]


def test_the_winner_without_a_sheet_gains_nothing_from_a_lost_one() -> None:
    record = table({"resources": [3, 7], "board": {"0": "varano fanteria 1", "1": "melano, marischio"}})
    record.play(0, acts.Invade("varano", ("marischio",), {"fanteria": 1}))
    assert record.state.resources == (3, 0)


def test_planes_see_the_site_on_the_way_out_and_on_the_way_home() -> None:
    record = table({"board": {"0": "melano caccia 2", "1": "varano sito_aa 2, fabriano fanteria 1"}})
    record.play(0, acts.Invade("melano", ("varano", "fabriano"), {"caccia": 2}))
    record.play(0, acts.FlakDice((3, 1)))
    record.play(0, acts.FlakDice((10,)))
    assert lands(record.view("public"))["fabriano"].units["0"] == {"caccia": 1}
    record.play(0, acts.Battle("fabriano"))
    record.play(0, acts.Engage())
    record.play(0, acts.Move("fabriano", ("varano", "melano"), {"caccia": 1}))
    record.play(0, acts.FlakDice((3,)))
    record.play(0, acts.FlakDice((2,)))
    assert record.view("public").players[0].units == 0


def test_a_tank_stands_in_reach_of_everything_two_plain_steps_away() -> None:
    """Choices reach exactly the neutral land that a walk over plain borders reaches, one invasion at a time."""
    record = table({"board": {"0": "cancelli carro 1"}})
    board = record.rules.board
    plain = {
        place: {other for other in board.borders[place] if board.ridge_between(place, other) < 0}
        for place in range(board.size)
    }
    src = board.index["cancelli"]
    ask = record.choices({"type": "invade", "src": "cancelli", "units": {"carro": 1}})
    own = {place for place, owner in enumerate(record.state.owners) if owner == 0}
    by_own = set().union(*(plain[place] for place in plain[src] & own)) if plain[src] & own else set()
    reach = (plain[src] | by_own) - own
    assert {board.index[str(choice.value)] for choice in ask.choices} == reach


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_nothing_is_made_out_of_nothing(players: int, seed: int) -> None:
    """Cards are 55 all the time, no colour has more units than the box, and nobody stands where the rules do not let him."""
    record, lines, _ = whole_game("fabrisiko", players, seed)
    game_record = fresh(record)
    for by, act in acts_of(record, lines):
        game_record.play(by, act)
        state = game_record.state
        by_battle = len(state.fray.cards) if state.fray else 0
        assert state.deck + sum(state.hands) + sum(state.discards) + by_battle == 55
        assert min(state.resources) >= 0
        for seat in range(players):
            for piece in range(4):
                bought = state.bought[seat][piece]
                extra = 0 if bought == 0 else bought
                assert pieces_on_board(state, seat, piece) - extra <= BOX[piece], PIECES[piece]
        assert all(one.count > 0 and one.points >= 0 for one in state.groups)
        assert all(
            sum(holding) == 0 for owner, holding in zip(state.owners, state.structures, strict=True) if owner < 0
        )


def test_a_view_is_the_same_whatever_was_looked_at_before() -> None:
    """Territories that did not change are not written anew: positions of two games, forwards and backwards, give the same views."""
    positions = []
    for players in (2, 4):
        record, lines, _ = whole_game("fabrisiko", players, 1)
        game_record = fresh(record)
        for by, act in acts_of(record, lines):
            game_record.play(by, act)
            positions.append((game_record.rules, game_record.state))
    some = positions[::7]
    forwards = [encode(GAME.view(rules, state, "public", None)) for rules, state in some]
    backwards = [encode(GAME.view(rules, state, "public", None)) for rules, state in reversed(some)]
    assert backwards[::-1] == forwards


@pytest.mark.parametrize("edition", ["base", "torneo"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_end_by_a_rule(edition: str, players: int) -> None:
    for seed in range(8):
        rng = Random(f"{edition} {players} {seed}")
        header = header_for(GAME, [f"s{n}" for n in range(players)], edition=edition)
        record = Record(GAME, header)
        for _ in play_game(record, rng, GAME.deal(header, rng)):
            pass
        assert record.ended_by in (("time",) if edition == "torneo" else ("territories", "draw"))


def test_every_reading_plays_to_its_end() -> None:
    for option in GAME.options:
        for value in option.values:
            edition = "torneo" if option.key in ("territory_win", "tied_for_most", "tie") else "base"
            rng = Random(f"{option.key} {value}")
            header = header_for(GAME, ["a", "b", "c"], edition=edition, options={option.key: value})
            record = Record(GAME, header)
            for _ in play_game(record, rng, GAME.deal(header, rng)):
                pass
            assert record.ended_by


# -- a second event card: what the first revision of the rules called it


TWO_EVENTS = {"phase": "1-B", "cards": [2, 0]}
SECOND_EVENT = acts.Event("sagra")


def after_an_event(revision: int) -> Record:
    record = of_revision(revision, TWO_EVENTS)
    record.play(0, acts.Event("crescita"))
    return record


@pytest.mark.parametrize(("revision", "article"), [(1, "turno"), (2, "1-B")])
def test_a_record_keeps_the_article_that_its_revision_named_for_a_second_event(revision, article):
    with pytest.raises(Refused) as refused:
        after_an_event(revision).play(0, SECOND_EVENT)
    assert [breach.article for breach in refused.value.breaches] == [article]

    registered = after_an_event(revision)
    registered.play(JUDGE, Ruling((article,), 0, msgspec.Raw(encode(SECOND_EVENT))), why="giocata")
    assert registered.state.lasting.sagra == (0,)


@pytest.mark.parametrize(("revision", "article"), [(1, "1-B"), (2, "turno")])
def test_a_waiver_of_the_other_revision_s_article_does_not_stand(revision, article):
    with pytest.raises(Refused):
        after_an_event(revision).play(JUDGE, Ruling((article,), 0, msgspec.Raw(encode(SECOND_EVENT))), why="giocata")


# -- what is offered, were it the first on the list


def offered(record: Record) -> list[str | int]:
    return [choice.value for choice in record.choices({}).choices]


@pytest.mark.parametrize("holding", [1, 3])
def test_buying_is_offered_where_infantry_is_all_one_can_pay(holding: int) -> None:
    assert "buy" in offered(table({"phase": "3", "resources": [holding, 5]}))


@pytest.mark.parametrize("at", ["fabriano", "varano"])
def test_a_strategic_attack_is_offered_wherever_its_one_target_is(at: str) -> None:
    """Fabriano stands first on the board."""
    record = table(
        {
            "phase": "4-B",
            "resources": [0, 12],
            "board": {"1": f"{at} complesso 2"},
            "guests": {"0": f"{at} bombardiere 1 from melano points 5"},
        }
    )

    assert "raid" in offered(record)


@pytest.mark.parametrize(("revision", "breaks_out"), [(2, False), (3, True)])
def test_a_lone_frazione_rebels_where_the_board_names_it_first(revision: int, breaks_out: bool) -> None:
    record = of_revision(revision, {"phase": "1-B", "board": {"0": "melano, fabriano fanteria 1"}})
    board = msgspec.structs.replace(record.rules.board, city=record.rules.board.index["varano"])
    after = rebellion(msgspec.structs.replace(record.rules, board=board), record.state, NOBODY)
    assert (type(after.awaits) is Rebels) is breaks_out


THREE_EACH = {
    "seat": 0,
    "board": {"0": "melano fanteria 2, viacce, cupo", "1": "marischio fanteria 2, paterno, varano"},
}


@pytest.mark.parametrize(("revision", "found"), [(7, []), (8, ["torneo.tempo"])])
def test_the_result_alone_is_told_before_anything_is_played(revision: int, found: list[str]) -> None:
    record = of_revision(revision, THREE_EACH, mode="torneo")
    assert record.breaches(JUDGE, acts.Finish("time")) == ()
    record.play(0, acts.Move("melano", ("viacce",), {"fanteria": 1}))
    assert [one.article for one in record.breaches(JUDGE, acts.Finish("time"))] == found


@pytest.mark.parametrize(("revision", "found"), [(7, []), (8, ["torneo.tempo"])])
def test_once_time_is_called_the_global_turn_is_completed(revision: int, found: list[str]) -> None:
    record = of_revision(revision, {**THREE_EACH, "turn": 6}, mode="torneo")
    record.play(CLOCK, TimeUp())
    assert [one.article for one in record.breaches(JUDGE, acts.Finish("time"))] == found
    record.play(0, acts.EndTurn())
    assert [one.article for one in record.breaches(JUDGE, acts.Finish("time"))] == found


@pytest.mark.parametrize(("revision", "found"), [(7, ["1-A"]), (8, [])])
def test_hands_told_with_whose_turn_it_is_hold_the_cards_of_1_a(revision: int, found: list[str]) -> None:
    record = of_revision(revision, THREE_EACH)
    record.play(JUDGE, acts.Shown(turn=1, hands=(0, 1)), why="test")
    assert [one.article for one in record.breaches(1, acts.NoEvent())] == found


@pytest.mark.parametrize(
    ("revision", "awaited", "there"),
    [(13, "turn", {"1": {"fanteria": 3}}), (14, "losses", {"1": {"fanteria": 2}})],
    ids=["thirteenth", "fourteenth"],
)
def test_what_both_throws_have_hit_falls_when_the_attacker_leaves(revision: int, awaited: str, there: dict) -> None:
    position = {
        "board": {"0": "melano", "1": "varano fanteria 3"},
        "guests": {"0": "varano fanteria 2 carro 1 from melano points 0"},
    }
    record = of_revision(revision, position, players=3)
    for by, act in ((0, acts.Battle("varano")), (0, acts.AttackDice((1, 9, 9))), (1, acts.DefenceDice((1, 9, 9)))):
        record.play(by, act)
    record.play(JUDGE, acts.Abandon(0))
    assert record.state.awaits.__struct_config__.tag == awaited
    if awaited == "losses":
        record.play(0, acts.Losses({"carro": 1}))
    assert lands(record.view(JUDGE))["varano"].units == there
    assert record.view(JUDGE).in_turn == 2
