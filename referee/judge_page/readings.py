"""The readings in force at a table, in words: those of an article, and those that differ from what is usual."""

from games.kernel.options import Option, Value, settle
from games.kernel.record import Record
from referee.wording import localized


def options_in_force(record: Record, article: str) -> tuple[str, ...]:
    """`Asta dei due territori: al rialzo a voce`, one for each option of the article, in the reader's language."""
    game, header = record.game, record.header
    edition = game.edition(header.edition)
    values = settle(game.options, edition.options if edition else {}, header.options)
    return tuple(_words(option, values[option.key]) for option in game.options if article in option.articles)


def unusual(record: Record) -> tuple[str, ...]:
    """The edition, where it is not the game's first, and each option that the header sets."""
    game, header = record.game, record.header
    edition = game.edition(header.edition)
    named = () if edition is None or edition == game.editions[0] else (localized(edition.words),)
    chosen = (option for option in game.options if option.key in header.options)
    return (*named, *(_words(option, header.options[option.key]) for option in chosen))


def _words(option: Option, value: Value) -> str:
    return f"{localized(option.words)}: {_value(option, value)}"


def _value(option: Option, value: Value) -> str:
    return localized(option.labels.get(str(value), str(value)))
