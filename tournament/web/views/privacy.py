"""Personal data, for the organizer: one person's data, erasure, and retention."""

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament import permissions
from tournament.actions import privacy as acts
from tournament.errors import TournamentError
from tournament.models import Entrant, Tournament
from tournament.privacy import retention
from tournament.privacy.device_storage import DEVICE_STORAGE
from tournament.privacy.subject_data import personal_data_of
from tournament.states import HouseRight
from tournament.web.forms.numbers import bound
from tournament.web.support.file_names import event_name, to_save
from tournament.web.views import access


class KeepForm(forms.ModelForm):
    class Meta:
        model = Tournament
        fields = ["keep_days"]
        help_texts = {"keep_days": gettext_lazy("Vuoto: quanto dice il sito. 0: per sempre.")}

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        bound(self, "keep_days", 0, acts.MOST_DAYS)


class SureForm(forms.Form):
    is_sure = forms.BooleanField(label=gettext_lazy("Tutti i nomi di questo torneo spariscono per sempre"))


@require_http_methods(["GET", "POST"])
def page(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.for_organizer(request, slug)
    form = KeepForm(access.posted(request), instance=access.for_organizer(request, slug))
    if request.method == "POST" and form.is_valid():
        acts.keep_for(tournament, days=form.cleaned_data["keep_days"], by=request.user)
        messages.success(request, _("Salvato."))
        return redirect("tournament:privacy", slug)
    people = retention.named(tournament)
    context = {
        "device_storage": DEVICE_STORAGE,
        "tournament": tournament,
        "form": form,
        "sure_form": SureForm(),
        "named": people.count(),
        "erased": tournament.entrants.exclude(erased_at=None).count(),
        "minors": people.filter(is_minor=True).by_surname(),
        "until": retention.retained_until(tournament),
        "site_days": settings.RETENTION_DAYS,
        "is_overdue": tournament in retention.overdue(timezone.localdate()),
    }
    return access.form_page(request, "tournament/privacy.html", context, form)


@require_safe
@never_cache
def export(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Everything stored about one person in the tournaments of this organizer; others are only counted.

    Entering a name makes nobody a reader of the directory: its entry is for whoever organizes all that it is made of, or keeps it.
    """
    tournament = access.for_organizer(request, slug)
    entrant = access.entrant_in(tournament, public_id)
    outings, ours = outings_of(entrant, request.user)
    with_directory = len(ours) == len(outings) or permissions.holds(request.user, HouseRight.PEOPLE)
    data = {
        "made_at": timezone.now(),
        "tournaments": [
            {
                "code": one.tournament.slug,
                "name": one.tournament.name,
                "data": personal_data_of(one, with_directory=with_directory),
            }
            for one in ours
        ],
        "tournaments_of_others": len(outings) - len(ours),
    }
    response = JsonResponse(data, json_dumps_params={"indent": 1, "ensure_ascii": False})
    return to_save(response, event_name(tournament), _("Dati personali"), entrant.number, kind="json")


def outings_of(entrant: Entrant, organizer) -> tuple[list[Entrant], list[Entrant]]:
    """The person in every tournament of the site, and in those of this organizer."""
    tied = getattr(entrant, "recognised", None)
    everywhere = [entrant]
    if tied is not None:
        found = Entrant.objects.filter(recognised__person=tied.person_id)
        everywhere = list(found.select_related("tournament", "recognised__person").order_by("pk"))
    return everywhere, [
        one for one in everywhere if permissions.may_organize(permissions.roles_of(organizer, one.tournament))
    ]


@require_POST
def erase(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    tournament = access.for_organizer(request, slug)
    person = access.entrant_in(tournament, public_id)
    outings, ours = outings_of(person, request.user)
    if "everywhere" not in request.POST:
        ours = [person]
    left = acts.erase_all(ours, by=request.user)
    messages.success(request, _("Dati personali cancellati: resta il numero %d.") % person.number)
    if still := len(outings) - len(ours):
        words = ngettext(
            "Un altro torneo del sito ha ancora il nome.",
            "Altri %(still)d tornei del sito hanno ancora il nome.",
            still,
        )
        messages.warning(request, words % {"still": still})
    if left:
        words = ngettext(
            "Il nome sta ancora in una nota di un verbale, che è sigillato: non si può cambiare.",
            "Il nome sta ancora in %(left)d note dei verbali, che sono sigillati: non si possono cambiare.",
            left,
        )
        messages.warning(request, words % {"left": left})
    return redirect("tournament:roster", slug)


@require_POST
def erase_everybody(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.for_organizer(request, slug)
    form = SureForm(request.POST)
    back = reverse("tournament:privacy", args=[slug])
    if not form.is_valid():
        return access.not_understood(request, form, back)
    try:
        many = acts.erase_everybody(tournament, by=request.user)
    except TournamentError as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("Persone cancellate: %d. Punti, sedie e verbali restano.") % many)
    return redirect(back)
