"""A game's rulebook in one page for judges: what the engine checks, what it reminds of, what is left to the judge, the default readings.

Made from the sentences, options and incidents of the game; nothing is written beside them.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from django.utils.translation import gettext as _

from games.kernel import incidents, sentences
from games.kernel.articles import Article, Rulebook
from games.kernel.game import Game
from games.kernel.options import Option
from games.kernel.sentences import Sentence, Watch
from referee.wording import article_title, cite_articles, localized

CHECKED = "controlla"


@dataclass(frozen=True)
class SummaryLine:
    """A line of a section: the article as it is cited, empty where there is none, the text, and a remark."""

    article: str
    text: str
    remark: str = ""


@dataclass(frozen=True)
class SummarySection:
    """`key` names the section in an address; `lead` says what the section means to a judge."""

    key: str
    title: str
    lead: str
    lines: tuple[SummaryLine, ...]


def summary(game: Game) -> tuple[SummarySection, ...]:
    """The sections of the page, without those that have no line, in the reader's language."""
    found = sentences.load(game.folder)
    stand_in = game.stand_in(game.board())
    every = (
        SummarySection(
            "ripiego",
            _("Non è come la scatola"),
            _(
                "Ciò che qui sta al posto di fatti stampati che nessuno ha trovato: al tavolo vale quello che avete davanti."
            ),
            (SummaryLine("", localized(stand_in)),) if stand_in else (),
        ),
        SummarySection(
            "succede",
            _("Se succede"),
            _("Che cosa è accaduto al tavolo, e come si registra."),
            tuple(_incident(game.rulebook, one) for one in incidents.load(game.folder)),
        ),
        SummarySection(
            CHECKED,
            _("Lo controlla il programma"),
            _("Ciò che lo viola è rifiutato con l'articolo; se è accaduto davvero si registra come infrazione."),
            tuple(_by_article(game.rulebook, found)),
        ),
        SummarySection(
            "ricorda",
            _("Il programma lo ricorda soltanto"),
            _("La pagina lo dice al momento giusto e non rifiuta nulla."),
            tuple(_sentences(game.rulebook, found, "reminder")),
        ),
        SummarySection(
            "arbitro",
            _("Lo decide l'arbitro"),
            _("Il programma non può vederlo: guarda il tavolo."),
            tuple(_sentences(game.rulebook, found, "judge")),
        ),
        SummarySection(
            "letture",
            _("Letture predefinite"),
            _("Dove il testo si legge in due modi, ciò che vale se il regolamento del torneo non dice altro."),
            tuple(_reading(game.rulebook, one) for one in game.options if not one.is_number),
        ),
    )
    return tuple(section for section in every if section.lines)


def on_paper(sections: tuple[SummarySection, ...]) -> tuple[SummarySection, ...]:
    """The same for a sheet of paper: of what the engine checks the articles alone, since nobody has to watch them."""
    return tuple(replace(one, lines=_titles(one.lines)) if one.key == CHECKED else one for one in sections)


def _titles(lines: tuple[SummaryLine, ...]) -> tuple[SummaryLine, ...]:
    return (SummaryLine("", "; ".join(line.article for line in lines) + "."),)


def _incident(rulebook: Rulebook, one: incidents.Incident) -> SummaryLine:
    return SummaryLine(cite_articles(rulebook, one.article), localized(one.what), localized(one.how))


def _by_article(rulebook: Rulebook, found: tuple[Sentence, ...]) -> Iterator[SummaryLine]:
    """One line an article: its title, and every sentence of it that the engine watches."""
    watched = sorted((one for one in found if one.by == "engine"), key=lambda one: rulebook.place(one.article))
    for article, group in groupby(watched, key=lambda one: one.article):
        yield SummaryLine(_title(rulebook, article), " ".join(localized(one.says) for one in group))


def _sentences(rulebook: Rulebook, found: tuple[Sentence, ...], by: Watch) -> Iterator[SummaryLine]:
    for one in found:
        if one.by == by:
            yield SummaryLine(_title(rulebook, one.article), localized(one.says), localized(one.why) if one.why else "")


def _title(rulebook: Rulebook, article: str) -> str:
    found: Article | None = rulebook.by_id.get(article)
    return article_title(found) if found else ""


def _reading(rulebook: Rulebook, option: Option) -> SummaryLine:
    usual = str(option.usual)
    others = [localized(option.labels.get(value, value)) for value in option.values if value != usual]
    return SummaryLine(
        cite_articles(rulebook, option.article),
        f"{localized(option.words)}: {localized(option.labels.get(usual, usual))}",
        _("Altrimenti: %s") % " / ".join(others) if others else "",
    )
