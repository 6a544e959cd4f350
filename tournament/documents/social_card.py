"""What the picture of a shared link says, before it is drawn. Names are public names: the drawing adds nothing and leaves nothing out."""

from dataclasses import dataclass


@dataclass(frozen=True)
class CardLine:
    """A line of the card: a player with the letter and colour of an army, or a place of the podium."""

    words: str
    note: str = ""
    letter: str = ""
    colour: str = ""
    is_strong: bool = False


@dataclass(frozen=True)
class SocialCard:
    """`title` is the event, `where` its day and place, `moment` the round, table or turn that the link leads to."""

    title: str
    where: str = ""
    moment: str = ""
    lines: tuple[CardLine, ...] = ()
