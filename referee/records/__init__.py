"""Records of games in play: the cache, the clock, the end of a game, the replay."""
