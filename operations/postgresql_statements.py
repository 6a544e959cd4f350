"""Which statements of a PostgreSQL copy are run: those that make tables, indexes and constraints, and the site's own, to the letter.

An archive of `pg_dump` holds SQL, and whoever crafts one writes what he likes under any entry of its table of contents. A superuser's
`COPY … TO PROGRAM` or `DO` would have acted before a look at the result could refuse it. So each statement is read before it is run: it
has one of the shapes in `SHAPES`, and calls no function but those in `CALLED`.
"""

import re
from collections.abc import Container, Iterator

TOKEN = re.compile(
    r"""(?P<space>\s+|--[^\r\n]*)
    |(?P<text>'(?:[^']|'')*'(?!'))
    |(?P<body>\$(?P<tag>\w*)\$.*?\$(?P=tag)\$)
    |(?P<name>"(?:[^"]|"")+"|[^\W\d][\w$]*)
    |(?P<number>\d+(?:\.\d+)?)
    |(?P<end>;)
    |(?P<other>(?!/\*)[^'"$\\])""",
    re.VERBOSE | re.DOTALL,
)
NAME = r'(?:"[^"]+"|[\w$]+)(?: \. (?:"[^"]+"|[\w$]+))?'
SETTINGS = (
    "statement_timeout|lock_timeout|idle_in_transaction_session_timeout|transaction_timeout|check_function_bodies|xmloption"
    "|client_min_messages|row_security|default_tablespace|default_table_access_method|default_with_oids"
)
SHAPES = tuple(
    re.compile(shape, re.IGNORECASE)
    for shape in (
        rf"SET (?:{SETTINGS}) = (?:\w+|'[^']*')",
        r"SET client_encoding = 'UTF8'",
        r"SET standard_conforming_strings = on",
        r"SELECT pg_catalog \. set_config \( 'search_path' , '' , false \)",
        r"SELECT pg_catalog \. setval \( '[^']*' , \d+ , (?:true|false) \)",
        rf"CREATE TABLE {NAME} \( .*\)(?: WITH \( [^()]* \))?",
        rf"CREATE (?:UNIQUE )?INDEX {NAME} ON (?:ONLY )?{NAME} USING \w+ \( .*",
        rf"ALTER TABLE (?:ONLY )?{NAME} (?:ADD CONSTRAINT|ALTER COLUMN|CLUSTER ON|REPLICA IDENTITY) .*",
        rf"(?:CREATE|ALTER) SEQUENCE {NAME} .*",
        rf"CREATE SCHEMA {NAME}",
        rf"CREATE EXTENSION IF NOT EXISTS {NAME} WITH SCHEMA {NAME}",
        r"COMMENT ON .*",
        r"(?:GRANT|REVOKE) (?:[\w,]+ )+ON .*",
    )
)
FORBIDDEN = frozenset({
    "select", "execute", "function", "procedure", "routine", "trigger", "rule", "policy", "program", "do",
    "language", "server", "operator", "returning",
})  # fmt: skip
"""Words that no statement of these shapes has."""
CALLED = frozenset({
    "check", "key", "unique", "identity", "and", "or", "not", "any", "all", "array", "where", "when", "then",
    "else", "case", "in", "using", "btree", "hash", "gin", "gist", "brin", "include", "default", "with", "as", "on",
    "exclude", "varying", "character", "varchar", "char", "numeric", "decimal", "bit", "time", "timestamp",
    "interval", "values", "upper", "lower", "coalesce", "length", "nextval",
})  # fmt: skip
"""What may stand before a parenthesis: words of SQL, types, and the functions that the site's own constraints and defaults call."""
COPY = re.compile(rb'COPY (?:\w+|"[^"]+")\.(?:\w+|"[^"]+") \((?:(?:\w+|"[^"]+")(?:, )?)+\) FROM stdin;')


def statements(script: str) -> Iterator[tuple[str, ...]]:
    """Each statement as its tokens, without comments. Raises ValueError for what is no SQL of `pg_dump`'s."""
    found: list[str] = []
    at = 0
    while at < len(script):
        token = TOKEN.match(script, at)
        if token is None or _is_a_marked_text(token, script):
            raise ValueError(script[at : at + 60])
        if token["end"]:
            yield tuple(found)
            found = []
        elif not token["space"]:
            found.append(token[0])
        at = token.end()
    if found:
        yield tuple(found)


def _is_a_marked_text(token: re.Match[str], script: str) -> bool:
    """`E'…'` and its kin are read by rules of their own, and `pg_dump` writes none outside of rows."""
    before = script[token.start() - 1 : token.start()]
    return bool(token["text"]) and (before.isalnum() or before in ("_", "&", "$", "'"))


def refused(script: str, own: Container[tuple[str, ...]]) -> str:
    """The beginning of the first statement that may not be run, empty where all may. `own` are the site's own statements."""
    try:
        for one in statements(script):
            if one and one not in own and not _is_harmless(one):
                return " ".join(one)[:100]
    except ValueError as fault:
        return str(fault)
    return ""


def _is_harmless(tokens: tuple[str, ...]) -> bool:
    words = " ".join(tokens)
    if not any(shape.fullmatch(words) for shape in SHAPES):
        return False
    if words.startswith(("SELECT pg_catalog", "SET ")):
        return True
    if tokens[0].lower() in ("grant", "revoke"):
        return "(" not in tokens
    if any(token.lower() in FORBIDDEN or token.startswith("$") for token in tokens):
        return False
    return all(_opens_no_call(tokens, at) for at, token in enumerate(tokens) if token == "(")


def _opens_no_call(tokens: tuple[str, ...], at: int) -> bool:
    """Whether the parenthesis at this place groups, or stands behind a word of `CALLED` or the name of a table."""
    before = tokens[at - 1]
    if not re.fullmatch(r'"(?:[^"]|"")+"|[^\W\d][\w$]*', before):
        return True
    if before.lower() in CALLED:
        return tokens[at - 2] != "." or tokens[at - 3].lower() == "pg_catalog"
    first = at - 3 if tokens[at - 2] == "." else at - 1
    return tokens[first - 1].lower() in ("table", "references")
