"""What every game shares: acts, breaches, articles, record, choices, views, scene, score sheet, clock plan. It knows no game.

Start at `game.py` (the descriptor of a game), then `record.py` (one game at one table as it is told), `lines.py` (what it is written
in) and `verify_lines.py` (how somebody else's is checked).
"""
