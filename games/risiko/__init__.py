"""RisiKo! Torneo, rulebook in 19 articles. One file a chapter, in the order of the book; `game.py` puts them together.

board (territories, cards, objectives) · rules (editions and options) · acts · state · setting_up (3, 4) · reinforcement (base, 14, 19) ·
attack (6-9, 12) · movement (10, 15) · cards (11) · leaving (12, 13) · closing (16) · counting (17) · table (the judge's acts).
Then what people see: choices, labels, view, scene. `policy.py` plays random games, `odds.py` computes exact chances.
"""
