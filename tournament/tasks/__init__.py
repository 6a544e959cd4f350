"""Work in the background: the queue, its workers, and what is sent to other programs."""
