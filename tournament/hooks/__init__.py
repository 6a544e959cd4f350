"""Where other apps register what they add to this one, which does not know them."""
