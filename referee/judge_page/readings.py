"""The reading of an article in force at a table: the options of its edition and header that belong to the article."""

from games.kernel.options import Option, Value, settle
from games.kernel.record import Record
from referee.wording import localized


def options_in_force(record: Record, article: str) -> tuple[str, ...]:
    """`Asta dei due territori: al rialzo a voce`, one for each option of the article, in the reader's language."""
    game, header = record.game, record.header
    edition = game.edition(header.edition)
    values = settle(game.options, edition.options if edition else {}, header.options)
    options = [option for option in game.options if option.article == article]
    return tuple(f"{localized(option.words)}: {_value(option, values[option.key])}" for option in options)


def _value(option: Option, value: Value) -> str:
    return localized(option.labels.get(str(value), str(value)))
