"""Converters of addresses: codes, small numbers, kinds of files."""

from django.urls import register_converter


class Code:
    """A public code: short, without vowels and look-alikes. A badge's address has one with its signature."""

    regex = "[0-9a-z]{4,40}"

    def to_python(self, value: str) -> str:
        return value

    to_url = to_python


class Small:
    """The number of a round, a table or a row, within the range of the database."""

    regex = "[0-9]{1,9}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


class Sheet:
    regex = "pdf|xlsx"
    to_python = to_url = Code.to_python


class Table:
    regex = "csv|xlsx"
    to_python = to_url = Code.to_python


register_converter(Code, "code")
register_converter(Small, "small")
register_converter(Sheet, "sheet")
register_converter(Table, "table")

ROUND = "t/<code:slug>/turni/<small:number>/"
TABLE = ROUND + "tavoli/<small:place>/"
