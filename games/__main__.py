"""`python -m games`: the engines without Django. See `docs/notation.md` for what goes in and comes out."""

from __future__ import annotations

import sys

from games.cli import main

sys.exit(main(sys.argv[1:]))
