"""Converters of addresses: codes, small numbers, kinds of files."""

from django.urls import register_converter


class CodeConverter:
    """A public code: short, without vowels and look-alikes. A badge's address has one with its signature."""

    regex = "[0-9a-z]{4,40}"

    def to_python(self, value: str) -> str:
        return value

    to_url = to_python


class SmallNumberConverter:
    """The number of a round, a table or a row, within the range of the database."""

    regex = "[0-9]{1,9}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


class SheetFormatConverter:
    regex = "pdf|xlsx"
    to_python = to_url = CodeConverter.to_python


class ListFormatConverter:
    regex = "csv|xlsx"
    to_python = to_url = CodeConverter.to_python


register_converter(CodeConverter, "code")
register_converter(SmallNumberConverter, "small")
register_converter(SheetFormatConverter, "sheet")
register_converter(ListFormatConverter, "table")

ROUND = "t/<code:slug>/turni/<small:number>/"
TABLE = ROUND + "tavoli/<small:place>/"
