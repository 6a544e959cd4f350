"""Regulations: presets as files, the frozen copy, and a fault named by file and field."""

import msgspec
import pytest

from tournament.core.regulation.schema import BadRegulation, RoundOptions, SourceNote, from_json, presets, to_json

SOUND = """
slug = "serata"
name = { it = "Serata", en = "Night" }
game = "anything"
rounds = 2
advance = [1]
"""


@pytest.fixture
def folder(tmp_path):
    def put(text: str, name: str = "serata.toml"):
        (tmp_path / name).write_text(text, encoding="utf-8")
        return tmp_path

    return put


def fault_of(folder) -> BadRegulation:
    with pytest.raises(BadRegulation) as caught:
        presets(folder)
    return caught.value


def test_the_preset_of_rulebook_001_plays_three_rounds_two_one_one():
    torneo = presets()["risiko-torneo"]
    assert (torneo.rounds, torneo.advance, torneo.table_sizes, torneo.final_sizes) == (3, (2, 1), (4, 5), (4, 5))
    assert (torneo.minutes, torneo.name.it) == (90, "RisiKo! Torneo")


def test_the_preset_says_that_the_minutes_are_not_in_the_rulebook():
    (note,) = [one for one in presets()["risiko-torneo"].source_notes if one.field == "minutes"]
    assert "90" in note.in_language("it")
    assert "90" in note.in_language("en-gb")


def test_words_are_italian_for_italian_readers_and_english_for_the_others():
    name = presets()["risiko-torneo"].name
    assert [name.in_language(code) for code in ("it", "it-ch", "en", "de")] == [name.it, name.it, name.en, name.en]


def test_a_small_sound_file_is_a_preset(folder):
    assert list(presets(folder(SOUND))) == ["serata"]


def test_a_frozen_copy_is_the_same_regulation_and_the_same_bytes():
    torneo = presets()["risiko-torneo"]
    copy = from_json(to_json(torneo))
    assert copy == torneo
    assert to_json(copy) == to_json(torneo)


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ("minutes = 0", "minutes"),
        ('minutes = "novanta"', "minutes"),
        ("minutes = 90.5", "minutes"),
        ("minutes = 20\npre_alarm = 20", "pre_alarm"),
        ("table_sizes = []", "table_sizes"),
        ("table_sizes = [4, 4]", "table_sizes"),
        ("table_sizes = [1]", "table_sizes"),
        ("final_sizes = [99]", "final_sizes"),
        ("version = 0", "version"),
        ('order = ["reached", "luck"]', "order"),
        ('order = ["reached", "reached"]', "order"),
        ('runners_up_order = ["place"]', "runners_up_order"),
        ('draw_criteria = ["friends"]', "draw_criteria"),
        ("tiebreaks_across = -1", "tiebreaks_across"),
        ('format = "lottery"', "format"),
        ("minuti = 90", "minuti"),
        ("notes = [1]", "notes[0]"),
        ("[game_options]\nx = [1]", "game_options[...]"),
    ],
)
def test_a_fault_names_the_file_and_the_field(folder, line, field):
    fault = fault_of(folder(SOUND + line))
    assert (fault.source, fault.field) == ("serata.toml", field)
    assert "serata.toml" in str(fault)


@pytest.mark.parametrize(("advance", "rounds"), [("[1, 1]", 2), ("[]", 2), ("[4]", 2), ("[0]", 2)])
def test_advance_has_one_number_a_round_and_never_lets_a_whole_table_through(folder, advance, rounds):
    text = SOUND.replace("advance = [1]", f"advance = {advance}").replace("rounds = 2", f"rounds = {rounds}")
    assert fault_of(folder(text)).field == "advance"


def test_a_missing_field_is_named(folder):
    assert fault_of(folder(SOUND.replace('game = "anything"', ""))).field == "game"


def test_text_that_is_no_toml_names_the_file(folder):
    assert fault_of(folder("slug = ")).source == "serata.toml"


def test_a_preset_is_called_as_its_file(folder):
    assert fault_of(folder(SOUND, "altro.toml")).field == "slug"


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"slug": "x"}', "\ufeff{}", '{"slug": 1}'])
def test_json_that_is_no_regulation_is_refused(text):
    with pytest.raises(BadRegulation):
        from_json(text)


def test_an_edited_copy_is_checked_like_a_file():
    edited = to_json(presets()["risiko-torneo"]).replace('"minutes":90', '"minutes":-1')
    with pytest.raises(BadRegulation) as caught:
        from_json(edited)
    assert caught.value.field == "minutes"


def test_a_regulation_never_changes():
    with pytest.raises(AttributeError):
        presets()["risiko-torneo"].minutes = 10


def test_a_replaced_regulation_is_checked_too():
    with pytest.raises(BadRegulation):
        msgspec.structs.replace(presets()["risiko-torneo"], rounds=4)


@pytest.mark.parametrize("slug", sorted(presets()))
def test_every_source_note_is_about_a_field_that_exists(slug):
    regulation = presets()[slug]
    for note in regulation.source_notes:
        first, *rest = note.field.split(".")
        value = getattr(regulation, first)
        assert not rest or hasattr(value, rest[0])


def test_later_options_of_a_round_prevail():
    rules = msgspec.structs.replace(
        presets()["risiko-torneo"],
        game_options={"a": 1, "b": 1},
        round_options=(RoundOptions(last=2, options={"a": 2}), RoundOptions(rounds=(4,), options={"a": 3})),
    )
    assert [rules.options_in(number, 4)["a"] for number in (1, 2, 3, 4)] == [1, 1, 2, 3]
    assert rules.options_in(4, 4)["b"] == 1


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"round_options": (RoundOptions(options={"a": 1}),)}, "round_options"),
        ({"round_options": (RoundOptions(last=1, options={}),)}, "round_options"),
        ({"pairings": ("swiss",)}, "pairings"),
        ({"format": "pairs", "advance": ()}, "pairings"),
        ({"format": "pairs", "advance": (), "pairings": ("swiss",)}, "table_sizes"),
        ({"source_notes": (SourceNote(field="umore", it="x", en="x"),)}, "doubts"),
    ],
)
def test_options_of_rounds_and_pairings_that_make_no_sense_are_refused(changes, field):
    with pytest.raises(BadRegulation) as caught:
        msgspec.structs.replace(presets()["risiko-torneo"], **changes)
    assert caught.value.field == field
