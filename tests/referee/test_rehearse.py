"""`manage.py rehearse`: the whole event, the same for the same seed, and nothing written when something is wrong."""

import io
import json
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from openpyxl import load_workbook
from pypdf import PdfReader

from games.cli import main
from games.kernel.vault import read as read_vault
from games.registry import game, games
from referee import rehearsal
from referee.rehearsal import playing
from tournament.core.formats import possible_formats
from tournament.core.ranking.qualification import Qualification
from tournament.core.regulation.schema import BilingualText, Regulation, presets
from tournament.core.results import ResultRow, TableResult
from tournament.core.roster_fields import RosterRow

ROSTERS = Path("fixtures/rosters")


def run(roster: Path, out: Path, **options) -> str:
    output = io.StringIO()
    call_command("rehearse", str(roster), game="risiko", out=out, seed=options.pop("seed", 7), stdout=output, **options)
    return output.getvalue()


def refused(roster: Path, out: Path, **options) -> str:
    with pytest.raises(CommandError) as caught:
        call_command("rehearse", str(roster), **{"game": "risiko", "out": out, "stdout": io.StringIO(), **options})
    assert caught.value.returncode == 2
    return str(caught.value)


def all_bytes(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def event(tmp_path_factory) -> Path:
    """Twenty-three people, seed 7."""
    out = tmp_path_factory.mktemp("rehearsal") / "prova"
    run(ROSTERS / "23-players.xlsx", out)
    return out


@pytest.fixture(scope="module")
def event_facts(event) -> dict:
    return json.loads((event / "summary.json").read_text())


# What it writes


def test_every_round_leaves_a_draw_records_sheets_and_standings(event, event_facts):
    expected = {"summary.json"}
    for round_ in event_facts["rounds"]:
        number, last = round_["round"], round_["name"] == "final"
        expected |= {f"draw/R{number}.{kind}" for kind in ("json", "pdf", "xlsx")}
        expected |= {f"standings/{'final' if last else f'R{number}'}.{kind}" for kind in ("pdf", "xlsx")}
        expected.add(f"sheets/R{number}.xlsx")
        for table in round_["tables"]:
            name = f"R{number}-T{table['table']:02}"
            expected |= {f"records/{name}.jsonl", f"records/{name}.vault.json", f"sheets/{name}.pdf"}
    assert set(all_bytes(event)) == expected


def test_every_record_checks_with_its_vault(event, event_facts, capsys):
    for table in (table for round_ in event_facts["rounds"] for table in round_["tables"]):
        record = event / table["record"]
        assert main(["check", str(record), "--vault", str(record.with_suffix(".vault.json"))]) == 0
        checked = json.loads(capsys.readouterr().out)
        assert (checked["entries"], checked["head"], checked["ended_by"]) == (
            table["entries"],
            table["head"],
            table["ended_by"],
        )


def test_a_record_names_nobody_and_its_vault_opens_what_it_seals(event, event_facts):
    names = {person["surname"] for person in event_facts["players"] if person["surname"]}
    for path in (event / "records").glob("*.jsonl"):
        text = path.read_text()
        assert {name for name in names if name in text} == set()
        assert len(read_vault(path.with_suffix(".vault.json")).secrets) == len(
            json.loads(text.splitlines()[0])["seats"]
        )


def test_the_points_are_those_of_the_records(event, event_facts, capsys):
    table = event_facts["rounds"][0]["tables"][2]
    main(["score", str(event / table["record"])])
    scored = {row["seat"]: row for row in json.loads(capsys.readouterr().out)["rows"]}
    assert {seat["seat"]: (seat["points"], seat["rank"]) for seat in table["seats"]} == {
        seat: (row["points"], row["rank"]) for seat, row in scored.items()
    }


def test_everybody_sits_once_a_round_and_only_those_who_went_through_go_on(event_facts):
    field = {person["id"] for person in event_facts["players"]}
    assert len(field) == 23
    for round_ in event_facts["rounds"]:
        seated = [seat["player"] for table in round_["tables"] for seat in table["seats"]]
        assert sorted(seated) == sorted(field)
        field = {who["player"] for who in round_["through"]}
    assert field == set()


def test_the_champion_won_the_final_and_leads_the_standings(event_facts):
    final = event_facts["rounds"][-1]["tables"][0]["seats"]
    assert event_facts["champion"] == next(seat["player"] for seat in final if seat["rank"] == 1)
    assert (event_facts["standings"][0]["player"], event_facts["standings"][0]["rank"]) == (event_facts["champion"], 1)
    assert len(event_facts["standings"]) == 23


def test_a_score_sheet_prints_the_head_of_the_chain_and_a_workbook_the_points(event, event_facts):
    table = event_facts["rounds"][0]["tables"][0]
    text = "".join(page.extract_text() for page in PdfReader(event / "sheets/R1-T01.pdf").pages)
    assert table["head"] in text.replace("\n", "")
    sheet = load_workbook(event / "standings/final.xlsx").worksheets[0]
    totals = [row[-4] for row in sheet.iter_rows(min_row=2, values_only=True)]
    assert [Decimal(str(total)) for total in totals] == [Decimal(line["total"]) for line in event_facts["standings"]]


def test_the_same_seed_gives_the_same_bytes_and_another_does_not(event, tmp_path):
    run(ROSTERS / "23-players.xlsx", tmp_path / "prova")
    run(ROSTERS / "23-players.xlsx", tmp_path / "altra", seed=8)
    again, other = all_bytes(tmp_path / "prova"), all_bytes(tmp_path / "altra")
    assert again == all_bytes(event)
    assert other["draw/R1.json"] != again["draw/R1.json"]
    assert other["records/R1-T01.jsonl"] != again["records/R1-T01.jsonl"]


def test_another_plan_can_be_chosen(tmp_path):
    output = run(ROSTERS / "23-players.xlsx", tmp_path / "out", format="2x4-3x5.1_1x5")
    assert "* 2x4-3x5.1_1x5" in output
    assert len(json.loads((tmp_path / "out/summary.json").read_text())["rounds"]) == 2


def test_forty_people_fill_ten_tables_and_an_empty_folder_is_taken(tmp_path):
    out = tmp_path / "out"
    out.mkdir()
    run(ROSTERS / "40-players.csv", out)
    data = json.loads((out / "summary.json").read_text())
    assert [len(round_["tables"]) for round_ in data["rounds"]] == [10, 5, 1]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out"]


@pytest.mark.parametrize("slug", games())
def test_a_table_of_any_game_gives_every_file(slug):
    seats = game(slug).seats[0]
    event = one_table(slug, seats)
    played = rehearsal.Rehearsal(event, list(rehearsal.rehearse(event)))
    content = dict(rehearsal.files(played))
    assert {"draw/R1.pdf", "records/R1-T01.jsonl", "sheets/R1-T01.pdf", "standings/final.xlsx"} <= set(content)
    data = json.loads(content["summary.json"])
    assert sorted(seat["player"] for seat in data["rounds"][0]["tables"][0]["seats"]) == sorted(event.people)
    assert data["champion"] in event.people


def one_table(slug: str, seats: int) -> rehearsal.Event:
    """A final alone."""
    sizes = {"table_sizes": (seats,), "final_sizes": (seats,), "advance": (), "rounds": 1}
    regulation = Regulation(slug="prova", name=BilingualText("Prova", "Trial"), game=slug, **sizes)
    return rehearsal.Event(
        name="Prova",
        people=rehearsal.people_of(RosterRow(line=n, surname=f"Cognome {n}") for n in range(seats)),
        game=game(slug),
        regulation=regulation,
        format=possible_formats(seats, regulation)[0],
        seed=3,
        begins=datetime(2000, 1, 1, tzinfo=UTC),
    )


# What it refuses


def test_bad_rows_are_named_one_by_one_and_nothing_is_written(tmp_path):
    message = refused(ROSTERS / "bad-rows.csv", tmp_path / "out")
    assert [line.split(",")[0] for line in message.splitlines()[1:]] == [
        f"riga {number}" for number in (4, 5, 6, 7, 9, 10, 13)
    ]
    assert "cognome" in message.splitlines()[1]
    assert list(tmp_path.iterdir()) == []


def test_bad_rows_are_left_out_on_demand(tmp_path):
    output = io.StringIO()
    run(ROSTERS / "bad-rows.csv", tmp_path / "out", skip_bad=True, stderr=output)
    data = json.loads((tmp_path / "out/summary.json").read_text())
    assert [person["line"] for person in data["players"]] == [2, 3, 8, 11, 12]
    assert len(output.getvalue().splitlines()) == 8


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"game": "scacchi"}, "Nessun gioco «scacchi»; ci sono: risiko"),
        ({"regulation": "altro"}, "Nessun regolamento «altro» per questo gioco; ci sono: risiko-torneo"),
        ({"format": "9x9"}, "Nessuna formula «9x9»; per questi iscritti ci sono:\n  2x4-3x5.1_1x5"),
    ],
)
def test_an_unknown_name_is_answered_with_those_there_are(tmp_path, options, message):
    assert refused(ROSTERS / "23-players.xlsx", tmp_path / "out", **options).startswith(message)
    assert list(tmp_path.iterdir()) == []


