"""Addresses of other programs, for the organizer."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournament import forms
from tournament.actions import webhooks
from tournament.errors import TournamentError
from tournament.models import Delivery, Webhook
from tournament.views import access


@require_http_methods(["GET", "POST"])
@never_cache
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """A new address's secret is shown once, on the answer itself."""
    tournament = access.for_organizer(request, slug)
    form, made = forms.WebhookForm(access.posted(request)), None
    if request.method == "POST" and form.is_valid():
        try:
            made = webhooks.add(tournament, url=form.cleaned_data["url"], by=request.user)
            form = forms.WebhookForm()
        except TournamentError as refusal:
            form.add_error("url", str(refusal))
    context = {
        "tournament": tournament,
        "form": form,
        "made": made,
        "webhooks": tournament.webhooks.filter(revoked_at=None),
        "deliveries": Delivery.objects.filter(webhook__tournament=tournament)
        .select_related("webhook")
        .order_by("-pk")[:12],
    }
    return render(request, "tournament/webhooks.html", context, status=422 if form.errors else 200)


@require_POST
def revoke(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    tournament = access.for_organizer(request, slug)
    webhook = get_object_or_404(Webhook.objects.select_related("tournament"), tournament=tournament, pk=pk)
    return access.attempt(
        request,
        lambda: webhooks.revoke(webhook, by=request.user),
        done=_("A quell'indirizzo non parte più niente."),
        back=reverse("tournament:webhooks", args=[slug]),
    )
