"""Seasons and the directory: what a tournament gives, who is who from night to night, and the way back."""

from datetime import date
from decimal import Decimal
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook

from tests.tournament.conftest import NOW, a_tournament, choose_first_plan, give_rights, play
from tournament.actions import directory, penalties, privacy, roster, rounds, seasons, tournaments
from tournament.core.ranking.season import Event, Outing, SeasonTie, national, ranking
from tournament.core.regulation.schema import Counting, presets
from tournament.errors import NotNow
from tournament.imports.ranking import RankedPerson, read
from tournament.imports.roster import read_roster
from tournament.labels.season import points_of_places, tie_in_words
from tournament.models import Entrant, Person, PersonMerge, Recognised, Season
from tournament.queries import outcomes
from tournament.queries.season import decimals_of_ranking, ranking_of

WHOLE = Counting()


@pytest.fixture(autouse=True)
def keeps_the_house(organizer):
    give_rights(organizer)


def event(*people: tuple[str, int], **facts) -> Event:
    """People in order of place with their totals."""
    outings = (Outing(person=name, rank=rank, total=Decimal(total)) for rank, (name, total) in enumerate(people, 1))
    return Event(outings=tuple(outings), **facts)


def line_facts(lines) -> list[tuple[int, str, str]]:
    return [(line.rank, line.person, str(line.total)) for line in lines]


# The ranking


def test_totals_add_up_and_level_ones_are_parted_by_their_best_night():
    nights = [event(("ada", 60), ("bea", 40)), event(("bea", 50), ("ada", 30))]
    assert line_facts(ranking(nights, "total", WHOLE)) == [(1, "ada", "90"), (2, "bea", "90")]


def test_a_line_level_with_the_one_before_says_which_of_their_events_parts_them():
    nights = [
        event(("ada", 60), ("bea", 60), ("carla", 60)),
        event(("ada", 40), ("bea", 30), ("carla", 30)),
        event(("bea", 10), ("carla", 10), ("dora", 5)),
    ]
    lines = ranking(nights, "total", WHOLE)
    assert [(line.person, line.rank) for line in lines] == [("ada", 1), ("bea", 2), ("carla", 2), ("dora", 4)]
    parted = SeasonTie(event=2, points=Decimal(30), points_before=Decimal(40))
    assert [line.tie for line in lines] == [None, parted, SeasonTie(event=0), None]
    (_ada, zoe) = ranking([event(("ada", 10))], "total", WHOLE, carried={"zoe": Decimal(10)})
    assert zoe.tie == SeasonTie(event=1, points=None, points_before=Decimal(10))


def test_places_give_what_the_season_says_and_nothing_beyond():
    nights = [event(("ada", 60), ("bea", 40), ("carla", 10)), event(("bea", 5))]
    places = [Decimal(10), Decimal(6)]
    assert line_facts(ranking(nights, "places", WHOLE, places=places)) == [
        (1, "bea", "16"), (2, "ada", "10"), (3, "carla", "0"),
    ]  # fmt: skip


def test_absences_use_up_the_discards():
    nights = [event(("ada", 10), ("bea", 9)), event(("ada", 8), ("bea", 1)), event(("ada", 6))]
    lines = ranking(nights, "total", Counting(discards=1, absences_are_discards=True))
    assert line_facts(lines) == [(1, "ada", "18"), (2, "bea", "10")]
    assert [line.discarded for line in lines] == [(3,), ()]


def test_the_national_formula_weighs_tables_class_and_place():
    raduno = event(grade="raduno", tables=20)
    assert national(1, raduno) == Decimal("720.00")
    assert national(2, raduno) == Decimal("542.90")
    league = [national(1, event(grade="league", rounds=rounds, tables=3)) for rounds in (2, 3, 4, 5, 6, 9)]
    assert league == [Decimal(points) for points in ("24.72", "61.80", "86.52", "98.88", "123.60", "123.60")]


def test_every_class_has_its_weight_and_the_place_its_decay():
    """1.2 × (100 + tables) × class for the winner; the twentieth has e to the minus one."""
    winners = {grade: national(1, event(grade=grade, tables=10)) for grade in ("master", "open", "interclub")}
    assert winners == {"master": Decimal("528.00"), "open": Decimal("264.00"), "interclub": Decimal("198.00")}
    assert [national(1, event(grade="league", rounds=rounds)) for rounds in (0, 1)] == [Decimal("24.00")] * 2
    assert national(20, event(grade="open")) == Decimal("73.58")


