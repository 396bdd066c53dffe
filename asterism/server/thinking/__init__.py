"""Bots, advice and reviews: queues, threads and worker processes."""
