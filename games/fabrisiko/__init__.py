"""FabRisiko!, rulebook 000. One file a chapter, in the order of the book; `game.py` puts them together.

board (territories, mountains, sheets, card counts) · ways · rules (editions and options) · acts · state · units · setting_up · cards (1-A,
Carnevale) · events (1-B) · building (2, 3) · movement (4-A, 4-C, siti AA) · conquest (structures, Frazione Maggiore lost) · battle, fire
(4-B) · strategy (strategic cards) · bombing · dice (throws, the re-roll of Melano) · turns · income (5) · closing (victory, time) ·
counting (tournament points) · table (the judge's acts). Then what people see: choices, labels, view, scene. `policy.py` plays random
games, and `policy_marches.py` says where their units go; `odds.py` computes exact chances.
"""