def test_a_season_may_go_by_the_national_formula():
    nights = [event(("ada", 1), ("bea", 0), grade="raduno", tables=20), event(("bea", 1), grade="interclub")]
    lines = ranking(nights, "national", WHOLE)
    assert line_facts(lines) == [(1, "bea", "722.90"), (2, "ada", "720.00")]
    assert [line.per_event for line in lines] == [(Decimal("542.90"), Decimal("180.00")), (Decimal("720.00"), None)]


def test_those_level_on_everything_share_a_rank_and_the_next_is_skipped():
    nights = [event(("ada", 10), ("bea", 10), ("carla", 4)), event(("dora", 3), ("carla", 2))]
    assert [(line.rank, line.person) for line in ranking(nights, "total", WHOLE)] == [
        (1, "ada"), (1, "bea"), (3, "carla"), (4, "dora"),
    ]  # fmt: skip


def test_a_line_says_what_was_brought_along():
    (ada, zoe) = ranking([event(("ada", 10))], "total", WHOLE, carried={"zoe": Decimal(3), "ada": Decimal(1)})
    assert (ada.total, ada.carried, ada.per_event, ada.discarded) == (11, 1, (Decimal(10),), ())
    assert (zoe.total, zoe.carried, zoe.per_event, zoe.discarded) == (3, 3, (None,), ())


def test_points_brought_along_count_for_those_who_were_not_there_too():
    lines = ranking([event(("ada", 10))], "total", WHOLE, carried={"zoe": Decimal(30)})
    assert line_facts(lines) == [(1, "zoe", "30"), (2, "ada", "10")]


# The directory


def enter(tournament, by, *people: tuple[str, str, str]) -> list[Entrant]:
    return [roster.add(tournament, surname=s, name=n, club=c, by=by, is_namesake=True) for s, n, c in people]


@pytest.fixture
def two_nights(organizer):
    nights = [a_tournament(organizer, name=f"Serata {number}") for number in (1, 2)]
    enter(nights[0], organizer, ("Rossi", "Ada", "Il Dado"), ("D'Amico", "Èlia", ""), ("Neri", "Ugo", "La Torre"))
    enter(
        nights[1], organizer, ("ROSSI", "Ada", "il dado"), ("DAmico", "Elia", "Il Dado"), ("Neri", "Ugo", "Tre Torri")
    )
    return nights


def test_people_are_recognised_whatever_case_accents_and_apostrophes(two_nights):
    known = {str(person): person.outings.count() for person in Person.objects.all()}
    assert known == {"Rossi Ada": 2, "D'Amico Èlia": 2, "Neri Ugo": 1}
    assert Person.objects.count() == 4


def test_two_of_one_name_at_one_tournament_are_two_people(tournament, organizer):
    enter(tournament, organizer, ("Rossi", "Ada", "Il Dado"), ("Rossi", "Ada", "La Torre"))
    assert Person.objects.count() == 2


def test_a_merge_moves_the_outings_and_can_be_taken_back(two_nights, organizer):
    one, other = Person.objects.filter(surname="Neri").order_by("pk")
    done = directory.merge(other, into=one, by=organizer)
    assert (one.outings.count(), Person.objects.in_use().filter(surname="Neri").count()) == (2, 1)
    directory.part(done, by=organizer)
    assert (one.outings.count(), other.outings.count()) == (1, 1)
    assert Person.objects.in_use().filter(surname="Neri").count() == 2
    with pytest.raises(NotNow, match="già stata annullata"):
        directory.part(PersonMerge.objects.get(), by=organizer)


def test_two_who_played_one_tournament_are_not_merged(tournament, organizer):
    enter(tournament, organizer, ("Rossi", "Ada", "Il Dado"), ("Rossi", "Ada", "La Torre"))
    one, other = Person.objects.all()
    with pytest.raises(NotNow, match="stesso torneo"):
        directory.merge(one, into=other, by=organizer)
    with pytest.raises(NotNow, match="stessa persona"):
        directory.merge(one, into=one, by=organizer)


def test_whoever_is_erased_leaves_the_directory_unless_known_elsewhere(two_nights, organizer):
    rossi = two_nights[0].entrants.get(surname="Rossi")
    privacy.erase(rossi, by=organizer)
    assert Person.objects.filter(surname="Rossi").count() == 1
    privacy.erase(two_nights[1].entrants.get(surname="ROSSI"), by=organizer)
    assert not Person.objects.filter(surname="Rossi").exists()


