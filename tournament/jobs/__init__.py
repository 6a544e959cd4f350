"""What the background work does: print-outs, and segments of a league."""
