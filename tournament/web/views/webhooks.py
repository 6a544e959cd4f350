"""Other programs: webhooks, and tokens of the API."""

from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournament.actions import programs, webhooks
from tournament.errors import TournamentError
from tournament.models import ApiToken, Delivery, Tournament
from tournament.web.forms import tournament as tournament_forms
from tournament.web.support.sent_once import secret_of_form
from tournament.web.views import access


class TokenForm(ModelForm):
    class Meta:
        model = ApiToken
        fields = ["label"]


@require_http_methods(["GET", "POST"])
@never_cache
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """A new address's secret is shown once, on the answer itself."""
    tournament = access.for_organizer(request, slug)
    form, made = tournament_forms.WebhookForm(access.posted(request)), None
    if request.method == "POST" and form.is_valid():
        try:
            made = webhooks.add(tournament, url=form.cleaned_data["url"], by=request.user, seed=secret_of_form(request))
            form = tournament_forms.WebhookForm()
        except TournamentError as refusal:
            form.add_error("url", str(refusal))
    return render(
        request, "tournament/webhooks.html", _context(tournament, form, made=made), status=422 if form.errors else 200
    )


def _context(tournament: Tournament, form, **issued_token: object) -> dict:
    return {
        "tournament": tournament,
        "form": form,
        "token_form": TokenForm(),
        "tokens": tournament.api_tokens.filter(revoked_at=None),
        "webhooks": tournament.webhooks.filter(revoked_at=None),
        "deliveries": Delivery.objects.filter(webhook__tournament=tournament)
        .select_related("webhook")
        .order_by("-pk")[:12],
        **issued_token,
    }


@require_POST
@never_cache
def issue_token(request: HttpRequest, slug: str) -> HttpResponse:
    """The token is shown once, in the answer itself: only its hash is stored."""
    tournament = access.for_organizer(request, slug)
    form = TokenForm(request.POST)
    issued_token: dict[str, object] = {"token_form": form}
    if form.is_valid():
        try:
            _made, token = programs.issue(
                tournament, label=form.cleaned_data["label"], by=request.user, token=secret_of_form(request)
            )
            issued_token = {"token": token}
        except TournamentError as refusal:
            form.add_error("label", str(refusal))
    context = _context(tournament, tournament_forms.WebhookForm(), **issued_token)
    return render(request, "tournament/webhooks.html", context, status=422 if form.errors else 200)


@require_POST
def revoke_token(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    tournament = access.for_organizer(request, slug)
    token = get_object_or_404(tournament.api_tokens, pk=pk)
    return access.attempt(
        request,
        lambda: programs.revoke(token, by=request.user),
        done=_("Quel codice non apre più niente."),
        back=reverse("tournament:webhooks", args=[slug]),
    )


@require_POST
def revoke(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    tournament = access.for_organizer(request, slug)
    webhook = get_object_or_404(tournament.webhooks, pk=pk)
    return access.attempt(
        request,
        lambda: webhooks.revoke(webhook, by=request.user),
        done=_("A quell'indirizzo non parte più niente."),
        back=reverse("tournament:webhooks", args=[slug]),
    )