def brought(tournament, by, text: str) -> Entrant:
    roster.import_rows(tournament, sheet=read_roster(text.encode(), "iscritti.csv"), by=by)
    return tournament.entrants.get()


def test_a_roster_that_says_nothing_of_age_takes_it_from_the_directory(organizer):
    first, silent, grown, after = [a_tournament(organizer, name=f"Serata {number}") for number in range(4)]

    assert brought(first, organizer, "Cognome;Nome;Minorenne\nRossi;Ada;sì").is_minor
    assert brought(silent, organizer, "Cognome;Nome\nRossi;Ada").is_minor
    assert Person.objects.get().is_minor
    assert not brought(grown, organizer, "Cognome;Nome;Minorenne\nRossi;Ada;no").is_minor
    assert not brought(after, organizer, "Cognome;Nome\nRossi;Ada").is_minor


def test_an_import_costs_as_many_queries_for_two_as_for_thirty(tournament, organizer, django_assert_max_num_queries):
    people = Entrant.objects.bulk_create(
        Entrant(tournament=tournament, number=number, surname=f"Cognome{number}") for number in range(1, 31)
    )
    with django_assert_max_num_queries(8):
        directory.recognise(people)
    assert Recognised.objects.count() == 30


# A season of tournaments


@pytest.fixture
def season(organizer):
    return seasons.create(name="Stagione", formula="total", by=organizer)


def a_night(season, organizer, name: str):
    night = tournaments.create(name=name, day=date(2026, 3, 14), regulation=presets()["open"], by=organizer)
    enter(night, organizer, *((f"Cognome{n}", "Ada", "Il Dado") for n in range(1, 9)))
    tournaments.open_checkin(night, by=organizer)
    night.entrants.update(state="present")
    choose_first_plan(night, organizer)
    round_ = rounds.draw(night, seed=name, by=organizer)
    play(round_, organizer)
    rounds.close(round_, by=organizer, now=NOW)
    seasons.count(season, tournament=night, grade="open", by=organizer)
    return night


def test_a_season_adds_up_its_tournaments_person_by_person(season, organizer):
    nights = [a_night(season, organizer, name) for name in ("Serata 1", "Serata 2")]
    rows = ranking_of(season)
    assert len(rows) == 8
    for row in rows:
        assert row.total == sum(row.per_event)
        assert [points is not None for points in row.per_event] == [True, True]
    assert [row.total for row in rows] == sorted((row.total for row in rows), reverse=True)
    with pytest.raises(NotNow, match="conta già"):
        seasons.count(season, tournament=nights[0], grade="open", by=organizer)
    seasons.leave_out(season.events.first(), by=organizer)
    assert [len(row.per_event) for row in ranking_of(season)] == [1] * 8


def test_a_ranking_file_replaces_what_was_carried_and_finds_people_by_name(season, organizer):
    a_night(season, organizer, "Serata 1")
    for points in ("12.5", "20"):
        people = [
            RankedPerson("COGNOME1", "Ada", "Il Dado", Decimal(points)), RankedPerson("Zeta", "Zoe", "", Decimal(1)),
        ]  # fmt: skip
        assert seasons.carry(season, people=people, by=organizer) == 2
    rows = {str(row.person): row for row in ranking_of(season)}
    assert rows["Cognome1 Ada"].carried == 20
    assert rows["Cognome1 Ada"].total == 20 + rows["Cognome1 Ada"].per_event[0]
    assert (rows["Zeta Zoe"].total, rows["Zeta Zoe"].per_event) == (1, (None,))


def test_a_person_twice_in_a_ranking_file_is_refused_and_nothing_changes(season, organizer):
    person = RankedPerson("Zeta", "Zoe", "", Decimal(1))
    seasons.carry(season, people=[person], by=organizer)
    with pytest.raises(NotNow, match="due volte"):
        seasons.carry(season, people=[person, person], by=organizer)
    assert season.carried.count() == 1


# The pages


@pytest.fixture
def olga(organizer):
    client = Client()
    client.force_login(organizer)
    return client


def test_a_season_is_made_filled_and_read_in_the_browser(olga, organizer, client, tournament):
    posted = {
        "name": "Stagione 2026",
        "formula": "places",
        "places_text": "10 6 4,5",
        "discards": "0",
        "level_ranks": "each",
        "is_public": "on",
    }
    made = olga.post(reverse("tournament:seasons"), posted)
    season = Season.objects.get()
    assert made.url == season.get_absolute_url()
    assert season.places == ["10", "6", "4.5"]
    other = seasons.create(name="Un'altra", formula="total", by=organizer)
    night = a_night(other, organizer, "Serata 1")
    add = reverse("tournament:season_count", args=[season.code])
    page = olga.post(add, {"tournament": night.pk, "grade": "open"}, follow=True).content.decode()
    assert "Da ora conta per la stagione." in page
    page = client.get(season.get_absolute_url()).content.decode()
    assert "Serata 1" in page
    assert "4,5" in page


