"""The first account of an empty site, created in the browser on the site's own machine.

The first account is the operator's. Somebody with a phone could be quicker, so the page only opens on the machine itself; a remote
server has `manage.py createsuperuser`. Once there is an account, the page answers 404.
"""

from ipaddress import ip_address

from django import forms
from django.contrib import messages
from django.contrib.auth import get_user_model, login
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.forms import BaseUserCreationForm
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournament.web.support.auth import AccountBackend, client_address
from tournament.web.support.lanes import login_lane

BACKEND = f"{AccountBackend.__module__}.{AccountBackend.__qualname__}"


class FirstAccountForm(BaseUserCreationForm):
    class Meta:
        model = get_user_model()
        fields = ["username"]
        labels = {"username": gettext_lazy("Il tuo nome utente")}
        help_texts = {"username": gettext_lazy("Lettere, cifre e @ . + - _")}
        widgets = {"username": forms.TextInput(attrs={"autofocus": True, "autocomplete": "username"})}


def is_needed() -> bool:
    return not get_user_model().objects.exists()


def is_local_request(request: HttpRequest) -> bool:
    """A request forwarded by a proxy on the same machine comes from elsewhere."""
    address = client_address(request)
    return bool(address) and ip_address(address).is_loopback and "X-Forwarded-For" not in request.headers


@login_lane
@never_cache
@login_not_required
@require_http_methods(["GET", "POST"])
def first_account(request: HttpRequest) -> HttpResponse:
    if not is_needed():
        raise Http404
    if not is_local_request(request):
        raise PermissionDenied
    form = FirstAccountForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        login(request, _made(form), backend=BACKEND)
        messages.success(request, _("Il sito è tuo. Altri accessi si fanno dalla pagina degli incarichi."))
        return redirect("tournament:home")
    return render(request, "registration/first_account.html", {"form": form}, status=422 if form.errors else 200)


def _made(form: FirstAccountForm):
    user = form.save(commit=False)
    user.is_superuser = True
    user.save()
    return user
