"""The memory that the report tells of a document is the document's own."""

from bench.documents import _peak_of


def test_what_the_process_that_asks_holds_does_not_count():
    holding = bytearray(b"1") * (300 << 20)
    assert _peak_of("workbook") < 250
    assert holding