def test_evenings_of_one_name_are_told_apart_and_one_without_results_is_named(olga, organizer, tournament):
    season = seasons.create(name="2027", formula="total", by=organizer)
    url = season.get_absolute_url()
    assert f"{tournament.name} · {tournament.day.day} " in olga.get(url).content.decode()
    assert "Nessun torneo ancora" in olga.get(url).content.decode()
    seasons.count(season, tournament=tournament, grade="open", by=organizer)
    page = olga.get(url).content.decode()
    assert "Nessun torneo ancora" not in page
    assert f"non hanno ancora un risultato: {tournament.name}." in page


def test_a_season_needs_either_the_best_or_the_discards(olga, tournament):
    posted = {"name": "Stagione", "formula": "total", "best": "3", "discards": "1"}
    assert olga.post(reverse("tournament:seasons"), posted).status_code == 422
    assert not Season.objects.exists()


def test_a_ranking_file_goes_out_and_comes_back_the_same(season, olga, organizer):
    a_night(season, organizer, "Serata 1")
    data = olga.get(reverse("tournament:season_file", args=[season.code, "csv"])).content
    people = read(data, "classifica.csv")
    rows = ranking_of(season)
    assert [(one.surname, one.points) for one in people] == [(row.person.surname, row.total) for row in rows]
    following = seasons.create(name="La prossima", formula="total", by=organizer)
    file = SimpleUploadedFile("classifica.csv", data)
    olga.post(reverse("tournament:season_carry", args=[following.code]), {"file": file})
    assert [(row.person, row.total) for row in ranking_of(following)] == [(row.person, row.total) for row in rows]
    book = load_workbook(BytesIO(olga.get(reverse("tournament:season_file", args=[season.code, "xlsx"])).content))
    assert book.active.max_row == 9


def test_page_and_workbook_of_a_season_say_the_same_of_ties_discards_and_points(olga, organizer, client):
    """Every reason of the page is in the file, and every place that gives points is on both."""
    season = seasons.create(
        name="Otto", formula="places", places=["10", "6", "6", "4.5"], discards=1, is_public=True, by=organizer
    )
    for name in ("Serata 1", "Serata 2"):
        a_night(season, organizer, name)
    rows = ranking_of(season)
    reasons = [tie_in_words(row.tie, decimals_of_ranking(rows)) for row in rows]
    assert any(reasons)
    page = client.get(season.get_absolute_url()).content.decode()
    assert points_of_places(season.places) == [("1º", "10"), ("2º–3º", "6"), ("4º", "4,5")]
    for place, points in points_of_places(season.places):
        assert f"{place}</dt>" in page
        assert f"{points}</dd>" in page
    assert all(reason in page for reason in reasons)
    book = load_workbook(BytesIO(olga.get(reverse("tournament:season_file", args=[season.code, "xlsx"])).content))
    (head, *lines), facts = (list(book[name].values) for name in ("Classifica", "Dati"))
    assert [line[head.index("A parità di totale con chi precede")] or "" for line in lines] == reasons
    assert all(line[head.index("Tornei scartati")].startswith("Serata") for line in lines)
    assert ("4º", "4,5") in [fact[:2] for fact in facts]
    assert book["Classifica"].freeze_panes == "D2"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("cognome;nome\nRossi;Ada\n", "Servono almeno"),
        ("cognome;punti\nRossi;molti\n", "Riga 2: «molti» non è un numero"),
        ("cognome;punti\nRossi;1.000\n", "«1.000» si legge in due modi: scrivi 1000, oppure 1,000"),
        ("cognome;punti\nRossi;1,5\nVerdi;2.5\n", "usa un segno solo"),
        ("cognome;punti\nRossi;1,5\nVerdi;1.000\n", "Riga 3: «1.000» si legge in due modi"),
        ("cognome;punti\nRossi;1e3\n", "Riga 2: «1e3» non è un numero"),
        ("cognome;punti\nRossi;3\n;4\n", "Riga 3: manca il cognome"),
        ("cognome;punti\nRossi;3\n--;4\n", "Riga 3: manca il cognome"),
    ],
)
def test_a_ranking_file_with_a_fault_names_the_row_and_changes_nothing(season, olga, tournament, text, fault):
    file = SimpleUploadedFile("classifica.csv", text.encode())
    answer = olga.post(reverse("tournament:season_carry", args=[season.code]), {"file": file}, follow=True)
    assert fault in answer.content.decode()
    assert season.carried.count() == 0


