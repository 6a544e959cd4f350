"""What people type where a number is wanted."""

from decimal import Decimal

import pytest
from django import forms
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from tournament.core.figures import mark_of_column
from tournament.models import Season
from tournament.web.forms.numbers import WholeNumber, exact
from tournament.web.forms.paper_fields import as_typed
from tournament.web.forms.roster import EntrantForm
from tournament.web.forms.tournament import EditForm
from tournament.web.views.seasons import SeasonForm

NONSENSE = ["1e3", "1E1", "1_0", "٣", "４７", "0x10", "NaN", "Infinity", "½", "²", "4 7", "--4", ""]


@pytest.mark.parametrize("text", NONSENSE)
def test_only_figures_are_a_number(text: str) -> None:
    with pytest.raises(forms.ValidationError):
        exact(text)
    with pytest.raises(forms.ValidationError):
        WholeNumber().clean(text)


@pytest.mark.parametrize(
    ("text", "value"), [("47,5", "47.5"), (" 47.50 ", "47.5"), ("−3", "-3"), ("+4", "4"), ("-0", "0"), ("047", "47")]
)
def test_a_figure_is_read_in_either_notation(text: str, value: str) -> None:
    assert exact(text) == Decimal(value)
    assert not exact(text).is_signed() or exact(text) < 0


@pytest.mark.parametrize(
    "text", [sign + before + after for sign in ("", "-") for before in ("9" * 300, "1" * 29) for after in ("", ",5")]
)
def test_a_figure_of_any_length_is_refused_in_words(text: str) -> None:
    with pytest.raises(forms.ValidationError, match="troppo grande"):
        exact(text)


@pytest.mark.parametrize(
    ("text", "value"), [("1," + "0" * 300, "1"), ("0" * 300 + "2,5000", "2.5"), ("1," + "0" * 300 + "1", None)]
)
def test_noughts_change_no_figure(text: str, value: str | None) -> None:
    if value is None:
        with pytest.raises(forms.ValidationError, match="decimali"):
            exact(text)
    else:
        assert exact(text) == Decimal(value)


@pytest.mark.parametrize(
    ("language", "text", "value"), [("it", "1,000", "1"), ("en", "1.000", "1"), ("it", "0.325", "0.325")]
)
def test_a_mark_before_three_digits_is_read_where_it_can_only_be_decimal(language: str, text: str, value: str) -> None:
    with override(language):
        assert exact(text) == Decimal(value)


@pytest.mark.parametrize(("language", "text"), [("it", "1.000"), ("it", "-12.500"), ("en", "1,000"), ("en", "999,999")])
def test_a_mark_that_may_part_thousands_is_never_guessed_at(language: str, text: str) -> None:
    with override(language), pytest.raises(forms.ValidationError, match=r"due modi|two ways"):
        exact(text)


@pytest.mark.parametrize("language", ["it", "en"])
@given(value=st.decimals(-99_999, 99_999, places=4))
def test_a_stored_figure_is_read_again_as_its_field_shows_it(language: str, value: Decimal) -> None:
    with override(language):
        assert exact(as_typed(value)) == value


@pytest.mark.parametrize(
    ("texts", "mark"),
    [(["1,5", "20"], ","), (["1.5", "2.325"], "."), (["1.000", "20"], ""), (["1.000", "1,5"], ","), ([], "")],
)
def test_the_clear_figures_of_a_column_tell_its_mark(texts: list[str], mark: str) -> None:
    assert mark_of_column(texts) == mark


def test_a_whole_number_is_read_with_spaces_around_it() -> None:
    assert (WholeNumber().clean(" 12 "), WholeNumber(required=False).clean("")) == (12, None)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("typed", "refused"),
    [
        ({"best": "0"}, "best"),
        ({"discards": "5000"}, "discards"),
        ({"best": "9" * 30}, "best"),
        ({"formula": "places", "places_text": ""}, "places_text"),
        ({"formula": "places", "places_text": "25 -5"}, "places_text"),
        ({"formula": "places", "places_text": "25 18"}, ""),
        ({"best": "3"}, ""),
    ],
)
def test_a_season_is_refused_what_nobody_means(typed: dict, refused: str) -> None:
    form = SeasonForm(
        {"name": "2026", "formula": "total", "discards": "0", "level_ranks": Season.LevelRanks.EACH, **typed}
    )
    assert list(form.errors) == ([refused] if refused else [])
    assert "9223372036854775807" not in str(form.errors)


@pytest.mark.django_db
@pytest.mark.parametrize(("day", "is_fit"), [("0001-01-01", False), ("9999-12-31", False), ("2026-11-23", True)])
def test_a_tournament_is_on_a_day_of_this_century(day: str, is_fit: bool) -> None:
    assert ("day" in EditForm({"name": "Open", "day": day}).errors) != is_fit


@pytest.mark.django_db
@pytest.mark.parametrize(("table", "is_fit"), [("0", False), ("1000", False), ("1", True), ("", True)])
def test_a_fixed_table_is_one_that_a_hall_can_have(table: str, is_fit: bool) -> None:
    form = EntrantForm({"surname": "Però", "fixed_table": table})
    assert form.is_valid() == is_fit
    assert "fixed_tables_start" not in str(form.errors)
