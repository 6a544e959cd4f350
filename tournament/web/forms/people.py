"""Somebody chosen from a list: with the club, because two people can have one name. Of hundreds the number or the name is typed."""

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.models import Entrant, Seat
from tournament.states import Distinction

MOST_LISTED = 200
"""A list of four thousand, twice on a page, held a thread for seconds, and nobody finds a name in it."""
MOST_PROPOSED = 8
MOST_DIGITS = 9


def count_to_list(people: QuerySet) -> int:
    """How many there are, up to one more than a list holds."""
    return people.order_by()[: MOST_LISTED + 1].count()


class EntrantChoice(forms.ModelChoiceField):
    """A list of people; a field for number or name where they are more than MOST_LISTED."""

    of_number = "number"
    is_typed = False

    def offer(self, people: QuerySet, *, many: int | None = None) -> None:
        """Let one of these be chosen; `many` is their number where a page of several forms has counted them."""
        self.queryset = people
        self.is_typed = (count_to_list(people) if many is None else many) > MOST_LISTED
        if self.is_typed:
            self.widget = forms.TextInput({"maxlength": 60, "autocomplete": "off"})
            self.widget.is_required = self.required
            self.help_text = gettext_lazy("Il numero d'iscrizione, o parte del nome.")

    def label_from_instance(self, entrant: Any) -> str:
        return with_club(entrant)

    def prepare_value(self, value: Any) -> Any:
        """In a field to type in, the number of whoever was chosen before; what was typed stays as it is."""
        if not self.is_typed or isinstance(value, str) or value is None:
            return super().prepare_value(value)
        found = self._chosen(value)
        return self.entrant_of(found).number if found else None

    def to_python(self, value: Any) -> Any:
        if not self.is_typed or not isinstance(value, str):
            return super().to_python(value)
        typed = value.replace("\0", "").strip()
        return self._named(typed) if typed else None

    def entrant_of(self, choice: Any) -> Entrant:
        return choice

    def _offered(self) -> QuerySet:
        assert self.queryset is not None
        return self.queryset

    def _chosen(self, value: Any) -> Any:
        return value if isinstance(value, self._offered().model) else self._offered().filter(pk=value).first()

    def _named(self, typed: str) -> Any:
        """Raises ValidationError with the people meant where they are several, or where there is nobody."""
        if typed.isascii() and typed.isdigit():
            one = self._offered().filter(**{self.of_number: int(typed)}).first() if len(typed) <= MOST_DIGITS else None
            found = [one] if one else []
        else:
            found = [one for one in self._offered() if self.entrant_of(one).is_found_by(typed)]
        if not found:
            raise forms.ValidationError(_("Qui non c'è nessuno con questo numero o con questo nome."))
        if len(found) > 1:
            people = ", ".join(self._proposed(one) for one in found[:MOST_PROPOSED])
            words = _("Sono in %(many)d: scrivi il numero. %(people)s") % {"many": len(found), "people": people}
            raise forms.ValidationError(words)
        return found[0]

    def _proposed(self, choice: Any) -> str:
        return f"{self.entrant_of(choice).number} {self.label_from_instance(choice)}"


class SeatChoice(EntrantChoice):
    of_number = "entrant__number"

    def label_from_instance(self, seat: Seat) -> str:
        return _("%(name)s · tavolo %(n)d") % {"name": with_club(seat.entrant), "n": seat.table.number}

    def entrant_of(self, choice: Seat) -> Entrant:
        return choice.entrant


def let_choose(form: forms.BaseForm, name: str, people: QuerySet, *, many: int | None = None) -> EntrantChoice:
    """Offer these in a form's field of that name."""
    field = form.fields[name]
    assert isinstance(field, EntrantChoice)
    field.offer(people, many=many)
    return field


def with_club(entrant: Entrant) -> str:
    """The club is not said twice where it is what tells namesakes apart."""
    return f"{entrant} ({entrant.club})" if entrant.club and entrant.distinction != Distinction.CLUB else str(entrant)
