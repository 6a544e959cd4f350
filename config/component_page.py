"""The page that shows every component of the interface, in light and dark."""

from datetime import timedelta

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET

from config.components import ARMIES, ICONS

THEMES = ("sdadata", "sdadata-notte")


class Example(forms.Form):
    """One field of each kind, one of them with an error."""

    surname = forms.CharField(label=gettext_lazy("Cognome"), help_text=gettext_lazy("Come sta sul documento."))
    minutes = forms.IntegerField(label=gettext_lazy("Minuti"), required=False, min_value=1)
    role = forms.ChoiceField(label=gettext_lazy("Ruolo"), choices=[("judge", gettext_lazy("arbitro"))])
    file = forms.FileField(label=gettext_lazy("File"), required=False)
    is_present = forms.BooleanField(label=gettext_lazy("Presente"), required=False)
    how = forms.ChoiceField(
        label=gettext_lazy("Come si gioca"),
        choices=[("swiss", gettext_lazy("alla svizzera")), ("bracket", gettext_lazy("a eliminazione diretta"))],
        widget=forms.RadioSelect,
        initial="swiss",
    )


@require_GET
def components(request: HttpRequest) -> HttpResponse:
    names = {
        "red": _("rosso"),
        "blue": _("blu"),
        "green": _("verde"),
        "yellow": _("giallo"),
        "black": _("nero"),
        "purple": _("viola"),
    }
    looks = [
        {
            "theme": theme,
            "title": title,
            "icons": sorted(ICONS),
            "fields": Example(prefix=theme),
            "wrong": Example({f"{theme}-x-surname": ""}, prefix=f"{theme}-x")["surname"],
        }
        for theme, title in zip(THEMES, (_("Di giorno"), _("Di notte")), strict=True)
    ]
    context = {
        "looks": looks,
        "armies": [(colour, letter, names[colour]) for colour, letter in ARMIES.items()],
        "now": timezone.now(),
        "left": int(timedelta(minutes=42).total_seconds()),
    }
    return render(request, "component_page.html", context)
