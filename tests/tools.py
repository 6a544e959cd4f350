"""Tools of the machine that some tests need: skipped without them on a laptop, failed without them in CI."""

import os
import shutil
from typing import NoReturn

import pytest
from django.db import transaction

# The name of Django 6.1 and later, which deprecates the other.
savepoint_create = getattr(transaction, "savepoint_create", transaction.savepoint)

LONG = "LONG_FORMS"
STRICT = {"1", "true", "yes"}


def many(short: int, long: int) -> int:
    """How often a test repeats itself: `make drills` asks for the long form."""
    return long if os.environ.get(LONG) else short


def need(*names: str) -> str:
    """The path of the first of `names` that this machine has."""
    for name in names:
        if found := shutil.which(name):
            return found
    return do_without(f"{' or '.join(names)} is not installed")


def do_without(reason: str) -> NoReturn:
    """Skip for want of a tool, or fail where every tool has to be there."""
    required = {os.environ.get(name, "").lower() for name in ("CI", "SDADATA_REQUIRE_ALL")}
    if required & STRICT:
        pytest.fail(f"{reason}, and every tool is required here")
    pytest.skip(reason)
