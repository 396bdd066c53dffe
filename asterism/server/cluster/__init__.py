"""Several server processes on one store: news, leases, and the watch on the store."""
