"""Workbooks of the older format, .xls, as small as they can be: for what no program writes and somebody may send."""

import struct

SECTOR = 512
WORKBOOK, SHEET = 5, 16
BOF, NUMBER, BOUNDSHEET, EOF = 0x809, 0x203, 0x85, 0x0A
CHAIN_END, FREE, OF_THE_TABLE = 0xFFFFFFFE, 0xFFFFFFFF, 0xFFFFFFFD
Cells = list[tuple[int, int, float]]
"""Row and column, counted from 0, and the number that stands there."""


def old_workbook(sheets: dict[str, Cells]) -> bytes:
    return _container(_book(sheets))


def _book(sheets: dict[str, Cells]) -> bytes:
    bodies = [_begin(SHEET) + b"".join(map(_number, cells)) + _record(EOF) for cells in sheets.values()]
    at = len(_begin(WORKBOOK)) + sum(12 + len(name) for name in sheets) + len(_record(EOF))
    head = _begin(WORKBOOK)
    for name, body in zip(sheets, bodies, strict=True):
        head += _record(BOUNDSHEET, struct.pack("<IHBB", at, 0, len(name), 0) + name.encode("latin-1"))
        at += len(body)
    return head + _record(EOF) + b"".join(bodies)


def _record(kind: int, data: bytes = b"") -> bytes:
    return struct.pack("<HH", kind, len(data)) + data


def _begin(kind: int) -> bytes:
    return _record(BOF, struct.pack("<HHHHII", 0x600, kind, 0x0DBB, 0x07CC, 0, 6))


def _number(cell: tuple[int, int, float]) -> bytes:
    row, column, value = cell
    return _record(NUMBER, struct.pack("<HHHd", row, column, 0, value))


def _container(stream: bytes) -> bytes:
    """An OLE file: header, directory, the stream in one run of sectors, and the table that says how they follow each other."""
    stream = stream.ljust(max(8 * SECTOR, -(-len(stream) // SECTOR) * SECTOR), b"\0")
    many = len(stream) // SECTOR
    tables = -(-(many + 2) // (SECTOR // 4 - 1))
    chain = [CHAIN_END, *range(2, many + 1), CHAIN_END, *[OF_THE_TABLE] * tables]
    chain += [FREE] * (tables * SECTOR // 4 - len(chain))
    places = [*range(many + 1, many + 1 + tables), *[FREE] * (109 - tables)]
    fixed = (tables, 0, 0, 8 * SECTOR, CHAIN_END, 0, CHAIN_END, 0)
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16) + struct.pack("<5H6xI8I", 62, 3, 0xFFFE, 9, 6, 0, *fixed)
    directory = _entry("Root Entry", 5, CHAIN_END, 0, child=1) + _entry("Workbook", 2, 1, len(stream)) + _entry() * 2
    return header + struct.pack("<109I", *places) + directory + stream + struct.pack(f"<{len(chain)}I", *chain)


def _entry(name: str = "", kind: int = 0, start: int = 0, length: int = 0, child: int = FREE) -> bytes:
    raw = f"{name}\0".encode("utf-16-le") if name else b""
    return raw.ljust(64, b"\0") + struct.pack("<HBB3I36xIQ", len(raw), kind, 1, FREE, FREE, child, start, length)
