"""What the referee registers with the tournament: links, the projector, personal data."""
