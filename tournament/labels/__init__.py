"""Words for what the core computes, in the reader's language."""
