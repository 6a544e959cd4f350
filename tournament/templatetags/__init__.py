"""Words and figures for the templates of the tournament."""
