"""Iperisiko, rulebook in 26 articles over the classic game. One file a chapter; `game.py` puts them together.

board (6, 8, 16, 17: territories, continents, objectives, cards) · rules (editions and options) · acts · state · dealing (3) ·
setting_up (2-5, 19) · reinforcement (8, 13, 14, 18) · movement (11, 12, 20) · attack (9, 17 o) · answers (10, 17 m, 23, 24, 26) ·
missiles (21, 22, 26) · figures (17, 25) · cards (the deck, the end of a turn) · leaving (7) · closing (1) · counting (15, 16) ·
table (the judge's acts).
Then what people see: choices, labels, view, scene. `policy.py` plays random games, with `policy_turn.py` for the seat in turn; `odds.py`
computes exact chances.

From RisiKo! Torneo it takes the map, the classic comparison of dice and the acts that are the same; none of that rulebook's own articles.
"""