def test_a_season_that_is_not_public_is_nobodys_business(season, client, olga, tournament):
    Season.objects.update(is_public=False)
    assert client.get(season.get_absolute_url()).status_code == 404
    assert olga.get(season.get_absolute_url()).status_code == 200


def test_doubles_are_shown_and_merged_from_the_directory(two_nights, olga):
    page = olga.get(reverse("tournament:people")).content.decode()
    assert "Forse è la stessa persona: Neri Ugo" in page
    one, other = Person.objects.filter(surname="Neri").order_by("pk")
    page = olga.post(
        reverse("tournament:people_merge"), {"gone": other.pk, "into": one.pk}, follow=True
    ).content.decode()
    assert "Forse è la stessa persona" not in page
    part = reverse("tournament:people_part", args=[PersonMerge.objects.get().pk])
    assert "Forse è la stessa persona" in olga.post(part, follow=True).content.decode()


def test_the_standings_go_out_as_the_other_program_writes_them(season, olga, organizer):
    night = a_night(season, organizer, "Serata 1")
    data = olga.get(reverse("tournament:gestione_file", args=[night.slug])).content
    rows = list(load_workbook(BytesIO(data))["Classifica"].iter_rows(values_only=True))
    assert rows[0][:6] == ("Pos.", "Nome", "Cognome", "Nick", "Club o Famiglia", "pt1")
    assert len(rows) == 9
    assert [row[0] for row in rows[1:]] == sorted(row[0] for row in rows[1:])


# The page


def seen(client, season, *page: int, **query: str) -> str:
    name = "season_page" if page else "season"
    answer = client.get(reverse(f"tournament:{name}", args=[season.code, *page]), query)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_ranking_of_hundreds_is_cut_into_pages_and_searched(season, organizer, client):
    people = [RankedPerson(f"Persona{n:03}", "Ada", f"Club {n % 9}", Decimal(n)) for n in range(1, 201)]
    seasons.carry(season, people=people, by=organizer)
    Person.objects.filter(surname="Persona007").update(is_minor=True, nick="Volpe")
    pages = [seen(client, season), seen(client, season, 2), seen(client, season, 3)]
    names = [str(row.name) for row in ranking_of(season)]
    assert [[name for name in names if name in page] for page in pages] == [names[:75], names[75:150], names[150:]]
    assert reverse("tournament:season_page", args=[season.code, 3]) in pages[0]
    assert client.get(reverse("tournament:season_page", args=[season.code, 4])).status_code == 404
    for sought, found in (("sona012", ["Persona012 Ada"]), ("volpe", ["Volpe"]), ("persona007", []), ("zz", [])):
        assert [name for name in names if name in seen(client, season, nome=sought)] == found


def test_the_page_says_what_parts_people_at_the_same_total(season, organizer, client):
    nobody = "A parità di totale"
    seasons.carry(season, people=[RankedPerson("Rossi", "Ada", "", Decimal(12))], by=organizer)
    assert nobody not in seen(client, season)
    people = [RankedPerson(name, "Ada", "", Decimal(12)) for name in ("Neri", "Rossi")]
    seasons.carry(season, people=people, by=organizer)
    page = seen(client, season)
    assert nobody in page
    assert page.count(">pari in tutto<") == 1


def test_a_page_of_the_ranking_works_out_no_standings_again_until_an_event_changes(
    season, organizer, client, monkeypatch
):
    night = a_night(season, organizer, "Serata 1")
    worked_out = []
    standings_of = outcomes.standings_of
    monkeypatch.setattr(outcomes, "standings_of", lambda one: worked_out.append(one.name) or standings_of(one))
    assert len(seen(client, season)) == len(seen(client, season))
    assert worked_out == ["Serata 1"]
    first = ranking_of(season)[0]
    entrant = Entrant.objects.get(tournament=night, recognised__person=first.person)
    penalties.add(entrant, points=Decimal(3), reason="prova", by=organizer)
    assert {row.person: row.total for row in ranking_of(season)}[first.person] == first.total - 3
    assert worked_out == ["Serata 1"] * 2
