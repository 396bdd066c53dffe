"""HTTP and sockets: addresses, pages, static files, limits of a connection."""
