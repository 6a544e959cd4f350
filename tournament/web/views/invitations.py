"""Roles that were offered: the page of who was invited, and the organizer's way to take an offer back."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournament.actions import invitations
from tournament.models import Invitation
from tournament.web.views import access


@require_safe
@never_cache
def page(request: HttpRequest) -> HttpResponse:
    mine = Invitation.objects.filter(user_id=request.user.pk).select_related("tournament", "invited_by")
    return render(request, "tournament/invitations.html", {"invitations": mine})


@require_POST
def accept(request: HttpRequest, pk: int) -> HttpResponse:
    offered = _mine(request, pk)
    return access.attempt(
        request,
        lambda: invitations.accept(offered, here=access.session_key(request)),
        done=_("Hai accettato: gli altri tuoi dispositivi devono entrare di nuovo."),
        back=offered.tournament,
    )


@require_POST
def decline(request: HttpRequest, pk: int) -> HttpResponse:
    offered = _mine(request, pk)
    back = reverse("tournament:invitations")
    return access.attempt(request, lambda: invitations.decline(offered), done=_("Hai rifiutato."), back=back)


@require_POST
def withdraw(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    tournament = access.for_organizer(request, slug)
    offered = get_object_or_404(tournament.invitations.select_related("user", "tournament"), pk=pk)
    return access.attempt(
        request,
        lambda: invitations.withdraw(offered, by=request.user),
        done=_("Invito ritirato."),
        back=reverse("tournament:staff", args=[slug]),
    )


def _mine(request: HttpRequest, pk: int) -> Invitation:
    return get_object_or_404(Invitation.objects.select_related("user", "tournament"), user_id=request.user.pk, pk=pk)
