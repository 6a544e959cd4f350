"""The form of a score sheet, without a page: games that the engine played, as their tables would type them in."""

from __future__ import annotations

from decimal import Decimal
from types import SimpleNamespace

import msgspec
import pytest

from tests.games.paper_sheets import finished
from tests.games.seeded_games import every_table
from tournament.core.regulation.schema import Regulation, presets
from tournament.labels.endings import endings_of
from tournament.queries.game_paper import GamePaper
from tournament.web.forms.results import ResultForm

GAMES = 8


def regulation_of(record) -> Regulation:
    rules = next(one for one in presets().values() if one.game == record.game.slug)
    return msgspec.structs.replace(
        rules, edition=record.header.edition, game_options=dict(record.header.options), round_options=()
    )


def chairs(count: int, results=()) -> list[SimpleNamespace]:
    seats = [SimpleNamespace(position=number, entrant=f"P{number}") for number in range(1, count + 1)]
    for seat, result in zip(seats, results, strict=False):
        seat.result = result
    return seats


def typed(ended_by: str, lines) -> dict[str, str]:
    data = {"ended_by": ended_by}
    for number, line in enumerate(lines, 1):
        data |= {f"{name}_{number}": text for name, text in line.figures.items()}
        data |= {f"points_{number}": line.points.replace(".", ",")}
        data |= {f"eliminated_{number}": "on"} if line.is_eliminated else {}
    return data


def stored(ended_by: str, lines) -> list[SimpleNamespace]:
    """Rows as the database holds them, for a correction."""
    return [
        SimpleNamespace(
            points=line.points,
            tiebreaks=[str(value) for value in line.tiebreaks],
            tiebreak_values=lambda line=line: line.tiebreaks,
            rank=line.rank,
            is_eliminated=line.is_eliminated,
            figures=dict(line.figures),
            ended_by=ended_by,
        )
        for line in lines
    ]


@every_table()
def test_a_game_typed_from_paper_gives_the_points_ranks_and_tie_breaks_of_its_record(slug: str, seats: int) -> None:
    for seed in range(GAMES):
        record, sheet, lines = finished(slug, seats, seed)
        rules = regulation_of(record)
        form = ResultForm(rules, chairs(seats), typed(sheet.ended_by, lines))
        about = (slug, seats, seed, sheet.ended_by)
        assert form.is_valid(), (about, form.errors)
        for line, row in zip(form.lines(), sheet.rows, strict=True):
            assert (line.points, line.rank) == (Decimal(row.points), row.rank), about
            assert line.tiebreaks == tuple(map(Decimal, row.tiebreaks)), about
        paper = GamePaper.of(rules, seats)
        read = [
            paper.line(line.figures, tiebreaks=line.tiebreaks, points=line.points, rank=line.rank,
                       is_eliminated=line.is_eliminated)
            for line in form.lines()
        ]  # fmt: skip
        assert paper.faults(sheet.ended_by, read) == (), about


@every_table()
def test_a_correction_that_changes_nothing_changes_nothing(slug: str, seats: int) -> None:
    """The form comes back with what was typed; sent as it is, it gives the same lines."""
    for seed in range(GAMES):
        record, sheet, lines = finished(slug, seats, seed)
        rules = regulation_of(record)
        first = ResultForm(rules, chairs(seats), typed(sheet.ended_by, lines))
        assert first.is_valid()
        again = resent(rules, seats, sheet.ended_by, first.lines())
        assert again.is_valid(), (slug, seats, seed, again.errors)
        assert again.lines() == first.lines(), (slug, seats, seed)


def resent(rules: Regulation, seats: int, ended_by: str, lines, **changes: str) -> ResultForm:
    form = ResultForm(rules, chairs(seats, stored(ended_by, lines)), is_correction=True)
    values = {name: form[name].value() for name in form.fields}
    data = {name: "on" if value is True else value for name, value in values.items() if value not in (None, False, "")}
    return ResultForm(
        rules,
        chairs(seats, stored(ended_by, lines)),
        {**data, "reason": "riletto", **changes},
        is_correction=True,
    )


@pytest.mark.parametrize("rules", presets().values(), ids=presets())
@pytest.mark.parametrize("seats", range(2, 8))
def test_a_table_of_any_size_has_the_sheet_of_its_game(rules: Regulation, seats: int) -> None:
    """A final where somebody is missing, or a table of six, is looked at like any other."""
    paper = GamePaper.of(rules, seats)
    assert paper is not None
    form = ResultForm(rules, chairs(seats))
    assert {f"{field.name}_{seats}" for field in paper.fields} <= form.fields.keys()
    lines = [paper.line({}, points=Decimal("47.5"))] * seats
    doubted = {fault.seat for fault in paper.faults(next(iter(endings_of(rules))), lines)}
    assert doubted >= set(range(seats)), doubted


WON_OUTRIGHT = {"objective", "rival", "base", "elimination"}


@every_table()
def test_an_ending_that_somebody_won_is_not_taken_where_nobody_did(slug: str, seats: int) -> None:
    """A game that ended by points, typed as one that was won at once: refused, or named as a doubt."""
    for seed in range(GAMES):
        record, sheet, lines = finished(slug, seats, seed)
        if sheet.ended_by in WON_OUTRIGHT or sum(not line.is_eliminated for line in lines) < 2:
            continue
        rules = regulation_of(record)
        for ended_by in WON_OUTRIGHT & endings_of(rules).keys():
            form = ResultForm(rules, chairs(seats), typed(ended_by, lines))
            paper = GamePaper.of(rules, seats)
            assert paper is not None
            faults = form.is_valid() and paper.faults(
                ended_by,
                [paper.line(line.figures, tiebreaks=line.tiebreaks, points=line.points, rank=line.rank,
                            is_eliminated=line.is_eliminated) for line in form.lines()],
            )  # fmt: skip
            assert form.errors or faults, (slug, seats, seed, sheet.ended_by, ended_by)


