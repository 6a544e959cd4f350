"""The second step of a log-in for who holds rights of the house: asked for, set up, and ended by another holder."""

from typing import Any

import segno
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import authenticate, get_user_model, login
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import LoginView
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.html import format_html
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournament import permissions
from tournament.actions import login_limits, second_factors
from tournament.errors import TournamentError
from tournament.models import SecondFactor
from tournament.states import HouseRight
from tournament.web.support.auth import log_refused, release_attempt
from tournament.web.support.lanes import login_lane
from tournament.web.views import access

WAITING = "second_step"  # in the session of somebody whose password was right and whose digits are due
NONCE = "second_factor_nonce"  # of a key that is shown and not confirmed yet
MOST_SECONDS = 5 * 60


class DigitsForm(forms.Form):
    code = forms.CharField(
        label=gettext_lazy("Sei cifre, o un codice di riserva"),
        max_length=20,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "autofocus": True}),
    )


class EnrolForm(forms.Form):
    password = forms.CharField(
        label=gettext_lazy("La tua password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    code = forms.CharField(
        label=gettext_lazy("Le sei cifre del telefono"),
        max_length=12,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "one-time-code"}),
    )


# At log-in


class LogIn(LoginView):
    """Name and password; the digits where the account has a second factor."""

    redirect_authenticated_user = True

    def form_valid(self, form) -> HttpResponse:
        user = form.get_user()
        if has_second_factor(user):
            return ask(self.request, user, back=self.get_redirect_url())
        answer = super().form_valid(form)
        return self._invited_to_enrol(user) or answer

    def _invited_to_enrol(self, user) -> HttpResponse | None:
        if not permissions.granted_rights(user):
            return None
        page = reverse("second_factor")
        if settings.SECOND_FACTOR_REQUIRED:
            messages.warning(self.request, _("Questo sito chiede il secondo passo a chi ha diritti su tutto il sito."))
            return redirect(page)
        words = _("Hai diritti su tutto il sito: la password da sola non basta.")
        link = format_html('<a class="link" href="{}">{}</a>', page, _("Aggiungi il secondo passo"))
        messages.info(self.request, format_html("{} {}", words, link))
        return None


def has_second_factor(user) -> bool:
    return SecondFactor.objects.filter(user=user).exists()


def ask(request: HttpRequest, user, *, back: str, by_pass: bool = False) -> HttpResponse:
    """Log in nobody yet: remember who is expected to give the digits. The password was right, so its try counts no longer."""
    release_attempt(None, request)
    request.session.cycle_key()
    request.session[WAITING] = {
        "user": user.pk,
        "backend": user.backend,
        "auth_hash": user.get_session_auth_hash(),
        "at": int(timezone.now().timestamp()),
        "back": back,
        "by_pass": by_pass,
    }
    return redirect("second_step")


@login_lane
@never_cache
@login_not_required
@require_http_methods(["GET", "POST"])
def second_step(request: HttpRequest) -> HttpResponse:
    waiting: dict[str, Any] = request.session.get(WAITING) or {}
    user = _expected(waiting) if waiting else None
    if user is None:
        request.session.pop(WAITING, None)
        return redirect("login")
    form = DigitsForm(access.posted(request))
    if form.is_valid() and _confirmed(request, user, form):
        del request.session[WAITING]
        if waiting["by_pass"]:
            request.entered_for = True
        login(request, user, backend=waiting["backend"])
        return redirect(_safe(request, waiting["back"]))
    return render(request, "registration/second_step.html", {"form": form}, status=422 if form.errors else 200)


def _expected(waiting: dict):
    """The account, unless it took too long or its password changed meanwhile."""
    if timezone.now().timestamp() - waiting["at"] > MOST_SECONDS:
        return None
    user = get_user_model().objects.filter(pk=waiting["user"], is_active=True).first()
    if user is None or not constant_time_compare(user.get_session_auth_hash(), waiting["auth_hash"]):
        return None
    return user if has_second_factor(user) else None


def _confirmed(request: HttpRequest, user, form: DigitsForm) -> bool:
    """Whether the digits are right: counted like a log-in, before they are compared."""
    attempt = login_limits.begin(login_limits.of_second_factor(user.pk), now=timezone.now())
    if second_factors.accepts(user.second_factor, form.cleaned_data["code"], now=timezone.now()):
        login_limits.release(attempt)
        return True
    log_refused(request, "wrong digits of the second step")
    if attempt.is_last:
        second_factors.log_refusals(user)
        request.is_locked_out = True
    form.add_error("code", _("Le cifre non valgono: aspetta le prossime, oppure scrivi un codice di riserva."))
    return False


def _safe(request: HttpRequest, back: str) -> str:
    is_safe = url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure())
    return back if is_safe else reverse("tournament:home")


# The own page


@login_lane
@never_cache
@require_http_methods(["GET", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """Set it up; with one, new recovery codes or its end. Recovery codes are shown in the answer itself: only hashes are stored."""
    factor = SecondFactor.objects.filter(user_id=request.user.pk).select_related("user").first()
    if factor is None and not permissions.granted_rights(request.user):
        raise PermissionDenied
    return _existing(request, factor) if factor else _new(request)


def _new(request: HttpRequest) -> HttpResponse:
    nonce = request.session.setdefault(NONCE, second_factors.new_nonce())
    form = EnrolForm(access.posted(request))
    if form.is_valid() and _knows_password(request, form):
        try:
            codes = second_factors.enrol(
                request.user,
                nonce=nonce,
                digits="".join(form.cleaned_data["code"].split()),
                here=access.session_key(request),
                now=timezone.now(),
            )
        except TournamentError as refusal:
            form.add_error("code", str(refusal))
        else:
            del request.session[NONCE]
            return render(request, "registration/second_factor.html", {"codes": codes})
    address = second_factors.address_for_phones(request.user.get_username(), nonce)
    context = {
        "form": form,
        "qr": segno.make(address, error="m").svg_data_uri(scale=5, border=2),
        "key": second_factors.shown_key(nonce),
    }
    return render(request, "registration/second_factor.html", context, status=422 if form.errors else 200)


def _knows_password(request: HttpRequest, form: EnrolForm) -> bool:
    """Tries count like log-ins, so that an open session does not help to guess it."""
    given = form.cleaned_data["password"]
    if authenticate(request, username=request.user.get_username(), password=given) is None:
        form.add_error("password", _("La password non è questa."))
        return False
    release_attempt(None, request)
    return True


def _existing(request: HttpRequest, factor: SecondFactor) -> HttpResponse:
    form, codes = DigitsForm(access.posted(request)), []
    if form.is_valid() and _confirmed(request, request.user, form):
        if request.POST.get("act") == "leave":
            second_factors.leave(factor)
            messages.success(request, _("Il secondo passo è tolto: per entrare basta la password."))
            return redirect("second_factor" if permissions.granted_rights(request.user) else "tournament:home")
        codes, form = second_factors.renew_codes(factor), DigitsForm()
    context = {"factor": factor, "form": form, "codes": codes, "left": factor.codes.count()}
    return render(request, "registration/second_factor.html", context, status=422 if form.errors else 200)


# Somebody else's


@require_POST
def reset(request: HttpRequest, pk: int) -> HttpResponse:
    access.require_right(request, HouseRight.ACCOUNTS)
    factor = get_object_or_404(SecondFactor.objects.select_related("user"), pk=pk)
    return access.attempt(
        request,
        lambda: second_factors.reset(factor, by=request.user),
        done=_("Secondo passo azzerato: i suoi dispositivi devono entrare di nuovo."),
        back=reverse("tournament:house"),
    )
