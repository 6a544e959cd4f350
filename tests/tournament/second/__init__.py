"""A second implementation of standings, advancement and seasons, written from the words of the regulations.

It is slow and plain, works in fractions on dicts and lists, and imports nothing from the product: where the two disagree,
one of them is wrong. A regulation is the dict that its file gives. A sheet is a list of rows, each a dict with `name`,
`points`, `rank`, `ties` (a list) and `out`; a round is a list of sheets; a sheet of one row is a win without a game.
"""