def test_a_game_without_a_regulation_is_answered_with_those_that_have_one(tmp_path, monkeypatch):
    monkeypatch.setattr("referee.management.commands.rehearse.games", lambda: {**games(), "tria": game("risiko")})
    message = refused(ROSTERS / "23-players.xlsx", tmp_path / "out", game="tria")
    assert message.startswith("Nessun regolamento per il gioco «tria»; ce l'hanno: ")
    assert "risiko" in message


def test_a_folder_with_something_in_it_is_left_alone(tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    assert "non è vuota" in refused(ROSTERS / "23-players.xlsx", tmp_path)
    assert "non è una cartella" in refused(ROSTERS / "23-players.xlsx", tmp_path / "mine.txt")
    assert all_bytes(tmp_path) == {"mine.txt": b"mine"}


def test_a_roster_that_is_no_roster_is_refused(tmp_path):
    (tmp_path / "vuoto.csv").write_text("")
    assert "vuoto" in refused(tmp_path / "vuoto.csv", tmp_path / "out")
    assert "missing.csv" in refused(tmp_path / "missing.csv", tmp_path / "out")
    (tmp_path / "few.csv").write_text("cognome\nRossi\nBianchi\n")
    assert "2 giocatori" in refused(tmp_path / "few.csv", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_write_that_fails_leaves_nothing(tmp_path, monkeypatch):
    def broken(_rehearsal):
        yield "summary.json", b"{}"
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("referee.management.commands.rehearse.files", broken)
    assert "No space left" in refused(ROSTERS / "bad-rows.csv", tmp_path / "out", skip_bad=True)
    assert list(tmp_path.iterdir()) == []


# Ties


def result(table: int, ranks: dict[str, int]) -> TableResult:
    rows = (ResultRow(who, Decimal(50 - rank), (), rank) for who, rank in ranks.items())
    return TableResult(1, table, tuple(rows))


def cut(rehearsed: rehearsal.Event, results) -> tuple[Qualification, tuple[rehearsal.Lot, ...]]:
    return playing._cut(rehearsed, 1, rehearsed.format.stages[0], results)


def test_equals_astride_the_cut_are_parted_by_a_lot_that_is_kept(small_event):
    level = [result(table, {f"{table}a": 1, f"{table}b": 2, f"{table}c": 2, f"{table}d": 4}) for table in (1, 2)]
    found, lots = cut(small_event, level)
    assert [sorted(lot.order) for lot in lots] == [["1b", "1c"], ["2b", "2c"]]
    assert {who.entrant for who in found.everybody} == {"1a", "2a", lots[0].order[0], lots[1].order[0]}
    assert cut(small_event, level) == (found, lots)


def test_no_lot_is_drawn_where_places_are_clear(small_event):
    clear = [result(table, {f"{table}{who}": rank for rank, who in enumerate("abcd", 1)}) for table in (1, 2)]
    found, lots = cut(small_event, clear)
    assert ({who.entrant for who in found.everybody}, lots) == ({"1a", "1b", "2a", "2b"}, ())


@pytest.fixture
def small_event() -> rehearsal.Event:
    """Eight people at two tables of four, two of each in a final of four."""
    regulation = presets()["risiko-torneo"]
    return rehearsal.Event(
        name="Prova",
        people={},
        game=game("risiko"),
        regulation=regulation,
        format=next(plan for plan in possible_formats(8, regulation) if plan.stages[0].through == 2),
        seed=1,
        begins=datetime(2000, 1, 1, tzinfo=UTC),
    )
