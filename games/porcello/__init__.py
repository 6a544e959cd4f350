"""Porcello, a folk dice game: the example of `docs/add-a-game.md`, not a game of the house. `RULES.md` is its rulebook.

acts · state (the rules under one header, a position) · turns (what a player does) · table (what the judge does) · score.
Then what people see: choices, labels, view, scene. `policy.py` plays random games, `odds.py` computes an exact chance.
"""
