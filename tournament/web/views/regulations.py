"""Regulations: the site's catalogue, a tournament's own copy, their versions, the editor and the rule sheet."""

from collections.abc import Callable
from itertools import chain, count

import msgspec
from django import forms as fields
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament import permissions
from tournament.actions import regulations
from tournament.core.regulation.schema import Regulation
from tournament.core.trial_event import small_event
from tournament.errors import BadRules, TournamentError
from tournament.exports.rule_sheet import rule_sheet_pdf
from tournament.labels.rule_sheet import RuleSheet, doubtful_fields, sheet_of
from tournament.models import Tournament
from tournament.queries.regulations import catalogue, house_versions, version_of
from tournament.queries.results import format_of
from tournament.states import HouseRight
from tournament.web.forms import tournament as tournament_forms
from tournament.web.forms.regulation import RegulationForm
from tournament.web.forms.rows import BUTTON
from tournament.web.support import page_cache
from tournament.web.support.file_names import event_name, to_open
from tournament.web.support.sent_once import sent_once
from tournament.web.views import access
from tournament.web.views.access import posted


class CopyForm(fields.Form):
    name = fields.CharField(label=gettext_lazy("Nome"), max_length=80)
    new_slug = fields.RegexField(
        r"^[a-z0-9][a-z0-9-]{1,38}$",
        label=gettext_lazy("Nome breve"),
        required=False,
        help_text=gettext_lazy("Per gli indirizzi: lettere minuscole, cifre e trattini. Se manca, viene dal nome."),
    )

    def clean(self) -> dict:
        data = super().clean() or self.cleaned_data
        if data.get("new_slug") == "" and data.get("name"):
            data["new_slug"] = _free_slug(data["name"], taken=set(catalogue()))
        return data


def _free_slug(name: str, taken: set[str]) -> str:
    """From the name, with a number behind it where another regulation has it."""
    base = slugify(name)[:34].strip("-_").replace("_", "-")
    base = base if len(base) > 1 else f"regolamento-{base}".strip("-")
    numbered = (f"{base}-{number}" for number in count(2))
    return next(one for one in chain([base], numbered) if one not in taken)


# The site's regulations


@require_safe
def catalogue_page(request: HttpRequest) -> HttpResponse:
    found = [
        {
            "slug": slug,
            "name": one.name.in_language(_language()),
            "version": one.version,
            "purpose": one.purpose.in_language(_language()),
            "doubtful": doubtful_fields(one),
        }
        for slug, one in catalogue().items()
    ]
    return render(request, "tournament/regulations.html", {"regulations": found})


@require_safe
def regulation(request: HttpRequest, name: str) -> HttpResponse:
    current = _current(name)
    displayed = _version(request, name) or current
    context = {
        "slug": name,
        "current": current,
        "sheet": _sheet(displayed),
        "purpose": displayed.purpose.in_language(_language()),
        "doubtful": doubtful_fields(displayed),
        "is_current": displayed.version == current.version,
        "versions": house_versions(name),
        "may_edit": permissions.holds(request.user, HouseRight.REGULATIONS),
        "copy_form": CopyForm(),
        "reason_form": tournament_forms.ReasonForm(),
    }
    return render(request, "tournament/regulation.html", context)


def _version(request: HttpRequest, name: str) -> Regulation | None:
    number = request.GET.get("versione", "")
    if not number:
        return None
    found = version_of(name, int(number)) if number.isdecimal() and len(number) < 7 else None
    if found is None:
        raise Http404
    return found


@require_http_methods(["GET", "POST"])
def regulation_edit(request: HttpRequest, name: str) -> HttpResponse:
    _refuse_unless_keeper(request)
    current = _current(name)
    form = _form(request, current)
    done = _saved(request, form, lambda rules, reason: regulations.change(rules, reason=reason, by=request.user))
    if done:
        return redirect("tournament:regulation", name)
    context = {
        "form": form,
        "back": reverse("tournament:regulation", args=[name]),
        "title": current.name.in_language(_language()),
    }
    return _editor(request, form, context)


@require_POST
def regulation_restore(request: HttpRequest, name: str, number: int) -> HttpResponse:
    _refuse_unless_keeper(request)
    _current(name)
    form = tournament_forms.ReasonForm(request.POST)
    return access.submitted(
        request,
        form,
        lambda: regulations.restore(name, number=number, by=request.user, **form.cleaned_data),
        done=_("Versione ripresa: è di nuovo quella in uso."),
        back=reverse("tournament:regulation", args=[name]),
    )


