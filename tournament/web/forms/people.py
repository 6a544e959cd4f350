"""Somebody chosen from a list: with the club, because two people can have one name."""

from django import forms
from django.utils.translation import gettext as _

from tournament.models import Entrant, Seat


class EntrantChoice(forms.ModelChoiceField):
    def label_from_instance(self, entrant: Entrant) -> str:
        return with_club(entrant)


class SeatChoice(forms.ModelChoiceField):
    def label_from_instance(self, seat: Seat) -> str:
        return _("%(name)s · tavolo %(n)d") % {"name": with_club(seat.entrant), "n": seat.table.number}


def with_club(entrant: Entrant) -> str:
    return f"{entrant} ({entrant.club})" if entrant.club else str(entrant)
