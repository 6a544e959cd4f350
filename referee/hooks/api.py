"""The live table in the description of the API: the state as JSON, and the stream that says when to read it again."""

from typing import Any

from tournament.hooks.api import describe

TABLE = "/t/{code}/turni/{number}/tavoli/{table}/dal-vivo/"
PARAMETERS = [
    {"name": "code", "in": "path", "required": True, "schema": {"type": "string", "pattern": "^[0-9a-z]{4,16}$"}},
    {"name": "number", "in": "path", "required": True, "schema": {"type": "integer", "minimum": 1, "maximum": 999}},
    {"name": "table", "in": "path", "required": True, "schema": {"type": "integer", "minimum": 1, "maximum": 999}},
]
NOT_OPEN = {"description": "No such table, or it is not open to all.", "content": {"text/html": {}}}
ABOUT_STREAM = (
    "The answer names the stream, good for ten minutes, which scripts of any site may open: Server-Sent Events `open-topics` once, "
    "`changed` with `topics` when the visible line of the table has moved or its clock was started, stopped or given minutes, `beat` "
    "every ten seconds, `expired` at the end. Each carries the server's time as `now` in milliseconds. The stream says nothing of the "
    "game: after `open-topics` and each `changed` read `stato.json` again."
)


def _get(name: str, summary: str, description: str, answer: dict[str, Any]) -> dict[str, Any]:
    found = {"description": "OK", "content": {"application/json": {"schema": answer}}}
    return {
        "get": {
            "operationId": name,
            "summary": summary,
            "description": description,
            "parameters": PARAMETERS,
            "responses": {"200": found, "404": NOT_OPEN},
            "security": [{}],
        }
    }


def _object(required: tuple[str, ...], **properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "required": list(required), "properties": properties}


TEXT, NUMBER, FLAG = {"type": "string"}, {"type": "integer"}, {"type": "boolean"}
SEAT = {"type": ["integer", "null"], "minimum": 1, "description": "Counted from 1, as chairs are; null for nobody."}


def _list_of(item: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": item}


LIVE_TABLE = _object(
    ("line",),
    line={"type": "integer", "description": "The last line of the record that may be seen; 0 before the first."},
    delay={"type": "string", "description": "In words; empty for none."},
    giro=NUMBER,
    phase=TEXT,
    is_last_giro=FLAG,
    is_over=FLAG,
    closing={"type": "integer", "description": "The threshold of the throw that may end the game; 0 for none."},
    chance={"type": "string", "description": "That this throw ends the game, exact and in per cent."},
    clock={
        "oneOf": [
            {"type": "null"},
            _object(
                ("state", "ends_at", "remaining"),
                state={"enum": ["running", "paused", "over", "stopped"]},
                ends_at={"type": ["string", "null"], "format": "date-time", "description": "While it runs: when it will have run out."},
                remaining={"type": ["integer", "null"], "description": "Seconds left on a clock that does not run."},
            ),
        ],
        "description": "As late as the board; null before the start and once the game is over.",
    },
    players=_list_of(
        _object(
            ("seat", "name", "is_in_turn", "is_out"),
            seat=NUMBER, name=TEXT, army=TEXT, letter=TEXT, is_in_turn=FLAG, is_out=FLAG, lines=_list_of(TEXT),
        )
    ),
    places={"type": "object", "additionalProperties": _object(("label", "seat", "count"), label=TEXT, seat=SEAT, count=NUMBER)},
    moves=_list_of(_object(
        ("line", "seat", "words", "dice", "lost"), line=NUMBER, seat=SEAT, words=TEXT, dice=_list_of(NUMBER),
        lost=_list_of(_object(("seat", "count"), seat=NUMBER, count=NUMBER)),
    )),
)  # fmt: skip

describe(
    {
        f"{TABLE}stato.json": _get(
            "live_state", "A table that is open to all, as late as its page", "With an ETag, readable from other sites.",
            {"$ref": "#/components/schemas/LiveTable"},
        ),
        f"{TABLE}diretta/": _get(
            "live_stream", "The stream of such a table", ABOUT_STREAM, _object(("stream",), stream=TEXT)
        ),
    },
    {"LiveTable": LIVE_TABLE},
)  # fmt: skip