@require_POST
@sent_once("tournament:regulations")
def regulation_copy(request: HttpRequest, name: str) -> HttpResponse:
    _refuse_unless_keeper(request)
    _current(name)
    form = CopyForm(request.POST)
    original = reverse("tournament:regulation", args=[name])
    if not form.is_valid():
        return access.not_understood(request, form, original)
    try:
        regulations.copy(name, by=request.user, **form.cleaned_data)
    except TournamentError as refusal:
        messages.error(request, str(refusal))
        return redirect(original)
    messages.success(request, _("Questa è la copia: cambiarla non tocca l'originale."))
    return redirect("tournament:regulation_edit", form.cleaned_data["new_slug"])


@require_safe
def regulation_sheet(request: HttpRequest, name: str) -> HttpResponse:
    return _pdf(_sheet(_version(request, name) or _current(name)), name)


def _current(name: str) -> Regulation:
    found = catalogue().get(name)
    if found is None:
        raise Http404
    return found


def _refuse_unless_keeper(request: HttpRequest) -> None:
    access.require_right(request, HouseRight.REGULATIONS)


# A tournament's own copy


@login_not_required
@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The tournament's regulation, public."""
    tournament = access.visible(request, slug)
    context = {
        "tournament": tournament,
        "sheet": _sheet_of_event(tournament),
        "versions": tournament.regulation_versions.select_related("by"),
        "may_edit": permissions.may_organize(tournament.roles),
        "reason_form": tournament_forms.ReasonForm(),
    }
    return page_cache.page(request, "tournament/rules.html", context)


@login_not_required
@require_safe
def rules_sheet(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.visible(request, slug)
    return _pdf(_sheet_of_event(tournament), event_name(tournament))


@require_http_methods(["GET", "POST"])
def rules_edit(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.for_organizer(request, slug)
    form = _form(request, tournament.rules)
    done = _saved(
        request,
        form,
        lambda rules, reason: regulations.change_of(tournament, regulation=rules, reason=reason, by=request.user),
    )
    if done:
        return redirect("tournament:rules", slug)
    back = reverse("tournament:rules", args=[slug])
    return _editor(request, form, {"form": form, "back": back, "title": tournament.name, "tournament": tournament})


@require_POST
def rules_restore(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    tournament = access.for_organizer(request, slug)
    form = tournament_forms.ReasonForm(request.POST)
    return access.submitted(
        request,
        form,
        lambda: regulations.restore_of(tournament, number=number, by=request.user, **form.cleaned_data),
        done=_("Versione ripresa: è di nuovo quella in uso."),
        back=reverse("tournament:rules", args=[slug]),
    )


# Both


def _form(request: HttpRequest, base: Regulation) -> RegulationForm:
    """The editor's form; after a button that changes rows it holds what was typed, unchecked."""
    if BUTTON in request.POST:
        return RegulationForm.rearranged(base, request.POST, request.POST[BUTTON])
    form = RegulationForm(base, posted(request))
    if "preview" in request.POST:
        form.fields["reason"].required = False  # nothing is saved, so nothing has to be explained
    return form


def _saved(request: HttpRequest, form: RegulationForm, act: Callable[[Regulation, str], object]) -> bool:
    if not form.is_bound or not form.is_valid() or "preview" in request.POST:
        return False
    try:
        act(form.cleaned_data["regulation"], form.cleaned_data["reason"])
    except BadRules as bad:
        form.blame(bad.field, bad.message)
        return False
    except TournamentError as refusal:
        form.add_error(None, str(refusal))
        return False
    messages.success(request, _("Salvato come nuova versione."))
    return True


def _editor(request: HttpRequest, form: RegulationForm, context: dict) -> HttpResponse:
    if "preview" in request.POST and form.is_bound and form.is_valid():
        trial = small_event(form.cleaned_data["regulation"])
        context |= {"trial": trial, "sheet": zip(trial.sheet, trial.worth, strict=True) if trial else ()}
    template = "tournament/rules_edit.html" if "tournament" in context else "tournament/regulation_edit.html"
    return render(request, template, context, status=422 if form.is_bound and form.errors else 200)


def _sheet(regulation: Regulation, tournament: str = "") -> RuleSheet:
    return sheet_of(regulation, _language(), tournament)


def _sheet_of_event(tournament: Tournament) -> RuleSheet:
    """Without what is said of pairings that the organizer did not choose, once the format is chosen."""
    rules, format_ = tournament.rules, format_of(tournament)
    if format_ is not None and format_.kind in rules.pairings:
        rules = msgspec.structs.replace(rules, pairings=(format_.kind,))
    return _sheet(rules, tournament.name)


def _language() -> str:
    return get_language() or "it"


def _pdf(sheet: RuleSheet, name: str) -> HttpResponse:
    answer = HttpResponse(rule_sheet_pdf(sheet, timezone.localtime()), content_type="application/pdf")
    return to_open(answer, name, _("Regolamento"), kind="pdf")
