"""Template tags of the referee's pages."""
