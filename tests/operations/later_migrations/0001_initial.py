"""The app's own first migration."""

from importlib import import_module

Migration = import_module("tournament.migrations.0001_initial").Migration
