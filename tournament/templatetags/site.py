"""The pages of the whole site for a reader, linked at the top of every page outside a tournament: `{% site_pages user as pages %}`."""

from dataclasses import dataclass

from django import template
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament import permissions
from tournament.states import HouseRight

register = template.Library()


@dataclass(frozen=True)
class SitePage:
    label: str
    url: str


@register.simple_tag
def site_pages(user) -> list[SitePage]:
    """Everybody's first, then those for people with an account, then those of who holds a right of the house."""
    found = [
        SitePage(_("Tornei"), reverse("tournament:home")),
        SitePage(_("Stagioni"), reverse("tournament:seasons")),
        SitePage(_("Albo"), reverse("tournament:albo")),
    ]
    if user and user.is_authenticated:
        found.append(SitePage(_("Regolamenti"), reverse("tournament:regulations")))
        rights = permissions.house_rights(user)
        if HouseRight.PEOPLE in rights:
            found.append(SitePage(_("Rubrica"), reverse("tournament:people")))
        if rights:
            found.append(SitePage(_("Diritti sul sito"), reverse("tournament:house")))
    return found
