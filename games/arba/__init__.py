"""Arba vs Sedilis, for two. The rulebook has headings, not numbers: articles are named after them (`turno.6`, `unita.cannone`).

board (places, rivers, distances) · rules (parameters and options) · acts · state · places (who holds what) · opening (inizio) ·
income (turno 1-3, danaro) · ranged (turno 4) · close (turno 5) · movement (turno 6, alpini) · purchases (turno 7) · ending · counting.
Then what people see: choices, labels, view, scene. `policy.py` plays random games, `odds.py` computes exact chances.
"""
