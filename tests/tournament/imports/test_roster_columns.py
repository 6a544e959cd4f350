"""Columns that the file calls by a name of its own: said by hand in the preview, and known the next time."""

import re

import pytest
from django.urls import reverse

from tests.tournament.conftest import a_tournament, user
from tournament.imports.roster import UnclearColumns, columns_by_title, read_roster, read_table, sheet_of
from tournament.models import Entrant, HeaderMapping
from tournament.web.forms.roster import ColumnsForm

STRANGE = "Giocatore;Squadra;Telefono\nRossi, Ada;Club Uno;333\nVerdi, Ugo;Club Due;334\n"
CHOSEN = {"column-0": "surname_name", "column-1": "club", "column-2": "-"}


@pytest.fixture
def olga(client, db):
    client.force_login(person := user("olga"))
    client.tournament = a_tournament(person)
    return client


def brought(client, text: str = STRANGE):
    return client.post(address(client), {"pasted": text})


def answered(client, answer, mode: str, **text: str):
    sealed = re.search(r'name="sheet" value="([^"]+)"', answer.content.decode()).group(1)
    return client.post(address(client), {"sheet": sealed, "mode": mode, **text})


def address(client) -> str:
    return reverse("tournament:roster_import", args=[client.tournament.slug])


def club_members() -> list[tuple[str, str, str]]:
    return list(Entrant.objects.order_by("number").values_list("surname", "name", "club"))


def test_a_header_that_says_nothing_asks_what_each_column_is(olga):
    page = brought(olga)
    assert page.status_code == 422
    text = page.content.decode()
    assert "manca la colonna" in text
    assert "Rossi, Ada · Verdi, Ugo" in text
    assert text.count("<select") == 3
    assert "Importa 2" not in text


def test_what_is_said_of_the_columns_is_previewed_then_imported(olga):
    preview = answered(olga, brought(olga), "columns", **CHOSEN)
    assert "Importa 2 iscritti" in preview.content.decode()
    assert not Entrant.objects.exists()
    answered(olga, preview, "all", **CHOSEN)
    assert club_members() == [("Rossi", "Ada", "Club Uno"), ("Verdi", "Ugo", "Club Due")]


def test_an_answer_that_nobody_has_seen_the_rows_of_is_previewed_first(olga):
    preview = answered(olga, brought(olga), "columns", **CHOSEN)
    again = answered(olga, preview, "all", **{**CHOSEN, "column-0": "name_surname"})
    assert "Importa 2 iscritti" in again.content.decode()
    assert not Entrant.objects.exists()


def test_the_same_header_is_understood_the_next_time(olga):
    answered(olga, answered(olga, brought(olga), "columns", **CHOSEN), "all", **CHOSEN)
    page = brought(olga, "GIOCATORE;squadra;telefono\nNeri, Lia;Club Uno;335\n").content.decode()
    assert "Importa 1 iscritto" in page
    assert "Neri" in page


def test_another_persons_header_is_none_of_mine(olga, client):
    answered(olga, answered(olga, brought(olga), "columns", **CHOSEN), "all", **CHOSEN)
    assert brought(olga).status_code == 200
    HeaderMapping.objects.update(user=user("ugo"))
    assert brought(olga).status_code == 422


def test_going_back_to_what_the_titles_say_forgets(olga):
    plain = "cognome;club\nRossi;Uno\n"
    preview = answered(olga, brought(olga, plain), "columns", **{"column-0": "nick", "column-1": "club"})
    answered(olga, preview, "all")
    assert HeaderMapping.objects.count() == 1
    preview = answered(olga, brought(olga, plain), "columns", **{"column-0": "surname", "column-1": "club"})
    answered(olga, preview, "all")
    assert not HeaderMapping.objects.exists()


def test_an_answer_that_is_no_column_changes_nothing(olga):
    answered(olga, brought(olga), "columns", **{"column-0": "password"})
    assert not Entrant.objects.exists()


def test_two_columns_for_one_thing_are_refused_with_their_titles(olga):
    page = answered(olga, brought(olga), "columns", **{"column-0": "nick", "column-1": "nick", "column-2": "-"})
    assert page.status_code == 422
    assert "Giocatore, Squadra" in page.content.decode()


def test_the_columns_said_are_read_as_the_titles_would_be():
    table = read_table(STRANGE.encode(), "a.csv")
    text = ("surname_name", "club", None)
    plain = "cognome e nome;club;telefono\n" + STRANGE.partition("\n")[2]
    assert sheet_of(table, text).rows == read_roster(plain.encode(), "a.csv").rows
    with pytest.raises(UnclearColumns):
        sheet_of(table, (None, "club", None))


def test_a_value_shown_beside_its_column_is_text_and_no_markup(olga):
    page = brought(olga, "Giocatore;x\n<img src=x>;1\n").content.decode()
    assert "&lt;img src=x&gt;" in page
    assert "<img src=x>" not in page


def test_who_gives_a_nickname_alone_is_entered_under_it_and_known_again(olga):
    answered(olga, brought(olga, "nick;club\nLampo;Uno\n"), "all")
    assert club_members() == [("Lampo", "", "Uno")]
    assert "già iscritto" in brought(olga, "nick;club\nLampo;Uno\n").content.decode()


def test_a_wide_sheet_with_a_title_above_shows_only_what_it_holds():
    """As spreadsheet programs save them: the event's name on top, and columns far to the right that hold nothing."""
    blank = ";" * 25
    table = read_table(f"Torneo di primavera;;{blank}\nCognome;Nome;{blank}\nRossi;Anna;{blank}\n".encode(), "a.csv")
    form = ColumnsForm(table, columns_by_title(table))
    assert [str(field.label) for field in form.fields.values()] == ["Cognome", "Nome"]
    bound = ColumnsForm(table, columns_by_title(table), {})
    assert bound.is_valid()
    assert bound.chosen() == columns_by_title(table)
    assert [(row.surname, row.line) for row in sheet_of(table, bound.chosen()).rows] == [("Rossi", 3)]
    assert any("1" in notice for notice in table.notices)
