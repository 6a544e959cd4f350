"""The page where who keeps the regulations of the house uploads the board of a game: template, faults by line, picture, use."""

from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games.kernel import boards
from games.kernel.boards import BadData, Replaceable
from games.kernel.game import Game
from games.kernel.words import Words
from games.registry import games
from referee.board_image import geometry, svg
from tournament.states import HouseRight
from tournament.web.support.file_names import to_save
from tournament.web.support.lanes import files_lane
from tournament.web.views import access

MOST_BYTES = 256 * 1024
BOM = "\ufeff"
"""The byte order mark without which Excel misreads the accents of the template."""


class BoardForm(forms.Form):
    file = forms.FileField(label=gettext_lazy("File CSV"), required=False)
    text = forms.CharField(
        label=gettext_lazy("Oppure correggi qui le righe"),
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "class": "font-mono text-sm", "wrap": "off"}),
        max_length=MOST_BYTES, strip=False, required=False,
    )  # fmt: skip

    def clean(self) -> dict[str, Any]:
        super().clean()
        data = self.cleaned_data
        if self.errors:
            return data
        if file := data.get("file"):
            data["text"] = self._text_of(file)
        # A browser returns the text with Windows line ends; it must equal the file that was checked.
        data["text"] = boards.as_saved(data.get("text", ""))
        if not data["text"].strip():
            raise forms.ValidationError(_("Scegli un file o scrivi le righe."))
        return data

    def _text_of(self, file) -> str:
        if file.size > MOST_BYTES:
            raise forms.ValidationError(_("Il file è troppo grande."))
        data = file.read()
        for encoding in ("utf-8-sig", "cp1252"):
            try:
                return data.decode(encoding)
            except UnicodeDecodeError:
                continue
        raise forms.ValidationError(_("Il file non è un testo leggibile: salvalo come CSV in UTF-8"))


@files_lane
@require_http_methods(["GET", "POST"])
@never_cache
def page(request: HttpRequest, played: str) -> HttpResponse:
    """The board in use; for an uploaded one its faults, or its picture. Nothing is changed."""
    game = _game(request, played)
    form = BoardForm(access.posted(request), request.FILES or None)
    if request.method == "GET":
        return _page(request, game, form, shown=_in_use(game))
    if not form.is_valid():
        return _page(request, game, form, status=422)
    return _checked(request, game, form.cleaned_data["text"])


@files_lane
@require_POST
def use(request: HttpRequest, played: str) -> HttpResponse:
    """Use the board for records opened from now on; tables in play keep theirs."""
    game = _game(request, played)
    form = BoardForm(request.POST)
    if not form.is_valid():
        return _page(request, game, form, status=422)
    text = form.cleaned_data["text"]
    if _faults(game, text):
        return _checked(request, game, text)
    return access.attempt(
        request,
        lambda: boards.use(game.slug, text),
        done=_("I nuovi tavoli useranno questo file."),
        back=_back(game),
    )


@require_POST
def standard(request: HttpRequest, played: str) -> HttpResponse:
    game = _game(request, played)
    return access.attempt(
        request, lambda: boards.use_standard(game.slug),
        done=_("I nuovi tavoli useranno il file di serie."), back=_back(game),
    )  # fmt: skip


@require_GET
def template(request: HttpRequest, played: str) -> HttpResponse:
    """The board that comes with the game, to be edited; unknown facts of the real one are stand-ins."""
    game = _game(request, played)
    text = BOM + _replaceable(game).template()
    response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    return to_save(response, _in_language(game.name), _what(game), kind="csv")


def _game(request: HttpRequest, played: str) -> Game:
    access.require_right(request, HouseRight.REGULATIONS)
    found = games().get(played)
    if found is None or found.replaceable is None:
        raise Http404
    return found


def _replaceable(game: Game) -> Replaceable[Any]:
    """Of a game that `_game` let through."""
    assert game.replaceable is not None
    return game.replaceable


def _back(game: Game) -> str:
    return reverse("board", args=[game.slug])


def _in_use(game: Game) -> str:
    """The text of the board for new tables; the game's own where the file of the chosen one is missing."""
    try:
        digest = boards.in_use(game.slug)
    except BadData:
        digest = ""
    return boards.stored_text(game.slug, digest) if digest else _replaceable(game).template()


def _faults(game: Game, text: str) -> tuple[boards.Fault, ...]:
    try:
        return _replaceable(game).faults(text, _what(game))
    except BadData as refused:
        return refused.faults


def _checked(request: HttpRequest, game: Game, text: str) -> HttpResponse:
    faults = [fault.in_language(get_language() or "it") for fault in _faults(game, text)]
    form = BoardForm(initial={"text": text})
    if faults:
        return _page(request, game, form, faults=faults, status=422)
    return _page(request, game, form, shown=text, is_new=text != _in_use(game))


def _page(
    request: HttpRequest, game: Game, form: BoardForm, *, shown: str = "", status: int = 200, **more
) -> HttpResponse:
    context = {
        "game": game,
        "name": _in_language(game.name),
        "what": _what(game),
        "form": form,
        "picture": _drawing(game, shown) if shown else "",
        "is_own": _is_own(game),
        **more,
    }
    if shown and not form.is_bound:
        form.initial["text"] = shown
    return render(request, "operations/board.html", context, status=status)


def _what(game: Game) -> str:
    """What the file replaces: a board, or cards."""
    return _in_language(_replaceable(game).what)


def _in_language(words: Words) -> str:
    return str(getattr(words, get_language() or "it", words.it))


def _is_own(game: Game) -> bool:
    try:
        return not boards.in_use(game.slug)
    except BadData:
        return False


def _drawing(game: Game, text: str):
    return svg.svg(geometry.drawing(game.board_preview(text, _what(game))), name="board")
