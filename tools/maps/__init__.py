"""Draws the maps of the boards into `games/*/data/map.json`: `python -m tools.maps`. Needs shapely, scipy and `npm install`.

The world is drawn from Natural Earth (public domain), the valleys and rivers from the coordinates of our own layouts. No printed board is
a source of any shape.
"""
