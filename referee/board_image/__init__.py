"""The board as a picture: `geometry` says what stands where (`drawn` holds it, `lettering` fits its words), `svg` draws it for pages and
screens, `paper` for sheets.
"""
