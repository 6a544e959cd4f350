"""The page of the rights over the whole site: who holds which, who gave it, and the log of the house."""

from django import forms
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournament import permissions
from tournament.actions import house
from tournament.models import HouseEvent, HouseGrant, SecondFactor
from tournament.states import HouseRight
from tournament.web.views import access

LOG_LINES = 50
MOST_ACCOUNTS = 50


class GrantForm(forms.Form):
    username = forms.CharField(label=gettext_lazy("Nome utente"), max_length=150)
    right = forms.ChoiceField(label=gettext_lazy("Diritto"), choices=HouseRight.choices)

    def clean_username(self) -> str:
        """The account: a right goes to somebody who has one already."""
        name = self.cleaned_data["username"]
        self.user = get_user_model().objects.filter(username__iexact=name, is_active=True).first()
        if self.user is None:
            raise forms.ValidationError(_("Nessun account con questo nome."))
        return name


@require_safe
@never_cache
def page(request: HttpRequest) -> HttpResponse:
    rights = permissions.house_rights(request.user)
    if not rights:
        raise PermissionDenied
    context = {
        "operators": get_user_model().objects.filter(is_superuser=True, is_active=True).order_by("username"),
        "factors": SecondFactor.objects.select_related("user").order_by("user__username"),
        "without_factor": _without_second_factor(),
        "is_required": settings.SECOND_FACTOR_REQUIRED,
        "grants": HouseGrant.objects.select_related("user__origin__tournament", "user__origin__made_by", "given_by"),
        "events": HouseEvent.objects.select_related("actor")[:LOG_LINES],
        "may_grant": HouseRight.ACCOUNTS in rights,
        "form": GrantForm(),
    }
    if context["may_grant"]:
        context |= _accounts(request.GET.get("nome", "").strip()[:150])
    return render(request, "tournament/house.html", context)


def _accounts(sought: str) -> dict[str, object]:
    """The newest accounts, or those whose name holds what is sought, with what made each."""
    users = get_user_model().objects.select_related("origin__tournament", "origin__made_by")
    found = users.filter(username__icontains=sought) if sought else users
    return {"accounts": found.order_by("-pk")[:MOST_ACCOUNTS], "many_accounts": found.count(), "sought": sought}


def _without_second_factor():
    holders = Q(is_superuser=True, is_active=True) | Q(house_grants__isnull=False)
    return get_user_model().objects.filter(holders, second_factor=None).distinct().order_by("username")


@require_POST
def grant(request: HttpRequest) -> HttpResponse:
    access.require_right(request, HouseRight.ACCOUNTS)
    form = GrantForm(request.POST)
    return access.submitted(
        request,
        form,
        lambda: house.grant(
            form.user,
            right=HouseRight(form.cleaned_data["right"]),
            by=request.user,
            here=access.session_key(request),
        ),
        done=_("Diritto dato: i suoi dispositivi devono entrare di nuovo."),
        back="tournament:house",
    )


@require_POST
def revoke(request: HttpRequest, pk: int) -> HttpResponse:
    access.require_right(request, HouseRight.ACCOUNTS)
    held = get_object_or_404(HouseGrant.objects.select_related("user"), pk=pk)
    return access.attempt(
        request,
        lambda: house.revoke(held, by=request.user, here=access.session_key(request)),
        done=_("Diritto tolto."),
        back="tournament:house",
    )
