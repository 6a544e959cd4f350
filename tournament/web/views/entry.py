"""Log-in by a pass, a new password, and the organizer's page that issues passes and ends sessions."""

import segno
from django import forms
from django.contrib import messages
from django.contrib.auth import authenticate, login, update_session_auth_hash
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.forms import PasswordChangeForm, SetPasswordForm
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from tournament import permissions
from tournament.actions import passes, sessions
from tournament.errors import TournamentError
from tournament.models import Device, Membership
from tournament.web.support.auth import BY_PASS, release_attempt
from tournament.web.support.lanes import login_lane
from tournament.web.support.sent_once import secret_of_form
from tournament.web.views import access, second_factor
from tournament.web.views.hall_addresses import in_the_hall


class CodeForm(forms.Form):
    code = forms.CharField(
        label=gettext_lazy("Codice di sei cifre"),
        max_length=12,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "one-time-code", "autofocus": True}),
    )

    def clean_code(self) -> str:
        """People type the digits in groups."""
        return "".join(self.cleaned_data["code"].split())


class OldPasswordForm(PasswordChangeForm):
    """Attempts at the old password count like log-ins, so that an open session does not help to guess it."""

    def __init__(self, request: HttpRequest, data: QueryDict | dict | None) -> None:
        super().__init__(request.user, data)
        self.request = request

    def clean_old_password(self) -> str:
        old = self.cleaned_data["old_password"]
        if authenticate(self.request, username=self.user.get_username(), password=old) is None:
            raise forms.ValidationError(self.error_messages["password_incorrect"], code="password_incorrect")
        release_attempt(type(self), self.request)
        return old


@login_lane
@never_cache
@login_not_required
def by_code(request: HttpRequest) -> HttpResponse:
    form = CodeForm(access.posted(request))
    if form.is_valid():
        if entered := _entered(request, form.cleaned_data["code"]):
            return entered
        form.add_error("code", _("Il codice non vale: è già stato usato o è scaduto. Chiedine un altro."))
    context = {"form": form, "next": request.POST.get("next") or request.GET.get("next", "")}
    return render(request, "registration/code.html", context, status=422 if form.errors else 200)


@login_lane
@never_cache
@login_not_required
def by_link(request: HttpRequest, token: str) -> HttpResponse:
    """Shows a page whose button uses the pass, since previews in chats open links by themselves."""
    if request.method == "POST" and (entered := _entered(request, token)):
        return entered
    context = {"refused": request.method == "POST"}
    return render(request, "registration/link.html", context, status=422 if context["refused"] else 200)


def _entered(request: HttpRequest, secret: str) -> HttpResponse | None:
    user = authenticate(request, pass_secret=secret)
    if user is None:
        return None
    tournament = request.entered_for
    back = request.POST.get("next", "")
    if second_factor.has_second_factor(user):
        return second_factor.ask(request, user, back=back or tournament.get_absolute_url(), by_pass=True)
    login(request, user)
    if url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure()):
        return redirect(back)
    return redirect("tournament:desk", tournament.slug)


@login_lane
@never_cache
def password(request: HttpRequest) -> HttpResponse:
    """A new password; after a log-in by a pass without the old one."""
    data = access.posted(request)
    form = SetPasswordForm(request.user, data) if request.session.get(BY_PASS) else OldPasswordForm(request, data)
    if form.is_valid():
        form.save()
        update_session_auth_hash(request, request.user)
        sessions.end_all(request.user, but=request.session.session_key or "")
        messages.success(request, _("La password è cambiata; gli altri dispositivi dovranno entrare di nuovo."))
        return redirect("tournament:home")
    may_have = permissions.granted_rights(request.user) or second_factor.has_second_factor(request.user)
    context = {"form": form, "may_have_second_factor": bool(may_have)}
    return render(request, "registration/password.html", context, status=422 if form.errors else 200)


@require_GET
@never_cache
def devices(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.for_organizer(request, slug)
    return render(request, "tournament/devices.html", {"tournament": tournament, **_everybody(request, tournament)})


@require_POST
@never_cache
def issue_pass(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The pass is shown in the answer itself: only its hashes are stored."""
    tournament = access.for_organizer(request, slug)
    membership = get_object_or_404(tournament.memberships.select_related("user"), pk=pk)
    try:
        issued = passes.issue(membership, by=request.user, now=timezone.now(), token=secret_of_form(request))
    except TournamentError as refusal:
        messages.error(request, str(refusal))
        return redirect("tournament:devices", slug)
    link = in_the_hall(request, of_staff=True)(reverse("entry_link", args=[issued.token]))
    context = {"tournament": tournament, "issued": issued, "name": membership.user.get_username(), "link": link}
    context["qr"] = segno.make(link, error="m").svg_data_uri(scale=6, border=2)
    return render(request, "tournament/devices.html", {**context, **_everybody(request, tournament)})


@require_POST
def end_device(request: HttpRequest, slug: str, pk: int, device: int) -> HttpResponse:
    tournament = access.for_organizer(request, slug)
    membership = get_object_or_404(tournament.memberships.select_related("user"), pk=pk)
    ended = get_object_or_404(Device, pk=device, user=membership.user)
    if not passes.is_local_account(membership, request.user):
        messages.error(request, _("Questo account non vale solo per questo torneo: chi lo usa deve uscire da sé."))
    else:
        passes.end(ended, membership, by=request.user)
        messages.success(request, _("Il dispositivo è fuori: per rientrare serve un altro codice."))
    return redirect("tournament:devices", slug)


def _everybody(request: HttpRequest, tournament) -> dict:
    """Each person once; accounts of their owners, or with roles elsewhere, are shown without devices and passes."""
    once: dict[int, Membership] = {}
    for member in tournament.memberships.select_related("user").prefetch_related("user__devices"):
        once.setdefault(member.user_id, member)
    ours = passes.local_accounts(once.values(), request.user)
    for member in once.values():
        member.is_local_account = member.user_id in ours
    return {"members": list(once.values()), "here": request.session.session_key}