def test_three_level_at_a_table_of_three_are_parted_by_the_tie_breaks_of_the_rulebook() -> None:
    data = {"ended_by": "dice", **{f"points_{n}": "30" for n in (1, 2, 3)}}
    data |= {"outside_1": "6", "outside_2": "9", "outside_3": "3"}
    form = ResultForm(presets()["league"], chairs(3), data)
    assert form.is_valid(), form.errors
    assert [line.rank for line in form.lines()] == [2, 1, 3]


@pytest.mark.parametrize(
    ("dice", "ranks"),
    [
        (("", ""), None), (("5", ""), None), (("0", "5"), None),
        (("5", "53"), None),
        (("5", "5"), [1, 1]), (("53", "53"), [1, 1]), (("53", "52"), [1, 2]), (("6", "53"), [1, 2]),
        (("5", "53", "52"), None), (("6", "53", "52"), [1, 2, 3]), (("53", "53", "6"), [2, 2, 1]),
        (("53", "53", "532"), None),
    ],
)  # fmt: skip
def test_no_place_is_decided_by_a_die_that_nobody_wrote(dice: tuple[str, ...], ranks: list[int] | None) -> None:
    """Whoever is level after a throw, and whose next one is not written, is asked for it; nobody is put last for it."""
    data = {"ended_by": "dice"}
    for n, thrown in enumerate(dice, 1):
        data |= {
            f"points_{n}": "30",
            f"outside_{n}": "9",
            f"inside_armies_{n}": "8",
            f"armies_{n}": "7",
            f"dice_{n}": thrown,
        }
    form = ResultForm(presets()["league"], chairs(len(dice)), data)
    if ranks is None:
        assert not form.is_valid()
        assert any(name.startswith("dice_") for name in form.errors), form.errors
    else:
        assert form.is_valid(), form.errors
        assert [line.rank for line in form.lines()] == ranks


ARBA_OUTRIGHT = [{"won_1": "on"}, {"won_1": "on", "points_1": "1", "points_2": "0"}, {"points_1": "1", "points_2": "0"}]


@pytest.mark.parametrize("ended_by", endings_of(presets()["arba"]))
@pytest.mark.parametrize("written", ARBA_OUTRIGHT)
def test_who_won_is_enough_whatever_ended_a_game_of_two(ended_by: str, written: dict[str, str]) -> None:
    form = ResultForm(presets()["arba"], chairs(2), {"ended_by": ended_by, **written})
    assert form.is_valid(), form.errors
    assert [(line.points, line.rank) for line in form.lines()] == [(1, 1), (0, 2)]
    paper = GamePaper.of(presets()["arba"], 2)
    assert paper is not None
    lines = [paper.line(line.figures, points=line.points, rank=line.rank) for line in form.lines()]
    assert paper.faults(ended_by, lines) == ()


@pytest.mark.parametrize("ended_by", ["time", "limit", "other"])
def test_half_a_point_each_is_a_draw_and_needs_no_dice(ended_by: str) -> None:
    form = ResultForm(presets()["arba"], chairs(2), {"ended_by": ended_by, "points_1": "0,5", "points_2": "0,5"})
    assert form.is_valid(), form.errors
    assert [line.rank for line in form.lines()] == [1, 1]


def test_a_table_from_which_one_goes_on_has_no_two_firsts() -> None:
    for drawn in (
        {"points_1": "0,5", "points_2": "0,5"},
        {"points_1": "0,5", "points_2": "0,5", "rank_1": "1", "rank_2": "1"},
        {f"{name}_{n}": "3" for name in ("places", "money", "pieces") for n in (1, 2)},
    ):
        form = ResultForm(presets()["arba"], chairs(2), {"ended_by": "limit", **drawn}, has_one_first=True)
        assert "scrivi i piazzamenti decisi ai dadi" in str(form.errors)
    decided = {"ended_by": "limit", "points_1": "0,5", "points_2": "0,5", "rank_1": "2", "rank_2": "1"}
    form = ResultForm(presets()["arba"], chairs(2), decided, has_one_first=True)
    assert form.is_valid(), form.errors
    assert [line.rank for line in form.lines()] == [2, 1]


def test_a_game_without_points_says_what_is_wrong_with_its_boxes() -> None:
    both = ResultForm(presets()["arba"], chairs(2), {"ended_by": "base", "won_1": "on", "won_2": "on"})
    assert "vince uno solo" in str(both.errors)
    nobody = ResultForm(presets()["arba"], chairs(2), {"ended_by": "base"})
    assert "spunta chi ha vinto" in str(nobody.errors)
    against = {"ended_by": "limit", "won_1": "on", "places_1": "9", "places_2": "10"}
    paper = GamePaper.of(presets()["arba"], 2)
    assert paper is not None
    form = ResultForm(presets()["arba"], chairs(2), against)
    assert form.is_valid(), form.errors
    lines = [paper.line(line.figures, points=line.points, rank=line.rank) for line in form.lines()]
    assert {(fault.seat, fault.field) for fault in paper.faults("limit", lines)} == {(0, "won")}
