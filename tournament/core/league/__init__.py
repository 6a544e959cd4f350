"""A league of venues: what a venue's site sends to a hub, signed and linked, and how the hub reads it.

`envelope` is the signed chain, `sheet` what one tournament says about itself; neither knows the database. `sending` is on its way.
"""
