"""Jobs in the background: print-outs, and segments of a league."""
