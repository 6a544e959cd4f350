"""The board as a picture: `geometry` says what stands where, `svg` draws it for pages and screens, `paper` for sheets."""
