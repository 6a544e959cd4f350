"""Somebody chosen from a list: with the club, because two people can have one name."""

from django import forms
from django.utils.translation import gettext as _

from tournament.models import Entrant, Seat
from tournament.states import Distinction


class EntrantChoice(forms.ModelChoiceField):
    def label_from_instance(self, entrant: Entrant) -> str:
        return with_club(entrant)


class SeatChoice(forms.ModelChoiceField):
    def label_from_instance(self, seat: Seat) -> str:
        return _("%(name)s · tavolo %(n)d") % {"name": with_club(seat.entrant), "n": seat.table.number}


def with_club(entrant: Entrant) -> str:
    """The club is not said twice where it is what tells namesakes apart."""
    return f"{entrant} ({entrant.club})" if entrant.club and entrant.distinction != Distinction.CLUB else str(entrant)
