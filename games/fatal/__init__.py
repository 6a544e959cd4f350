"""F.A.T.A.L., rulebook 002. One file a chapter, in the order of the book; `game.py` puts them together.

contents (the cards in the box) · rules (options) · acts · state · setting_up (preparazione) · turns (il gioco, sintesi) · enchantment (1,
schermo, alternativa) · stealing (2) · visions (3) · treasures (A) · trimagia (B) · refill (C, mazzo) · smazzata (fine della smazzata,
rivelare, seconda smazzata) · elimination (eliminare, vittoria speciale) · counting (fine della partita) · table (the judge's acts).
The judge sees no hand: `hidden.py` and `hoards.py` keep what everybody at the table can work out of closed cards and closed treasures.
Then what people see: choices, labels, view, scene. `policy.py` plays random games, `odds.py` computes exact chances.
"""
