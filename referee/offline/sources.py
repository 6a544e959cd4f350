"""Which files the engine on the device is made of: the games, the modules that render the judge's page, its templates, and Django's
template engine. Known without the site's settings.
"""

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

HOME = Path(__file__).resolve().parents[2]
OURS = (
    "games",
    "referee/__init__.py",
    "referee/board_image/__init__.py",
    "referee/board_image/geometry.py",
    "referee/board_image/icons.py",
    "referee/board_image/shapes.py",
    "referee/board_image/svg.py",
    "referee/board_image/text.py",
    "referee/judge_page",
    "referee/offline/__init__.py",
    "referee/offline/calls.py",
    "referee/offline/drawn.py",
    "referee/offline/start.py",
    "referee/offline/tablet.py",
    "referee/templatetags/__init__.py",
    "referee/templatetags/board.py",
    "referee/templatetags/referee.py",
    "referee/wording.py",
    "config/__init__.py",
    "config/components.py",
    "templates/referee/judge",
    "templates/components",
    "locale",
)
KINDS = frozenset({".py", ".toml", ".csv", ".html", ".mo", ".json"})
NOT_OURS = (
    "referee/judge_page/exams.py",
    "referee/judge_page/puzzles.py",
    "referee/judge_page/rule_summary.py",
    "/cases/",
    "/data/map.json",
    "/incidents.toml",
    "/sentences.toml",
)
LIBRARIES = ("django", "asgiref")
DJANGO = (
    "apps",
    "conf",
    "core",
    "dispatch",
    "http",
    "template",
    "templatetags",
    "urls",
    "utils",
)
NOT_DJANGO = (
    "conf/app_template",
    "conf/project_template",
    "core/cache",
    "core/handlers",
    "core/mail",
    "core/management",
    "core/serializers",
    "core/servers",
    "http/response",
    "templatetags/cache",
)
DATES = "django/conf/locale/"


def files(languages: frozenset[str] | None) -> Iterator[tuple[str, Path]]:
    """Each by the name that it has on the device. Of Django's ways to write a date, those of these languages, or all."""
    for ours in OURS:
        for path in _files(HOME / ours):
            name = path.relative_to(HOME).as_posix()
            if not any(other in name for other in NOT_OURS):
                yield name, path
    for library in LIBRARIES:
        home = _home_of(library)
        for path in _files(home):
            name = f"{library}/{path.relative_to(home).as_posix()}"
            if library != "django" or _is_needed(name, languages):
                yield name, path


def _files(path: Path) -> list[Path]:
    return [path] if path.is_file() else [one for one in path.rglob("*") if one.suffix in KINDS]


def _home_of(library: str) -> Path:
    spec = find_spec(library)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent


def _is_needed(name: str, languages: frozenset[str] | None) -> bool:
    """Of Django: what a template needs, with the languages of the product. No address, form or database is served there."""
    if name.startswith(DATES):
        return languages is None or name.removeprefix(DATES).split("/")[0] in languages | {"__init__.py"}
    inside = name.removeprefix("django/")
    if "/" not in inside:
        return inside.endswith(".py")
    return inside.startswith(DJANGO) and not inside.startswith(NOT_DJANGO) and inside.endswith(".py")
