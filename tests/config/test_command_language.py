"""Every management command speaks the terminal's language: help and output are in the catalogue, and nothing is printed past it."""

import argparse
import ast
import inspect
import re
from collections.abc import Iterator
from importlib import import_module

import pytest
from django.core.management import get_commands, load_command_class
from django.core.management.base import BaseCommand
from django.utils.translation import override

from config.environment import terminal_language
from laptop import site
from tournament.management.language import Translated

OURS = {name: app for name, app in get_commands().items() if app in {"tournament", "referee", "operations"}}
PRINTERS = {"write", "print", "CommandError", "CannotStart", "_refusal", "SUCCESS", "exit"}
TRANSLATORS = {"_", "gettext", "ngettext"}
WORDS = re.compile(r"[A-Za-zà-ù]{3,}")


def helps(parser: argparse.ArgumentParser) -> Iterator[str]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from (one.help or one.dest for one in action._choices_actions)
            for one in action.choices.values():
                yield from helps(one)
        elif not isinstance(action, argparse._HelpAction):
            yield action.help or f"{action.dest} has no help"


def words_of(command: BaseCommand) -> list[str]:
    parser = command.create_parser("manage.py", "command")
    return [parser.description or "", *helps(parser)]


def test_they_are_all_found():
    assert {"backup", "restore", "rollback", "migrate", "demo", "db_worker", "retention", "send_league"} <= OURS.keys()


@pytest.mark.parametrize("name", OURS)
def test_the_help_of_a_command_is_in_both_languages(name):
    command = load_command_class(OURS[name], name)
    assert isinstance(command, Translated)
    bases = [base for base in type(command).__mro__[1:] if issubclass(base, BaseCommand) and base is not Translated]
    theirs = {word for base in bases for word in words_of(base())}
    with override("it"):
        italian = words_of(load_command_class(OURS[name], name))
    with override("en"):
        english = words_of(load_command_class(OURS[name], name))
    same = [one for one, other in zip(italian, english, strict=True) if one == other and one not in theirs]
    assert same == []


@pytest.mark.parametrize(
    "module",
    [*(f"{app}.management.commands.{name}" for name, app in OURS.items()), "laptop.site"],
)
def test_nothing_is_printed_past_the_catalogue(module):
    source = inspect.getsource(import_module(module))
    printed = [call for call in ast.walk(ast.parse(source)) if isinstance(call, ast.Call) and named(call) in PRINTERS]
    assert {text for call in printed for part in call.args for text in untranslated(part)} == set()


def named(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def untranslated(part: ast.AST) -> Iterator[str]:
    """Words in a printed expression that come from no translator; dictionary keys are places to fill."""
    if isinstance(part, ast.Call | ast.Dict | ast.Subscript) and (
        not isinstance(part, ast.Call) or named(part) in TRANSLATORS
    ):
        return
    if isinstance(part, ast.FormattedValue):
        return
    if isinstance(part, ast.Constant) and isinstance(part.value, str):
        yield from (part.value for _one in WORDS.finditer(re.sub(r"\S*://\S*|/\w+/\S*", "", part.value)))
    for child in ast.iter_child_nodes(part):
        yield from untranslated(child)


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({}, "it"),
        ({"LANG": "C.UTF-8"}, "it"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "it_IT.UTF-8"}, "it"),
        ({"LANG": "it_IT.UTF-8", "LC_MESSAGES": "en_US.UTF-8"}, "en"),
    ],
)
def test_the_language_is_that_of_the_terminal(monkeypatch, variables, language):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert terminal_language() == language
    assert site._("Ctrl+C ferma il sito.") == {"it": "Ctrl+C ferma il sito.", "en": "Ctrl+C stops the site."}[language]
