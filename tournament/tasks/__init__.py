"""Work in the background: the queue, its workers, and webhooks."""
