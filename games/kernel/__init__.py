"""What every game shares: acts, breaches, articles, record, choices, views, scene, score sheet, clock plan. It knows no game.

Start at `game.py` (the descriptor of a game), then `record.py` (the line-by-line account of one game at one table).
"""
